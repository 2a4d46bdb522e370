/* loader.c: finds the OpenCL library when the first region is to run on a device, and not before.
 *
 * Tried in this order: MAPPER_OPENCL_LIBRARY alone where it is set; otherwise libOpenCL.so.1, libOpenCL.so, and the
 * library that `mapper compile` may have named in FALLBACK_LOADER.  Loaders find drivers in
 * /etc/OpenCL/vendors or $OCL_ICD_VENDORS; where neither exists, FALLBACK_VENDORS is taken.
 */
#include "mrt_device.h"

#include <dlfcn.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef FALLBACK_LOADER
#define FALLBACK_LOADER ""
#endif
#ifndef FALLBACK_VENDORS
#define FALLBACK_VENDORS ""
#endif

static bool system_has_drivers(void) {
  glob_t found;
  int result = glob("/etc/OpenCL/vendors/*.icd", 0, NULL, &found);
  if (result == 0)
    globfree(&found);
  return result == 0;
}

/* The loader reads these variables once, at its first call, so they must be set before. */
static void choose_vendors(void) {
  mrt_set_for_drivers("PYOPENCL_HOME", ""); /* the loader in pyopencl's wheel crashes where this is unset */
  if (FALLBACK_VENDORS[0] == '\0' || getenv("OCL_ICD_VENDORS") != NULL || getenv("OCL_ICD_FILENAMES") != NULL ||
      system_has_drivers())
    return;
  mrt_set_for_drivers("OCL_ICD_VENDORS", FALLBACK_VENDORS);
}

static void *open_library(char *why, size_t why_size) {
  const char *wanted = mrt_settings()->library;
  const char *names[] = {"libOpenCL.so.1", "libOpenCL.so", FALLBACK_LOADER};
  size_t count = sizeof names / sizeof *names;
  if (wanted != NULL) {
    names[0] = wanted;
    count = 1;
  }
  for (size_t i = 0; i < count; i++) {
    if (names[i][0] == '\0')
      continue;
    void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (library != NULL)
      return library;
    const char *reason = dlerror();
    if (i == 0)
      snprintf(why, why_size, "no OpenCL library (%s)", reason != NULL ? reason : names[i]);
  }
  return NULL;
}

bool mrt_load_opencl(struct mrt_cl *cl, char *why, size_t why_size) {
  void *library = open_library(why, why_size);
  if (library == NULL)
    return false;
  /* A function pointer is copied as an object: C has no cast from dlsym's result. */
#define FIND(result, name, parameters)                                                                               \
  {                                                                                                                  \
    void *symbol = dlsym(library, "cl" #name);                                                                       \
    if (symbol == NULL) {                                                                                            \
      snprintf(why, why_size, "the OpenCL library lacks cl" #name);                                                  \
      dlclose(library);                                                                                              \
      return false;                                                                                                  \
    }                                                                                                                \
    memcpy(&cl->name, &symbol, sizeof symbol);                                                                       \
  }
  MRT_CL_FUNCTIONS(FIND)
#undef FIND
  choose_vendors();
  mrt_choose_channels();
  return true;
}
