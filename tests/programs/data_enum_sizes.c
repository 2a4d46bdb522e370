/* Enumerations of one, two, four and eight bytes, with and without a sign, in arrays, structures and variables.
 * expect: offloaded=2
 * flags: -Wno-pedantic */
#include <stdio.h>

#define N 64

enum __attribute__((packed)) byte { LOW = -1, HIGH = 100 };
enum small { NONE, MOST = 200 } __attribute__((packed));
typedef enum { FEW, MANY = 300, } __attribute__((packed)) Two;
enum plain { A, B = 255 };
enum wide { START, END = 0x1ffffffffLL };

struct Several {
  enum small small;
  enum byte byte;
  Two two;
  enum plain plain;
  char last;
};

static enum small smalls[N];
static enum byte bytes[N];
static Two twos[N];
static enum wide wides[N];
static struct Several several[N];
static long result[N];

static enum byte turned(enum small small)
{
  return small == MOST ? LOW : HIGH;
}

int main(void)
{
  enum wide end = END, last = START;
  long sum = 0;

  for (int i = 0; i < N; i++) {
    smalls[i] = i % 2 ? MOST : NONE;
    bytes[i] = i % 2 ? LOW : HIGH;
    twos[i] = i % 3 ? MANY : FEW;
    several[i] = (struct Several){smalls[i], bytes[i], twos[i], B, (char)i};
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    enum small sum_of = smalls[i];

    sum_of += 100;
    result[i] = smalls[i] + bytes[i] * 1000 + twos[i] * 7 + several[i].small * 3 + several[i].byte;
    result[i] += several[i].two + several[i].last + (long)sizeof(several[i]) + (long)sizeof(smalls[i] + 1) + sum_of;
    smalls[i] = i % 3 ? NONE : MOST;
    bytes[i] = turned(smalls[i]);
    twos[i] = FEW;
    several[i].byte = LOW;
  }
#pragma omp parallel for lastprivate(last)
  for (int i = 0; i < N; i++) {
    wides[i] = i % 2 ? end : START;
    last = end;
  }
  for (int i = 0; i < N; i++)
    sum = sum * 31 % 1000000007 + result[i] + smalls[i] + bytes[i] * 3 + twos[i] + several[i].byte + several[i].last + wides[i];
  printf("%ld %ld\n", sum, (long)last);
  return 0;
}
