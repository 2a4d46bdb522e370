/* remembered.c: which devices there are, from one process to the next.
 *
 * Where several drivers are installed, the list of devices that a process made is kept in a file beside built
 * kernels, so that the next process can choose among them without starting any driver, and then starts one
 * (drivers.c).  The file holds for a day, and as long as nothing has changed that the list depends on: the files that
 * name drivers, the drivers themselves, and variables that hide devices.  It is not written where a driver has no
 * device now, since it may have one next time.
 */
#include "mrt_device.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { LINE = 2048, FILE_NAME = MRT_PATH_BYTES, DAY = 24 * 60 * 60 };

static mrt_u64 with_text(mrt_u64 key, const char *text) {
  return text == NULL ? mrt_hash(key, "", 1) : mrt_hash(key, text, strlen(text) + 1);
}

static mrt_u64 with_file(mrt_u64 key, const char *path) {
  struct stat status;
  if (stat(path, &status) != 0)
    return with_text(key, path);
  long long facts[] = {(long long)status.st_mtim.tv_sec, (long long)status.st_mtim.tv_nsec,
                       (long long)status.st_size};
  return mrt_hash(with_text(key, path), facts, sizeof facts);
}

mrt_u64 mrt_stamp_devices(size_t *drivers) {
  static const char *const variables[] = {"OCL_ICD_VENDORS",      "OCL_ICD_FILENAMES",    "OPENCL_VENDOR_PATH",
                                          "LD_LIBRARY_PATH",      "CUDA_VISIBLE_DEVICES", "NVIDIA_VISIBLE_DEVICES",
                                          "ROCR_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES",  "GPU_DEVICE_ORDINAL",
                                          "ZE_AFFINITY_MASK",     "POCL_DEVICES"};
  mrt_u64 key = with_text(0xcbf29ce484222325u, "devices 1");
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
    key = with_text(key, getenv(variables[i]));
  const char *chosen = getenv("OCL_ICD_VENDORS");
  char pattern[FILE_NAME];
  snprintf(pattern, sizeof pattern, "%s/*.icd", chosen != NULL && *chosen != '\0' ? chosen : "/etc/OpenCL/vendors");
  glob_t found = {0};
  *drivers = 0;
  if (glob(pattern, 0, NULL, &found) == 0) {
    *drivers = found.gl_pathc;
    for (size_t i = 0; i < found.gl_pathc; i++)
      key = with_file(key, found.gl_pathv[i]);
  }
  globfree(&found);
  return key;
}

static bool is_possible(void) { return mrt_settings()->library == NULL && getenv("OPENCL_LAYERS") == NULL; }

static bool file_name(char path[FILE_NAME]) {
  char folder[FILE_NAME - 16];
  if (!mrt_cache_folder(folder, sizeof folder))
    return false;
  snprintf(path, FILE_NAME, "%s/devices", folder);
  return true;
}

/* ---- reading --------------------------------------------------------------------------------------------- */

static const char *type_of(const char *word) {
  return strcmp(word, "cpu") == 0 ? "cpu" : strcmp(word, "gpu") == 0 ? "gpu" : "other";
}

/* A line's four words; their memory is the candidate's for good. */
static bool read_device(char *line, struct mrt_candidate *one) {
  char *words[4], *rest = line;
  for (int i = 0; i < 4; i++) {
    words[i] = strsep(&rest, "\t\n");
    if (rest == NULL)
      return false;
  }
  *one = (struct mrt_candidate){
      .type = type_of(words[0]), .driver = strdup(words[1]), .vendor = strdup(words[2]), .name = strdup(words[3])};
  return one->driver != NULL && one->vendor != NULL && one->name != NULL;
}

/* A number that changes with the drivers of these devices. */
static mrt_u64 stamp_of_drivers(const struct mrt_candidate *all, unsigned count) {
  mrt_u64 key = 0;
  for (unsigned i = 0; i < count; i++)
    key = with_file(key, all[i].driver);
  return key;
}

static unsigned read_devices(FILE *file, mrt_u64 key, struct mrt_candidate *all) {
  char line[LINE], *end = line;
  unsigned count = 0;
  struct stat status;
  bool fresh = fstat(fileno(file), &status) == 0 && time(NULL) - status.st_mtim.tv_sec < DAY;
  if (!fresh || fgets(line, sizeof line, file) == NULL || strtoull(line, &end, 16) != key)
    return 0;
  mrt_u64 drivers = strtoull(end, NULL, 16);
  while (count < MRT_MAX_DEVICES && fgets(line, sizeof line, file) != NULL)
    if (!read_device(line, &all[count++]))
      return 0;
  return stamp_of_drivers(all, count) == drivers ? count : 0;
}

unsigned mrt_recall_devices(struct mrt_candidate *all) {
  char path[FILE_NAME];
  size_t drivers;
  if (!is_possible() || !file_name(path))
    return 0;
  FILE *file = mrt_open_own(path);
  if (file == NULL)
    return 0;
  unsigned count = read_devices(file, mrt_stamp_devices(&drivers), all);
  fclose(file);
  return count;
}

/* ---- writing --------------------------------------------------------------------------------------------- */

static bool is_plain(const char *word) {
  return word != NULL && strpbrk(word, "\t\n") == NULL && strlen(word) < LINE / 4;
}

/* How many drivers the devices have; 0 where one of them can't be started by itself. */
static size_t drivers_of(const struct mrt_candidate *all, unsigned count) {
  size_t drivers = 0;
  for (unsigned i = 0; i < count; i++) {
    bool seen = false;
    if (!is_plain(all[i].driver) || !is_plain(all[i].vendor) || !is_plain(all[i].name))
      return 0;
    for (unsigned j = 0; j < i; j++)
      seen |= strcmp(all[i].driver, all[j].driver) == 0;
    drivers += !seen;
  }
  return drivers;
}

void mrt_keep_devices(mrt_u64 key, size_t drivers, const struct mrt_candidate *all, unsigned count) {
  char path[FILE_NAME], temporary[FILE_NAME + 16];
  if (!is_possible() || drivers < 2 || drivers_of(all, count) != drivers || !file_name(path))
    return;
  FILE *file = mrt_begin_file(path, temporary);
  if (file == NULL)
    return;
  fprintf(file, "%016llx %016llx\n", (unsigned long long)key, (unsigned long long)stamp_of_drivers(all, count));
  for (unsigned i = 0; i < count; i++)
    fprintf(file, "%s\t%s\t%s\t%s\n", all[i].type, all[i].driver, all[i].vendor, all[i].name);
  mrt_end_file(file, temporary, path);
}
