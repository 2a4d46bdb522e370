/* A statement that can't have another before it gets braces. */
static double v[32];

double branch(int way)
{
  double sum = 0;
#pragma omp parallel for
  for (int i = 0; i < 32; i++)
    v[i] = i;
  if (way > 0)
    for (int i = 0; i < way; i++)
      sum += v[i];
  else if (way < 0)
    sum = v[0];
  return sum;
}

int main(int argc, char **argv)
{
  (void)argv;
  return branch(argc) != 0;
}
