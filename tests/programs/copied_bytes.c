/* Blocks that are copied between elements of other types, in parts of elements, or onto themselves.
 * expect: offloaded=8 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { N = 40, M = 12 };

struct packet {
  char tag;
  double value;
  short more[3];
};

static unsigned char message[N][64];
static uint32_t word[N][M];
static double row[N][M], shifted[N][M], down[N][M];
static struct packet packet[N], same[N];
static unsigned char raw[N][sizeof(struct packet)];
static int key[N], moved[N];

int main(void)
{
  int equal = 0, order = 0;
  double check = 0.0;

  memset(packet, 0, sizeof packet);
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < 64; k++)
      message[i][k] = (unsigned char)(i * 31 + k * 7);
    for (int k = 0; k < M; k++)
      row[i][k] = shifted[i][k] = down[i][k] = i * M + k;
    packet[i].tag = (char)('a' + i % 26);
    packet[i].value = i * 0.25;
    packet[i].more[2] = (short)i;
    key[i] = i / 3;
  }

#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    uint32_t part[4];
    memcpy(part, message[i] + 4, sizeof part);
    for (int k = 0; k < 4; k++)
      word[i][k] = part[k] * 3U + 1;
    memcpy(&word[i][4], &row[i][1], 16);
  }

#pragma omp parallel for
  for (int i = 0; i < N; i++)
    memmove(shifted[i], shifted[i] + 1, (M - 1) * sizeof(double));

#pragma omp parallel for
  for (int i = 0; i < N; i++)
    memmove(&down[i][2], down[i], (M - 2) * sizeof down[i][0]);

#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    memcpy(raw[i], &packet[i], sizeof packet[i]);
    memcpy(&same[i], raw[i], sizeof same[i]);
  }

  /* The upper half of a number, and three bytes of another one. */
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double x = row[i][3];
    unsigned upper;
    memcpy(&upper, (char *)&x + 4, sizeof upper);
    moved[i] = (int)(upper >> 20);
    memcpy(&moved[i], message[i], 3);
  }

#pragma omp parallel for reduction(+ : equal, order)
  for (int i = 1; i < N; i++) {
    equal += memcmp(&packet[i], &same[i], sizeof(struct packet)) == 0;
    equal += 100 * (memcmp(&key[i], &key[i - 1], sizeof *key) == 0);
    order += memcmp(message[i], message[i - 1], 8) < 0;
  }

  /* Overlapping by a part of an element. */
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    memmove(message[i] + 3, message[i], 40);

#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    struct packet two[2] = {packet[i], same[(i + 1) % N]};
    memmove(&two[1], &two[0], sizeof two[0]);
    same[i].value += two[1].value * 4;
  }

  for (int i = 0; i < N; i++) {
    for (int k = 0; k < M; k++)
      check += (k + 1) * (shifted[i][k] + 2 * down[i][k] + word[i][k] % 1000);
    for (int k = 0; k < 64; k++)
      check += message[i][k] * k;
    check += same[i].value + same[i].tag + same[i].more[2] + moved[i] % 1000;
  }
  printf("%d %d %.12g\n", equal, order, check);
  return 0;
}
