/* apart.c: kernels of a file that are not built together are built each by itself (memory locked).
 *
 * One kernel that a driver's compiler rejects would send all loops of the file to the CPU.  So once a file's program
 * could not be built, and where ahead.c builds one kernel after the other, each gets a program of its own, of the
 * file's text without the other kernels, and only loops whose kernels can't be built then run with OpenMP.  In the
 * text that is emitted a kernel begins with a line
 * `__kernel void NAME(`, perhaps with lines `__attribute__` before it, and ends with a line that begins with a brace.
 */
#include "mrt_programs.h"

#include <stdlib.h>
#include <string.h>

static const char begins[] = "__kernel void ", attribute[] = "__attribute__";

/* Whether a name that ends with a bracket is that of a kernel's function. */
static bool is_called(const char *at, const char *name) {
  size_t length = name != NULL ? strlen(name) : 0;
  return length > 0 && strncmp(at, name, length) == 0 && at[length] == '(';
}

/* Whether it is one of the functions that launches of a loop's kernel use. */
static bool is_of(const char *at, const struct mrt_kernel *kernel) {
  bool found = is_called(at, kernel->name) || is_called(at, kernel->relaid) || is_called(at, kernel->batch);
  for (const struct mrt_schedule *form = kernel->schedules; form != NULL && form->name != NULL; form++)
    found |= is_called(at, form->name) || is_called(at, form->batch);
  for (const struct mrt_block *block = kernel->blocks; block != NULL && block->name != NULL; block++)
    found |= is_called(at, block->name);
  for (size_t i = 0; kernel->collapse != NULL && i < sizeof kernel->collapse->forms / sizeof(char *); i++)
    found |= is_called(at, kernel->collapse->forms[i]);
  return found;
}

char *mrt_text_alone(const char *const *source, const struct mrt_kernel *kernel) {
  size_t bytes = 1;
  for (size_t i = 0; source[i] != NULL; i++)
    bytes += strlen(source[i]);
  char *text = malloc(bytes), *end = text;
  if (text == NULL)
    return NULL;
  for (size_t i = 0; source[i] != NULL; i++)
    end = stpcpy(end, source[i]);
  bool inside = false, goes_on = false; /* in a kernel of another loop; the line before ends with a backslash */
  char *to = text, *attributes = NULL; /* where those of the next kernel are */
  for (char *line = text, *next; line < end; line = next) {
    char *newline = memchr(line, '\n', (size_t)(end - line));
    next = newline != NULL ? newline + 1 : end;
    size_t length = (size_t)(next - line);
    bool last = inside && *line == '}';
    if (!goes_on && strncmp(line, begins, sizeof begins - 1) == 0) {
      inside = !is_of(line + sizeof begins - 1, kernel);
      to = inside && attributes != NULL ? attributes : to;
      attributes = NULL;
    }
    if (attributes == NULL && strncmp(line, attribute, sizeof attribute - 1) == 0)
      attributes = to;
    goes_on = length > 1 && next[-2] == '\\';
    if (!inside) {
      memmove(to, line, length);
      to += length;
    }
    inside &= !last;
  }
  *to = '\0';
  return text;
}

/* The loop runs on the CPU from now on.  The first time that is reported; MAPPER_INFO reports all. */
static void give_up(const struct mrt_kernel *kernel, const char *why) {
  static bool told;
  kernel->state->failure = strdup(why);
  mrt_fall_back(kernel->id, why);
  if (!told || mrt_settings()->info > 0)
    mrt_say("%s: %s; continuing on the CPU with OpenMP", kernel->id, why);
  told = true;
}

cl_program mrt_program_of(const struct mrt_kernel *kernel, const struct mrt_program *program) {
  const struct mrt_program_state *all = program->state;
  struct mrt_kernel_state *state = kernel->state;
  if (!all->apart)
    return all->program;
  if (state->failure != NULL)
    return NULL;
  if (state->alone != NULL && state->alone_generation == all->generation)
    return state->alone;
  if (state->alone != NULL)
    mrt_device.cl.ReleaseProgram(state->alone);
  char why[MRT_WHY] = "building its kernel failed: there is no memory for its text";
  state->alone = mrt_ahead_alone(program, kernel);
  state->alone_generation = all->generation;
  if (state->alone != NULL)
    return state->alone;
  char *text = mrt_text_alone(program->source, kernel);
  const char *const pieces[] = {text, NULL};
  state->alone = text != NULL ? mrt_build_alone(pieces, all->group_size, why) : NULL;
  free(text);
  if (state->alone == NULL)
    give_up(kernel, why);
  else
    mrt_trace("%s: its kernel was built alone", kernel->id);
  return state->alone;
}
