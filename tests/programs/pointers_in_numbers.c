/* Pointers whose bits go through numbers, characters and text of all kinds.  expect: offloaded=9 */
#define _POSIX_C_SOURCE 200809L
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1000 };

static int listed[N], letters[N], halves[N], masked[N], copied[N], packed[N], joined[N], counted[N], inside[N];

union both {
  double number;
  int *place;
};

#define LOOP(name, array)                                                                                              \
  static void name(void)                                                                                               \
  {                                                                                                                    \
    _Pragma("omp parallel for") for (int i = 0; i < N; i++) array[i] += 3;                                             \
  }

LOOP(list, listed)
LOOP(write_letters, letters)
LOOP(halve, halves)
LOOP(mask, masked)
LOOP(copy, copied)
LOOP(pack, packed)
LOOP(join, joined)
LOOP(count, counted)
LOOP(fill, inside)

static char line[100];

static void say(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
}

static double as_number(int *place)
{
  double number;
  memcpy(&number, &place, sizeof number);
  return number;
}

static int *as_place(double number)
{
  int *place;
  memcpy(&place, &number, sizeof place);
  return place;
}

int main(void)
{
  list();
  say("%s %lx", "at", (unsigned long)listed);
  int *read_back = (int *)strtoul(line + 3, NULL, 16);
  read_back[5] = 70;
  list();
  printf("%d %d\n", listed[5], read_back[6]);

  list();
  ((int *)strtoul(line + 3, NULL, 16))[7] = 71;
  list();
  printf("%d\n", listed[7]);

  FILE *file = tmpfile();
  if (!file)
    return 1;
  write_letters();
  int *first = letters, *by_letters;
  for (size_t i = 0; i < sizeof first; i++)
    fputc(((unsigned char *)&first)[i], file);
  rewind(file);
  for (size_t i = 0; i < sizeof first; i++)
    ((unsigned char *)&by_letters)[i] = fgetc(file);
  by_letters[5] = 70;
  write_letters();
  printf("%d %d\n", letters[5], by_letters[6]);

  halve();
  uint32_t high = (uint32_t)((uintptr_t)halves >> 32) ^ 77u, low = (uint32_t)(uintptr_t)halves + 5u;
  high ^= 77u;
  low -= 5u;
  int *whole = (int *)(uintptr_t)((uint64_t)high << 32 | low);
  whole[5] = 70;
  halve();
  printf("%d %d\n", halves[5], whole[6]);

  mask();
  int *seen = masked, *unmasked;
  unsigned char bytes[sizeof seen];
  for (size_t i = 0; i < sizeof seen; i++)
    bytes[i] = ((unsigned char *)&seen)[i] ^ 0x5a;
  for (size_t i = 0; i < sizeof seen; i++)
    ((unsigned char *)&unmasked)[i] = bytes[i] ^ 0x5a;
  unmasked[5] = 70;
  mask();
  printf("%d %d\n", masked[5], unmasked[6]);

  copy();
  int *from = copied, *to;
  double number;
  memcpy(&number, &from, sizeof number);
  double other = number;
  memcpy(&to, &other, sizeof to);
  to[5] = 70;
  copy();
  printf("%d %d\n", copied[5], to[6]);

  pack();
  int *unpacked = as_place(as_number(packed));
  unpacked[5] = 70;
  pack();
  printf("%d %d\n", packed[5], unpacked[6]);

  join();
  union both one = {.place = joined}, two;
  two.number = one.number;
  two.place[5] = 70;
  join();
  printf("%d %d\n", joined[5], two.place[6]);

  count();
  double address = (double)(uintptr_t)counted;
  int *counted_again = (int *)(uintptr_t)address;
  counted_again[5] = 70;
  count();
  printf("%d %d\n", counted[5], counted_again[6]);

  fill();
  char buffer[64] = "";
  FILE *memory = fmemopen(buffer, sizeof buffer, "w");
  int *kept = inside, *found;
  if (!memory || fwrite(&kept, sizeof kept, 1, memory) != 1 || fclose(memory))
    return 1;
  memcpy(&found, buffer, sizeof found);
  found[5] = 70;
  fill();
  printf("%d %d\n", inside[5], found[6]);
  return 0;
}
