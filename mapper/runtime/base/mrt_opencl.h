/* mrt_opencl.h: the part of the OpenCL 1.2 interface that the library uses, written down from the specification.
 *
 * User machines often have an OpenCL driver but no headers, so nothing is included from the system.  Functions
 * are not linked: `struct mrt_cl` holds pointers to them, which loader.c fills in.
 */
#ifndef MAPPER_OPENCL_H
#define MAPPER_OPENCL_H

#include <stddef.h>
#include <stdint.h>

typedef int32_t cl_int;
typedef uint32_t cl_uint;
typedef uint64_t cl_ulong;
typedef cl_uint cl_bool;
typedef cl_ulong cl_bitfield;
typedef intptr_t cl_context_properties;

typedef struct _cl_platform_id *cl_platform_id;
typedef struct _cl_device_id *cl_device_id;
typedef struct _cl_context *cl_context;
typedef struct _cl_command_queue *cl_command_queue;
typedef struct _cl_mem *cl_mem;
typedef struct _cl_program *cl_program;
typedef struct _cl_kernel *cl_kernel;
typedef struct _cl_event *cl_event;

typedef void (*mrt_cl_notify_context)(const char *, const void *, size_t, void *);
typedef void (*mrt_cl_notify_program)(cl_program, void *);

enum { CL_FALSE = 0, CL_TRUE = 1 };

/* Error codes that the library distinguishes; log.c knows the names of all. */
enum {
  CL_SUCCESS = 0,
  CL_DEVICE_NOT_FOUND = -1,
  CL_MEM_OBJECT_ALLOCATION_FAILURE = -4,
  CL_OUT_OF_RESOURCES = -5,
  CL_OUT_OF_HOST_MEMORY = -6,
  CL_BUILD_PROGRAM_FAILURE = -11,
  CL_INVALID_VALUE = -30,
  CL_INVALID_BINARY = -42,
  CL_INVALID_KERNEL_NAME = -46,
  CL_INVALID_BUFFER_SIZE = -61
};

/* Bits of a device's type. */
enum { CL_DEVICE_TYPE_CPU = 1 << 1, CL_DEVICE_TYPE_GPU = 1 << 2, CL_DEVICE_TYPE_ACCELERATOR = 1 << 3 };
#define CL_DEVICE_TYPE_ALL ((cl_bitfield)0xFFFFFFFF)

/* What to ask a platform, device, program, kernel or event. */
enum {
  CL_PLATFORM_VERSION = 0x0901,
  CL_PLATFORM_NAME = 0x0902,
  CL_PLATFORM_EXTENSIONS = 0x0904,
  CL_DEVICE_TYPE = 0x1000,
  CL_DEVICE_MAX_COMPUTE_UNITS = 0x1002,
  CL_DEVICE_MAX_WORK_GROUP_SIZE = 0x1004,
  CL_DEVICE_MAX_WORK_ITEM_SIZES = 0x1005,
  CL_DEVICE_MAX_MEM_ALLOC_SIZE = 0x1010,
  CL_DEVICE_SINGLE_FP_CONFIG = 0x101B,
  CL_DEVICE_GLOBAL_MEM_SIZE = 0x101F,
  CL_DEVICE_LOCAL_MEM_SIZE = 0x1023,
  CL_DEVICE_AVAILABLE = 0x1027,
  CL_DEVICE_COMPILER_AVAILABLE = 0x1028,
  CL_DEVICE_NAME = 0x102B,
  CL_DRIVER_VERSION = 0x102D,
  CL_DEVICE_VERSION = 0x102F,
  CL_DEVICE_EXTENSIONS = 0x1030,
  CL_DEVICE_DOUBLE_FP_CONFIG = 0x1032,
  CL_DEVICE_HOST_UNIFIED_MEMORY = 0x1035,
  CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV = 0x4000, /* cl_nv_device_attribute_query */
  CL_DEVICE_COMPUTE_CAPABILITY_MINOR_NV = 0x4001,
  CL_CONTEXT_PLATFORM = 0x1084,
  CL_PROGRAM_BINARY_SIZES = 0x1165,
  CL_PROGRAM_BINARIES = 0x1166,
  CL_PROGRAM_BUILD_LOG = 0x1183,
  CL_KERNEL_WORK_GROUP_SIZE = 0x11B0,
  CL_KERNEL_COMPILE_WORK_GROUP_SIZE = 0x11B1,
  CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE = 0x11B3,
  CL_EVENT_COMMAND_EXECUTION_STATUS = 0x11D3,
  CL_PROFILING_COMMAND_START = 0x1282,
  CL_PROFILING_COMMAND_END = 0x1283
};

enum { CL_QUEUE_PROFILING_ENABLE = 1 << 1 };
enum { CL_MEM_READ_WRITE = 1 << 0, CL_MEM_USE_HOST_PTR = 1 << 3, CL_MEM_ALLOC_HOST_PTR = 1 << 4 };
enum { CL_MAP_READ = 1 << 0, CL_MAP_WRITE = 1 << 1 };
enum { CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT = 1 << 7 };
enum { CL_COMPLETE = 0 };

