/* `struct point`: it is a member of another structure */
struct point {
  double x, y;
};
struct body {
  struct point at;
  double mass;
};
static struct body bodies[900];
static struct point points[900];

void f(int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    points[i].x = bodies[i].at.x + 1.0;
    points[i].y = bodies[i].at.y;
  }
}
