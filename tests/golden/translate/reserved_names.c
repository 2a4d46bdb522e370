/* Names that OpenCL C gives a meaning of its own. */
struct half {
  int global, x;
};

void kernel(int n, int *local, struct half *event_t, int half)
{
  int max = 3;
#pragma omp parallel for
  for (int get_global_id = 0; get_global_id < n; get_global_id++) {
    int float4 = local[get_global_id], mrt_count0 = max;
    int clamp = float4 > mrt_count0 ? half : float4;
    event_t[get_global_id].global = clamp;
  }
}
