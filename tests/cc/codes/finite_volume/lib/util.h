#ifndef UTIL_H
#define UTIL_H
#include <stddef.h>
enum loglevel { LOG_QUIET, LOG_INFO, LOG_DEBUG };
extern enum loglevel log_level;
void logmsg(enum loglevel, const char *fmt, ...) PRINTF_LIKE(2, 3);
void *xmalloc(size_t n, const char *file, int line);
void xfree(void *p);
size_t bytes_in_use(void);
#define NEW(type, n) ((type *)xmalloc(sizeof(type) * (size_t)(n), __FILE__, __LINE__))
typedef struct config config_t;
config_t *config_read(const char *path);
double config_real(const config_t *, const char *key, double def);
int config_int(const config_t *, const char *key, int def);
const char *config_str(const config_t *, const char *key, const char *def);
void config_free(config_t *);
#endif
