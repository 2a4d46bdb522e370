/* promises_sends.c: promises about arrays that are sent to the device before a region needs them. */
#include "promises.h"

#include <time.h>
#include <unistd.h>

enum { MANY = 3 << 19 }; /* doubles of an array of three pieces */

static void nap(long milliseconds) {
  const struct timespec time = {.tv_nsec = milliseconds * 1000000};
  nanosleep(&time, NULL);
}

/* The first region opens the device. */
static void open_device(void) {
  CHECK(begin());
  mrt_leave(&run);
}

/* a += b on the device: the bytes that this moved there. */
static mrt_u64 plus(double *a, double *b) {
  mrt_u64 before = bytes_up();
  CHECK(begin());
  CHECK(launch_add(a, b, 1, MANY, MANY * sizeof *a, 0));
  mrt_leave(&run);
  settle();
  return bytes_up() - before;
}

static void check_sum(double *a, double sum) {
  MRT_HOST(a, MRT_READ);
  for (int i = 0; i < MANY; i++)
    CHECK(a[i] == sum);
}

/* Whether a segment is on its way. */
static bool is_sending(const double *array) {
  mrt_lock_memory();
  const struct mrt_segment *segment = mrt_segment_at((uintptr_t)array);
  bool sending = segment != NULL && segment->copy != NULL && segment->copy->sending != NULL;
  mrt_unlock_memory();
  return sending;
}

/* What was sent is there, in whatever moment the launch comes. */
static void sent(void) {
  open_device();
  for (int milliseconds = 0; milliseconds < 60; milliseconds += 7) {
    double *a = new_array(MANY, 1), *b = new_array(MANY, 2);
    MRT_SEND(a);
    MRT_SEND(b);
    CHECK(is_sending(a) && is_sending(b));
    MRT_SEND(a); /* once is enough */
    nap(milliseconds);
    CHECK(plus(a, b) == 2 * MANY * sizeof *a);
    CHECK(!is_sending(a) && !is_sending(b));
    check_sum(a, 3);
    MRT_SEND(a); /* it is there */
    CHECK(!is_sending(a));
    MRT_HOST(b, MRT_WRITE);
    for (int i = 0; i < MANY; i++)
      b[i] = 4;
    MRT_SEND(b); /* into the copy that it has */
    CHECK(is_sending(b));
    CHECK(plus(a, b) == MANY * sizeof *a);
    check_sum(a, 7);
    mrt_free(a);
    mrt_free(b);
  }
}

/* The host goes on writing, in part or all of it, and once it has told so, no old value comes to the device. */
static void sent_too_early(void) {
  open_device();
  double *a = new_array(MANY, 1), *b = new_array(MANY, 2);
  MRT_SEND(b);
  MRT_HOST(b, MRT_READ); /* does not matter */
  CHECK(is_sending(b));
  MRT_HOST(b, MRT_WRITE);
  CHECK(!is_sending(b));
  for (int i = 0; i < MANY; i++)
    b[i] = 5;
  MRT_SEND(b);
  MRT_HOST_PART(b[MANY - 1], MRT_WRITE);
  CHECK(!is_sending(b));
  b[MANY - 1] = 5;
  MRT_SEND(b);
  MRT_HOST_ALL(MRT_READ | MRT_WRITE);
  CHECK(!is_sending(b));
  b[0] = 5;
  plus(a, b);
  check_sum(a, 6);
}

/* Blocks may go, and grow, while they are sent. */
static void sent_and_gone(void) {
  open_device();
  for (int round = 0; round < 5; round++) {
    double *a = new_array(MANY, 1), *b = new_array(MANY, 2), *c = new_array(MANY, 3);
    MRT_SEND(c);
    MRT_SEND(a);
    MRT_SEND(b);
    nap(round);
    mrt_free(a);
    b = mrt_realloc(b, 2 * MANY * sizeof *b);
    CHECK(b != NULL && !is_sending(b));
    mrt_free(c);
    c = new_array(MANY, 4);
    MRT_SEND(b);
    MRT_SEND(c);
    plus(b, c);
    check_sum(b, 6);
    mrt_free(b);
    mrt_free(c);
  }
  CHECK(mrt_active == 0);
}

