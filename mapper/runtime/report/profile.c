/* profile.c: the JSON file that MAPPER_PROFILE asks for; docs/environment.md describes it. */
#include "mrt_report.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* How many bytes the character at `text` has in UTF-8; 0 where there is none. */
static unsigned character_at(const char *text) {
  unsigned lead = (unsigned char)text[0], next = (unsigned char)text[1];
  unsigned bytes = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
  if ((lead == 0xE0 && next < 0xA0) || (lead == 0xED && next >= 0xA0) || (lead == 0xF0 && next < 0x90) ||
      (lead == 0xF4 && next >= 0x90)) /* longer than need be, surrogates, beyond the last one */
    return 0;
  for (unsigned i = 1; i < bytes; i++)
    if (((unsigned char)text[i] & 0xC0u) != 0x80)
      return 0;
  return bytes;
}

/* What is no UTF-8, as some names of files, becomes the replacement character. */
static void put_text(FILE *file, const char *text) {
  fputc('"', file);
  while (text != NULL && *text != '\0') {
    unsigned char byte = (unsigned char)*text;
    unsigned bytes = character_at(text);
    if (byte == '"' || byte == '\\')
      fprintf(file, "\\%c", byte);
    else if (byte < 0x20 || bytes == 0)
      fprintf(file, "\\u%04x", bytes == 0 ? 0xFFFDu : byte);
    else
      fwrite(text, 1, bytes, file);
    text += bytes > 0 ? bytes : 1;
  }
  fputc('"', file);
}

/* JSON has no infinity and no NaN. */
static void put_number(FILE *file, double value) {
  if (isfinite(value))
    fprintf(file, "%.17g", value);
  else
    fputs("null", file);
}

static void put_calls(FILE *file, const mrt_u64 *calls, const double *seconds) {
  fprintf(file, "\"cpu\": {\"calls\": %llu, \"seconds\": %.9f}, ", calls[MRT_CPU], seconds[MRT_CPU]);
  fprintf(file, "\"opencl\": {\"calls\": %llu, \"seconds\": %.9f}", calls[MRT_OPENCL], seconds[MRT_OPENCL]);
}

static void put_cost(FILE *file, const char *name, const struct mrt_cost *cost) {
  fprintf(file, "\"%s\": {\"count\": %llu, \"bytes\": %llu, \"seconds\": %.9f}", name, cost->count, cost->bytes,
          cost->seconds);
}

static void put_kernels(FILE *file, const struct mrt_kernel_state *kernel) {
  fputs("     \"loops\": [", file);
  for (const char *comma = ""; kernel != NULL; kernel = kernel->next, comma = ", ") {
    fprintf(file, "%s{\"id\": ", comma);
    put_text(file, kernel->kernel->id);
    fputs(", \"others\": [", file);
    for (const char *const *id = kernel->kernel->others; id != NULL && *id != NULL; id++) {
      fputs(id == kernel->kernel->others ? "" : ", ", file);
      put_text(file, *id);
    }
    fprintf(file, "], \"line\": %d, \"launches\": %llu, \"refused\": %llu, \"refusal\": ", kernel->kernel->line,
            kernel->launches, kernel->refused);
    if (kernel->refusal != NULL)
      put_text(file, kernel->refusal);
    else
      fputs("null", file);
    fprintf(file, ", \"kernel_seconds\": %.9f", kernel->cost.seconds);
    if (kernel->kernel->relaid != NULL)
      fprintf(file, ", \"relaid_launches\": %llu", kernel->relaid != NULL ? kernel->relaid->launches : 0);
    fputc('}', file);
  }
  fputs("],\n", file);
}

static void put_side(FILE *file, const struct mrt_vector *vector, const char *name, int side) {
  fprintf(file, "\"%s\": {\"calls\": %llu, \"seconds\": %.9f, \"first\": %.9f}", name, vector->calls[side],
          vector->seconds[side], vector->first[side]);
}

static void put_vector(FILE *file, const struct mrt_program *program, const struct mrt_vector *vector) {
  double all[MRT_MAX_FEATURES] = {0};
  all[program->raw_features] = 1; /* one execution, with all that it needs in place */
  memcpy(all, vector->values, program->raw_features * sizeof *all);
  program->combine(all, mrt_model(program)->weights);
  fputs("{\"values\": [", file);
  for (unsigned i = 0; i < program->features; i++) {
    fputs(i > 0 ? ", " : "", file);
    put_number(file, all[i]);
  }
  fputs("], ", file);
  put_side(file, vector, "cpu", MRT_CPU);
  fputs(", ", file);
  put_side(file, vector, "opencl", MRT_OPENCL);
  fputc('}', file);
}

