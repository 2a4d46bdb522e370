/* settings.c: the environment variables, read once, when the program starts.  docs/environment.md is their manual. */
#include "mrt_base.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/auxv.h>

enum { DEFAULT_STAGING = 16 << 20, LONGEST_PATTERN = 256 };
static const size_t most = SIZE_MAX >> 8; /* of a number, so that sums with it do not overflow */

static struct mrt_settings settings;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int ready;

/* A variable's value; NULL where it is unset or empty. */
static const char *value_of(const char *name) {
  const char *value = getenv(name);
  return value != NULL && *value != '\0' ? value : NULL;
}

/* A whole number; anything else is reported and ignored, as if the variable were unset: then `otherwise`. */
static size_t number_of(const char *name, size_t otherwise) {
  const char *text = value_of(name);
  if (text == NULL)
    return otherwise;
  char *end = NULL;
  errno = 0;
  unsigned long number = strtoul(text, &end, 10);
  if (*text < '0' || *text > '9' || *end != '\0') {
    mrt_say("%s=%s is not a number; ignored", name, text);
    return otherwise;
  }
  if (errno == ERANGE || number > most) {
    mrt_say("%s=%s is too large; ignored", name, text);
    return otherwise;
  }
  return number;
}

static bool is_on(const char *name, bool otherwise) { return number_of(name, otherwise) > 0; }

/* 0 or 1, or -1 where nothing is said. */
static int wish_of(const char *name) {
  size_t wish = number_of(name, SIZE_MAX);
  return wish == SIZE_MAX ? -1 : wish > 0;
}

