/* fake_opencl.c: an OpenCL library that forwards to a real one, and fails where it is told to.
 *
 *   FAKE_REAL=path       the real library
 *   FAKE_FAIL=list       `name:n:code` lets the n-th call of a function fail, `name:n+:code` that and all later
 *                        ones; several are separated by commas
 *   FAKE_DISCRETE=1      the device is a GPU with memory of its own
 *   FAKE_ONLY=text       but only where its name contains the text
 *   FAKE_TWINS=n         each device is there so many times
 *   FAKE_GROUP=n         work-groups have at most so many work-items
 *   FAKE_NO_FP64=1       the device has no double precision
 *   FAKE_MEMORY=bytes    more than so many bytes of buffers can't be had, without those in pinned memory of the host
 *   FAKE_LATE=1          and that shows only when a buffer is first used, as some drivers do
 *   FAKE_COUNTS=file     gets a line `name calls` for each function when the program exits
 *   FAKE_LIMIT=kernel:n  work-groups of this kernel have at most so many work-items
 *   FAKE_FORK=1          drivers start processes of their own, as some do for their compilers
 *   FAKE_RUDE=1          builds change whatever a process has one of: random numbers, variables, files, handlers, ...
 *   FAKE_BAD=kernel      programs whose text has this kernel can't be built
 *   FAKE_BUILD=ms        to build a program takes so many milliseconds more
 *   FAKE_SLOW=ms         to write much takes so many milliseconds more
 *   FAKE_SHOWS=name      prints the value that drivers find for the variable
 *   FAKE_LAUNCHES=file   gets a line `kernel GLOBALxGLOBALxGLOBAL LOCALxLOCALxLOCAL` for each launch
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mrt_opencl.h"

#pragma GCC visibility push(default)

static struct mrt_cl real;
static cl_int (*kernel_info)(cl_kernel, cl_uint, size_t, void *, size_t *);
static FILE *launches;
static unsigned long number_of_launches;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

enum { NUMBER_OF_FUNCTIONS = sizeof(struct mrt_cl) / sizeof(void (*)(void)), BUFFERS = 4096 };
enum { KERNEL_FUNCTION_NAME = 0x1190 };

#define NAME(result, name, parameters) "cl" #name,
static const char *const names[] = {MRT_CL_FUNCTIONS(NAME)};
static unsigned long calls[NUMBER_OF_FUNCTIONS];

static struct buffer {
  cl_mem memory;
  size_t bytes;
  bool refused;
} buffers[BUFFERS];
static size_t in_use;

static void write_counts(void) {
  const char *path = getenv("FAKE_COUNTS");
  FILE *file = path != NULL ? fopen(path, "w") : NULL;
  if (file == NULL)
    return;
  for (size_t i = 0; i < NUMBER_OF_FUNCTIONS; i++)
    fprintf(file, "%s %lu\n", names[i], calls[i]);
  fclose(file);
}

static void load(void) {
  void *library = dlopen(getenv("FAKE_REAL"), RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    fprintf(stderr, "fake: %s\n", dlerror());
    abort();
  }
  void **slots = (void **)&real;
  for (size_t i = 0; i < NUMBER_OF_FUNCTIONS; i++)
    slots[i] = dlsym(library, names[i]);
  *(void **)&kernel_info = dlsym(library, "clGetKernelInfo");
  const char *path = getenv("FAKE_LAUNCHES");
  launches = path != NULL ? fopen(path, "w") : NULL;
  atexit(write_counts);
}

/* Counts a call, and tells the error that it must have: 0 for none. */
static cl_int verdict(const char *name) {
  pthread_once(&once, load);
  size_t which = 0;
  while (strcmp(names[which], name) != 0)
    which++;
  pthread_mutex_lock(&lock);
  unsigned long number = ++calls[which];
  pthread_mutex_unlock(&lock);
  const char *list = getenv("FAKE_FAIL");
  size_t length = strlen(name);
  for (const char *entry = list; entry != NULL && *entry != '\0'; entry = strchr(entry, ',')) {
    entry += *entry == ',';
    if (strncmp(entry, name, length) != 0 || entry[length] != ':')
      continue;
    char *end = NULL;
    unsigned long from = strtoul(entry + length + 1, &end, 10);
    bool ever = *end == '+';
    int code = atoi(end + ever + 1);
    if (number == from || (ever && number > from))
      return code;
  }
  return CL_SUCCESS;
}

