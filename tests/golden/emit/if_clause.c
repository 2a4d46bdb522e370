/* Where the clause `if` says no, the loop stays on the CPU. */
static int table[512];

void fill(int count)
{
#pragma omp parallel for if (count > 100)
  for (int i = 0; i < count; i++)
    table[i] = i * i;
}

int main(int argc, char **argv)
{
  (void)argv;
  fill(argc * 50);
  return table[1];
}
