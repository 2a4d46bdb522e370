/* device.c: opens the OpenCL device, once, and keeps the one fact that decides all later regions:
 * whether it has failed. */
#include "mrt_device.h"
#include "mrt_copies.h"
#include "mrt_decide.h"
#include "mrt_forms.h"
#include "mrt_process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct mrt_device mrt_device;
static pthread_mutex_t memory_lock = PTHREAD_MUTEX_INITIALIZER;
enum { LANES = 32, SHARING_GROUP = 128, TILE_SIDE = 16, LARGEST_GROUP = 256, WIDE_LOCAL_BYTES = 49152 };
enum { LAST_BAD_LLVM = 14, GPU_GROUP = 256, CPU_GROUP = 8, POCL_GROUP = 1, MOST_UNITS = 1 << 16 };

static int lost;
static bool used; /* a driver was started; atomic */

bool mrt_note_driver(bool now) { return __atomic_exchange_n(&used, now, __ATOMIC_RELAXED); }

bool mrt_driver_is_used(void) { return __atomic_load_n(&used, __ATOMIC_RELAXED); }

static mrt_u64 hash_text(mrt_u64 start, const char *text) {
  return text == NULL ? start : mrt_hash(start, text, strlen(text) + 1);
}

mrt_u64 mrt_program_key(const struct mrt_program *program) {
  mrt_u64 key = 0xcbf29ce484222325u;
  for (const char *const *piece = program->source; piece != NULL && *piece != NULL; piece++)
    key = hash_text(key, *piece);
  return hash_text(hash_text(key, mrt_device.name), mrt_device.driver);
}

mrt_u64 mrt_device_key(const struct mrt_device *device) {
  return hash_text(hash_text(0xcbf29ce484222325u, device->name), device->driver);
}

/* The thread has that lock, or is just taking it or giving it back. */
static _Thread_local volatile bool inside __attribute__((tls_model("initial-exec")));

static inline bool hold(void) {
  if (inside)
    return false;
  inside = true;
  pthread_mutex_lock(&memory_lock);
  return true;
}

bool mrt_hold_memory(void) { return hold(); }

bool mrt_lock_memory(void) {
  if (!hold())
    return false;
  mrt_batch_end();
  return true;
}

bool mrt_try_memory(void) {
  if (inside)
    return false;
  inside = true;
  inside = pthread_mutex_trylock(&memory_lock) == 0;
  return inside;
}

void mrt_unlock_memory(void) {
  pthread_mutex_unlock(&memory_lock);
  inside = false;
}

bool mrt_device_is_lost(void) { return __atomic_load_n(&lost, __ATOMIC_RELAXED) != 0; }

bool mrt_device_is_open(void) { return __atomic_load_n(&mrt_device.open, __ATOMIC_ACQUIRE); }

void mrt_forget_device(void) { __atomic_store_n(&lost, 1, __ATOMIC_RELAXED); }

void mrt_fall_back(const char *id, const char *why) {
  if (mrt_settings()->offload == OFFLOAD_MANDATORY)
    mrt_die("%s: %s; OMP_TARGET_OFFLOAD=mandatory forbids going on with OpenMP on the CPU", id, why);
}

void mrt_device_failed_because(const char *id, const char *why) {
  mrt_fall_back(id, why);
  if (__atomic_exchange_n(&lost, 1, __ATOMIC_RELAXED) == 0)
    mrt_say("%s: %s; continuing on the CPU with OpenMP", id, why);
}

void mrt_explain(char *why, size_t why_size, const char *what, cl_int code) {
  const char *name = mrt_cl_error(code);
  if (strncmp(name, "CL_", 3) == 0)
    snprintf(why, why_size, "%s (%s)", what, name);
  else
    snprintf(why, why_size, "%s (%s %d)", what, name, (int)code);
}

void mrt_device_failed(const char *id, const char *what, cl_int code) {
  char why[256];
  mrt_explain(why, sizeof why, what, code);
  mrt_device_failed_because(id, why);
}

/* ---- opening --------------------------------------------------------------------------------------------- */