static void put_vectors(FILE *file, const struct mrt_region_state *state) {
  const struct mrt_program *program = state->region->program;
  fputs("     \"feature_names\": [", file);
  for (unsigned i = 0; i < program->features && program->feature_names[i] != NULL; i++) {
    fputs(i > 0 ? ", " : "", file);
    put_text(file, program->feature_names[i]);
  }
  fputs("],\n     \"vectors\": [", file);
  const char *comma = "\n       ";
  for (int bucket = 0; bucket < MRT_VECTOR_BUCKETS; bucket++)
    for (const struct mrt_vector *vector = state->vectors[bucket]; vector != NULL; vector = vector->next) {
      fputs(comma, file);
      put_vector(file, program, vector);
      comma = ",\n       ";
    }
  fputs("]}", file);
}

static void put_region(FILE *file, const struct mrt_region_state *state) {
  const struct mrt_region *region = state->region;
  fputs("    {\"id\": ", file);
  put_text(file, region->id);
  fputs(", \"file\": ", file);
  put_text(file, region->file);
  fprintf(file, ", \"line\": %d, \"column\": %d, \"model\": ", region->line, region->column);
  put_text(file, mrt_model(region->program)->name);
  fputs(", \"path\": ", file);
  if (state->path != NULL)
    put_text(file, state->path);
  else
    fputs("null", file);
  fputs(",\n     ", file);
  put_calls(file, state->calls, state->seconds);
  fprintf(file, ", \"expected_calls\": ");
  put_number(file, state->expected);
  fprintf(file, ", \"score\": ");
  put_number(file, state->score);
  fputs(",\n     ", file);
  put_cost(file, "kernel", &state->cost[COMMAND_KERNEL]);
  fputs(", ", file);
  put_cost(file, "upload", &state->cost[COMMAND_UPLOAD]);
  fputs(", ", file);
  put_cost(file, "download", &state->cost[COMMAND_DOWNLOAD]);
  fputs(",\n", file);
  put_kernels(file, state->kernels);
  put_vectors(file, state);
}

static int by_id(const void *left, const void *right) {
  const struct mrt_region_state *const *a = left, *const *b = right;
  return strcmp((*a)->region->id, (*b)->region->id);
}

static void put_regions(FILE *file) {
  size_t count = 0;
  for (const struct mrt_region_state *state = mrt_all_regions(); state != NULL; state = state->next)
    count++;
  const struct mrt_region_state **sorted = malloc((count + 1) * sizeof *sorted);
  if (sorted == NULL)
    return;
  size_t at = 0;
  for (const struct mrt_region_state *state = mrt_all_regions(); state != NULL; state = state->next)
    sorted[at++] = state;
  qsort(sorted, count, sizeof *sorted, by_id);
  for (at = 0; at < count; at++) {
    fputs(at > 0 ? ",\n" : "\n", file);
    put_region(file, sorted[at]);
  }
  free(sorted);
}

static void put_question(FILE *file, const struct mrt_asked *asked) {
  const struct mrt_region *region = asked->state->region;
  fputs("    {\"region\": ", file);
  put_text(file, region->id);
  fprintf(file,
          ", \"about\": \"%s\", \"entered\": %llu, \"at\": %.9f, \"score\": ", asked->program ? "program" : "region",
          asked->entered, asked->at);
  put_number(file, asked->score);
  if (mrt_models(region->program) > 1) {
    fputs(", \"model\": ", file);
    put_text(file, asked->model->name);
  }
  fputs(", \"features\": [", file);
  for (unsigned i = 0; i < region->program->features; i++) {
    fputs(i > 0 ? ", " : "", file);
    put_number(file, asked->features[i]);
  }
  fputs("]}", file);
}

static void put_questions(FILE *file) {
  fputs(",\n \"questions\": [", file);
  const char *comma = "\n";
  for (const struct mrt_asked *asked = mrt_all_asked(); asked != NULL; asked = asked->next, comma = ",\n") {
    fputs(comma, file);
    put_question(file, asked);
  }
  fputs("]", file);
}

/* Of several models: what they expected, and which is followed. */
static void put_models(FILE *file) {
  static const char *const places[] = {"null", "true", "false"};
  const struct mrt_region_state *first = mrt_all_regions();
  const struct mrt_program *program = first != NULL ? first->region->program : NULL;
  if (program == NULL || mrt_models(program) < 2)
    return;
  fputs(",\n \"models\": [", file);
  for (unsigned i = 0; i < program->model_count; i++) {
    struct mrt_standing one = mrt_model_standing(program, i);
    fputs(i > 0 ? ",\n   {\"name\": " : "\n   {\"name\": ", file);
    put_text(file, one.model->name);
    fputs(", \"device\": ", file);
    put_text(file, one.model->device);
    fputs(", \"type\": ", file);
    put_text(file, one.model->type);
    fprintf(file, ", \"here\": %s, \"in_use\": %s, \"speedup\": ", places[one.here], one.in_use ? "true" : "false");
    put_number(file, one.speedup > 0 ? one.speedup : NAN);
    fputs("}", file);
  }
  fputs("]", file);
}