/* A process that does nothing, if drivers are to have such. */
static void start_process(void) {
  pid_t child = getenv("FAKE_FORK") != NULL ? fork() : -1;
  if (child == 0)
    _exit(0);
  if (child > 0)
    waitpid(child, NULL, 0);
}

static bool is_set(const char *name) { return getenv(name) != NULL; }

static void take_signal(int number) { (void)number; }

/* Changes what the process has one of, and keeps a file open. */
static void be_rude(void) {
  static char memory[128], variable[] = "FAKE_PUT=1";
  if (!is_set("FAKE_RUDE"))
    return;
  srand(1);
  srandom(1);
  srand48(1);
  initstate(3, memory, sizeof memory);
  unsigned short numbers[7] = {1, 2, 3, 4, 5, 6, 7};
  seed48(numbers);
  lcong48(numbers);
  volatile double drawn = rand() + (double)random() + drand48() + (double)lrand48() + (double)mrand48();
  setenv("FAKE_SET", "1", 1);
  putenv(variable);
  unsetenv("HOME");
  if (!is_set("FAKE_SET") || !is_set("FAKE_PUT") || is_set("HOME"))
    abort(); /* it sees its own variables */
  setlocale(LC_ALL, "C.UTF-8");
  int file = open("/dev/null", O_RDONLY);
  bool moved = chdir("/") == 0;
  umask(077);
  signal(SIGUSR1, take_signal);
  struct sigaction action = {.sa_handler = take_signal};
  sigaction(SIGTERM, &action, NULL);
  sigset_t mask;
  sigfillset(&mask);
  pthread_sigmask(SIG_BLOCK, &mask, NULL);
  feraiseexcept(FE_OVERFLOW | FE_DIVBYZERO);
  fesetround(FE_DOWNWARD);
  uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0));
  if (file < 0 || moved || drawn < 0)
    abort();
}

