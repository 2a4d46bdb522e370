/* unit.c: what a compute unit of the device holds and takes, by its driver or measured by `mapper tune --device`.
 *
 * What neither gives is what an H200's takes.
 */
#include "mrt_device.h"

#include <stdio.h>
#include <string.h>

enum { USUAL_RESIDENT = 2048 };

static const struct mrt_block_cost usual[MRT_BLOCKS] = {
    {4, 8, 1.05, 2.35}, {8, 3, 1.66, 3.2}, {16, 2, 3.55, 4.75}}; /* measured on an H200 */

/* Work-items that a multiprocessor holds at a time: CUDA C++ Programming Guide, "Technical Specifications per Compute
 * Capability". */
static unsigned resident(cl_uint major, cl_uint minor) {
  static const struct {
    cl_uint major, minor;
    unsigned items;
  } fewer[] = {{7, 5, 1024}, {8, 6, 1536}, {8, 7, 1536}, {8, 9, 1536}, {12, 0, 1536}, {12, 1, 1536}};
  for (size_t i = 0; i < sizeof fewer / sizeof *fewer; i++)
    if (fewer[i].major == major && fewer[i].minor == minor)
      return fewer[i].items;
  return USUAL_RESIDENT;
}

void mrt_usual_unit(struct mrt_processors *on) {
  on->resident = USUAL_RESIDENT;
  memcpy(on->blocks, usual, sizeof usual);
}

/* What was measured of this device; false where it was not. */
static bool read_blocks(const struct mrt_device *device, struct mrt_block_cost *blocks) {
  char path[MRT_PATH_BYTES];
  FILE *file = mrt_state_path(mrt_device_key(device), ".device", path, false) ? mrt_open_own(path) : NULL;
  if (file == NULL)
    return false;
  MRT_PLAIN_NUMBERS;
  unsigned known = 0;
  struct mrt_block_cost one;
  while (fscanf(file, " block %u %u %lf %lf", &one.each, &one.resident, &one.time, &one.least) == 4 &&
         known < MRT_BLOCKS && one.each == usual[known].each && one.resident > 0 && one.time > 0 && one.least > 0)
    blocks[known++] = one;
  fclose(file);
  return known == MRT_BLOCKS;
}

void mrt_learn_unit(const struct mrt_device *device, struct mrt_processors *on) {
  struct mrt_block_cost blocks[MRT_BLOCKS];
  cl_uint major = 0, minor = 0;
  mrt_usual_unit(on);
  if (device->cl.GetDeviceInfo(device->id, CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV, sizeof major, &major, NULL) ==
          CL_SUCCESS &&
      device->cl.GetDeviceInfo(device->id, CL_DEVICE_COMPUTE_CAPABILITY_MINOR_NV, sizeof minor, &minor, NULL) ==
          CL_SUCCESS)
    on->resident = resident(major, minor);
  if (!on->plain && read_blocks(device, blocks)) {
    memcpy(on->blocks, blocks, sizeof blocks);
    mrt_trace("blocks of matrix products are chosen by what `mapper tune --device' measured");
  }
}
