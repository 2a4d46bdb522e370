/* devices.c: the OpenCL devices that are present, and which of them is to be opened. */
#include "mrt_device.h"
#include "mrt_decide.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PLATFORMS = 16 };

static struct { /* made once */
  bool made;
  struct mrt_candidate all[MRT_MAX_DEVICES];
  unsigned count;
  char why[256]; /* there are none */
} list;
pthread_mutex_t mrt_device_list_lock = PTHREAD_MUTEX_INITIALIZER;

/* ---- questions to OpenCL --------------------------------------------------------------------------------- */

char *mrt_device_text(cl_device_id device, cl_uint what) {
  const struct mrt_cl *cl = &mrt_device.cl;
  size_t size = 0;
  if (cl->GetDeviceInfo(device, what, 0, NULL, &size) != CL_SUCCESS)
    size = 0;
  char *text = calloc(size + 1, 1);
  if (text != NULL && size > 0 && cl->GetDeviceInfo(device, what, size, text, NULL) != CL_SUCCESS)
    text[0] = '\0';
  return text;
}

char *mrt_platform_text(cl_platform_id platform, cl_uint what) {
  const struct mrt_cl *cl = &mrt_device.cl;
  size_t size = 0;
  if (cl->GetPlatformInfo(platform, what, 0, NULL, &size) != CL_SUCCESS)
    size = 0;
  char *text = calloc(size + 1, 1);
  if (text != NULL && size > 0 && cl->GetPlatformInfo(platform, what, size, text, NULL) != CL_SUCCESS)
    text[0] = '\0';
  return text;
}

/* ---- the list -------------------------------------------------------------------------------------------- */

/* Fills in a device that can be used.  Simulators call themselves everything at once: no GPU. */
static bool describe(cl_platform_id platform, cl_device_id device, struct mrt_candidate *one) {
  const struct mrt_cl *cl = &mrt_device.cl;
  cl_bitfield type = 0;
  cl_uint available = CL_FALSE, compiler = CL_FALSE;
  if (cl->GetDeviceInfo(device, CL_DEVICE_TYPE, sizeof type, &type, NULL) != CL_SUCCESS ||
      cl->GetDeviceInfo(device, CL_DEVICE_AVAILABLE, sizeof available, &available, NULL) != CL_SUCCESS ||
      cl->GetDeviceInfo(device, CL_DEVICE_COMPILER_AVAILABLE, sizeof compiler, &compiler, NULL) != CL_SUCCESS)
    return false;
  const char *word = type & CL_DEVICE_TYPE_CPU ? "cpu" : type & CL_DEVICE_TYPE_GPU ? "gpu" : "other";
  *one = (struct mrt_candidate){.platform = platform,
                                .device = device,
                                .type = word,
                                .name = mrt_device_text(device, CL_DEVICE_NAME),
                                .vendor = mrt_platform_text(platform, CL_PLATFORM_NAME)};
  return available && compiler && one->name != NULL && one->vendor != NULL;
}

/* The usable devices of some platforms. */
static unsigned devices_of(const cl_platform_id *platforms, cl_uint platform_count, struct mrt_candidate *all) {
  const struct mrt_cl *cl = &mrt_device.cl;
  unsigned found = 0;
  for (cl_uint p = 0; p < platform_count; p++) {
    cl_device_id devices[MRT_MAX_DEVICES];
    cl_uint count = 0;
    if (cl->GetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, MRT_MAX_DEVICES, devices, &count) != CL_SUCCESS)
      continue;
    for (cl_uint d = 0; d < count && d < MRT_MAX_DEVICES && found < MRT_MAX_DEVICES; d++)
      found += describe(platforms[p], devices[d], &all[found]);
  }
  return found;
}

