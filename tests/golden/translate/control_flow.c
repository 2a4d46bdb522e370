/* while, do, switch, break and continue, ?:, comma and goto-free early exits. */
enum kind { EMPTY, FULL = 5, OTHER };

void classify(int n, const int *in, int *out)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int steps = 0, v = in[i], j;
    enum kind kind;
    if (v < 0)
      continue;
    while (v != 1) {
      if (steps > 100)
        break;
      v = v % 2 ? 3 * v + 1 : v / 2;
      steps++;
    }
    do
      v--;
    while (v > 0);
    switch (steps % 3) {
    case 0:
      kind = EMPTY;
      break;
    case 1:
      kind = FULL;
      /* fall through */
    default:
      kind = OTHER;
    }
    for (j = 0, v = 10; j < v; j++, v--)
      ;
    out[i] = kind == OTHER ? (steps += 1, steps) : (int)kind + 'a' + j;
  }
}
