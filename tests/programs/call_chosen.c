#include <stdio.h>
#include <tgmath.h>
#define square(x) _Generic((x), float: square_f, double: square_d, default: square_i)(x)
#define cube(x) _Generic((x), float: ((x)*(x)*(x)), default: (double)(x)*(x)*(x))
static inline float square_f(float x) { return x * x; }
static inline double square_d(double x) { return x * x; }
static inline long square_i(long x) { return x * x; }
static double twice(double x){return 2*x;}
static double half(double x){return x/2;}
int main(void){
double a[100]; float f[100]; 
#pragma omp parallel for
for(int i=0;i<100;i++){
  f[i] = square((float)i) + sqrt((float)i) + cube((float)i);
  a[i] = square(1.0*i) + square(i) + exp(-f[i]) + pow(i, 0.5f) + fabs(f[i]) + fmax(f[i], 3) + (i%3 ? twice : half)(i+.5);
}
double s=0; for(int i=0;i<100;i++) s+=a[i]*(i+1)+f[i];
printf("%.6f\n", s); return 0;}
