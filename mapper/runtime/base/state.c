/* state.c: files that keep what was found out on this machine from one process to the next. */
#include "mrt_base.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LARGEST_FILE = 256 << 20 }; /* that is written here */

mrt_u64 mrt_hash(mrt_u64 start, const void *data, size_t bytes) {
  const unsigned char *byte = data;
  for (size_t i = 0; i < bytes; i++)
    start = (start ^ byte[i]) * 0x100000001b3u;
  return start;
}

bool mrt_make_folder(const char *path) {
  char part[MRT_PATH_BYTES];
  size_t length = strlen(path);
  if (length == 0 || length >= sizeof part)
    return false;
  memcpy(part, path, length + 1);
  for (size_t i = 1; i <= length; i++)
    if (part[i] == '/' || part[i] == '\0') {
      char kept = part[i];
      part[i] = '\0';
      mkdir(part, 0700);
      part[i] = kept;
    }
  struct stat status;
  return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool mrt_cache_folder(char *path, size_t size) {
  const char *chosen = getenv("MAPPER_CACHE_DIR");
  const char *shared = getenv("XDG_CACHE_HOME");
  const char *home = getenv("HOME");
  int length = -1;
  if (chosen != NULL && *chosen != '\0')
    length = snprintf(path, size, "%s", chosen);
  else if (shared != NULL && *shared == '/')
    length = snprintf(path, size, "%s/mapper", shared);
  else if (home != NULL && *home == '/')
    length = snprintf(path, size, "%s/.cache/mapper", home);
  return length > 0 && (size_t)length < size && mrt_make_folder(path);
}

bool mrt_state_path(mrt_u64 key, const char *end, char path[MRT_PATH_BYTES], bool making) {
  const char *chosen = getenv("MAPPER_STATE_DIR"), *shared = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
  char folder[MRT_PATH_BYTES - 64];
  int length = -1;
  if (chosen != NULL && *chosen != '\0')
    length = snprintf(folder, sizeof folder, "%s", chosen);
  else if (shared != NULL && *shared == '/')
    length = snprintf(folder, sizeof folder, "%s/mapper", shared);
  else if (home != NULL && *home == '/')
    length = snprintf(folder, sizeof folder, "%s/.local/state/mapper", home);
  if (length <= 0 || (size_t)length >= sizeof folder || (making && !mrt_make_folder(folder)))
    return false;
  snprintf(path, MRT_PATH_BYTES, "%s/%016llx%s", folder, (unsigned long long)key, end);
  return true;
}

/* ---- writing and reading ----------------------------------------------------------------------------------- */

/* Where a process may only write small files, a longer one would end it. */
static bool is_limited(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur < LARGEST_FILE;
}

FILE *mrt_begin_file(const char *path, char temporary[MRT_PATH_BYTES + 16]) {
  if (is_limited())
    return NULL;
  snprintf(temporary, MRT_PATH_BYTES + 16, "%s.XXXXXX", path);
  int made = mkostemp(temporary, O_CLOEXEC);
  FILE *file = made < 0 ? NULL : fdopen(made, "wb");
  if (made >= 0 && file == NULL) {
    close(made);
    unlink(temporary);
  }
  return file;
}

bool mrt_end_file(FILE *file, const char *temporary, const char *path) {
  bool whole = ferror(file) == 0;
  bool done = fclose(file) == 0 && whole && rename(temporary, path) == 0;
  if (!done)
    unlink(temporary);
  return done;
}

/* Whether a file is one that no other user can have written. */
static bool is_own(int file) {
  struct stat status;
  return fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= LARGEST_FILE &&
         (status.st_uid == geteuid() || status.st_uid == 0) && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

FILE *mrt_open_own(const char *path) {
  int found = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC); /* a pipe must not wait */
  FILE *file = found >= 0 && is_own(found) ? fdopen(found, "rb") : NULL;
  if (found >= 0 && file == NULL)
    close(found);
  return file;
}