#define FORWARD(name, ...)                                                                                   \
  {                                                                                                          \
    cl_int error = verdict("cl" #name);                                                                      \
    return error != CL_SUCCESS ? error : real.name(__VA_ARGS__);                                             \
  }

#define FORWARD_OBJECT(name, ...)                                                                            \
  {                                                                                                          \
    cl_int failure = verdict("cl" #name);                                                                    \
    if (failure == CL_SUCCESS)                                                                               \
      return real.name(__VA_ARGS__);                                                                         \
    *error = failure;                                                                                        \
    return NULL;                                                                                             \
  }

/* ---- platforms, devices, contexts, queues ---------------------------------------------------------------- */

cl_int clGetPlatformIDs(cl_uint n, cl_platform_id *ids, cl_uint *count) FORWARD(GetPlatformIDs, n, ids, count)

cl_int clGetPlatformInfo(cl_platform_id id, cl_uint what, size_t size, void *value, size_t *needed)
    FORWARD(GetPlatformInfo, id, what, size, value, needed)

cl_int clGetDeviceIDs(cl_platform_id id, cl_bitfield type, cl_uint n, cl_device_id *ids, cl_uint *count) {
  cl_int error = verdict("clGetDeviceIDs");
  const char *twins = getenv("FAKE_TWINS");
  cl_uint times = twins != NULL ? (cl_uint)atoi(twins) : 1, found = 0;
  const char *shown = getenv("FAKE_SHOWS"), *variable = shown != NULL ? getenv(shown) : NULL;
  if (shown != NULL)
    fprintf(stderr, "fake: %s is %s\n", shown, variable != NULL ? variable : "not set");
  if (error == CL_SUCCESS)
    error = real.GetDeviceIDs(id, type, n, ids, &found);
  for (cl_uint i = found; ids != NULL && i < found * times && i < n; i++)
    ids[i] = ids[i - found];
  if (count != NULL)
    *count = found * times;
  return error;
}

/* Whether a device is to look like a discrete GPU. */
static bool is_discrete(cl_device_id id) {
  char name[256] = "";
  const char *only = getenv("FAKE_ONLY");
  if (!is_set("FAKE_DISCRETE") || only == NULL)
    return is_set("FAKE_DISCRETE");
  real.GetDeviceInfo(id, CL_DEVICE_NAME, sizeof name, name, NULL);
  return strstr(name, only) != NULL;
}

cl_int clGetDeviceInfo(cl_device_id id, cl_uint what, size_t size, void *value, size_t *needed) {
  cl_int error = verdict("clGetDeviceInfo");
  if (error == CL_SUCCESS)
    error = real.GetDeviceInfo(id, what, size, value, needed);
  if (error != CL_SUCCESS || value == NULL)
    return error;
  if (what == CL_DEVICE_HOST_UNIFIED_MEMORY && is_discrete(id))
    *(cl_bool *)value = CL_FALSE;
  if (what == CL_DEVICE_TYPE && is_discrete(id))
    *(cl_bitfield *)value = CL_DEVICE_TYPE_GPU;
  const char *group = getenv("FAKE_GROUP");
  if (what == CL_DEVICE_MAX_WORK_GROUP_SIZE && group != NULL)
    *(size_t *)value = strtoul(group, NULL, 10);
  if (what == CL_DEVICE_DOUBLE_FP_CONFIG && is_set("FAKE_NO_FP64"))
    *(cl_bitfield *)value = 0;
  return error;
}

cl_context clCreateContext(const cl_context_properties *properties, cl_uint n, const cl_device_id *ids,
                           mrt_cl_notify_context notify, void *data, cl_int *error)
{
  cl_int failure = verdict("clCreateContext");
  start_process();
  if (failure == CL_SUCCESS)
    return real.CreateContext(properties, n, ids, notify, data, error);
  *error = failure;
  return NULL;
}

cl_int clReleaseContext(cl_context context) FORWARD(ReleaseContext, context)

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id id, cl_bitfield properties, cl_int *error)
    FORWARD_OBJECT(CreateCommandQueue, context, id, properties, error)

cl_int clFlush(cl_command_queue queue) FORWARD(Flush, queue)

cl_int clFinish(cl_command_queue queue) FORWARD(Finish, queue)

cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint n, const cl_event *after, cl_event *event)
    FORWARD(EnqueueMarkerWithWaitList, queue, n, after, event)

/* ---- memory ---------------------------------------------------------------------------------------------- */

/* Notes a new buffer; false when there is no room for it. */
static bool take(cl_mem memory, size_t bytes) {
  const char *limit = getenv("FAKE_MEMORY");
  bool fits = limit == NULL || in_use + bytes <= strtoull(limit, NULL, 10);
  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < BUFFERS; i++)
    if (buffers[i].memory == NULL) {
      buffers[i] = (struct buffer){memory, bytes, !fits};
      in_use += bytes;
      break;
    }
  pthread_mutex_unlock(&lock);
  return fits;
}

static void give_back(cl_mem memory) {
  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < BUFFERS; i++)
    if (buffers[i].memory == memory) {
      in_use -= buffers[i].bytes;
      buffers[i].memory = NULL;
      break;
    }
  pthread_mutex_unlock(&lock);
}

static bool is_refused(cl_mem memory) {
  bool refused = false;
  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < BUFFERS; i++)
    if (buffers[i].memory == memory)
      refused = buffers[i].refused;
  pthread_mutex_unlock(&lock);
  return refused;
}

