/* padded.c: an array of structs whose members alternate between small and large ones.
 *
 * Defect: the order of members makes the compiler insert 21 bytes of padding into each struct of 48 bytes.
 * Expert: padding in struct sample: order the members by size.
 * Remedy: with REPAIRED, the large members come first, and the struct has 32 bytes.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>

enum { SAMPLES = 12000, ROUNDS = 8 };

struct sample {
#ifdef REPAIRED
  double time, value, weight;
  char kind, valid, channel;
#else
  char kind;
  double time;
  char valid;
  double value;
  char channel;
  double weight;
#endif
};

static struct sample *samples;

static double mean(char channel) {
  double sum = 0, weights = 0;
  for (int i = 0; i < SAMPLES; i++) {
    const struct sample *s = &samples[i];
    if (!s->valid || s->channel == channel || s->kind == 3) continue;
    sum += s->value * s->weight + s->time;
    weights += s->weight;
  }
  return sum / weights;
}

int main(void) {
  samples = calloc(SAMPLES, sizeof *samples);
  for (int i = 0; i < SAMPLES; i++) {
    struct sample *s = &samples[i];
    s->kind = (char)(i % 4);
    s->valid = i % 10 != 0;
    s->channel = (char)(i % 16);
    s->time = i;
    s->value = i % 100;
    s->weight = 1;
  }
  double sum = 0;
  for (char round = 0; round < ROUNDS; round++) sum += mean(round);
  printf("%g\n", sum);
  free(samples);
  return 0;
}