/* What MAPPER_DEVICE asks for; `name` becomes what the device's name is to contain, where it is a name. */
static enum mrt_choice choice_of(const char *text, const char **name) {
  static const struct {
    const char *word;
    enum mrt_choice choice;
  } words[] = {{"auto", CHOOSE_AUTO},     {"cpu", CHOOSE_CPU},        {"opencl", CHOOSE_OPENCL},
               {"gpu", CHOOSE_GPU},       {"opencl:gpu", CHOOSE_GPU}, {"opencl:cpu", CHOOSE_OPENCL_CPU},
               {"opencl:", CHOOSE_OPENCL}};
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

struct entry { /* of MAPPER_FORCE */
  char pattern[LONGEST_PATTERN];
  int device; /* MRT_CPU or MRT_OPENCL; -1: it means nothing */
};

/* Reads the entry that begins at `text`, and gives its length. */
static size_t read_entry(const char *text, struct entry *entry) {
  size_t length = strcspn(text, ",");
  const char *colon = memchr(text, ':', length);
  size_t size = colon != NULL ? (size_t)(colon - text) : LONGEST_PATTERN;
  entry->device = size < LONGEST_PATTERN ? device_word(colon + 1, length - size - 1) : -1;
  if (entry->device >= 0) {
    memcpy(entry->pattern, text, size);
    entry->pattern[size] = '\0';
  }
  return length;
}

int mrt_forced(const struct mrt_settings *from, const char *id) {
  int answer = -1;
  for (const char *at = from->force; at != NULL && *at != '\0';) {
    struct entry entry;
    at += read_entry(at, &entry);
    at += *at == ',';
    if (entry.device >= 0 && fnmatch(entry.pattern, id, 0) == 0)
      answer = entry.device;
  }
  return answer;
}

/* Reports entries of MAPPER_FORCE that mean nothing. */
static void check_force(const char *text) {
  for (const char *at = text; at != NULL && *at != '\0';) {
    struct entry entry;
    size_t length = read_entry(at, &entry);
    if (entry.device < 0)
      mrt_say("MAPPER_FORCE: `%.*s' is not LOOP:cpu, LOOP:opencl or LOOP:gpu; ignored", (int)length, at);
    at += length + (at[length] == ',');
  }
}

void mrt_check_force(bool (*matches)(const char *pattern)) {
  for (const char *at = mrt_settings()->force; at != NULL && *at != '\0';) {
    struct entry entry;
    at += read_entry(at, &entry);
    at += *at == ',';
    if (entry.device >= 0 && !matches(entry.pattern))
      mrt_say("MAPPER_FORCE: no loop of this program that can run with OpenCL matches `%s'", entry.pattern);
  }
}

/* A process with more rights than its parent (set-user-ID, set-group-ID, file capabilities) obeys no variable and
 * loads nothing: it runs OpenMP alone. */
static void be_plain(void) {
  settings.choice = CHOOSE_CPU;
  settings.offload = OFFLOAD_DISABLED;
}

static void read_environment(void) {
  MRT_KEEP_ERRNO;
  if (getauxval(AT_SECURE) != 0) {
    be_plain();
    __atomic_store_n(&ready, 1, __ATOMIC_RELEASE);
    return;
  }
  settings.device = value_of("MAPPER_DEVICE");
  settings.choice = choice_of(settings.device, &settings.name);
  settings.force = value_of("MAPPER_FORCE");
  check_force(settings.force);
  settings.offload = offload_of(value_of("OMP_TARGET_OFFLOAD"));
  size_t info = number_of("MAPPER_INFO", 0);
  settings.info = info < 2 ? (int)info : 2;
  settings.profile = value_of("MAPPER_PROFILE");
  settings.library = value_of("MAPPER_OPENCL_LIBRARY");
  settings.group_size = number_of("MAPPER_GROUP_SIZE", 0);
  settings.max_items = number_of("MAPPER_MAX_ITEMS", 0);
  settings.lanes = number_of("MAPPER_LANES", 0);
  settings.staging = number_of("MAPPER_STAGING", DEFAULT_STAGING);
  settings.early = is_on("MAPPER_EARLY", true);
  settings.verify = is_on("MAPPER_VERIFY", false);
  settings.explore = is_on("MAPPER_EXPLORE", false);
  settings.layout = is_on("MAPPER_LAYOUT", true);
  settings.tune = is_on("MAPPER_TUNE", false);
  settings.ahead = is_on("MAPPER_AHEAD", true);
  settings.timers = is_on("MAPPER_TIMERS", true);
  settings.batch = is_on("MAPPER_BATCH", true);
  settings.moves = is_on("MAPPER_MOVES", true);
  settings.send = is_on("MAPPER_SEND", false);
  size_t index = number_of("MAPPER_DEVICE_INDEX", SIZE_MAX);
  settings.index = index == SIZE_MAX ? -1 : index < MRT_MAX_DEVICES ? (int)index : MRT_MAX_DEVICES;
  settings.units = number_of("MAPPER_UNITS", 0);
  settings.shapes = is_on("MAPPER_SHAPES", true);
  settings.block = number_of("MAPPER_BLOCK", 0);
  settings.relayout = wish_of("MAPPER_RELAYOUT");
  settings.collapse = wish_of("MAPPER_COLLAPSE");
  settings.revise = is_on("MAPPER_REVISE", true) && settings.choice == CHOOSE_AUTO && settings.force == NULL &&
                    settings.offload == OFFLOAD_DEFAULT && !settings.verify && !settings.explore && !settings.tune;
  settings.history = is_on("MAPPER_HISTORY", true) && settings.revise && settings.profile == NULL;
  settings.measure = settings.info > 0 || settings.profile != NULL || settings.tune;
  bool clocks = is_on("MAPPER_CLOCKS", true) || settings.tune;
  settings.clocks = settings.measure && clocks;
  if (mrt_rank() <= 0) /* the others would say the same */
    mrt_check_variables();
  __atomic_store_n(&ready, 1, __ATOMIC_RELEASE);
}

const struct mrt_settings *mrt_settings(void) {
  if (!__atomic_load_n(&ready, __ATOMIC_ACQUIRE))
    pthread_once(&once, read_environment);
  return &settings;
}
