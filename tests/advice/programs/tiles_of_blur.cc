// tiles_of_blur.cc: blurs an image in two passes, through an image between them.
//
// Defect: the second pass reads the image between the passes after it has left the first-level cache.
// Expert: fuse the passes: between is written by rows() and read by columns(); keep three rows of it.
// Remedy: with REPAIRED, the second pass follows the first one with a distance of a row, and between has three rows.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <vector>

constexpr int WIDTH = 1000, HEIGHT = 100;

#ifdef REPAIRED
constexpr int ROWS = 3;
#else
constexpr int ROWS = HEIGHT;
#endif

static std::vector<float> in(WIDTH *HEIGHT), between(WIDTH *ROWS), out(WIDTH *HEIGHT);

static float &at(std::vector<float> &image, int y, int x) { return image[static_cast<std::size_t>(y * WIDTH + x)]; }

static void row(int y) {
  for (int x = 1; x < WIDTH - 1; x++)
    at(between, y % ROWS, x) = (at(in, y, x - 1) + at(in, y, x) + at(in, y, x + 1)) / 3;
}

static void column(int y) {
  for (int x = 0; x < WIDTH; x++)
    at(out, y, x) = (at(between, (y - 1) % ROWS, x) + at(between, y % ROWS, x) + at(between, (y + 1) % ROWS, x)) / 3;
}

static void blur() {
#ifdef REPAIRED
  for (int y = 0; y < HEIGHT; y++) {
    row(y);
    if (y >= 2) column(y - 1);
  }
#else
  for (int y = 0; y < HEIGHT; y++) row(y);
  for (int y = 1; y < HEIGHT - 1; y++) column(y);
#endif
}

int main() {
  for (std::size_t i = 0; i < in.size(); i++) in[i] = static_cast<float>(i * 7 % 255);
  for (int i = 0; i < 6; i++) blur();
  double sum = 0;
  for (float value : out) sum += static_cast<double>(value);
  std::printf("%.2f\n", sum);
}
