/* cache.c: built programs on disk.
 *
 * A file holds the whole key (device, driver, options, source) beside the binary, so that a collision of names
 * can't give a wrong program, and a checksum, so that a torn file is seen.  Readers see a whole file or none, and
 * take only plain files of their own user or the system's that no other user may write.  Without a place to write,
 * there is silently no cache.
 */
#include "mrt_programs.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char magic[8] = {'m', 'r', 't', 'c', 'a', 'c', 'h', '1'};

struct header {
  char magic[8];
  uint64_t key_bytes, binary_bytes, checksum; /* of key and binary */
};

/* ---- names ----------------------------------------------------------------------------------------------- */

static const char *or_empty(const char *text) { return text != NULL ? text : ""; }

/* Everything that a binary depends on, as one text; allocated. */
static char *make_key(const char *const *source, const char *options) {
  size_t bytes = 1;
  const char *facts[] = {or_empty(mrt_device.platform), or_empty(mrt_device.name), or_empty(mrt_device.version),
                         or_empty(mrt_device.driver), options};
  size_t count = sizeof facts / sizeof *facts;
  for (size_t i = 0; i < count; i++)
    bytes += strlen(facts[i]) + 1;
  for (size_t i = 0; source[i] != NULL; i++)
    bytes += strlen(source[i]);
  char *key = malloc(bytes);
  if (key == NULL)
    return NULL;
  char *end = key;
  for (size_t i = 0; i < count; i++) {
    end = stpcpy(end, facts[i]);
    *end++ = '\n';
  }
  for (size_t i = 0; source[i] != NULL; i++)
    end = stpcpy(end, source[i]);
  *end = '\0';
  return key;
}

static bool file_name(const char *key, char *path, size_t size) {
  char folder[MRT_PATH_BYTES - 64];
  if (!mrt_cache_folder(folder, sizeof folder))
    return false;
  uint64_t first = mrt_hash(0xcbf29ce484222325u, key, strlen(key));
  uint64_t second = mrt_hash(first ^ 0x9e3779b97f4a7c15u, key, strlen(key));
  int length =
      snprintf(path, size, "%s/%016llx%016llx.clbin", folder, (unsigned long long)first, (unsigned long long)second);
  return length > 0 && (size_t)length < size;
}

/* ---- reading --------------------------------------------------------------------------------------------- */

/* A whole file; allocated, NULL where it can't be read. */
static unsigned char *read_file(const char *path, size_t *bytes) {
  FILE *file = mrt_open_own(path);
  if (file == NULL)
    return NULL;
  struct stat status;
  unsigned char *data = NULL;
  if (fstat(fileno(file), &status) == 0 && status.st_size > 0) {
    *bytes = (size_t)status.st_size;
    data = malloc(*bytes);
    if (data != NULL && fread(data, 1, *bytes, file) != *bytes) {
      free(data);
      data = NULL;
    }
  }
  fclose(file);
  return data;
}

/* The binary inside a file's data, or NULL where the file is not the one that `key` asks for. */
static const unsigned char *binary_in(const unsigned char *data, size_t bytes, const char *key, size_t *size) {
  struct header header;
  if (bytes < sizeof header)
    return NULL;
  memcpy(&header, data, sizeof header);
  size_t rest = bytes - sizeof header;
  const unsigned char *body = data + sizeof header;
  if (memcmp(header.magic, magic, sizeof magic) != 0 || header.key_bytes != strlen(key) || header.key_bytes > rest ||
      header.binary_bytes != rest - header.key_bytes || header.binary_bytes == 0 ||
      memcmp(body, key, header.key_bytes) != 0 || mrt_hash(0, body, rest) != header.checksum)
    return NULL;
  *size = header.binary_bytes;
  return body + header.key_bytes;
}

static cl_program build_binary(const unsigned char *binary, size_t size, const char *options) {
  const struct mrt_cl *cl = &mrt_device.cl;
  cl_int error = CL_SUCCESS, status = CL_SUCCESS;
  cl_program program =
      cl->CreateProgramWithBinary(mrt_device.context, 1, &mrt_device.id, &size, &binary, &status, &error);
  if (program == NULL || error != CL_SUCCESS)
    return NULL;
  if (status == CL_SUCCESS && cl->BuildProgram(program, 1, &mrt_device.id, options, NULL, NULL) == CL_SUCCESS)
    return program;
  cl->ReleaseProgram(program);
  return NULL;
}

cl_program mrt_cache_load(const char *const *source, const char *options) {
  char path[MRT_PATH_BYTES];
  cl_program program = NULL;
  char *key = make_key(source, options);
  if (key != NULL && file_name(key, path, sizeof path)) {
    size_t bytes = 0, size = 0;
    unsigned char *data = read_file(path, &bytes);
    const unsigned char *binary = data != NULL ? binary_in(data, bytes, key, &size) : NULL;
    mrt_compiler_begins();
    if (binary != NULL)
      program = build_binary(binary, size, options);
    mrt_compiler_ends();
    if (program != NULL)
      utimensat(AT_FDCWD, path, NULL, AT_SYMLINK_NOFOLLOW); /* used now */
    mrt_trace("kernel cache: %s %s", program != NULL ? "taken from" : "nothing usable in", path);
    free(data);
  }
  free(key);
  return program;
}

/* ---- writing --------------------------------------------------------------------------------------------- */

static void write_file(const char *path, const char *key, const unsigned char *binary, size_t size) {
  char temporary[MRT_PATH_BYTES + 16];
  FILE *file = mrt_begin_file(path, temporary);
  if (file == NULL)
    return;
  struct header header = {.key_bytes = strlen(key), .binary_bytes = size};
  memcpy(header.magic, magic, sizeof magic);
  header.checksum = mrt_hash(mrt_hash(0, key, strlen(key)), binary, size);
  fwrite(&header, sizeof header, 1, file);
  fwrite(key, 1, strlen(key), file);
  fwrite(binary, 1, size, file);
  mrt_end_file(file, temporary, path);
}

/* The program's binary; allocated, NULL where the driver has none. */
static unsigned char *binary_of(cl_program program, size_t *size) {
  const struct mrt_cl *cl = &mrt_device.cl;
  *size = 0;
  if (cl->GetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof *size, size, NULL) != CL_SUCCESS || *size == 0)
    return NULL;
  unsigned char *binary = malloc(*size);
  if (binary != NULL &&
      cl->GetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL) != CL_SUCCESS) {
    free(binary);
    return NULL;
  }
  return binary;
}

void mrt_cache_store(cl_program program, const char *const *source, const char *options) {
  char path[MRT_PATH_BYTES];
  char *key = make_key(source, options);
  if (key != NULL && file_name(key, path, sizeof path)) {
    size_t size = 0;
    mrt_compiler_begins();
    unsigned char *binary = binary_of(program, &size);
    mrt_compiler_ends();
    if (binary != NULL)
      write_file(path, key, binary, size);
    free(binary);
    *strrchr(path, '/') = '\0';
    mrt_cache_prune(path);
  }
  free(key);
}
