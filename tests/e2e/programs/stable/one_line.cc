// Several statements of a line allocate. SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <vector>

struct Barrel {
  char staves[2000];
};
struct Cellar {
  std::vector<int> red, white;
  std::vector<short> rose;
};

__attribute__((noinline)) static void fill(char *block, size_t n) {
  for (size_t i = 0; i < n; i++) block[i] = (char)i;
}

int main() {
  Cellar cellar;
  cellar.red.resize(1001);
  cellar.white.reserve(1002);
  cellar.rose.assign(2003, 1);
  fill((char *)cellar.red.data(), 4004), fill((char *)cellar.white.data(), 4008);
  Barrel *oak = new Barrel, *pine = new Barrel;
  char *crate = new char[4010];
  fill(oak->staves, 2000), fill(pine->staves, 2000), fill(crate, 4010);
  std::vector<long> shelf(503), rack(504);
  std::printf("%d\n", oak->staves[1] + pine->staves[2] + crate[3] + (int)shelf[4] + (int)rack[5] + cellar.red[0]);
}