/* Regions that were tried on the other side by what they took. */
static void put_trials(FILE *file) {
  static const char *const arms[] = {"cpu", "opencl", "mixed"};
  unsigned count;
  const struct mrt_revised *all = mrt_all_revised(&count);
  fputs(",\n \"trials\": [", file);
  for (unsigned i = 0; i < count; i++)
    fprintf(file,
            "%s\n   {\"at\": %.9f, \"from\": \"%s\", \"to\": \"%s\", \"seconds\": %.9f, \"compared\": %.9f, "
            "\"same\": %.9f, \"stays\": %s}",
            i > 0 ? "," : "", all[i].at, arms[all[i].from], arms[all[i].to], all[i].lasted, all[i].cost, all[i].same,
            all[i].stays ? "true" : "false");
  fputs("]", file);
}

static void put_all(FILE *file) {
  fputs("{\"schema\": 1,\n", file);
  if (mrt_rank() >= 0)
    fprintf(file, " \"rank\": %d,\n", mrt_rank());
  fputs(" \"device\": ", file);
  if (mrt_device.name != NULL) {
    fputs("{\"name\": ", file);
    put_text(file, mrt_device.name);
    fputs(", \"version\": ", file);
    put_text(file, mrt_device.version);
    fputs(", \"driver\": ", file);
    put_text(file, mrt_device.driver);
    if (mrt_device.equals > 1)
      fprintf(file, ", \"index\": %u, \"of\": %u", mrt_device.index, mrt_device.equals);
    fprintf(file, ", \"gpu\": %s, \"shared_memory\": %s, \"startup_seconds\": %.9f}",
            mrt_device.gpu ? "true" : "false", mrt_device.unified ? "true" : "false", mrt_device.startup);
  } else {
    fputs("null", file);
  }
  struct mrt_held held = mrt_held_at_most();
  fprintf(file, ",\n \"memory\": {\"arrays\": %zu, \"states\": %zu, \"other\": %zu}", held.bytes[HELD_ARRAYS],
          held.bytes[HELD_STATES], held.bytes[HELD_OTHER]);
  fprintf(file, ",\n \"waited\": %.9f,\n \"program\": ", mrt_waited());
  put_text(file, mrt_program_answer());
  put_models(file);
  put_trials(file);
  put_questions(file);
  fputs(",\n \"regions\": [", file);
  put_regions(file);
  fputs("]}\n", file);
}

/* The file's name with `%p` replaced by the process's number and `%r` by its rank, 0 where it has none; false when it
 * is too long. */
static bool expand(const char *path, char *name, size_t size) {
  size_t at = 0;
  for (; *path != '\0'; path++) {
    char letter = path[0] == '%' ? path[1] : '\0';
    bool number = letter == 'p' || letter == 'r';
    long value = letter == 'p' ? (long)getpid() : mrt_rank() > 0 ? mrt_rank() : 0;
    int length = number ? snprintf(name + at, size - at, "%ld", value) : snprintf(name + at, size - at, "%c", *path);
    if (length < 0 || (size_t)length >= size - at)
      return false;
    at += (size_t)length;
    path += number;
  }
  return true;
}

/* A file that did not exist before: no link of another user leads elsewhere. */
static FILE *new_file(const char *path) {
  unlink(path);
  int made = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  FILE *file = made >= 0 ? fdopen(made, "w") : NULL;
  if (made >= 0 && file == NULL)
    close(made);
  return file;
}

/* The profile goes beside the file and takes its place once it is whole; what is no file (a terminal, a pipe,
 * /dev/null) is written to. */
void mrt_profile(const char *path) {
  char name[4096], temporary[4128];
  if (!expand(path, name, sizeof name)) {
    mrt_say("MAPPER_PROFILE: the file's name is too long");
    return;
  }
  struct stat found;
  bool beside = stat(name, &found) != 0 || S_ISREG(found.st_mode);
  snprintf(temporary, sizeof temporary, "%s.%ld.tmp", name, (long)getpid());
  FILE *file = beside ? new_file(temporary) : fopen(name, "we");
  if (file == NULL) {
    mrt_say("MAPPER_PROFILE: %s can't be written", name);
    return;
  }
  put_all(file);
  bool whole = !ferror(file);
  if (fclose(file) != 0 || !whole || (beside && rename(temporary, name) != 0)) {
    if (beside)
      unlink(temporary);
    mrt_say("MAPPER_PROFILE: %s can't be written", name);
  }
}
