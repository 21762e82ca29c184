/* vertical.cc: each value of a picture is compared with those above and below, column by column: a loaded value is used
 * three times, and yet each line is fetched for each column. With REPAIRED: row by row.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <cstdio>
#include <vector>

class Picture {
 public:
  Picture(int width, int height) : width_(width), height_(height), values_(width * height) {}
  float &at(int x, int y) { return values_[y * width_ + x]; }
  const float *data() const { return values_.data(); }
  int width() const { return width_; }
  int height() const { return height_; }

 private:
  int width_, height_;
  std::vector<float> values_;
};

static int edges(const Picture &picture) {
  const int width = picture.width();
  const float *pixels = picture.data();
  int found = 0;
#ifdef REPAIRED
  for (int y = 1; y + 1 < picture.height(); y++)
    for (int x = 0; x < width; x++)
#else
  for (int x = 0; x < width; x++)
    for (int y = 1; y + 1 < picture.height(); y++)
#endif
      found += 2 * pixels[y * width + x] > pixels[(y - 1) * width + x] + pixels[(y + 1) * width + x];
  return found;
}

int main() {
  Picture picture(500, 700);
  for (int y = 0; y < picture.height(); y++)
    for (int x = 0; x < picture.width(); x++) picture.at(x, y) = static_cast<float>((x * 7 + y * 11) % 13);
  int found = 0;
  for (int round = 0; round < 3; round++) found += edges(picture);
  std::printf("%d\n", found);
  return 0;
}
