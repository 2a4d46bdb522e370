/* variables.c: which variables are mapper's, so that a misspelt one is reported.
 * mapper/variables.py has the same list. */
#include "mrt_base.h"

#include <string.h>
#include <unistd.h>

static const char prefix[] = "MAPPER_";
static const char *const known[] = {
    "AHEAD", "BATCH", "BLOCK", "CACHE_DIR", "CC", "CLOCKS", "COLLAPSE", "CXX", "DEBUG", "DEVICE", "DEVICE_INDEX",
    "EARLY", "EXPLORE", "FLAGS", "FORCE", "GROUP_SIZE", "HISTORY", "INFO", "LANES", "LAYOUT", "MAX_ITEMS", "MODEL",
    "MOVES", "OPENCL_LIBRARY", "PLATFORM", "PROFILE", "RELAYOUT", "REMARKS", "REVISE", "SEND", "SHAPES", "STAGING",
    "STATE_DIR", "STRICT", "TIMERS", "TRANSLATION_CACHE", "TUNE", "UNITS", "VERIFY",
};
enum { KNOWN = sizeof known / sizeof *known, LONGEST = 32, NEAR = 2 };

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

/* How many letters must be put in, left out or exchanged to make one word of the other (Levenshtein 1966); more than
 * NEAR where one is too long. */
static unsigned distance(const char *one, size_t length, const char *other) {
  unsigned row[LONGEST + 1];
  size_t size = strlen(other);
  if (length > LONGEST || size > LONGEST)
    return NEAR + 1;
  for (unsigned i = 0; i <= size; i++)
    row[i] = i;
  for (size_t i = 0; i < length; i++) {
    unsigned before = row[0]++;
    for (size_t j = 0; j < size; j++) {
      unsigned same = before + (one[i] != other[j]);
      before = row[j + 1];
      row[j + 1] = least(same, least(row[j], row[j + 1]) + 1);
    }
  }
  return row[size];
}

/* The known word that is nearest to one; NULL where none is near. */
static const char *meant(const char *word, size_t length) {
  const char *best = NULL;
  unsigned most = NEAR + 1;
  for (size_t i = 0; i < KNOWN; i++) {
    unsigned far = distance(word, length, known[i]);
    if (far < most) {
      most = far;
      best = known[i];
    }
  }
  return best;
}

static bool is_known(const char *word, size_t length) {
  for (size_t i = 0; i < KNOWN; i++)
    if (strlen(known[i]) == length && memcmp(known[i], word, length) == 0)
      return true;
  return false;
}

void mrt_check_variables(void) {
  for (char **entry = environ; entry != NULL && *entry != NULL; entry++) {
    size_t skip = sizeof prefix - 1;
    if (strncmp(*entry, prefix, skip) != 0)
      continue;
    const char *word = *entry + skip;
    size_t length = strcspn(word, "=");
    if (length > LONGEST || is_known(word, length))
      continue;
    const char *near = meant(word, length);
    if (near != NULL)
      mrt_say("there is no variable %s%.*s (did you mean %s%s?); ignored", prefix, (int)length, word, prefix, near);
    else
      mrt_say("there is no variable %s%.*s; ignored", prefix, (int)length, word);
  }
}
