/* Mandelbrot set: uneven work, and a loop that is left early.  expect: offloaded=1 */
#include <stdio.h>

#define WIDTH 60
#define HEIGHT 24
#define LIMIT 60

static unsigned char image[HEIGHT][WIDTH];

int main(void)
{
  int row, column;

#pragma omp parallel for collapse(2) schedule(dynamic)
  for (row = 0; row < HEIGHT; row++)
    for (column = 0; column < WIDTH; column++) {
      double x = 0.0, y = 0.0;
      double cx = column * (3.0 / WIDTH) - 2.1, cy = row * (2.4 / HEIGHT) - 1.2;
      int count = 0;

      while (count < LIMIT) {
        double xx = x * x, yy = y * y;

        if (xx + yy > 4.0)
          break;
        y = 2.0 * x * y + cy;
        x = xx - yy + cx;
        count++;
      }
      image[row][column] = (unsigned char)count;
    }
  for (row = 0; row < HEIGHT; row++) {
    for (column = 0; column < WIDTH; column++)
      putchar(image[row][column] == LIMIT ? '#' : image[row][column] > 5 ? '+' : '.');
    putchar('\n');
  }
  return 0;
}
