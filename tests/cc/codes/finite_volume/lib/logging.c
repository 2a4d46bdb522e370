#include <stdarg.h>
#include <stdio.h>
#include "util.h"
enum loglevel log_level = LOG_INFO;
void logmsg(enum loglevel level, const char *fmt, ...)
{
    va_list ap;
    if (level > log_level) return;
    va_start(ap, fmt);
    vprintf(fmt, ap);
    va_end(ap);
}