/* What a launch overwrites, is not waited for. */
static void sent_in_vain(void) {
  open_device();
  double *a = new_array(MANY, 1);
  MRT_SEND(a);
  CHECK(begin());
  CHECK(launch_number(a, MANY, MANY * sizeof *a, MRT_OVERWRITES));
  mrt_leave(&run);
  settle();
  CHECK(bytes_up() == 0 && !is_sending(a));
  MRT_HOST(a, MRT_READ);
  CHECK(a[0] == 0 && a[MANY - 1] == MANY - 1);
}

/* Small arrays, zeros, unknown memory and automatic arrays are not sent. */
static void not_sent(void) {
  open_device();
  double *small = new_array(N, 1), *zeros = mrt_calloc(MANY, sizeof *zeros), one = 0;
  MRT_SEND(small);
  MRT_SEND(zeros);
  MRT_SEND(&one);
  MRT_SEND(NULL);
  CHECK(mrt_active == 0);
}

static void sent_where_it_is_not_wanted(void) {
  open_device();
  double *a = new_array(MANY, 1), *b = new_array(MANY, 2);
  MRT_SEND(a);
  MRT_SEND(b);
  CHECK(mrt_active == 0);
  plus(a, b);
  MRT_HOST(b, MRT_WRITE);
  MRT_SEND(b);
  CHECK(!is_sending(b));
  check_sum(a, 3);
}

/* A child has its parent's memory, and the parent goes on. */
static void sent_and_forked(void) {
  open_device();
  double *a = new_array(MANY, 1), *b = new_array(MANY, 2);
  MRT_SEND(a);
  MRT_SEND(b);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    alarm(300);
    MRT_SEND(a);
    CHECK(mrt_active == 0);
    items = 7;
    CHECK(!begin());
    mrt_leave(&run);
    mrt_free(b);
    CHECK(a[MANY - 1] == 1);
    exit(0);
  }
  check_end(child);
  CHECK(plus(a, b) == 2 * MANY * sizeof *a);
  check_sum(a, 3);
}

/* The process ends, while arrays are on their way. */
static void sent_at_the_end(void) {
  open_device();
  MRT_SEND(new_array(MANY, 1));
  MRT_SEND(new_array(MANY, 2));
}

static void *send_and_free(void *unused) {
  for (int round = 0; round < 10; round++) {
    double *a = new_array(MANY, 1);
    MRT_SEND(a);
    nap(1);
    mrt_free(a);
  }
  return unused;
}

/* Several threads of the program send, while one of them runs regions. */
static void sent_by_threads(void) {
  open_device();
  pthread_t others[2];
  double *a = new_array(MANY, 0), *b = new_array(MANY, 1);
  for (int i = 0; i < 2; i++)
    CHECK(pthread_create(&others[i], NULL, send_and_free, NULL) == 0);
  for (int round = 1; round <= 10; round++) {
    MRT_HOST(b, MRT_WRITE);
    for (int i = 0; i < MANY; i++)
      b[i] = round;
    MRT_SEND(b);
    plus(a, b);
  }
  for (int i = 0; i < 2; i++)
    pthread_join(others[i], NULL);
  check_sum(a, 55);
}

const struct promise sends_promises[] = {{"sent", sent},
                                         {"sent_too_early", sent_too_early},
                                         {"sent_and_gone", sent_and_gone},
                                         {"sent_in_vain", sent_in_vain},
                                         {"not_sent", not_sent},
                                         {"sent_where_it_is_not_wanted", sent_where_it_is_not_wanted},
                                         {"sent_and_forked", sent_and_forked},
                                         {"sent_at_the_end", sent_at_the_end},
                                         {"sent_by_threads", sent_by_threads},
                                         {NULL, NULL}};
