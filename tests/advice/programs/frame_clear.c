/* frame_clear.c: clears a frame buffer before each frame, which then overwrites all pixels.
 *
 * Defect: memset in begin_frame() writes pixels that draw() overwrites without reading them.
 * Expert: the memset of pixels is superfluous: remove it.
 * Remedy: with REPAIRED, the frame is not cleared.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <string.h>

enum { WIDTH = 320, HEIGHT = 240, FRAMES = 12 };

static unsigned pixels[HEIGHT][WIDTH];

static void begin_frame(void) {
#ifndef REPAIRED
  memset(pixels, 0, sizeof pixels);
#endif
}

static void draw(unsigned frame) {
  for (unsigned y = 0; y < HEIGHT; y++)
    for (unsigned x = 0; x < WIDTH; x++) pixels[y][x] = x * frame ^ y;
}

int main(void) {
  unsigned long sum = 0;
  for (unsigned frame = 0; frame < FRAMES; frame++) {
    begin_frame();
    draw(frame);
    sum += pixels[frame * 7][frame * 5];
  }
  printf("%lu\n", sum);
  return 0;
}