/* Every function that the library calls, as X(result, name without `cl`, parameters). */
#define MRT_CL_FUNCTIONS(X)                                                                                          \
  X(cl_int, GetPlatformIDs, (cl_uint, cl_platform_id *, cl_uint *))                                                  \
  X(cl_int, GetPlatformInfo, (cl_platform_id, cl_uint, size_t, void *, size_t *))                                    \
  X(cl_int, GetDeviceIDs, (cl_platform_id, cl_bitfield, cl_uint, cl_device_id *, cl_uint *))                         \
  X(cl_int, GetDeviceInfo, (cl_device_id, cl_uint, size_t, void *, size_t *))                                        \
  X(cl_context, CreateContext,                                                                                       \
    (const cl_context_properties *, cl_uint, const cl_device_id *, mrt_cl_notify_context, void *, cl_int *))         \
  X(cl_int, ReleaseContext, (cl_context))                                                                            \
  X(cl_command_queue, CreateCommandQueue, (cl_context, cl_device_id, cl_bitfield, cl_int *))                         \
  X(cl_int, Flush, (cl_command_queue))                                                                               \
  X(cl_int, Finish, (cl_command_queue))                                                                              \
  X(cl_int, EnqueueMarkerWithWaitList, (cl_command_queue, cl_uint, const cl_event *, cl_event *))                    \
  X(cl_mem, CreateBuffer, (cl_context, cl_bitfield, size_t, void *, cl_int *))                                       \
  X(cl_int, ReleaseMemObject, (cl_mem))                                                                              \
  X(cl_int, EnqueueReadBuffer,                                                                                       \
    (cl_command_queue, cl_mem, cl_bool, size_t, size_t, void *, cl_uint, const cl_event *, cl_event *))              \
  X(cl_int, EnqueueWriteBuffer,                                                                                      \
    (cl_command_queue, cl_mem, cl_bool, size_t, size_t, const void *, cl_uint, const cl_event *, cl_event *))        \
  X(cl_int, EnqueueReadBufferRect,                                                                                   \
    (cl_command_queue, cl_mem, cl_bool, const size_t *, const size_t *, const size_t *, size_t, size_t, size_t,      \
     size_t, void *, cl_uint, const cl_event *, cl_event *))                                                         \
  X(cl_int, EnqueueWriteBufferRect,                                                                                  \
    (cl_command_queue, cl_mem, cl_bool, const size_t *, const size_t *, const size_t *, size_t, size_t, size_t,      \
     size_t, const void *, cl_uint, const cl_event *, cl_event *))                                                   \
  X(cl_int, EnqueueFillBuffer,                                                                                       \
    (cl_command_queue, cl_mem, const void *, size_t, size_t, size_t, cl_uint, const cl_event *, cl_event *))         \
  X(cl_int, EnqueueCopyBuffer,                                                                                       \
    (cl_command_queue, cl_mem, cl_mem, size_t, size_t, size_t, cl_uint, const cl_event *, cl_event *))               \
  X(void *, EnqueueMapBuffer,                                                                                        \
    (cl_command_queue, cl_mem, cl_bool, cl_bitfield, size_t, size_t, cl_uint, const cl_event *, cl_event *,          \
     cl_int *))                                                                                                      \
  X(cl_int, EnqueueUnmapMemObject, (cl_command_queue, cl_mem, void *, cl_uint, const cl_event *, cl_event *))        \
  X(cl_int, EnqueueNDRangeKernel,                                                                                    \
    (cl_command_queue, cl_kernel, cl_uint, const size_t *, const size_t *, const size_t *, cl_uint,                  \
     const cl_event *, cl_event *))                                                                                  \
  X(cl_program, CreateProgramWithSource, (cl_context, cl_uint, const char **, const size_t *, cl_int *))             \
  X(cl_program, CreateProgramWithBinary,                                                                             \
    (cl_context, cl_uint, const cl_device_id *, const size_t *, const unsigned char **, cl_int *, cl_int *))         \
  X(cl_int, BuildProgram, (cl_program, cl_uint, const cl_device_id *, const char *, mrt_cl_notify_program, void *))  \
  X(cl_int, GetProgramInfo, (cl_program, cl_uint, size_t, void *, size_t *))                                         \
  X(cl_int, GetProgramBuildInfo, (cl_program, cl_device_id, cl_uint, size_t, void *, size_t *))                      \
  X(cl_int, ReleaseProgram, (cl_program))                                                                            \
  X(cl_kernel, CreateKernel, (cl_program, const char *, cl_int *))                                                   \
  X(cl_int, ReleaseKernel, (cl_kernel))                                                                              \
  X(cl_int, SetKernelArg, (cl_kernel, cl_uint, size_t, const void *))                                                \
  X(cl_int, GetKernelWorkGroupInfo, (cl_kernel, cl_device_id, cl_uint, size_t, void *, size_t *))                    \
  X(cl_event, CreateUserEvent, (cl_context, cl_int *))                                                               \
  X(cl_int, SetUserEventStatus, (cl_event, cl_int))                                                                  \
  X(cl_int, WaitForEvents, (cl_uint, const cl_event *))                                                              \
  X(cl_int, GetEventInfo, (cl_event, cl_uint, size_t, void *, size_t *))                                             \
  X(cl_int, GetEventProfilingInfo, (cl_event, cl_uint, size_t, void *, size_t *))                                    \
  X(cl_int, ReleaseEvent, (cl_event))

#define MRT_CL_MEMBER(result, name, parameters) result(*name) parameters;
struct mrt_cl {
  MRT_CL_FUNCTIONS(MRT_CL_MEMBER)
};
#undef MRT_CL_MEMBER

#endif
