/* Loops inside parallel ones that use members of structures which functions return.  expect: offloaded=3 */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    float x, y, z;
} Vector;

struct hit {
    float at;
    int steps, id;
};

static Vector plus(Vector a, Vector b) { return (Vector){a.x + b.x, a.y + b.y, a.z + b.z}; }
static Vector times(Vector a, float by) { return (Vector){a.x * by, a.y * by, a.z * by}; }

static int nearer(const float *sphere, float from, struct hit *best)
{
    float at = sphere[0] - from;

    if (at < 0 || at >= best->at)
        return 0;
    best->at = at;
    return 1;
}

static struct hit search(const float *spheres, int count, float from)
{
    struct hit best = {1e30f, 0, -1};
    int i = 0;

    while (i < count) {
        if (nearer(spheres + 2 * i, from, &best))
            best.id = i;
        best.steps++;
        i += 1 + (i & 1);
    }
    return best;
}

static struct hit reversed(const float *spheres, int count, float from)
{
    struct hit best = search(spheres, count, from);

    best.id = count - best.id;
    return best;
}

int main(void)
{
    enum { ROWS = 90, COLUMNS = 70, SPHERES = 40 };
    float *spheres = malloc(2 * SPHERES * sizeof *spheres);
    unsigned char *image = malloc(ROWS * COLUMNS);
    int *steps = malloc(ROWS * COLUMNS * sizeof *steps);
    Vector *places = malloc(ROWS * COLUMNS * sizeof *places), step = {0.5f, 0.25f, 2.0f};
    long sum = 0;

    for (int i = 0; i < 2 * SPHERES; i++)
        spheres[i] = (float)(i * 37 % 80);

#pragma omp parallel for
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLUMNS; x++) {
            unsigned char shade = 10;
            if (x > 3 && search(spheres, SPHERES, x + y * 0.5f).id < 9)
                shade = 20;
            image[y * COLUMNS + x] = shade;
        }

#pragma omp parallel for
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLUMNS; x++)
            steps[y * COLUMNS + x] = (x < y ? search(spheres, SPHERES, x) : reversed(spheres, SPHERES, y)).id;

#pragma omp parallel for
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLUMNS; x++) {
            Vector place = {x, y, 1};
            if (image[y * COLUMNS + x] > 10 && steps[y * COLUMNS + x] > 0)
                place = plus(plus(step, times(place, 2)), times(step, (float)x));
            places[y * COLUMNS + x] = place;
        }

    for (int i = 0; i < ROWS * COLUMNS; i++)
        sum += image[i] + 3 * steps[i] + (long)(4 * (places[i].x + 2 * places[i].y + places[i].z));
    printf("%ld\n", sum);
    free(spheres);
    free(image);
    free(steps);
    free(places);
    return 0;
}
