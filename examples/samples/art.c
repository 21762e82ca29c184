/* art.c: an adaptive resonance network (ART 2) that looks for objects in an image, for docs/case-study-samples.md:
 * windows of the image go through the layer F1, whose neurons are structs, and are matched with the learnt weights
 * (bottom-up and top-down, arrays of arrays).
 *
 *   art [SIDE [WINDOWS]]
 *
 * SIDE: pixels along an edge of a window. It prints how often each neuron won, which is the same in every run.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 100, WINDOWS = 250, OBJECTS = 12, IMAGE = 640, ROUNDS = 3 };

typedef struct {
  double *I; /* input of the layer */
  double W, X, V, U, P, Q, R;
} f1_neuron;

typedef struct {
  double y;
  int reset;
} xyz;

static f1_neuron *f1_layer;
static xyz *Y;
static double **bus; /* bottom-up weights, from each pixel's neuron to each object's */
static double **tds; /* top-down weights, from each object's neuron to each pixel's */
static unsigned char *cimage;
static double *busp; /* matches of the objects, for the report */
static int numf1s, side = SIDE;

static double a = 10, b = 10, c = 0.1, d = 0.9, theta = 0.01, rho = 0.97;
static int winner, matched[OBJECTS];

static void *get(size_t n, size_t size) {
  void *block = calloc(n, size);
  if (block == NULL) {
    fputs("art: no memory\n", stderr);
    exit(1);
  }
  return block;
}

static unsigned long long state = 3;

static double dice(void) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (double)(state >> 11) / 9007199254740992.0;
}

static void make_image(void) {
  cimage = get((size_t)IMAGE * IMAGE, 1);
  for (int y = 0; y < IMAGE; y++)
    for (int x = 0; x < IMAGE; x++)
      cimage[y * IMAGE + x] = (unsigned char)(128 + 60 * sin(x / 17.0) * cos(y / 23.0) + 60 * dice());
}

static void make_network(void) {
  numf1s = side * side;
  f1_layer = get((size_t)numf1s, sizeof *f1_layer);
  for (int i = 0; i < numf1s; i++) f1_layer[i].I = get(2, sizeof(double));
  Y = get(OBJECTS, sizeof *Y);
  busp = get(OBJECTS, sizeof *busp);
  bus = get((size_t)numf1s, sizeof(double *));
  tds = get((size_t)numf1s, sizeof(double *));
  for (int i = 0; i < numf1s; i++) {
    bus[i] = get(OBJECTS, sizeof(double));
    tds[i] = get(OBJECTS, sizeof(double));
    for (int j = 0; j < OBJECTS; j++) bus[i][j] = tds[i][j] = 0.02 + 0.02 * dice();
  }
}

static void load_window(int x, int y) {
  for (int i = 0; i < numf1s; i++) {
    int at = (y + i / side) * IMAGE + x + i % side;
    f1_layer[i].I[0] = cimage[at] / 255.0;
  }
}

/* Computes a layer's fields, one after the other, each normalised by its norm over all neurons. */
static void compute_values(void) {
  double tnorm = 0, tsum = 0;
  for (int ti = 0; ti < numf1s; ti++) {
    f1_layer[ti].W = f1_layer[ti].I[0] + a * f1_layer[ti].U;
    tnorm += f1_layer[ti].W * f1_layer[ti].W;
  }
  tnorm = sqrt(tnorm);
  for (int ti = 0; ti < numf1s; ti++) {
    f1_layer[ti].X = f1_layer[ti].W / tnorm;
    f1_layer[ti].V = f1_layer[ti].X < theta ? 0 : f1_layer[ti].X;
    if (f1_layer[ti].Q >= theta) f1_layer[ti].V += b * f1_layer[ti].Q;
    tsum += f1_layer[ti].V * f1_layer[ti].V;
  }
  tsum = sqrt(tsum);
  tnorm = 0;
  for (int ti = 0; ti < numf1s; ti++) {
    f1_layer[ti].U = f1_layer[ti].V / tsum;
    f1_layer[ti].P = f1_layer[ti].U;
    if (winner >= 0) f1_layer[ti].P += d * tds[ti][winner];
    tnorm += f1_layer[ti].P * f1_layer[ti].P;
  }
  tnorm = sqrt(tnorm);
  for (int ti = 0; ti < numf1s; ti++) f1_layer[ti].Q = f1_layer[ti].P / tnorm;
}

static void compute_matches(void) {
  for (int tj = 0; tj < OBJECTS; tj++) Y[tj].y = 0;
  for (int tj = 0; tj < OBJECTS; tj++) {
    if (Y[tj].reset) continue;
    for (int ti = 0; ti < numf1s; ti++) Y[tj].y += f1_layer[ti].P * bus[ti][tj];
  }
}

static int find_winner(void) {
  int best = -1;
  for (int i = 0; i < OBJECTS; i++) {
    busp[i] += Y[i].y;
    if (!Y[i].reset && (best < 0 || Y[i].y > Y[best].y)) best = i;
  }
  return best;
}

/* Returns whether the winner's expectation is close enough to the input. */
static int resonates(void) {
  double norm_u = 0, norm_p = 0, norm_r = 0;
  for (int ti = 0; ti < numf1s; ti++) {
    norm_u += f1_layer[ti].U * f1_layer[ti].U;
    norm_p += f1_layer[ti].P * f1_layer[ti].P;
  }
  for (int ti = 0; ti < numf1s; ti++) {
    f1_layer[ti].R = (f1_layer[ti].U + c * f1_layer[ti].P) / (sqrt(norm_u) + c * sqrt(norm_p));
    norm_r += f1_layer[ti].R * f1_layer[ti].R;
  }
  return sqrt(norm_r) >= rho;
}

static void learn(void) {
  for (int ti = 0; ti < numf1s; ti++) {
    double change = d * (f1_layer[ti].U - (1 - d) * tds[ti][winner]);
    tds[ti][winner] += 0.1 * change;
    bus[ti][winner] += 0.1 * change;
  }
}

static void recognise(void) {
  for (int j = 0; j < OBJECTS; j++) Y[j].reset = 0;
  winner = -1;
  for (int tries = 0; tries < OBJECTS; tries++) {
    for (int round = 0; round < ROUNDS; round++) compute_values();
    compute_matches();
    winner = find_winner();
    compute_values();
    if (resonates()) break;
    Y[winner].reset = 1;
  }
  learn();
  matched[winner]++;
}

int main(int n, char **args) {
  int windows = n > 2 ? atoi(args[2]) : WINDOWS;
  if (n > 1) side = atoi(args[1]);
  if (side < 4 || side > IMAGE / 2) side = SIDE;
  make_image();
  make_network();
  for (int i = 0; i < windows; i++) {
    load_window((int)(dice() * (IMAGE - side)), (int)(dice() * (IMAGE - side)));
    recognise();
  }
  for (int i = 0; i < OBJECTS; i++) printf("%d%c", matched[i], i + 1 < OBJECTS ? ' ' : '\n');
  printf("%.6f\n", busp[0]);
  return 0;
}
