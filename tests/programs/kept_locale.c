/* What a character is depends on the locale, which the program sets.  expect: offloaded=0 kept=K004,K004 */
#include <ctype.h>
#include <locale.h>
#include <stdio.h>

int main(void)
{
  static const char text[] = "Some Words, and 7 others.";
  static char lower[sizeof text];
  int letters = 0;
  setlocale(LC_CTYPE, "C");
#pragma omp parallel for reduction(+ : letters)
  for (int i = 0; i < (int)sizeof text; i++)
    letters += isalpha(text[i]) != 0;
#pragma omp parallel for
  for (int i = 0; i < (int)sizeof text; i++)
    lower[i] = (char)tolower(text[i]);
  printf("%d %s\n", letters, lower);
  return 0;
}
