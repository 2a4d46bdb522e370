/* Accesses in the head of a loop around a region are announced each time they are made. */
static int state[16];

int settle(void)
{
  int steps = 0;
  while (state[0] < 10) {
#pragma omp parallel for
    for (int i = 0; i < 16; i++)
      state[i] += i + 1;
    steps++;
  }
  return state[15] + steps;
}

int main(void)
{
  return settle() != 0;
}