cl_mem clCreateBuffer(cl_context context, cl_bitfield flags, size_t size, void *host, cl_int *error) {
  cl_int failure = verdict("clCreateBuffer");
  if (failure != CL_SUCCESS) {
    *error = failure;
    return NULL;
  }
  cl_mem memory = real.CreateBuffer(context, flags, size, host, error);
  size_t bytes = (flags & CL_MEM_ALLOC_HOST_PTR) != 0 ? 0 : size;
  if (memory == NULL || take(memory, bytes) || is_set("FAKE_LATE"))
    return memory;
  give_back(memory);
  real.ReleaseMemObject(memory);
  *error = CL_MEM_OBJECT_ALLOCATION_FAILURE;
  return NULL;
}

cl_int clReleaseMemObject(cl_mem memory) {
  if (memory == NULL) { /* real drivers may crash */
    fputs("fake: a buffer is released that was not made\n", stderr);
    abort();
  }
  cl_int error = verdict("clReleaseMemObject");
  if (error != CL_SUCCESS)
    return error;
  give_back(memory);
  return real.ReleaseMemObject(memory);
}

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem memory, cl_bool wait, size_t offset, size_t size, void *to,
                           cl_uint n, const cl_event *after, cl_event *event)
    FORWARD(EnqueueReadBuffer, queue, memory, wait, offset, size, to, n, after, event)

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem memory, cl_bool wait, size_t offset, size_t size,
                            const void *from, cl_uint n, const cl_event *after, cl_event *event) {
  cl_int error = verdict("clEnqueueWriteBuffer");
  if (is_set("FAKE_SLOW") && size > 65536)
    usleep((useconds_t)(1000 * atoi(getenv("FAKE_SLOW"))));
  if (error == CL_SUCCESS && is_refused(memory))
    error = CL_MEM_OBJECT_ALLOCATION_FAILURE;
  return error != CL_SUCCESS ? error
                             : real.EnqueueWriteBuffer(queue, memory, wait, offset, size, from, n, after, event);
}

static size_t size_of(cl_mem memory) {
  size_t bytes = SIZE_MAX;
  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < BUFFERS; i++)
    if (buffers[i].memory == memory)
      bytes = buffers[i].bytes;
  pthread_mutex_unlock(&lock);
  return bytes;
}

/* Whether a box has a row that is not inside one of the buffer's or of the host's memory, or such a plane, or one that
 * the buffer ends in.  NVIDIA's driver refuses some boxes that PoCL takes; this is stricter than both.
 */
static bool is_bad_box(const size_t *origin, const size_t *region, size_t row, size_t plane, size_t bytes) {
  row = row != 0 ? row : region[0];
  plane = plane != 0 ? plane : region[1] * row;
  if (origin[0] + region[0] > row || (origin[1] + region[1]) * row > plane || plane % row != 0)
    return true;
  size_t last = origin[2] + region[2] - 1;
  return last * plane + (origin[1] + region[1]) * row > bytes || (region[2] > 1 && (last + 1) * plane > bytes);
}

cl_int clEnqueueReadBufferRect(cl_command_queue queue, cl_mem memory, cl_bool wait, const size_t *there,
                               const size_t *here, const size_t *region, size_t row, size_t plane, size_t host_row,
                               size_t host_plane, void *to, cl_uint n, const cl_event *after, cl_event *event) {
  cl_int error = verdict("clEnqueueReadBufferRect");
  if (is_bad_box(there, region, row, plane, size_of(memory)) ||
      is_bad_box(here, region, host_row, host_plane, SIZE_MAX))
    return CL_INVALID_VALUE;
  return error != CL_SUCCESS ? error
                             : real.EnqueueReadBufferRect(queue, memory, wait, there, here, region, row, plane,
                                                          host_row, host_plane, to, n, after, event);
}

