/* The order of bytes in networks and files.  expect: offloaded=2 */
#define _DEFAULT_SOURCE
#include <arpa/inet.h>
#include <byteswap.h>
#include <endian.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { N = 200 };

static uint8_t packets[N][16];
static uint64_t sums[N];

int main(void)
{
  unsigned long kinds[3] = {0};
#pragma omp parallel for reduction(+ : kinds[:3])
  for (int i = 0; i < N; i++) {
    uint32_t address = htonl(0x0a000000u + (uint32_t)i * 77u);
    uint16_t port = htons((uint16_t)(i * 331));
    uint64_t stamp = htobe64((uint64_t)i * 0x123456789abcULL);
    memcpy(packets[i], &address, 4);
    memcpy(packets[i] + 4, &port, 2);
    memcpy(packets[i] + 8, &stamp, 8);
    kinds[ntohs(port) % 3]++;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    uint32_t address;
    memcpy(&address, packets[i], 4);
    uint16_t port = (uint16_t)(packets[i][4] << 8 | packets[i][5]);
    sums[i] = ntohl(address) + bswap_64((uint64_t)i) + bswap_32(address) + bswap_16(port) + htole16(port) + le32toh(address) + be16toh(port);
  }
  uint64_t hash = 0;
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < 16; k++)
      hash = hash * 31 + packets[i][k];
    hash = hash * 31 + sums[i];
  }
  printf("%016llx %lu %lu %lu\n", (unsigned long long)hash, kinds[0], kinds[1], kinds[2]);
  return 0;
}
