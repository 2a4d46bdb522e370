/* What follows a construct on its line keeps its line and column. */
static int a[8], b[8];

void both(void)
{
  int i;
#pragma omp parallel for
  for (i = 0; i < 8; i++) a[i] = i; /* between */ b[0] = 1;
  if (b[0])
#pragma omp parallel for
    for (i = 0; i < 8; i++) b[i] = a[i];
  else b[1] = a[1];
}

int main(void)
{
  both();
  return 0;
}
