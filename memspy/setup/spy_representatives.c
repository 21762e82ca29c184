/* spy_representatives.c: see spy_representatives.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/setup/spy_representatives.h"

#include "bins/bin_format.h"
#include "memspy/core/spy_file.h"

enum { DECIMALS = 9, WHOLE = 1000000000, FILE_MOST = 1 << 24 };
#define NUMBER_MOST (1ULL << 62)

/* What is read, line by line. */
typedef struct {
  const HChar *name; /* of the file */
  UInt line;         /* from 1 */
  const HChar *at;
} reader;

__attribute__((noreturn)) static void refuse(const reader *r, const HChar *wrong) {
  VG_(fmsg)("%s:%u: %s\n", r->name, r->line, wrong);
  VG_(exit)(1);
}

__attribute__((noreturn)) static void refuse_line(const reader *r) {
  refuse(r, "expected 'phase N interval N begin N instructions N weight N.N' or 'stretch phase N instructions N', as "
            "memspy phases -o writes them");
}

/* A text that must come next. */
static void take(reader *r, const HChar *text) {
  const UInt n = VG_(strlen)(text);
  if (!VG_STREQN(n, r->at, text)) refuse_line(r);
  r->at += n;
}

/* The same, and a number without leading zeros behind it. */
static ULong take_number(reader *r, const HChar *before) {
  enum { DIGITS_MOST = 19 };
  HChar *end;
  take(r, before);
  if (!VG_(isdigit)(*r->at)) refuse_line(r);
  const ULong number = VG_(strtoull10)(r->at, &end);
  if (*r->at == '0' && end != r->at + 1) refuse_line(r);
  if (end - r->at > DIGITS_MOST || number > NUMBER_MOST) refuse(r, "a number is too large");
  r->at = end;
  return number;
}

/* A number with nine decimals, in billionths. */
static UInt take_share(reader *r) {
  ULong share = take_number(r, " weight ");
  if (share > 1) refuse(r, "a weight is at most 1");
  take(r, ".");
  for (UInt i = 0; i < DECIMALS; i++, r->at++) {
    if (!VG_(isdigit)(*r->at)) refuse(r, "expected a weight with nine decimals");
    share = 10 * share + (ULong)(*r->at - '0');
  }
  if (share > WHOLE) refuse(r, "a weight is at most 1");
  return (UInt)share;
}

static void take_line_end(reader *r) {
  take(r, "\n");
  r->line++;
}

/* `before`: the phase of the line before. */
static spy_representative take_phase(reader *r, ULong before) {
  spy_representative one;
  one.phase = take_number(r, "phase ");
  if (one.phase != before + 1 && (one.phase != before || before == 0))
    refuse(r, "phases are counted from 1, and stand in that order");
  one.interval = take_number(r, " interval ");
  one.begin = take_number(r, " begin ");
  one.instructions = take_number(r, " instructions ");
  if (one.instructions == 0) refuse(r, "the interval has no instructions");
  one.share = take_share(r);
  take_line_end(r);
  return one;
}

/* `phases`: how many there are. */
static bin_stretch take_stretch(reader *r, ULong phases) {
  bin_stretch one;
  one.phase = take_number(r, "stretch phase ");
  if (one.phase == 0 || one.phase > phases) refuse(r, "there is no such phase above");
  one.instructions = take_number(r, " instructions ");
  if (one.instructions == 0) refuse(r, "the stretch has no instructions");
  take_line_end(r);
  return one;
}

static Bool has_stretch(const reader *r) { return *r->at == 's'; }

static Int compare(const void *a, const void *b) {
  const spy_representative *x = a, *y = b;
  return x->begin < y->begin ? -1 : x->begin > y->begin;
}

/* What concerns all lines. */
static void check(reader *r, const spy_representative *all, UInt n) {
  HChar text[80];
  ULong sum = 0;
  r->line--; /* the last of them */
  for (UInt i = 0; i < n; i++) sum += all[i].share;
  if (sum != WHOLE) refuse(r, "the weights do not add up to 1: the file was cut, or changed");
  for (UInt i = 1; i < n; i++)
    if (all[i - 1].begin + all[i - 1].instructions > all[i].begin) {
      VG_(snprintf)(text, sizeof text, "the intervals %llu and %llu overlap", all[i - 1].interval, all[i].interval);
      refuse(r, text);
    }
  r->line++;
}

static void *contents(XArray *list, UInt *n) {
  *n = (UInt)VG_(sizeXA)(list);
  return *n != 0 ? VG_(indexXA)(list, 0) : NULL;
}

/* All that stands behind the phases. */
static XArray *take_stretches(reader *r, const spy_representatives *all, ULong phases) {
  XArray *stretches = VG_(newXA)(VG_(malloc), "spy.stretches", VG_(free), sizeof(bin_stretch));
  const spy_representative *last = &all->intervals[all->n_intervals - 1];
  ULong sum = 0;
  while (*r->at != '\0') {
    const bin_stretch one = take_stretch(r, phases);
    VG_(addToXA)(stretches, &one);
    sum += one.instructions;
    if (sum > NUMBER_MOST) refuse(r, "a number is too large");
  }
  if (VG_(sizeXA)(stretches) != 0 && sum < last->begin + last->instructions)
    refuse(r, "the stretches end before an interval of a phase: the file was cut, or changed");
  return stretches;
}

static spy_representatives take_all(reader *r) {
  spy_representatives all;
  ULong phases = 0;
  XArray *intervals = VG_(newXA)(VG_(malloc), "spy.representatives", VG_(free), sizeof(spy_representative));
  while (*r->at != '\0' && !has_stretch(r)) {
    if (VG_(sizeXA)(intervals) == BIN_PHASES_MOST) refuse(r, "this memspy takes up to 128 intervals");
    const spy_representative one = take_phase(r, phases);
    phases = one.phase;
    VG_(addToXA)(intervals, &one);
  }
  if (VG_(sizeXA)(intervals) == 0) refuse(r, "there is no phase");
  VG_(setCmpFnXA)(intervals, compare);
  VG_(sortXA)(intervals);
  all.intervals = contents(intervals, &all.n_intervals);
  check(r, all.intervals, all.n_intervals);
  all.stretches = contents(take_stretches(r, &all, phases), &all.n_stretches);
  return all;
}

Bool spy_representatives_read(const HChar *name, spy_representatives *all, const HChar **wrong) {
  HChar *text = spy_file_read(name, FILE_MOST, wrong);
  if (!text) return False;
  reader r = {name, 1, text};
  if (!VG_STREQN(14, r.at, "memspy-phases ")) refuse(&r, "this is no file of phases, as memspy phases -o writes it");
  if (!VG_STREQN(2, r.at + 14, "1\n")) refuse(&r, "this memspy reads version 1 of files of phases only");
  take(&r, "memspy-phases 1");
  take_line_end(&r);
  *all = take_all(&r);
  VG_(free)(text);
  return True;
}