/* Starts all drivers, and lists their devices. */
static void make_list(void) {
  const struct mrt_cl *cl = &mrt_device.cl;
  size_t drivers;
  mrt_u64 stamp = mrt_stamp_devices(&drivers);
  list.count = 0;
  if (!mrt_load_opencl(&mrt_device.cl, list.why, sizeof list.why))
    return;
  cl_platform_id platforms[MAX_PLATFORMS];
  cl_uint platform_count = 0;
  cl_int error = cl->GetPlatformIDs(MAX_PLATFORMS, platforms, &platform_count);
  mrt_isolate(); /* it has loaded all drivers */
  if (error != CL_SUCCESS || platform_count == 0) {
    snprintf(list.why, sizeof list.why, "no OpenCL platform (%s)", mrt_cl_error(error));
    return;
  }
  list.count = devices_of(platforms, platform_count < MAX_PLATFORMS ? platform_count : MAX_PLATFORMS, list.all);
  if (list.count == 0)
    snprintf(list.why, sizeof list.why, "no OpenCL device");
  if (drivers < 2)
    return;
  for (unsigned i = 0; i < list.count; i++)
    list.all[i].driver = mrt_driver_of(list.all[i].platform);
  mrt_keep_devices(stamp, drivers, list.all, list.count);
}

static bool is_alike(const struct mrt_candidate *one, const struct mrt_candidate *other) {
  return strcmp(one->name, other->name) == 0 && strcmp(one->type, other->type) == 0 &&
         strcmp(one->vendor, other->vendor) == 0;
}

/* Numbers devices that are named alike. */
static void number_alike(void) {
  for (unsigned i = 0; i < list.count; i++) {
    list.all[i].number = 0;
    for (unsigned j = 0; j < i; j++)
      list.all[i].number += is_alike(&list.all[i], &list.all[j]);
  }
}

unsigned mrt_devices(const struct mrt_candidate **all, const char **why) {
  pthread_mutex_lock(&mrt_device_list_lock);
  if (!list.made) {
    struct mrt_guard *guard = mrt_guard_begin();
    list.count = mrt_recall_devices(list.all);
    if (list.count == 0)
      make_list();
    number_alike();
    mrt_guard_end(guard);
    list.made = true;
  }
  pthread_mutex_unlock(&mrt_device_list_lock);
  *all = list.all;
  *why = list.why;
  return list.count;
}

bool mrt_is_same_device(const struct mrt_candidate *one, const struct mrt_candidate *other) {
  if (one->device != NULL && other->device != NULL)
    return one->device == other->device;
  return one->name != NULL && other->name != NULL && one->number == other->number && is_alike(one, other);
}

/* Takes the handle of the same device from a list. */
static bool take_handle(struct mrt_candidate *one, const struct mrt_candidate *all, unsigned count) {
  unsigned alike = 0;
  for (unsigned i = 0; i < count && one->device == NULL; i++)
    if (is_alike(one, &all[i]) && alike++ == one->number) {
      one->platform = all[i].platform;
      one->device = all[i].device;
    }
  return one->device != NULL;
}

bool mrt_find_device(struct mrt_candidate *one, char *why, size_t why_size) {
  static struct mrt_candidate own[MRT_MAX_DEVICES]; /* of its driver; the list's lock */
  cl_platform_id platforms[MAX_PLATFORMS];
  if (one->device != NULL)
    return true;
  pthread_mutex_lock(&mrt_device_list_lock);
  cl_uint count = mrt_load_driver(one->driver, &mrt_device.cl, platforms, MAX_PLATFORMS);
  bool found = take_handle(one, own, devices_of(platforms, count, own));
  if (found)
    mrt_trace("%s: its driver alone is started, %s", one->name, one->driver);
  if (!found) {
    mrt_trace("%s is not where it was; all drivers are asked", one->name);
    make_list();
    found = take_handle(one, list.all, list.count);
  }
  pthread_mutex_unlock(&mrt_device_list_lock);
  if (!found)
    snprintf(why, why_size, "%.80s is not here any more", one->name);
  return found;
}

