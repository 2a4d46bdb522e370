/* A function that calls one of the file from which it is called. */
double called_back(double x);
double tallied(double x);

double called_back(double x)
{
  return x > 14 ? tallied(x) : x;
}
