/* Bit-fields that loops change: in arrays, through pointers, in private structures and in unions.
 *
 * expect: offloaded=4
 */
#include <stdio.h>

struct node {
  double x;
  unsigned short fixed : 2, loaded : 1, count : 12;
  signed int s : 9;
  _Bool flag : 1;
  int tag;
};
union word {
  unsigned all;
  struct {
    unsigned low : 5, middle : 13, high : 14;
  } part;
};
struct between {
  char before;
  int field : 12;
  char after;
};

static struct node nodes[64];
static union word words[64];
static struct between mixed[64];

static void step(struct node *n, int i)
{
  n->fixed = i;
  n->loaded = i > 10;
  n->count = i * 37;
  n->count += 5;
  n->count++;
  ++n->count;
  n->s = -i * 3;
  n->s -= 2;
  n->fixed |= 1;
  n->flag = i & 4;
}

int main(void)
{
  long sum = 0;
#pragma omp parallel for
  for (int i = 0; i < 64; i++) {
    struct node own = {.x = 1, .count = i, .flag = 2, .s = -1};
    struct node *n = &nodes[i];
    n->x = i;
    n->tag = i;
    step(n, i);
    own.count--;
    own.fixed = own.count % 4;
    n->x += own.x + own.count + own.flag + own.s + own.fixed;
    if (i % 5 == 0)
      nodes[i] = own;
  }
#pragma omp parallel for
  for (int i = 0; i < 64; i++) {
    words[i].all = (unsigned)i * 2654435761u;
    words[i].part.middle += i;
    words[i].part.high = words[i].part.low;
    words[i].part.low = i;
  }
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    mixed[i].field = i;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 64; i++) {
    sum += nodes[i].fixed + nodes[i].loaded * 3 + nodes[i].count * 5 + nodes[i].s * 7 + nodes[i].flag;
    sum += (long)nodes[i].x + nodes[i].tag + words[i].all % 1000 + words[i].part.high;
  }
  for (int i = 0; i < 64; i++)
    sum += mixed[i].field;
  printf("%ld\n", sum);
  return 0;
}
