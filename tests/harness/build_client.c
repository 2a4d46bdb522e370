/* build_client.c: an OpenCL library whose programs are first built by the tests' build server (build_server.py).
 *
 * All functions are those of the loader that this library is linked with, but two.  PoCL waits for the disk with each
 * file of its cache, 8,000 of them in `make test`: here no process does.  clBuildProgram sends the text and
 * the options to the server that the environment names, which builds them into PoCL's cache, and then builds
 * them as usual, which finds them there.  clCreateProgramWithSource puts declarations of the functions that the text
 * names before it, instead of PoCL's header with all functions (opencl_headers.py).  Where there is no server, or the
 * program has a cache of its own, nothing is sent or changed.
 */
#define _GNU_SOURCE
#include "mrt_opencl.h"

#include <ctype.h>
#include <dlfcn.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#define INCLUDE_BASE "#include \"" DECLARATIONS "/base.h\"\n"

enum { PROGRAM_SOURCE = 0x1164 };

typedef cl_int (*info_of)(cl_program, cl_uint, size_t, void *, size_t *);
typedef cl_program (*create_of)(cl_context, cl_uint, const char **, const size_t *, cl_int *);
typedef cl_int (*build_of)(cl_program, cl_uint, const cl_device_id *, const char *, mrt_cl_notify_program, void *);

/* fdatasync says that all is written. */
__attribute__((constructor)) static void wait_for_no_disk(void) {
  struct sock_filter steps[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fdatasync, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO), /* 0 */
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog filter = {.len = sizeof steps / sizeof *steps, .filter = steps};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC | SECCOMP_FILTER_FLAG_SPEC_ALLOW, &filter);
}

/* The server's name among abstract sockets, or NULL. */
static const char *server(void) {
  const char *name = getenv("TESTS_BUILD_SERVER");
  return name != NULL && name[0] != '\0' && getenv("POCL_CACHE_DIR") == NULL ? name : NULL;
}

static int connected(const char *name) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = strlen(name);
  if (length + 1 > sizeof address.sun_path)
    return -1;
  memcpy(address.sun_path + 1, name, length);
  int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (file >= 0 && connect(file, (const struct sockaddr *)&address,
                           (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length)) != 0) {
    close(file);
    return -1;
  }
  return file;
}

static int sent(int file, const char *text) {
  size_t left = strlen(text) + 1;
  while (left > 0) {
    ssize_t bytes = send(file, text, left, MSG_NOSIGNAL);
    if (bytes <= 0)
      return 0;
    text += bytes;
    left -= (size_t)bytes;
  }
  return 1;
}

/* Returns when the server has built the text, or can't. */
static void build_there(const char *name, const char *options, const char *text) {
  char answer;
  int file = connected(name);
  if (file < 0)
    return;
  if (sent(file, options) && sent(file, text) && shutdown(file, SHUT_WR) == 0)
    while (read(file, &answer, 1) > 0)
      continue;
  close(file);
}

/* Writes an #include for each function that the text names; DECLARATIONS is the folder with a file for each. */
static void include_named(FILE *out, const char *text) {
  char path[sizeof DECLARATIONS + 100];
  for (const char *at = text; *at != '\0';) {
    size_t length = 0;
    while (isalnum((unsigned char)at[length]) || at[length] == '_')
      length++;
    if (length > 1 && length < 64 && !isdigit((unsigned char)*at)) {
      snprintf(path, sizeof path, DECLARATIONS "/%.*s.h", (int)length, at);
      if (access(path, R_OK) == 0)
        fprintf(out, "#include \"%s\"\n", path);
    }
    at += length > 0 ? length : 1;
  }
}

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char **texts, const size_t *lengths,
                                     cl_int *error) {
  void *symbol = dlsym(RTLD_NEXT, "clCreateProgramWithSource");
  create_of create;
  memcpy(&create, &symbol, sizeof create);
  char *before = NULL;
  size_t size = 0;
  const char **all = calloc(count + 1, sizeof *all);
  FILE *out = server() != NULL && all != NULL && lengths == NULL ? open_memstream(&before, &size) : NULL;
  if (out == NULL) {
    free(all);
    return create(context, count, texts, lengths, error);
  }
  fputs(INCLUDE_BASE, out);
  for (cl_uint k = 0; k < count; k++) {
    include_named(out, texts[k]);
    all[k + 1] = texts[k];
  }
  fputs("#line 1\n", out);
  fclose(out);
  all[0] = before;
  cl_program program = create(context, count + 1, all, NULL, error);
  free(before);
  free(all);
  return program;
}

cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
                      mrt_cl_notify_program notify, void *data) {
  void *symbols[] = {dlsym(RTLD_NEXT, "clGetProgramInfo"), dlsym(RTLD_NEXT, "clBuildProgram")};
  info_of info;
  build_of build;
  memcpy(&info, &symbols[0], sizeof info);
  memcpy(&build, &symbols[1], sizeof build);
  char *text = NULL, *more = NULL;
  size_t bytes = 0;
  if (options == NULL)
    options = "";
  if (server() != NULL && info(program, PROGRAM_SOURCE, 0, NULL, &bytes) == CL_SUCCESS && bytes > 1) {
    text = calloc(1, bytes + 1);
    if (text != NULL && info(program, PROGRAM_SOURCE, bytes, text, NULL) == CL_SUCCESS) {
      if (strncmp(text, INCLUDE_BASE, strlen(INCLUDE_BASE)) == 0 && asprintf(&more, "%s -D_OPENCL_H_", options) > 0)
        options = more; /* PoCL's header is empty */
      build_there(server(), options, text);
    }
  }
  cl_int status = build(program, count, devices, options, notify, data);
  free(more);
  free(text);
  return status;
}
