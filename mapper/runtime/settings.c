/* settings.c: the environment variables, read once, when the program starts.  docs/environment.md is their manual. */
#include "mrt_internal.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { DEFAULT_STAGING = 16 << 20 };

static struct mrt_settings settings;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int ready;

/* A variable's value; NULL where it is unset or empty. */
static const char *value_of(const char *name) {
  const char *value = getenv(name);
  return value != NULL && *value != '\0' ? value : NULL;
}

/* A non-negative number; anything else is told and taken as 0. */
static size_t number_of(const char *name) {
  const char *text = value_of(name);
  if (text == NULL)
    return 0;
  char *end = NULL;
  unsigned long number = strtoul(text, &end, 10);
  if (*end != '\0' || *text == '-') {
    mrt_say("%s=%s is not a number; ignored", name, text);
    return 0;
  }
  return number;
}

/* What MAPPER_DEVICE asks for; `name` becomes what the device's name is to contain, where it is a name. */
static enum mrt_choice choice_of(const char *text, const char **name) {
  static const struct {
    const char *word;
    enum mrt_choice choice;
  } words[] = {{"auto", CHOOSE_AUTO}, {"cpu", CHOOSE_CPU}, {"opencl", CHOOSE_OPENCL}, {"gpu", CHOOSE_GPU},
               {"opencl:gpu", CHOOSE_GPU}, {"opencl:cpu", CHOOSE_OPENCL_CPU}, {"opencl:", CHOOSE_OPENCL}};
  static const char prefix[] = "opencl:";
  if (text == NULL)
    return CHOOSE_AUTO;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strcasecmp(text, words[i].word) == 0)
      return words[i].choice;
  *name = strncasecmp(text, prefix, sizeof prefix - 1) == 0 ? text + sizeof prefix - 1 : text;
  return CHOOSE_NAME;
}

static enum mrt_offload offload_of(const char *text) {
  if (text == NULL || strcasecmp(text, "default") == 0)
    return OFFLOAD_DEFAULT;
  if (strcasecmp(text, "disabled") == 0)
    return OFFLOAD_DISABLED;
  if (strcasecmp(text, "mandatory") == 0)
    return OFFLOAD_MANDATORY;
  return OFFLOAD_DEFAULT; /* the OpenMP library itself complains about other words */
}

/* MRT_CPU, MRT_OPENCL or, for another word, -1. */
static int device_word(const char *text, size_t length) {
  if (length == 3 && strncasecmp(text, "cpu", 3) == 0)
    return MRT_CPU;
  if (length == 6 && strncasecmp(text, "opencl", 6) == 0)
    return MRT_OPENCL;
  if (length == 3 && strncasecmp(text, "gpu", 3) == 0)
    return MRT_OPENCL;
  return -1;
}

int mrt_forced(const struct mrt_settings *from, const char *id) {
  int answer = -1;
  for (const char *entry = from->force; entry != NULL && *entry != '\0';) {
    size_t length = strcspn(entry, ",");
    const char *colon = memchr(entry, ':', length);
    char pattern[256];
    if (colon != NULL && (size_t)(colon - entry) < sizeof pattern) {
      size_t size = (size_t)(colon - entry);
      memcpy(pattern, entry, size);
      pattern[size] = '\0';
      int device = device_word(colon + 1, length - size - 1);
      if (device >= 0 && fnmatch(pattern, id, 0) == 0)
        answer = device;
    }
    entry += length + (entry[length] == ',');
  }
  return answer;
}

/* Tells of entries of MAPPER_FORCE that mean nothing. */
static void check_force(const char *text) {
  for (const char *entry = text; entry != NULL && *entry != '\0';) {
    size_t length = strcspn(entry, ",");
    const char *colon = memchr(entry, ':', length);
    if (colon == NULL || device_word(colon + 1, length - (size_t)(colon - entry) - 1) < 0)
      mrt_say("MAPPER_FORCE: `%.*s' is not LOOP:cpu, LOOP:opencl or LOOP:gpu; ignored", (int)length, entry);
    entry += length + (entry[length] == ',');
  }
}

static void read_environment(void) {
  settings.device = value_of("MAPPER_DEVICE");
  settings.choice = choice_of(settings.device, &settings.name);
  settings.force = value_of("MAPPER_FORCE");
  check_force(settings.force);
  settings.offload = offload_of(value_of("OMP_TARGET_OFFLOAD"));
  settings.info = (int)number_of("MAPPER_INFO");
  settings.profile = value_of("MAPPER_PROFILE");
  settings.library = value_of("MAPPER_OPENCL_LIBRARY");
  settings.group_size = number_of("MAPPER_GROUP_SIZE");
  settings.max_items = number_of("MAPPER_MAX_ITEMS");
  settings.lanes = number_of("MAPPER_LANES");
  settings.staging = value_of("MAPPER_STAGING") != NULL ? number_of("MAPPER_STAGING") : DEFAULT_STAGING;
  settings.early = value_of("MAPPER_EARLY") == NULL || number_of("MAPPER_EARLY") > 0;
  settings.verify = number_of("MAPPER_VERIFY") > 0;
  settings.explore = number_of("MAPPER_EXPLORE") > 0;
  settings.layout = value_of("MAPPER_LAYOUT") == NULL || number_of("MAPPER_LAYOUT") > 0;
  settings.tune = number_of("MAPPER_TUNE") > 0;
  settings.ahead = value_of("MAPPER_AHEAD") == NULL || number_of("MAPPER_AHEAD") > 0;
  settings.timers = value_of("MAPPER_TIMERS") == NULL || number_of("MAPPER_TIMERS") > 0;
  settings.batch = value_of("MAPPER_BATCH") == NULL || number_of("MAPPER_BATCH") > 0;
  settings.relayout = value_of("MAPPER_RELAYOUT") == NULL ? -1 : number_of("MAPPER_RELAYOUT") > 0;
  settings.collapse = value_of("MAPPER_COLLAPSE") == NULL ? -1 : number_of("MAPPER_COLLAPSE") > 0;
  settings.measure = settings.info > 0 || settings.profile != NULL || settings.tune;
  bool wanted = settings.tune || value_of("MAPPER_CLOCKS") == NULL || number_of("MAPPER_CLOCKS") > 0;
  settings.clocks = settings.measure && wanted;
  __atomic_store_n(&ready, 1, __ATOMIC_RELEASE);
}

const struct mrt_settings *mrt_settings(void) {
  if (!__atomic_load_n(&ready, __ATOMIC_ACQUIRE))
    pthread_once(&once, read_environment);
  return &settings;
}