cl_int clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem memory, cl_bool wait, const size_t *there,
                                const size_t *here, const size_t *region, size_t row, size_t plane, size_t host_row,
                                size_t host_plane, const void *from, cl_uint n, const cl_event *after,
                                cl_event *event) {
  cl_int error = verdict("clEnqueueWriteBufferRect");
  if (is_bad_box(there, region, row, plane, size_of(memory)) ||
      is_bad_box(here, region, host_row, host_plane, SIZE_MAX))
    return CL_INVALID_VALUE;
  return error != CL_SUCCESS ? error
                             : real.EnqueueWriteBufferRect(queue, memory, wait, there, here, region, row, plane,
                                                           host_row, host_plane, from, n, after, event);
}

cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem memory, const void *pattern, size_t size, size_t offset,
                           size_t bytes, cl_uint n, const cl_event *after, cl_event *event)
    FORWARD(EnqueueFillBuffer, queue, memory, pattern, size, offset, bytes, n, after, event)

cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset, size_t to_offset,
                           size_t size, cl_uint n, const cl_event *after, cl_event *event)
    FORWARD(EnqueueCopyBuffer, queue, from, to, from_offset, to_offset, size, n, after, event)

void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem memory, cl_bool wait, cl_bitfield flags, size_t offset,
                         size_t size, cl_uint n, const cl_event *after, cl_event *event, cl_int *error)
    FORWARD_OBJECT(EnqueueMapBuffer, queue, memory, wait, flags, offset, size, n, after, event, error)

cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem memory, void *mapping, cl_uint n,
                               const cl_event *after, cl_event *event)
    FORWARD(EnqueueUnmapMemObject, queue, memory, mapping, n, after, event)

/* ---- programs, kernels, events --------------------------------------------------------------------------- */

static void note_launch(cl_kernel kernel, cl_uint dimensions, const size_t *global, const size_t *local) {
  char name[256] = "?";
  size_t all[3] = {1, 1, 1}, group[3] = {1, 1, 1};
  if (launches == NULL)
    return;
  for (cl_uint d = 0; d < dimensions; d++) {
    all[d] = global[d];
    group[d] = local != NULL ? local[d] : 0;
  }
  kernel_info(kernel, KERNEL_FUNCTION_NAME, sizeof name, name, NULL);
  fprintf(launches, "%s %zux%zux%zu %zux%zux%zu\n", name, all[0], all[1], all[2], group[0], group[1], group[2]);
  fflush(launches);
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                              const size_t *global, const size_t *local, cl_uint n, const cl_event *after,
                              cl_event *event) {
  cl_int error = verdict("clEnqueueNDRangeKernel");
  if (error != CL_SUCCESS)
    return error;
  note_launch(kernel, dimensions, global, local);
  if (number_of_launches++ == 0)
    start_process(); /* some kernels are compiled when they run first */
  return real.EnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, n, after, event);
}

static cl_program bad[BUFFERS]; /* programs that can't be built */
static size_t bad_count;

/* Whether a text has the kernel that can't be built. */
static bool is_bad(cl_uint n, const char **texts) {
  char begin[256];
  bool found = false;
  const char *name = getenv("FAKE_BAD");
  snprintf(begin, sizeof begin, "__kernel void %s(", name != NULL ? name : "");
  for (cl_uint i = 0; name != NULL && i < n; i++)
    found |= strstr(texts[i], begin) != NULL;
  return found;
}

cl_program clCreateProgramWithSource(cl_context context, cl_uint n, const char **texts, const size_t *sizes,
                                     cl_int *error) {
  cl_int failure = verdict("clCreateProgramWithSource");
  if (failure != CL_SUCCESS) {
    *error = failure;
    return NULL;
  }
  cl_program program = real.CreateProgramWithSource(context, n, texts, sizes, error);
  pthread_mutex_lock(&lock);
  if (is_bad(n, texts) && bad_count < BUFFERS)
    bad[bad_count++] = program; /* never released, so that no other gets its handle */
  pthread_mutex_unlock(&lock);
  return program;
}

