/* drivers.c: one OpenCL driver by itself.
 *
 * An OpenCL loader starts all drivers that are installed before it answers its first question; beside a driver for
 * the CPU that is ready in 0.05 s, NVIDIA's takes 0.15 s.  Where it is known which driver a device belongs to
 * (remembered.c), that one alone is started, as loaders do it by the extension cl_khr_icd: the driver gives its
 * platforms, and these, like all of its objects, begin with a pointer to a table of its functions in an order that is
 * fixed for good.
 */
#include "mrt_device.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* Places in that table. */
enum {
  AT_GetPlatformIDs = 0,
  AT_GetPlatformInfo = 1,
  AT_GetDeviceIDs = 2,
  AT_GetDeviceInfo = 3,
  AT_CreateContext = 4,
  AT_ReleaseContext = 7,
  AT_CreateCommandQueue = 9,
  AT_CreateBuffer = 14,
  AT_ReleaseMemObject = 18,
  AT_CreateProgramWithSource = 26,
  AT_CreateProgramWithBinary = 27,
  AT_ReleaseProgram = 29,
  AT_BuildProgram = 30,
  AT_GetProgramInfo = 32,
  AT_GetProgramBuildInfo = 33,
  AT_CreateKernel = 34,
  AT_ReleaseKernel = 37,
  AT_SetKernelArg = 38,
  AT_GetKernelWorkGroupInfo = 40,
  AT_WaitForEvents = 41,
  AT_GetEventInfo = 42,
  AT_ReleaseEvent = 44,
  AT_GetEventProfilingInfo = 45,
  AT_Flush = 46,
  AT_Finish = 47,
  AT_EnqueueReadBuffer = 48,
  AT_EnqueueWriteBuffer = 49,
  AT_EnqueueCopyBuffer = 50,
  AT_EnqueueMapBuffer = 56,
  AT_EnqueueUnmapMemObject = 58,
  AT_EnqueueNDRangeKernel = 59,
  AT_CreateUserEvent = 84,
  AT_SetUserEventStatus = 85,
  AT_EnqueueReadBufferRect = 86,
  AT_EnqueueWriteBufferRect = 87,
  AT_EnqueueFillBuffer = 102,
  AT_EnqueueMarkerWithWaitList = 105
};

enum { MOST_PLATFORMS = 16 };
typedef cl_int (*platforms_of)(cl_uint, cl_platform_id *, cl_uint *);
typedef void *(*address_of)(const char *);

static void *const *functions_of(cl_platform_id platform) { return *(void *const *const *)(const void *)platform; }

/* A driver's platforms: how many. */
static cl_uint ask_platforms(void *library, cl_platform_id platforms[MOST_PLATFORMS]) {
  address_of find = NULL;
  platforms_of ask = NULL;
  cl_uint count = 0;
  void *symbol = dlsym(library, "clIcdGetPlatformIDsKHR");
  if (symbol == NULL && (symbol = dlsym(library, "clGetExtensionFunctionAddress")) != NULL) {
    memcpy(&find, &symbol, sizeof symbol); /* C has no cast from an object's pointer to a function's */
    symbol = find("clIcdGetPlatformIDsKHR");
  }
  if (symbol == NULL)
    return 0;
  memcpy(&ask, &symbol, sizeof symbol);
  if (ask(MOST_PLATFORMS, platforms, &count) != CL_SUCCESS)
    return 0;
  return count < MOST_PLATFORMS ? count : MOST_PLATFORMS;
}

char *mrt_driver_of(cl_platform_id platform) {
  cl_platform_id platforms[MOST_PLATFORMS];
  char *extensions = mrt_platform_text(platform, CL_PLATFORM_EXTENSIONS);
  bool known = extensions != NULL && strstr(extensions, "cl_khr_icd") != NULL;
  free(extensions);
  Dl_info found;
  if (!known || dladdr(functions_of(platform)[AT_GetDeviceInfo], &found) == 0 || found.dli_fname == NULL)
    return NULL;
  void *library = dlopen(found.dli_fname, RTLD_NOW | RTLD_NOLOAD);
  cl_uint count = library == NULL ? 0 : ask_platforms(library, platforms);
  bool same = false;
  for (cl_uint i = 0; i < count; i++)
    same |= platforms[i] == platform;
  if (library != NULL)
    dlclose(library);
  return same ? strdup(found.dli_fname) : NULL;
}

/* NVIDIA's driver makes several channels to the device by default, which takes 60 ms when the device is opened and 40
 * when the process ends.  All commands but those of send.c go through one queue, for which one channel is enough.  The
 * variable is for the driver alone: programs that this one starts have channels as they like. */
void mrt_choose_channels(void) {
  if (mrt_isolate() && !mrt_settings()->send)
    mrt_set_for_drivers("CUDA_DEVICE_MAX_CONNECTIONS", "1");
}

cl_uint mrt_load_driver(const char *path, struct mrt_cl *cl, cl_platform_id *platforms, cl_uint room) {
  cl_platform_id found[MOST_PLATFORMS];
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  mrt_choose_channels();
  cl_uint count = library == NULL ? 0 : ask_platforms(library, found);
  mrt_isolate();
  if (count == 0)
    return 0;
  void *const *functions = functions_of(found[0]);
#define TAKE(result, name, parameters)                                                                               \
  if (functions[AT_##name] == NULL)                                                                                  \
    return 0;                                                                                                        \
  memcpy(&cl->name, &functions[AT_##name], sizeof cl->name);
  MRT_CL_FUNCTIONS(TAKE)
#undef TAKE
  count = count < room ? count : room;
  memcpy(platforms, found, count * sizeof *platforms);
  return count;
}