static bool learn_limits(struct mrt_device *device) {
  const struct mrt_cl *cl = &device->cl;
  struct mrt_processors *on = &device->processors;
  size_t items[8] = {0};
  *on = (struct mrt_processors){.gpu = device->gpu, .plain = !mrt_settings()->shapes};
  if (cl->GetDeviceInfo(device->id, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof on->limit, &on->limit, NULL) !=
          CL_SUCCESS ||
      cl->GetDeviceInfo(device->id, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof items, items, NULL) != CL_SUCCESS ||
      cl->GetDeviceInfo(device->id, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof on->units, &on->units, NULL) != CL_SUCCESS)
    return false;
  device->units = on->units;
  if (mrt_settings()->units > 0 && mrt_settings()->units <= MOST_UNITS)
    on->units = (unsigned)mrt_settings()->units;
  for (int i = 0; i < 3; i++)
    on->item_limit[i] = items[i] > 0 ? items[i] : 1;
  if (on->limit == 0 || on->units == 0)
    return false;
  cl_uint unified = CL_FALSE;
  cl_bitfield fp64 = 0, fp32 = 0;
  if (cl->GetDeviceInfo(device->id, CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof unified, &unified, NULL) == CL_SUCCESS)
    device->unified = unified != CL_FALSE;
  cl_ulong local = 0;
  if (cl->GetDeviceInfo(device->id, CL_DEVICE_LOCAL_MEM_SIZE, sizeof local, &local, NULL) == CL_SUCCESS)
    device->wide = local >= WIDE_LOCAL_BYTES;
  device->layouts = !device->unified && mrt_settings()->layout;
  if (cl->GetDeviceInfo(device->id, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof fp64, &fp64, NULL) == CL_SUCCESS)
    device->fp64 = fp64 != 0;
  if (cl->GetDeviceInfo(device->id, CL_DEVICE_SINGLE_FP_CONFIG, sizeof fp32, &fp32, NULL) == CL_SUCCESS)
    device->rounds_divisions = (fp32 & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
  char *extensions = mrt_device_text(device->id, CL_DEVICE_EXTENSIONS);
  device->int64_atomics = extensions != NULL && strstr(extensions, "cl_khr_int64_base_atomics") != NULL &&
                          strstr(extensions, "cl_khr_int64_extended_atomics") != NULL;
  free(extensions);
  return true;
}

static void learn_names(struct mrt_device *device, cl_platform_id platform) {
  device->name = mrt_device_text(device->id, CL_DEVICE_NAME);
  device->driver = mrt_device_text(device->id, CL_DRIVER_VERSION);
  device->version = mrt_device_text(device->id, CL_DEVICE_VERSION);
  device->platform = mrt_platform_text(platform, CL_PLATFORM_VERSION);
}

/* By default PoCL has LLVM's loop vectorizer run over kernels.  That of LLVM 14 reads a[5 * j], beyond the array,
 * where a loop says a[(5 * j) & 63] beside b[j]: so kernels are built without it there, unless the user chose a way.
 */
static void avoid_vectorizer(const struct mrt_device *device) {
  const char *version = device->platform;
  const char *llvm = version != NULL && strstr(version, "PoCL") != NULL ? strstr(version, "LLVM ") : NULL;
  if (llvm != NULL && strtol(llvm + strlen("LLVM "), NULL, 10) <= LAST_BAD_LLVM)
    mrt_set_for_drivers("POCL_WORK_GROUP_METHOD", "workitemloops");
}

/* Whether a program can be found where the process looks for commands. */
static bool is_on_path(const char *name) {
  const char *at = getenv("PATH");
  while (at != NULL && *at != '\0') {
    char file[MRT_PATH_BYTES];
    int length = snprintf(file, sizeof file, "%.*s/%s", (int)strcspn(at, ":"), at, name);
    if (length > 0 && (size_t)length < sizeof file && access(file, X_OK) == 0)
      return true;
    at += strcspn(at, ":");
    at += *at == ':';
  }
  return false;
}

/* What a driver lacks that would end the process when it compiles; NULL where nothing is known to be missing.  PoCL
 * has `ld` link kernels, and aborts where there is none. */
static const char *lacking(const struct mrt_device *device) {
  bool pocl = device->platform != NULL && strstr(device->platform, "PoCL") != NULL;
  return pocl && !is_on_path("ld") ? "PoCL needs the program `ld`, which is not in a folder of PATH" : NULL;
}

/* PoCL puts barriers of its own into inner loops whose length all work-items share, where the kernel has a barrier
 * anywhere.  PoCL 3.0 does so in outer loops that not all work-items of the group enter, too: those that have no
 * iteration then run the body.  In a group of one work-item there is no other one to wait for.
 */
static size_t summing_group(const struct mrt_device *device) {
  if (device->gpu)
    return GPU_GROUP;
  return device->platform != NULL && strstr(device->platform, "PoCL") != NULL ? POCL_GROUP : CPU_GROUP;
}

cl_command_queue mrt_new_queue(void) {
  cl_int error = CL_SUCCESS;
  cl_bitfield properties = mrt_settings()->clocks ? CL_QUEUE_PROFILING_ENABLE : 0;
  cl_command_queue queue = mrt_device.cl.CreateCommandQueue(mrt_device.context, mrt_device.id, properties, &error);
  return error == CL_SUCCESS ? queue : NULL;
}

/* A power of two, so that trees have equal halves; one where the device can't have groups as kernels want them. */
static cl_uint lanes_for(const struct mrt_device *device) {
  size_t asked = mrt_settings()->lanes, lanes = 1;
  const struct mrt_processors *on = &device->processors;
  if (on->limit < LARGEST_GROUP || on->item_limit[0] < SHARING_GROUP || on->item_limit[1] < TILE_SIDE)
    return 1;
  if (asked == 0)
    return device->gpu ? LANES : 1;
  while (lanes * 2 <= asked && lanes < LANES)
    lanes *= 2;
  return (cl_uint)lanes;
}

/* The major number of an NVIDIA device's compute capability; 0 for others'. */
static unsigned compute_capability(const struct mrt_device *device) {
  cl_uint major = 0;
  if (device->name == NULL || strstr(device->name, "NVIDIA") == NULL)
    return 0;
  cl_int error =
      device->cl.GetDeviceInfo(device->id, CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV, sizeof major, &major, NULL);
  return error == CL_SUCCESS && major > 0 ? major : 1;
}

static bool open_chosen(struct mrt_device *device, const struct mrt_candidate *chosen, char *why, size_t why_size) {
  device->id = chosen->device;
  device->unified = false;
  device->gpu = mrt_is_gpu(chosen);
  if (!learn_limits(device)) {
    snprintf(why, why_size, "the device does not report its limits");
    return false;
  }
  device->lanes = lanes_for(device);
  learn_names(device, chosen->platform);
  mrt_learn_unit(device, &device->processors);
  avoid_vectorizer(device);
  const char *missing = lacking(device);
  if (missing != NULL) {
    snprintf(why, why_size, "%s", missing);
    return false;
  }
  device->summing_group = summing_group(device);
  device->nvidia = device->gpu ? compute_capability(device) : 0;
  cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)chosen->platform, 0};
  cl_int error = CL_SUCCESS;
  device->context = device->cl.CreateContext(properties, 1, &device->id, NULL, NULL, &error);
  if (device->context == NULL || error != CL_SUCCESS) {
    mrt_explain(why, why_size, "creating an OpenCL context failed", error);
    return false;
  }
  device->queue = mrt_new_queue();
  if (device->queue == NULL) {
    device->cl.ReleaseContext(device->context);
    snprintf(why, why_size, "creating a command queue failed");
    return false;
  }
  return true;
}