static bool is_known_bad(cl_program program) {
  pthread_mutex_lock(&lock);
  size_t i = 0;
  while (i < bad_count && bad[i] != program)
    i++;
  bool found = i < bad_count;
  pthread_mutex_unlock(&lock);
  return found;
}

cl_program clCreateProgramWithBinary(cl_context context, cl_uint n, const cl_device_id *ids, const size_t *sizes,
                                     const unsigned char **binaries, cl_int *status, cl_int *error)
    FORWARD_OBJECT(CreateProgramWithBinary, context, n, ids, sizes, binaries, status, error)

cl_int clBuildProgram(cl_program program, cl_uint n, const cl_device_id *ids, const char *options,
                      mrt_cl_notify_program notify, void *data)
{
  cl_int error = verdict("clBuildProgram");
  if (error == CL_SUCCESS && is_known_bad(program))
    error = CL_BUILD_PROGRAM_FAILURE;
  if (is_set("FAKE_BUILD"))
    usleep((useconds_t)(1000 * atoi(getenv("FAKE_BUILD"))));
  start_process();
  be_rude();
  return error != CL_SUCCESS ? error : real.BuildProgram(program, n, ids, options, notify, data);
}

cl_int clGetProgramInfo(cl_program program, cl_uint what, size_t size, void *value, size_t *needed)
    FORWARD(GetProgramInfo, program, what, size, value, needed)

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id id, cl_uint what, size_t size, void *value,
                             size_t *needed)
    FORWARD(GetProgramBuildInfo, program, id, what, size, value, needed)

cl_int clReleaseProgram(cl_program program) {
  cl_int error = verdict("clReleaseProgram");
  return error != CL_SUCCESS || is_known_bad(program) ? error : real.ReleaseProgram(program);
}

cl_kernel clCreateKernel(cl_program program, const char *name, cl_int *error)
    FORWARD_OBJECT(CreateKernel, program, name, error)

cl_int clReleaseKernel(cl_kernel kernel) FORWARD(ReleaseKernel, kernel)

cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value)
    FORWARD(SetKernelArg, kernel, index, size, value)

cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id id, cl_uint what, size_t size, void *value,
                                size_t *needed)
{
  cl_int error = verdict("clGetKernelWorkGroupInfo");
  if (error == CL_SUCCESS)
    error = real.GetKernelWorkGroupInfo(kernel, id, what, size, value, needed);
  const char *limit = getenv("FAKE_LIMIT");
  char name[256] = "";
  if (error != CL_SUCCESS || limit == NULL || what != CL_KERNEL_WORK_GROUP_SIZE)
    return error;
  kernel_info(kernel, KERNEL_FUNCTION_NAME, sizeof name, name, NULL);
  size_t length = strlen(name);
  if (strncmp(limit, name, length) == 0 && limit[length] == ':')
    *(size_t *)value = strtoul(limit + length + 1, NULL, 10);
  return error;
}

cl_event clCreateUserEvent(cl_context context, cl_int *error) FORWARD_OBJECT(CreateUserEvent, context, error)

cl_int clSetUserEventStatus(cl_event event, cl_int status) FORWARD(SetUserEventStatus, event, status)

cl_int clWaitForEvents(cl_uint n, const cl_event *events) FORWARD(WaitForEvents, n, events)

cl_int clGetEventInfo(cl_event event, cl_uint what, size_t size, void *value, size_t *needed)
    FORWARD(GetEventInfo, event, what, size, value, needed)

cl_int clGetEventProfilingInfo(cl_event event, cl_uint what, size_t size, void *value, size_t *needed)
    FORWARD(GetEventProfilingInfo, event, what, size, value, needed)

cl_int clReleaseEvent(cl_event event) FORWARD(ReleaseEvent, event)