/* ---- choice ---------------------------------------------------------------------------------------------- */

bool mrt_is_gpu(const struct mrt_candidate *one) { return strcmp(one->type, "gpu") == 0; }

static bool contains(const char *text, const char *part) { return text != NULL && strcasestr(text, part) != NULL; }

static bool is_named(const struct mrt_candidate *one, const char *part) {
  return contains(one->name, part) || contains(one->vendor, part);
}

/* How much MAPPER_DEVICE wants a device; 0 is not at all. */
static int wish(const struct mrt_candidate *one) {
  const struct mrt_settings *settings = mrt_settings();
  if (settings->choice == CHOOSE_GPU)
    return mrt_is_gpu(one);
  if (settings->choice == CHOOSE_OPENCL_CPU)
    return strcmp(one->type, "cpu") == 0;
  if (settings->choice == CHOOSE_NAME && !is_named(one, settings->name))
    return 0;
  return 1 + mrt_is_gpu(one);
}

/* Why there is none: MAPPER_DEVICE fits none of those that there are. */
static void say_others(const struct mrt_candidate *all, unsigned count, char *why, size_t why_size) {
  int length =
      snprintf(why, why_size, "no OpenCL device for MAPPER_DEVICE=%.60s (there are:", mrt_settings()->device);
  for (unsigned i = 0; i < count && length > 0 && (size_t)length < why_size; i++)
    length += snprintf(why + length, why_size - (size_t)length, "%s %.60s (%s)", i > 0 ? "," : "", all[i].name,
                       all[i].type);
  if (length > 0 && (size_t)length < why_size)
    snprintf(why + length, why_size - (size_t)length, ")");
}

/* Takes one of several equal devices: the one that the user says, or this process's share of them. */
static bool take_share(const struct mrt_candidate *const *equals, unsigned count, struct mrt_candidate *best,
                       char *why, size_t why_size) {
  const struct mrt_settings *settings = mrt_settings();
  int rank = settings->index < 0 ? mrt_local_rank() : -1;
  unsigned index = settings->index >= 0 ? (unsigned)settings->index : rank >= 0 ? (unsigned)rank % count : 0;
  if (index >= count) {
    snprintf(why, why_size, "MAPPER_DEVICE_INDEX is too large: the devices to choose from are 0 to %u", count - 1);
    return false;
  }
  *best = *equals[index];
  mrt_device.equals = count;
  mrt_device.index = index;
  if (count > 1)
    mrt_trace("device %u of %u, %s", index, count, settings->index >= 0 ? "as MAPPER_DEVICE_INDEX says" : best->name);
  return true;
}

bool mrt_pick_device(struct mrt_candidate *best, char *why, size_t why_size) {
  const struct mrt_settings *settings = mrt_settings();
  const struct mrt_candidate *equals[MRT_MAX_DEVICES];
  unsigned wanted_count = 0;
  const struct mrt_candidate *all;
  const char *none;
  unsigned count = mrt_devices(&all, &none);
  int best_wish = 0;
  snprintf(why, why_size, "%s", none);
  if (count == 0)
    return false;
  if (settings->choice == CHOOSE_AUTO && mrt_model_in_use() >= 0) {
    if (!mrt_model_device(best, why, why_size))
      return false;
    for (unsigned i = 0; i < count; i++)
      if (is_alike(&all[i], best))
        equals[wanted_count++] = &all[i];
    return take_share(equals, wanted_count, best, why, why_size);
  }
  for (unsigned i = 0; i < count; i++) {
    int wanted = wish(&all[i]);
    if (wanted > best_wish) {
      best_wish = wanted;
      wanted_count = 0;
    }
    if (wanted > 0 && wanted == best_wish)
      equals[wanted_count++] = &all[i];
  }
  if (best_wish == 0)
    say_others(all, count, why, why_size);
  return best_wish > 0 && take_share(equals, wanted_count, best, why, why_size);
}
