/* spy_skid.c: see spy_skid.h.
 *
 * In the Gaussian, the weight of k is the integral of the density over all numbers that are rounded to k; for k = 0,
 * over all numbers below 1/2. The integral is computed by Simpson's rule, and stored in fixed point. Only additions and
 * multiplications are used, without a library of mathematics, so the results are the same on every host.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/setup/spy_skid.h"

#include "memspy/core/spy_file.h"

enum { MEAN_MOST = 10000, VARIANCE_MOST = 1000000, INSTRUCTIONS_MOST = 100000, FILE_MOST = 1 << 24 };
#define WEIGHT_MOST 1000000000ULL

static void make(spy_skid *skid, UInt n) {
  skid->n = n;
  skid->sums = VG_(calloc)("spy.skid", n, sizeof *skid->sums);
}

/* Converts weights to prefix sums. */
static void add_up(spy_skid *skid) {
  for (UInt i = 1; i < skid->n; i++) skid->sums[i] += skid->sums[i - 1];
}

static Bool always(UInt instructions, spy_skid *skid) {
  make(skid, instructions + 1);
  skid->sums[instructions] = 1;
  return True;
}

/* Parses a decimal number that ends at `end`, with up to six decimals. Returns false if it is invalid, or above
 * `most`. */
static Bool read_decimal(const HChar *text, HChar end, UInt most, double *number, const HChar **rest) {
  ULong whole = 0, part = 0, unit = 1;
  if (!VG_(isdigit)(*text)) return False;
  for (; VG_(isdigit)(*text) && whole <= most; text++) whole = 10 * whole + (ULong)(*text - '0');
  if (*text == '.' && VG_(isdigit)(text[1]))
    for (text++; VG_(isdigit)(*text) && unit < 1000000; text++, unit *= 10) part = 10 * part + (ULong)(*text - '0');
  *number = (double)whole + (double)part / (double)unit;
  *rest = text + 1;
  return *text == end && *number <= most;
}

/* ---- the Gaussian ---- */

/* Returns e to the power of -x. */
static double falling_exp(double x) {
  enum { HALVINGS = 12, TERMS = 8 };
  double small = x, sum = 0;
  for (UInt i = 0; i < HALVINGS; i++) small /= 2;
  for (UInt i = TERMS; i > 0; i--) sum = (1 + sum) * -small / (double)i;
  double power = 1 + sum;
  for (UInt i = 0; i < HALVINGS; i++) power *= power;
  return power;
}

static double density(double x, double mean, double variance) {
  const double squared = (x - mean) * (x - mean) / (2 * variance);
  return squared < 100 ? falling_exp(squared) : 0;
}

/* Returns the integral over the numbers that are rounded to k. A narrow peak needs small steps: no step is wider than
 * the smallest standard deviation. */
static double rounded_to(double k, double mean, double variance) {
  const UInt parts = variance < 0.01 ? 1024 : 64;
  const double step = 1.0 / parts;
  double sum = density(k - 0.5, mean, variance) + density(k + 0.5, mean, variance);
  for (UInt i = 1; i < parts; i++) sum += (i % 2 != 0 ? 4 : 2) * density(k - 0.5 + i * step, mean, variance);
  return sum * step / 3;
}

static Bool gaussian(double mean, double variance, spy_skid *skid) {
  const double fixed_point = 1099511627776.0;
  UInt deviations = 1; /* at least nine standard deviations: the rest is below the resolution of the fixed point */
  if (variance == 0) return always((UInt)(mean + 0.5), skid);
  while ((double)deviations * deviations < 81 * variance) deviations++;
  make(skid, (UInt)mean + deviations + 2);
  double least = 0;
  for (Int k = 0; k >= (Int)mean - (Int)deviations - 1; k--) least += rounded_to(k, mean, variance);
  skid->sums[0] = (ULong)(least * fixed_point + 0.5);
  for (UInt k = 1; k < skid->n; k++) skid->sums[k] = (ULong)(rounded_to(k, mean, variance) * fixed_point + 0.5);
  add_up(skid);
  return skid->sums[skid->n - 1] != 0;
}

static Bool read_gaussian(const HChar *text, spy_skid *skid) {
  double mean, variance;
  return read_decimal(text, ',', MEAN_MOST, &mean, &text) &&
         read_decimal(text, '\0', VARIANCE_MOST, &variance, &text) && gaussian(mean, variance, skid);
}

/* ---- a file ---- */

__attribute__((noreturn)) static void refuse(const HChar *name, UInt line, const HChar *wrong) {
  VG_(fmsg)("%s:%u: %s\n", name, line, wrong);
  VG_(exit)(1);
}

/* Parses a number at *at, before the character `end`; 2^64 - 1: there is none. */
static ULong number_before(const HChar **at, HChar end) {
  enum { DIGITS_MOST = 10 };
  HChar *rest;
  if (!VG_(isdigit)(**at)) return ~0ULL;
  const ULong number = VG_(strtoull10)(*at, &rest);
  const Bool good = *rest == end && rest - *at <= DIGITS_MOST;
  *at = rest + 1;
  return good ? number : ~0ULL;
}

static Bool read_histogram(const HChar *name, spy_skid *skid) {
  const HChar *wrong;
  HChar *text = spy_file_read(name, FILE_MOST, &wrong);
  if (!text) {
    VG_(fmsg)("%s: %s\n", name, wrong);
    VG_(exit)(1);
  }
  make(skid, INSTRUCTIONS_MOST + 1);
  UInt last = 0, line = 1;
  for (const HChar *at = text; *at != '\0'; line++) {
    const ULong instructions = number_before(&at, ' ');
    const ULong weight = instructions <= INSTRUCTIONS_MOST ? number_before(&at, '\n') : ~0ULL;
    if (weight > WEIGHT_MOST)
      refuse(name, line, "expected 'INSTRUCTIONS WEIGHT': numbers up to 100000 and 1000000000, and the line's end");
    skid->sums[instructions] += weight;
    if (weight != 0 && instructions > last) last = (UInt)instructions;
  }
  VG_(free)(text);
  skid->n = last + 1;
  add_up(skid);
  if (skid->sums[last] == 0) refuse(name, line, "there is no weight above 0");
  return True;
}

static Bool begins(const HChar *text, const HChar *with) { return VG_(strncmp)(text, with, VG_(strlen)(with)) == 0; }

Bool spy_skid_read(const HChar *text, spy_skid *skid) {
  static const HChar by_gaussian[] = "gaussian,", by_file[] = "histogram,";
  if (begins(text, by_gaussian)) return read_gaussian(text + sizeof by_gaussian - 1, skid);
  if (begins(text, by_file)) return text[sizeof by_file - 1] != '\0' && read_histogram(text + sizeof by_file - 1, skid);
  const ULong instructions = number_before(&text, '\0');
  return instructions <= MEAN_MOST && always((UInt)instructions, skid);
}
