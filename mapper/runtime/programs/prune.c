/* prune.c: keeps the kernel cache small: entries that were not used for long go, and the least recently used ones
 * where all together are too large.  An entry's time is that of its last use.
 */
#include "mrt_programs.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { NAME_DIGITS = 32, KEPT_DAYS = 90, TEMPORARY_DAYS = 1, DAY = 24 * 3600 };
static const off_t most_bytes = (off_t)256 << 20;

struct entry {
  char name[64];
  off_t bytes;
  time_t used;
};

static const char suffix[] = ".clbin";

/* Whether a file is the cache's: an entry, or what is left of a process that died while it wrote one. */
static bool is_ours(const char *name, bool *temporary) {
  if (strspn(name, "0123456789abcdef") != NAME_DIGITS || strncmp(name + NAME_DIGITS, suffix, sizeof suffix - 1) != 0)
    return false;
  const char *rest = name + NAME_DIGITS + sizeof suffix - 1;
  *temporary = *rest == '.';
  return *rest == '\0' || *rest == '.';
}

static int by_use(const void *left, const void *right) {
  const struct entry *a = left, *b = right;
  return (a->used < b->used) - (a->used > b->used); /* newest first */
}

/* Removes what is too old, and gives the other entries. */
static struct entry *list(DIR *folder, time_t now, size_t *count) {
  struct entry *entries = NULL;
  size_t capacity = 0;
  for (const struct dirent *found = readdir(folder); found != NULL; found = readdir(folder)) {
    struct stat status;
    bool temporary;
    if (!is_ours(found->d_name, &temporary) || strlen(found->d_name) >= sizeof entries->name ||
        fstatat(dirfd(folder), found->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0)
      continue;
    if (now - status.st_mtime > (temporary ? TEMPORARY_DAYS : KEPT_DAYS) * (time_t)DAY) {
      unlinkat(dirfd(folder), found->d_name, 0);
      continue;
    }
    if (temporary)
      continue;
    if (*count == capacity) {
      capacity = capacity * 2 + 16;
      struct entry *more = realloc(entries, capacity * sizeof *entries);
      if (more == NULL)
        break;
      entries = more;
    }
    struct entry *entry = &entries[(*count)++];
    strcpy(entry->name, found->d_name);
    entry->bytes = status.st_size;
    entry->used = status.st_mtime;
  }
  return entries;
}

void mrt_cache_prune(const char *path) {
  DIR *folder = opendir(path);
  if (folder == NULL)
    return;
  size_t count = 0;
  struct entry *entries = list(folder, time(NULL), &count);
  if (count > 0)
    qsort(entries, count, sizeof *entries, by_use);
  off_t total = 0;
  for (size_t i = 0; i < count; i++) {
    total += entries[i].bytes;
    if (i > 0 && total > most_bytes)
      unlinkat(dirfd(folder), entries[i].name, 0);
  }
  free(entries);
  closedir(folder);
}
