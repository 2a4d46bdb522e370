/* linker.c: the linker of PoCL's kernels, which leaves libc and libgcc_s out.
 *
 * PoCL finds `ld` by PATH and has it read both libraries for each kernel, which takes three quarters of its time; a
 * program that loads a kernel has them.  All other commands go to the real linker as they are.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* True for the file that PoCL has it write. */
static int of_a_kernel(int count, char **words) {
  for (int k = 1; k + 1 < count; k++)
    if (strcmp(words[k], "-o") == 0)
      return strstr(words[k + 1], "/tempfile_") != NULL;
  return 0;
}

int main(int count, char **words) {
  int kept = count;
  if (of_a_kernel(count, words)) {
    kept = 1;
    for (int k = 1; k < count; k++)
      if (strcmp(words[k], "-lc") != 0 && strcmp(words[k], "-lgcc_s") != 0)
        words[kept++] = words[k];
    words[kept] = NULL;
  }
  execv(LINKER, words);
  perror(LINKER);
  return 127;
}
