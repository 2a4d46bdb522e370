/* Characters and strings in loops: classes of characters, words, digits out of a string, and strings as arguments.
 *
 * expect: offloaded=5 kept=K009
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { LENGTH = 1900 };

static const char separators[] = " \t\n.,;:!?\"'()";
static char text[LENGTH + 1], coded[LENGTH + 1];
static int classes[384][13], letters[26];

static int among(const char *set, char c)
{
  for (; *set; set++)
    if (*set == c)
      return 1;
  return 0;
}

static int value_of(char c)
{
  static const char digits[] = "0123456789abcdef";
  for (int d = 0; digits[d]; d++)
    if (digits[d] == tolower((unsigned char)c))
      return d;
  return -1;
}

int main(void)
{
  const char *line = "Fix 3 bugs, then 12 more;\tit's 0x1F (thirty-one)!\n\"Quite\" a d\303\251j\303\240-vu.  ";
  long words = 0, vowels = 0, hex = 0, sum = 0, mixed = 0;
  for (int i = 0; i < LENGTH; i++)
    text[i] = line[i % strlen(line)];
#pragma omp parallel for
  for (int i = 0; i < 384; i++) {
    const int c = i - 128;
    int *class = classes[i];
    class[0] = isalnum(c) + isalpha(c);
    class[1] = isblank(c);
    class[2] = iscntrl(c);
    class[3] = isdigit(c);
    class[4] = isgraph(c);
    class[5] = islower(c);
    class[6] = isprint(c);
    class[7] = ispunct(c);
    class[8] = isspace(c);
    class[9] = isupper(c);
    class[10] = isxdigit(c);
    class[11] = tolower(c) + 3 * toupper((signed char)c);
    class[12] = toupper(c) + (isupper)(c) + (tolower)(c);
  }
#pragma omp parallel for reduction(+ : words, vowels)
  for (int i = 0; i < LENGTH; i++) {
    words += isalpha((unsigned char)text[i]) && (i == 0 || !isalpha((unsigned char)text[i - 1]));
    vowels += strchr("aeiou", tolower(text[i])) != NULL;
    vowels -= among("y\0z", text[i]) + 2 * among(separators, text[i]);
  }
#pragma omp parallel for
  for (int i = 0; i < LENGTH; i++) {
    if (islower(text[i])) {
#pragma omp atomic
      letters[text[i] - 'a']++;
    }
    coded[i] = isupper(text[i]) ? "ZYXWVUTSRQPONMLKJIHGFEDCBA"[text[i] - 'A'] : text[i];
  }
#pragma omp parallel for reduction(+ : hex)
  for (int i = 0; i < LENGTH - 5; i++) {
    char key[8] = "0x";
    hex += value_of(text[i]) + (strncmp(text + i, key, 2) == 0) * 100 + key[7];
    if (memcmp(text + i, "Quite", 5) == 0)
      hex += 1000;
  }
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < LENGTH; i++) {
    const char *name = i % 3 ? "left" : "right\x21";
    unsigned hash = 5381;
    while (*name)
      hash = hash * 33u + (unsigned char)*name++;
    sum += hash % 1000u + sizeof "four";
  }
#pragma omp parallel for reduction(+ : mixed)
  for (int i = 0; i < LENGTH; i++) {
    const char *from = i % 2 ? "none" : text;
    mixed += from[0];
  }
  for (int i = 0; i < 384; i++)
    for (int k = 0; k < 13; k++)
      sum = sum * 7 % 1000003 + classes[i][k];
  for (int i = 0; i < 26; i++)
    mixed += letters[i] * i;
  printf("%ld %ld %ld %ld %ld %.60s\n", words, vowels, hex, sum, mixed, coded);
  return 0;
}
