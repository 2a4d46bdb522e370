/* What `qsort` and `qsort_r` mean (C11 7.22.5): equal elements keep their order, as in the GNU C library.
 *
 * ELEMENT is the type of which each element is one or some.  DECLARED and GIVEN are what `qsort_r` has more.
 * Runs of eight elements are sorted by insertion, and merged in place: Kim and Kutzner, Stable Minimum Storage
 * Merging by Symmetric Comparisons (2004).  Of the two parts of a merge the larger one waits. */

void sorted(void *block, unsigned long n, unsigned long bytes,
            int (*compare)(const void *, const void *DECLARED) DECLARED)
{
  ELEMENT *base = (ELEMENT *)block;
  const unsigned long size = bytes / sizeof(ELEMENT), run = 8;
  unsigned long from[64], halves[64], to[64];

  for (unsigned long start = 0; start < n; start += run)
    for (unsigned long i = start + 1; i < start + run && i < n; i++)
      for (unsigned long k = i; k > start && compare(base + (k - 1) * size, base + k * size GIVEN) > 0; k--)
        for (unsigned long at = k * size; at < (k + 1) * size; at++) {
          const ELEMENT held = base[at];
          base[at] = base[at - size];
          base[at - size] = held;
        }

  for (unsigned long length = run; length < n; length *= 2)
    for (unsigned long start = 0; start + length < n; start += 2 * length) {
      int open = 1;
      from[0] = start;
      halves[0] = start + length;
      to[0] = start + 2 * length < n ? start + 2 * length : n;
      while (open > 0) {
        open--;
        unsigned long low = from[open], middle = halves[open], high = to[open];
        while (low < middle && middle < high
               && compare(base + (middle - 1) * size, base + middle * size GIVEN) > 0) {
          unsigned long left = low, right = high;
          if (middle - low > high - middle) {
            left = low + (middle - low) / 2;
            right = middle;
            for (unsigned long rest = high - middle; rest > 0; rest /= 2)
              if (compare(base + (right + rest / 2) * size, base + left * size GIVEN) < 0) {
                right += rest / 2 + 1;
                rest -= 1 - rest % 2;
              }
          } else if (high - low > 2) {
            right = middle + (high - middle) / 2;
            for (unsigned long rest = middle - low; rest > 0; rest /= 2)
              if (compare(base + right * size, base + (left + rest / 2) * size GIVEN) >= 0) {
                left += rest / 2 + 1;
                rest -= 1 - rest % 2;
              }
          }
          for (int part = 0; part < 3; part++) {
            unsigned long one = part == 1 ? middle : left, other = part == 0 ? middle : right;
            for (; one + 1 < other; one++, other--)
              for (unsigned long at = 0; at < size; at++) {
                const ELEMENT held = base[one * size + at];
                base[one * size + at] = base[(other - 1) * size + at];
                base[(other - 1) * size + at] = held;
              }
          }
          const unsigned long made = left + (right - middle);
          if (high - low == 2)
            break;
          if (made - low > high - made) {
            from[open] = low;
            halves[open] = left;
            to[open++] = made;
            low = made;
            middle = right;
          } else {
            from[open] = made;
            halves[open] = right;
            to[open++] = high;
            high = made;
            middle = left;
          }
        }
      }
    }
}
