/* Pointers that go through files, pipes and sockets as bytes.  expect: offloaded=6 */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

enum { N = 1000 };

struct message {
  int number;
  double *values;
};

static void scale(double *values, double factor)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    values[i] *= factor;
}

static int counts[N];

static void count_up(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    counts[i] += 1;
}

static int marks[N], notes[N];

static void mark(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    marks[i] += 2;
}

static int lines[N], words[N];

static void line(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    lines[i] += 4;
}

static void word(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    words[i] += 5;
}

static void note(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    notes[i] += 3;
}

int main(void)
{
  double *values = malloc(N * sizeof *values);
  for (int i = 0; i < N; i++)
    values[i] = i;

  int ends[2];
  struct message sent = {1, values + 5}, received;
  if (pipe(ends) || write(ends[1], &sent, sizeof sent) != sizeof sent)
    return 1;
  scale(values, 2);
  if (read(ends[0], &received, sizeof received) != sizeof received)
    return 1;
  received.values[1] = 77;
  scale(values, 3);
  printf("%d %g %g\n", received.number, received.values[1], received.values[2]);

  FILE *file = tmpfile();
  int *place = counts + 20, *again;
  if (!file || fwrite(&place, sizeof place, 1, file) != 1)
    return 1;
  rewind(file);
  if (fread(&again, sizeof again, 1, file) != 1)
    return 1;
  count_up();
  again[0] = 5;
  count_up();
  printf("%d %d\n", again[0], again[1]);

  place = counts + 40;
  if (pwrite(fileno(file), &place, sizeof place, 64) != sizeof place)
    return 1;
  count_up();
  if (pread(fileno(file), &again, sizeof again, 64) != sizeof again)
    return 1;
  again[2] -= 9;
  count_up();
  printf("%d %d\n", counts[42], again[3]);

  int *mine = marks + 3, *marked;
  struct iovec one = {&mine, sizeof mine};
  if (writev(ends[1], &one, 1) != sizeof mine)
    return 1;
  mark();
  if (read(ends[0], &marked, sizeof marked) != sizeof marked)
    return 1;
  marked[1] = 50;
  mark();
  printf("%d %d\n", marked[1], marked[2]);

  int *next = notes + 6, *noted;
  struct iovec two = {&noted, sizeof noted};
  if (write(ends[1], &next, sizeof next) != sizeof next)
    return 1;
  note();
  if (readv(ends[0], &two, 1) != sizeof noted)
    return 1;
  noted[1] = 70;
  note();
  printf("%d %d\n", noted[1], noted[2]);

  int pair[2], *here = lines + 7, *there, *said = words + 8, *heard;
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) || send(pair[0], &here, sizeof here, 0) != sizeof here)
    return 1;
  line();
  if (recv(pair[1], &there, sizeof there, 0) != sizeof there)
    return 1;
  there[1] = 90;
  line();
  printf("%d %d\n", there[1], there[2]);

  struct iovec out = {&said, sizeof said}, in = {&heard, sizeof heard};
  struct msghdr letter = {.msg_iov = &out, .msg_iovlen = 1}, answer = {.msg_iov = &in, .msg_iovlen = 1};
  if (sendmsg(pair[0], &letter, 0) != sizeof said)
    return 1;
  word();
  if (recvmsg(pair[1], &answer, 0) != sizeof heard)
    return 1;
  heard[1] = 30;
  word();
  printf("%d %d\n", heard[1], heard[2]);
  free(values);
  return 0;
}
