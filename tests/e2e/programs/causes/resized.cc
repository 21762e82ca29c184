// resized.cc: for each frame, a vector is emptied, and resize() sets all elements of the only block again. The next
// function overwrites them.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdint>
#include <cstdio>
#include <vector>

constexpr int width = 512, height = 256, frames = 6;

static std::vector<uint32_t> pixels;

__attribute__((noinline)) static void render(uint32_t seed) {
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) pixels[y * width + x] = seed + x * y;
}

int main() {
  uint64_t sum = 0;
  for (int frame = 0; frame < frames; frame++) {
    pixels.clear();
    pixels.resize(width * height);
    render(frame);
    sum += pixels[frame];
  }
  std::printf("%llu\n", (unsigned long long)sum);
  return 0;
}
