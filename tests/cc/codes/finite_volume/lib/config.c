#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "util.h"
struct entry { char *key, *value; struct entry *next; };
struct config { struct entry *buckets[31]; int count; };
static unsigned hash(const char *s)
{
    unsigned h = 5381;
    while (*s) h = h * 33 ^ (unsigned char)*s++;
    return h % 31;
}
static char *trim(char *s)
{
    char *e;
    while (isspace((unsigned char)*s)) s++;
    e = s + strlen(s);
    while (e > s && isspace((unsigned char)e[-1])) *--e = 0;
    return s;
}
static char *dup(const char *s) { char *p = NEW(char, strlen(s) + 1); return strcpy(p, s); }
config_t *config_read(const char *path)
{
    config_t *c = NEW(config_t, 1);
    char line[256];
    FILE *f = fopen(path, "r");
    if (!f) return c;
    while (fgets(line, sizeof line, f)) {
        char *hashmark = strchr(line, '#'), *eq;
        struct entry *e;
        if (hashmark) *hashmark = 0;
        if (!(eq = strchr(line, '='))) continue;
        *eq++ = 0;
        e = NEW(struct entry, 1);
        e->key = dup(trim(line));
        e->value = dup(trim(eq));
        e->next = c->buckets[hash(e->key)];
        c->buckets[hash(e->key)] = e;
        c->count++;
    }
    fclose(f);
    return c;
}
const char *config_str(const config_t *c, const char *key, const char *def)
{
    const struct entry *e;
    for (e = c->buckets[hash(key)]; e; e = e->next)
        if (!strcmp(e->key, key)) return e->value;
    return def;
}
double config_real(const config_t *c, const char *key, double def)
{
    const char *s = config_str(c, key, NULL);
    return s ? strtod(s, NULL) : def;
}
int config_int(const config_t *c, const char *key, int def)
{
    const char *s = config_str(c, key, NULL);
    return s ? atoi(s) : def;
}
void config_free(config_t *c)
{
    for (int i = 0; i < 31; i++) {
        struct entry *e = c->buckets[i];
        while (e) { struct entry *n = e->next; xfree(e->key); xfree(e->value); xfree(e); e = n; }
    }
    xfree(c);
}