static struct { /* the one attempt to open the device, and why it failed */
  bool made, early;
  char why[256];
} attempt;

/* Forgets what is known of a device that can't be opened. */
static void forget_names(struct mrt_device *device) {
  char **names[] = {&device->name, &device->driver, &device->version, &device->platform};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    free(*names[i]);
    *names[i] = NULL;
  }
}

/* Opens the device that is wanted, otherwise the next best. */
static bool open_best(void) {
  struct mrt_candidate *chosen = &mrt_device.chosen;
  if (!mrt_pick_device(chosen, attempt.why, sizeof attempt.why))
    return false;
  while (!mrt_find_device(chosen, attempt.why, sizeof attempt.why) ||
         !open_chosen(&mrt_device, chosen, attempt.why, sizeof attempt.why)) {
    char failed[80], why[sizeof attempt.why];
    snprintf(failed, sizeof failed, "%s", chosen->name);
    forget_names(&mrt_device);
    if (!mrt_follow_next() || !mrt_pick_device(chosen, why, sizeof why))
      return false;
    mrt_say("%s: %s; trying %s", failed, attempt.why, chosen->name);
  }
  return true;
}

bool mrt_start_device(void) {
  bool before = mrt_note_driver(true);
  struct mrt_guard *guard = mrt_guard_begin();
  bool opened = open_best();
  mrt_guard_end(guard);
  if (!opened)
    mrt_note_driver(before);
  return opened;
}

bool mrt_try_device(bool early) {
  if (attempt.made)
    return mrt_device.open;
  attempt.made = true;
  enum mrt_opened beside = mrt_opened_beside();
  attempt.early = early || beside != OPENING_ABSENT;
  bool opened = beside == OPENING_ABSENT ? mrt_start_device() : beside == OPENING_DONE;
  if (!opened)
    return false;
  __atomic_store_n(&mrt_device.open, true, __ATOMIC_RELEASE);
  mrt_at_exit();
  mrt_watch_forks();
  mrt_sends_open();
  return true;
}

bool mrt_open_device(const char *id) {
  static bool told;
  if (told || mrt_device_is_lost())
    return !mrt_device_is_lost();
  if (!mrt_try_device(false)) {
    if (mrt_revised_arm() < 0)
      mrt_device_failed_because(id, attempt.why);
    else /* it was not asked for */
      mrt_forget_device();
    mrt_trace("%s: %s", id, attempt.why);
    return false;
  }
  told = true;
  mrt_trace("%s: opened %s (%s), %s memory%s", id, mrt_device.name, mrt_device.version,
            mrt_device.unified ? "shared" : "own", attempt.early ? ", before the program began" : "");
  return true;
}
