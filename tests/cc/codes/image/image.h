#ifndef IMAGE_H
#define IMAGE_H
typedef unsigned char byte;
typedef struct { int w, h, c, stride; byte *data; } Image;
typedef union { unsigned long word; struct { byte r, g, b, a; } ch; byte v[4]; } Pixel;
#define PIX(im, x, y, k) ((im)->data[(y) * (im)->stride + (x) * (im)->c + (k)])
#define CLAMP(v) ((v) < 0 ? 0 : (v) > 255 ? 255 : (v))
typedef struct { const char *name; Image *(*fn)(const Image *, double); } Stage;
Image *img_new(int w, int h, int c);
void img_free(Image *);
Image *blur(const Image *, double), *sobel(const Image *, double), *gamma_adjust(const Image *, double), *median3(const Image *, double);
Image *grey(const Image *, double), *equalise(const Image *, double), *sharpen(const Image *, double), *pack(const Image *, double);
int pnm_write(const char *, const Image *);
unsigned long checksum(const Image *);
extern const byte *gamma_table(double g);
extern int verbose;
#endif
