#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "util.h"
static size_t in_use;
struct header { size_t size; long magic; };
#define MAGIC 0x5ca1ab1eL
void *xmalloc(size_t n, const char *file, int line)
{
    struct header *h = malloc(sizeof *h + n);
    if (!h) {
        fprintf(stderr, "%s:%d: out of memory (%zu bytes)\n", file, line, n);
        exit(2);
    }
    h->size = n;
    h->magic = MAGIC;
    in_use += n;
    memset(h + 1, 0, n);
    return h + 1;
}
void xfree(void *p)
{
    struct header *h;
    if (!p) return;
    h = (struct header *)p - 1;
    if (h->magic != MAGIC) abort();
    in_use -= h->size;
    free(h);
}
size_t bytes_in_use(void) { return in_use; }
