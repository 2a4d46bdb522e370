int factor(void);

int factor(void)
{
  return 3;
}
