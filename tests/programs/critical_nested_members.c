/* Members of structures in structures that iterations update under locks and in `critical`, while they read other members of
 * the same names.  Where a pointer may lead to what is updated, the loop stays.
 * expect: offloaded=3 kept=K015 */
#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#else
typedef int omp_lock_t;
#define omp_init_lock(lock) (*(lock) = 0)
#define omp_set_lock(lock) (*(lock) = 1)
#define omp_unset_lock(lock) (*(lock) = 0)
#endif

#define N 300
#define CELLS 20

struct vector {
  int x, y;
};

struct grain {
  struct vector place, force[2];
  struct {
    int x;
    long turned;
  } spin;
};

static struct grain grains[N];
static struct vector total[CELLS];
static omp_lock_t locks[N];

static int touches(const struct grain *one, const struct grain *other) {
  int x = other->place.x - one->place.x, y = other->place.y - one->place.y;
  return x * x + y * y < 40;
}

static const struct vector *seen(int i) {
  return i % 2 ? &grains[i].place : &grains[i].force[0];
}

int main(void) {
  long sum = 0;
  for (int i = 0; i < N; i++) {
    omp_init_lock(&locks[i]);
    grains[i].place = (struct vector){i * 37 % 101, i * 53 % 89};
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = i + 1; j < N; j++)
      if (touches(&grains[i], &grains[j])) {
        int push = grains[i].place.x - grains[j].place.x;
        omp_set_lock(&locks[i]);
        grains[i].force[0].x += push;
        grains[i].spin.turned += grains[j].place.y;
        omp_unset_lock(&locks[i]);
        omp_set_lock(&locks[j]);
        grains[j].force[0].x -= push;
        grains[j].spin.turned -= grains[i].place.x;
        omp_unset_lock(&locks[j]);
      }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
#pragma omp critical
    {
      total[i % CELLS].x += grains[i].force[0].x;
      grains[i * 7 % 10].spin.x += grains[i].place.x;
    }
  }
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += grains[i].force[0].x * (i % 7) + grains[i].spin.turned + grains[i].spin.x;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    int push = seen(i)->x;
    omp_set_lock(&locks[i % 10 * 2 + 1]);
    grains[i % 10 * 2 + 1].force[0].x += push;
    omp_unset_lock(&locks[i % 10 * 2 + 1]);
  }
  for (int i = 0; i < 20; i++)
    printf("%d %d %d\n", total[i].x, grains[i].force[0].x, grains[i].spin.x);
  printf("%ld\n", sum);
}
