/* Loops whose iterations draw numbers or exchange values in turn, with the verdict on each and what is special. */
#include <omp.h>

struct bag {
  int n, room, items[64];
};

int n, m, head[8], next[64], a[64], b[64], key[64], used[8], rows[8][64];
double x[64];
struct bag bags[8], *bag, whole;
int *p, *lines[64], square[64][64];
omp_lock_t lock;

static int first(void)
{
  int drawn;
#pragma omp critical(first)
  drawn = n++;
  return drawn;
}

static int second(void)
{
  int drawn;
#pragma omp critical(second)
  drawn = m++;
  return drawn;
}

static void loops(void)
{
  int shared = 0, old;

#pragma omp parallel for /* runs: two places by one number */
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    {
      a[n] = i;
      x[n] = 1;
      n++;
    }
  }
#pragma omp parallel for /* runs: a counter of each row */
  for (int i = 0; i < 64; i++) {
    const int k = key[i];
#pragma omp critical
    rows[k][used[k]++] = i;
  }
#pragma omp parallel for /* K001: rows that counters share */
  for (int i = 0; i < 64; i++) {
    const int k = key[i];
#pragma omp critical
    rows[k / 2][used[k]++] = i;
  }
#pragma omp parallel for /* K001: a place that a number leads to by way of a table */
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    a[key[n++]] = i;
  }
#pragma omp parallel for /* K001: one place for all */
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    {
      a[0] = n;
      n++;
    }
  }
#pragma omp parallel for /* K001: two numbers that are the same */
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    {
      a[n] = i;
      n++;
      b[m] = i;
      m++;
    }
  }
#pragma omp parallel for /* K001: two places side by side */
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    {
      a[n++] = i;
      a[n++] = key[i];
    }
  }
#pragma omp parallel for /* K001: two steps of one counter */
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    {
      n += 2;
      a[n++] = i;
    }
  }
#pragma omp parallel for /* K001: a step that may be none */
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    {
      a[n] = i;
      n += m;
    }
  }
#pragma omp parallel for /* K001: counters that another section changes together */
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    {
      n++;
      m++;
    }
#pragma omp critical
    a[n++] = i;
#pragma omp critical
    b[m++] = i;
  }
#pragma omp parallel for /* K001: places in a row */
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    for (int k = 0; k < key[i]; k++)
      a[n++] = i;
  }
#pragma omp parallel for /* runs: a number on each of two ways */
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    if (key[i])
      a[n++] = i;
    else
      b[m++] = i;
  }
#pragma omp parallel for /* K001: functions that draw two numbers together */
  for (int i = 0; i < 64; i++) {
    int one, other;
#pragma omp critical
    {
      one = first();
      other = second();
    }
    a[i] = one - other;
  }
#pragma omp parallel for /* K001: rows that may be one */
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    {
      lines[n][0] = n;
      n++;
    }
  }
#pragma omp parallel for /* K001: elements by either index of two */
  for (int i = 0; i < 64; i++)
    for (int k = 0; k < 64; k++) {
#pragma omp critical
      if (!square[i][k]) {
        square[i][k] = square[k][i] = 1;
        m++;
      }
    }
#pragma omp parallel for /* K001: an index of the same name leads to other places */
  for (int i = 0; i < 64; i++) {
    int length = 0;
#pragma omp critical
    {
      next[i] = head[0];
      head[0] = i;
      for (int i = 0; i < 64; i++)
        length += next[i] > 0;
    }
    b[i] = length;
  }
#pragma omp parallel for /* K001: the counter is read behind its step */
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    {
      a[n] = i;
      n++;
      b[n] = i;
    }
  }
#pragma omp parallel for /* K001: a jump before the step */
  for (int i = 0; i < 64; i++) {
    for (int k = 0; k < 2; k++) {
#pragma omp critical
      {
        a[n] = i;
        while (key[i]) {
          if (key[i] > k)
            break;
        }
        n++;
      }
    }
  }
#pragma omp parallel for /* K001: a counter that moves both ways */
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    a[n++] = i;
#pragma omp critical
    n -= 2;
  }
#pragma omp parallel for /* runs: steps whose numbers are an iteration's own */
  for (int i = 0; i < 64; i++) {
    int at;
#pragma omp critical
    {
      at = n;
      n += key[i];
    }
    b[i] = at;
  }
#pragma omp parallel for /* K001: places by steps of unknown size */
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    {
      a[n] = i;
      n += key[i];
    }
  }
#pragma omp parallel for /* K001: the step changes before it is made */
  for (int i = 0; i < 64; i++) {
    int k = 1;
#pragma omp critical
    {
      a[i] = n;
      k = key[i];
      n += k;
    }
  }
#pragma omp parallel for /* runs: a list's head */
  for (int i = 0; i < 64; i++) {
    omp_set_lock(&lock);
    next[i] = head[key[i]];
    head[key[i]] = i;
    omp_unset_lock(&lock);
  }
#pragma omp parallel for /* K015: an element that may be in the list twice */
  for (int i = 0; i < 64; i++) {
    const int e = key[i];
    omp_set_lock(&lock);
    next[e] = head[0];
    head[0] = e;
    omp_unset_lock(&lock);
  }
#pragma omp parallel for collapse(2) /* K015: an element of several iterations */
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) {
      omp_set_lock(&lock);
      next[i] = head[j];
      head[j] = i;
      omp_unset_lock(&lock);
    }
#pragma omp parallel for private(old) /* K031: what came first leads to what it has stored */
  for (int i = 0; i < 64; i++) {
    a[i] = i;
    omp_set_lock(&lock);
    old = head[0];
    head[0] = i;
    omp_unset_lock(&lock);
    b[i] = a[old];
  }
