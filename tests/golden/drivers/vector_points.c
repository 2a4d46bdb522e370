#include "../transforms/vector/points.c"

#include <stdio.h>

int main(void)
{
  static struct complex z[301], w[300];
  static struct colour c[300];
  static struct small s[300];
  static struct triple t[300];
  static struct mixed m[300];
  static struct pair p[300];
  double sum = 0.0;

  for (int i = 0; i < 300; i++) {
    roots[i] = (struct complex){i % 3, 1.0};
    z[i] = w[i] = (struct complex){i % 7, -i % 4};
    c[i] = (struct colour){(float)i, 1.0f, (float)(i % 5), 9.0f};
    s[i] = (struct small){0, (short)i};
    t[i] = (struct triple){0.0f, 1.0f, (float)(i % 6)};
    m[i] = (struct mixed){0.0f, i};
    p[i] = (struct pair){i, i % 9};
  }
  rotate(z, w, 300);
  rotate(z + 1, z, 0);
  rotate(z + 1, w, 299);
  fade(c, s, t, m, 300);
  join(p, 300);
  for (int i = 0; i < 300; i++) {
    sum += z[i].re * (i % 3) + z[i].im + c[i].r + c[i].b + c[i].a + s[i].x + t[i].x + m[i].x;
    sum += held[i].pair.to * (i % 4) + held[i].weight;
  }
  printf("%.10g\n", sum);
  return 0;
}
