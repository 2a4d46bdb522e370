/* Bodies as structures: all iterations read one body after the other, which lanes share where there are few of them.
 * Large structures stay as they are. */
enum { N = 60 };

typedef struct {
  double x, y, m;
} body;

typedef struct {
  double x, past[9];
} track;

static body bodies[N];
static track tracks[N];
static double pull[N], reach[N];

void attract(int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++) {
      if (j == i)
        continue;
      double dx = bodies[j].x - bodies[i].x, dy = bodies[j].y - bodies[i].y;
      sum += bodies[j].m * dx / (dx * dx + dy * dy + 0.01);
    }
    pull[i] = sum;
  }
}

void span(int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++)
      sum += (tracks[j].x - tracks[i].x) * (tracks[j].x - tracks[i].x);
    reach[i] = sum;
  }
}
