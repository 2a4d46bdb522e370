/* report.c: the table that MAPPER_INFO=1 prints on stderr when the program exits. */
#include "mrt_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *out;                    /* the whole text, so that those of several processes are not mixed */
static char begin[MRT_PREFIX_BYTES]; /* of lines of text */

extern int omp_get_num_procs(void) __attribute__((weak)); /* where the program is linked with libgomp */

static void print_kernel(const struct mrt_kernel_state *kernel) {
  fprintf(out, "  loop %-30s %12llu launches %12.3f ms kernel", kernel->kernel->id, kernel->launches,
          kernel->cost.seconds * 1e3);
  for (const char *const *id = kernel->kernel->others; id != NULL && *id != NULL; id++)
    fprintf(out, "%s%s", id == kernel->kernel->others ? "  with " : ", ", *id);
  if (kernel->verified > 0)
    fprintf(out, "  %llu verified%s", kernel->verified, kernel->differed ? ": the results differ" : "");
  if (kernel->refused > 0)
    fprintf(out, "  %llu on the CPU: %s", kernel->refused, kernel->refusal != NULL ? kernel->refusal : "");
  if (kernel->relaid != NULL && kernel->relaid->launches > 0)
    fprintf(out, "  %llu with arrays in another order", kernel->relaid->launches);
  if (kernel->relay_path != NULL && kernel->relay_path[0] != '\0')
    fprintf(out, "  another order: %s", kernel->relay_path);
  fputc('\n', out);
}

static void print_row(const struct mrt_region_state *state, int device) {
  const struct mrt_cost *up = &state->cost[COMMAND_UPLOAD], *down = &state->cost[COMMAND_DOWNLOAD];
  fprintf(out, "%-37s %-6s %10llu %12.3f", state->region->id, device == MRT_CPU ? "CPU" : "OpenCL",
          state->calls[device], state->seconds[device] * 1e3);
  if (device == MRT_OPENCL)
    fprintf(out, " %12.3f %12.3f %14llu %14llu", state->cost[COMMAND_KERNEL].seconds * 1e3,
            (up->seconds + down->seconds) * 1e3, up->bytes, down->bytes);
  fputc('\n', out);
}

static void print_region(const struct mrt_region_state *state) {
  for (int device = MRT_CPU; device <= MRT_OPENCL; device++)
    if (state->calls[device] > 0)
      print_row(state, device);
  if (state->path != NULL)
    fprintf(out, "  score %+.3g, %.4g execution%s expected, because %s\n", state->score, state->expected,
            state->expected == 1 ? "" : "s", mrt_reason(state->path));
  else if (__atomic_load_n(&state->in_team, __ATOMIC_RELAXED) && state->calls[MRT_OPENCL] == 0)
    fprintf(out, "  because a parallel region around it runs on the CPU\n");
  else if (state->fixed >= 0)
    fprintf(out, "  because the %s says so\n", state->by_source ? "source" : "environment");
  for (const struct mrt_kernel_state *kernel = state->kernels; kernel != NULL; kernel = kernel->next)
    print_kernel(kernel);
}

/* What several models said, and which is followed. */
static void print_models(const struct mrt_program *program) {
  static const char *const places[] = {"", "", ", which is not here"};
  unsigned count = mrt_models(program);
  for (unsigned i = 0; count > 1 && i < count; i++) {
    struct mrt_standing one = mrt_model_standing(program, i);
    fprintf(out, "%smodel %s%s, of %s%s: ", begin, one.model->name, one.in_use ? " (in use)" : "",
            one.model->device, places[one.here]);
    if (one.speedup > 0)
      fprintf(out, "expects %.3g times the speed of OpenMP\n", one.speedup);
    else
      fputs("not asked\n", out);
  }
}

/* How the machine that a model was trained on differs from this one, behind its name. */
static void print_origin(const struct mrt_model *model) {
  unsigned here = omp_get_num_procs != NULL ? (unsigned)omp_get_num_procs() : model->threads;
  bool threads = model->threads != 0 && model->threads != here;
  bool device = mrt_device.name != NULL && model->device[0] != '\0' && strcmp(model->device, mrt_device.name) != 0;
  if (!threads && !device)
    return;
  fputs(" (trained elsewhere:", out);
  if (device)
    fprintf(out, " on %s", model->device);
  if (threads)
    fprintf(out, "%s %u threads there and %u here", device ? ";" : "", model->threads, here);
  fputc(')', out);
}

/* When regions were tried elsewhere, and what came of it. */
static void print_trials(void) {
  unsigned count;
  const struct mrt_revised *all = mrt_all_revised(&count);
  for (unsigned i = 0; i < count; i++)
    fprintf(out, "%safter %.3g s on %s, tried %s: %.3g s for what takes %.3g s, and %.3g s in all; %s\n",
            begin, all[i].at, mrt_arm_name(all[i].from), mrt_arm_name(all[i].to), all[i].cost, all[i].same,
            all[i].lasted, all[i].stays ? "stays there" : "went back");
}

static void print_all(const struct mrt_region_state *first) {
  const struct mrt_model *model = mrt_model(first->region->program);
  bool none = mrt_models(first->region->program) > 1 && mrt_model_in_use() < 0;
  fprintf(out, "%sdevice %s", begin, mrt_device.name != NULL ? mrt_device.name : "not opened");
  if (mrt_device.open && mrt_device.equals > 1)
    fprintf(out, " (%u of 0 to %u)", mrt_device.index, mrt_device.equals - 1);
  fprintf(out, ", model %s", none ? "none in use" : model->name);
  if (!none)
    print_origin(model);
  if (mrt_device.startup > 0)
    fprintf(out, ", start-up %.1f ms", mrt_device.startup * 1e3);
  fputc('\n', out);
  print_models(first->region->program);
  struct mrt_held held = mrt_held_at_most();
  if (mrt_device.open)
    fprintf(out, "%sdevice memory at most %.1f MB: arrays %.1f, states of virtual threads %.1f, else %.1f\n",
            begin,
            (double)(held.bytes[HELD_ARRAYS] + held.bytes[HELD_STATES] + held.bytes[HELD_OTHER]) * 1e-6,
            (double)held.bytes[HELD_ARRAYS] * 1e-6, (double)held.bytes[HELD_STATES] * 1e-6,
            (double)held.bytes[HELD_OTHER] * 1e-6);
  if (mrt_program_answer()[0] != '\0')
    fprintf(out, "%sthe program: %s\n", begin, mrt_program_answer());
  print_trials();
  fprintf(out, "%-37s %-6s %10s %12s %12s %12s %14s %14s\n", "region", "device", "calls", "ms", "kernel ms",
          "copy ms", "bytes up", "bytes down");
  mrt_u64 shown = 0, count = 0;
  for (const struct mrt_region_state *state = first; state != NULL; state = state->next)
    count++;
  for (; shown < count; shown++) { /* the list is newest first */
    const struct mrt_region_state *state = first;
    for (mrt_u64 skip = count - shown - 1; skip > 0; skip--)
      state = state->next;
    print_region(state);
  }
}

void mrt_report(void) {
  const struct mrt_region_state *first = mrt_all_regions();
  char *text = NULL;
  size_t bytes = 0;
  if (first == NULL)
    return;
  mrt_prefix(begin);
  out = open_memstream(&text, &bytes);
  if (out == NULL) {
    out = stderr;
    print_all(first);
    return;
  }
  print_all(first);
  if (fclose(out) == 0)
    fwrite(text, 1, bytes, stderr);
  free(text);
}