#pragma omp parallel for /* K015: a lock made of an exchange */
  for (int i = 0; i < 64; i++) {
    int taken = 1;
    while (taken) {
#pragma omp critical
      {
        taken = m;
        m = 1;
      }
    }
    x[0] += i;
#pragma omp critical
    m = 0;
  }
#pragma omp parallel for /* runs: a bag that counts its items */
  for (int i = 0; i < 64; i++) {
    struct bag *q = &bags[key[i]];
    omp_set_lock(&lock);
    q->items[q->n++] = i;
    omp_unset_lock(&lock);
  }
#pragma omp parallel for /* K015: items in another bag */
  for (int i = 0; i < 64; i++) {
    struct bag *q = &bags[key[i]], *other = &bags[i % 8];
    omp_set_lock(&lock);
    other->items[q->n++] = i;
    omp_unset_lock(&lock);
  }
#pragma omp parallel for /* K001: a pointer of each iteration's */
  for (int i = 0; i < 64; i++) {
    int *q = a + key[i];
#pragma omp critical
    q[n++] = i;
  }
#pragma omp parallel for /* K001: two counters for one array */
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    {
      a[n++] = i;
      a[m++] = i;
    }
  }
#pragma omp parallel for shared(shared) /* runs: a variable of the function's */
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    a[shared++] = i;
  }
#pragma omp parallel for /* K001: what is stored is read elsewhere */
  for (int i = 0; i < 64; i++) {
    b[i] = a[i];
#pragma omp critical
    a[n++] = i;
  }
#pragma omp parallel for /* runs: its own place, used once more */
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    b[i] = n++;
    a[b[i]] = i;
  }
#pragma omp parallel for /* runs: a list with an end */
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    if (n < 32)
      a[n++] = i;
  }
#pragma omp parallel for /* runs: an end in a member */
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    if (bag->n < bag->room) {
      bag->items[bag->n] = i;
      bag->n++;
    } else
      m++;
  }
#pragma omp parallel for /* runs: an end of all lists */
  for (int i = 0; i < 64; i++) {
    const int k = key[i];
#pragma omp critical
    if (used[k] <= m - 1)
      rows[k][used[k]++] = i;
  }
#pragma omp parallel for /* K001: an end of each iteration's */
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    if (n < i)
      a[n++] = i;
  }
#pragma omp parallel for /* K001: an end in an array */
  for (int i = 0; i < 64; i++) {
    const int k = key[i];
#pragma omp critical
    if (used[k] < key[k])
      rows[k][used[k]++] = i;
  }
#pragma omp parallel for /* K001: an end that moves */
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    if (bag->n < bag->room) {
      bag->items[bag->n++] = i;
      bag->room++;
    }
  }
#pragma omp parallel for /* K001: an end that moves elsewhere */
  for (int i = 0; i < 64; i++) {
    bags[key[i]].room = i;
#pragma omp critical
    if (bag->n < bag->room)
      bag->items[bag->n++] = i;
  }
#pragma omp parallel for /* K001: another condition decides, too */
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    if (key[i] && n < 32)
      a[n++] = i;
  }
#pragma omp parallel for /* K001: one that others pass */
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    if (n != 32)
      a[n++] = i;
  }
#pragma omp parallel for /* K001: the number is used where there is none */
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    if (n < 32)
      a[n++] = i;
    else
      m = n;
  }
#pragma omp parallel for /* K001: a counter that goes on without an end */
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    {
      if (n < 32)
        a[n++] = i;
      n++;
    }
  }
#pragma omp parallel for /* K001: the number is used behind its step */
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    if (n < 32) {
      a[n++] = i;
      b[n] = i;
    }
  }
#pragma omp parallel for /* runs: a number in a variable */
  for (int i = 0; i < 64; i++) {
    int at;
#pragma omp critical
    {
      at = n++;
      a[at] = i;
      x[at] = 1;
    }
  }
#pragma omp parallel for private(old) /* runs: a number in a variable, before its step */
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    {
      old = n;
      n += 1;
      a[old] = i;
    }
    b[i] = old;
  }
#pragma omp parallel for /* runs: a number in a variable, of a row */
  for (int i = 0; i < 64; i++) {
    const int k = key[i];
#pragma omp critical
    {
      const int at = used[k]++;
      rows[k][at] = i;
    }
  }
#pragma omp parallel for /* runs: a structure with the counter and the list */
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    {
      int at = whole.n++;
      whole.items[at] = i;
    }
  }
#pragma omp parallel for /* K001: a number in a variable, of another row */
  for (int i = 0; i < 64; i++) {
    const int k = key[i];
#pragma omp critical
    {
      int at = used[k]++;
      rows[k / 2][at] = i;
    }
  }
#pragma omp parallel for /* K001: a variable that changes */
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    {
      int at = n++;
      at /= 2;
      a[at] = i;
    }
  }
#pragma omp parallel for private(old) /* K001: a variable before it has the number */
  for (int i = 0; i < 64; i++) {
    old = 0;
#pragma omp critical
    {
      a[old] = i;
      old = n++;
    }
  }
#pragma omp parallel for /* K001: a variable that holds less */
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    {
      unsigned char at = n++;
      a[at] = i;
    }
  }
#pragma omp parallel for /* K001: a variable of all iterations */
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    {
      static int at;
      at = n++;
      a[at] = i;
    }
  }
#pragma omp parallel for reduction(+ : shared) /* K001: a sum is read elsewhere */
  for (int i = 0; i < 64; i++) {
#pragma omp critical
    m += a[i];
    shared += m;
  }
}

int main(void)
{
  bag = bags;
  loops();
  return bag->n + *p;
}
