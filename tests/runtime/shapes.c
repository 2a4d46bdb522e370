/* shapes.c: asks the model of shape.c.  Each line of standard input is a question, each line of output its answer.
 *
 *   gpu|plain|cpu|small UNITS range LIMIT COUNT...   the work-group of a range; the units of a small one hold 1024 items
 *   gpu|plain|cpu|small UNITS loops LIMIT COUNT...   the same of a kernel whose iterations have loops
 *   gpu|cpu UNITS block COUNT...                which blocks take least: 64 x 64, 64 x 32 or 32 x 32
 *   gpu|cpu UNITS staged COUNT...               work-items that share what they read; 0: there are too few for that
 *   gpu|cpu UNITS sum GROUP                     work-groups of a reduction
 *   gpu|cpu UNITS count TOTAL COUNTERS          work-groups that count in local memory
 *   gpu|cpu UNITS turn TOTAL GROUP FITTING      work-items that take iterations in turn
 *   gpu|cpu UNITS row LENGTH                    work-items for a row
 */
#include "mrt_process.h"

#include <string.h>

static unsigned numbers(const char *text, mrt_u64 *into) {
  unsigned count = 0;
  int read = 0;
  while (count < 6 && sscanf(text, "%llu%n", (unsigned long long *)&into[count], &read) == 1) {
    text += read;
    count++;
  }
  return count;
}

static void answer(const struct mrt_processors *on, const char *what, const mrt_u64 *of, unsigned count) {
  size_t local[3];
  if (strcmp(what, "range") == 0 || strcmp(what, "loops") == 0) {
    bool loops = what[0] == 'l';
    struct mrt_range range = {.dimensions = count - 1, .counts = of + 1, .limit = (size_t)of[0], .loops = loops};
    mrt_shape_of_range(on, &range, local);
    printf("%zu %zu %zu\n", local[0], local[1], local[2]);
  } else if (strcmp(what, "block") == 0) {
    static const mrt_size tiles[3][4] = {{16, 16, 64, 64}, {32, 8, 64, 32}, {16, 16, 32, 32}};
    unsigned best = 0;
    for (unsigned i = 1; i < 3; i++)
      if (mrt_block_time(on, count, of, tiles[i]) < mrt_block_time(on, count, of, tiles[best]))
        best = i;
    printf("%d %d\n", (int)tiles[best][2], (int)tiles[best][3]);
  } else if (strcmp(what, "staged") == 0) {
    static const mrt_size group[4] = {256, 1, 256, 1}, none[4] = {0};
    printf("%d\n", mrt_block_time(on, count, of, none) < mrt_block_time(on, count, of, group) ? 0 : 256);
  } else if (strcmp(what, "sum") == 0) {
    printf("%zu\n", mrt_groups_that_sum(on, (size_t)of[0]));
  } else if (strcmp(what, "count") == 0) {
    printf("%llu\n", (unsigned long long)mrt_groups_that_count(on, of[0], (unsigned)of[1]));
  } else if (strcmp(what, "turn") == 0) {
    printf("%zu\n", mrt_items_in_turn(on, of[0], (size_t)of[1], (size_t)of[2]));
  } else {
    printf("%u\n", mrt_lanes_for_row((double)of[0]));
  }
}

int main(void) {
  char line[256], kind[8], what[16];
  unsigned units = 0;
  int read = 0;
  while (fgets(line, sizeof line, stdin) != NULL && sscanf(line, "%7s %u %15s%n", kind, &units, what, &read) == 3) {
    mrt_u64 of[6] = {0};
    struct mrt_processors on = {.gpu = strcmp(kind, "cpu") != 0, .plain = strcmp(kind, "plain") == 0, 
                                .units = units, .limit = 1024, .item_limit = {1024, 1024, 64}};
    mrt_usual_unit(&on);
    if (strcmp(kind, "small") == 0)
      on.resident = 1024;
    unsigned count = numbers(line + read, of);
    answer(&on, what, of, count);
  }
  return 0;
}
