/* bin_phases.c: see bin_phases.h.
 *
 * The file is untrusted input: a line that departs from the format is an error with its number. The end line is checked
 * first, so that a truncated or altered file is reported as such.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_phases.h"

#include "bins/bin_format.h"
#include "plat/plat.h"

enum { DECIMALS = 9, DIGITS_MOST = 19, HASH_DIGITS = 16 };
#define NUMBER_MOST (1ULL << 62)

/* The state of the reader. */
typedef struct {
  const char *at, *end;
  bin_phases_error *error; /* its `line` is the number of the current line */
} reader;

/* ---- messages ---- */

static void append(bin_phases_error *error, const char *text) {
  size_t n = 0;
  while (error->message[n]) n++;
  while (*text && n + 1 < sizeof error->message) error->message[n++] = *text++;
  error->message[n] = '\0';
}

static void append_number(bin_phases_error *error, uint64_t number) {
  char digits[21], *first = digits + sizeof digits - 1;
  *first = '\0';
  do *--first = (char)('0' + number % 10);
  while ((number /= 10) != 0);
  append(error, first);
}

static bool refuse(const reader *r, const char *message) {
  r->error->message[0] = '\0';
  append(r->error, message);
  return false;
}

static bool refuse_line(const reader *r) {
  return refuse(r,
                "expected 'phase N interval N begin N instructions N weight N.N' or 'stretch phase N instructions N', "
                "as memspy phases -o writes them");
}

/* ---- words ---- */

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Returns the next character; 0 at the end. */
static char peek(const reader *r) { return r->at != r->end ? *r->at : '\0'; }

/* Consumes a text, if it comes next. */
static bool take(reader *r, const char *text) {
  const char *at = r->at;
  for (; *text; text++, at++)
    if (at == r->end || *at != *text) return false;
  r->at = at;
  return true;
}

/* Consumes the text `before`, then a number without leading zeros. */
static bool take_number(reader *r, const char *before, uint64_t *number) {
  if (!take(r, before) || !is_digit(peek(r))) return refuse_line(r);
  const char *first = r->at;
  *number = 0;
  for (; is_digit(peek(r)); r->at++) {
    if (r->at - first == DIGITS_MOST) return refuse(r, "a number is too large");
    *number = 10 * *number + (uint64_t)(*r->at - '0');
  }
  if (*first == '0' && r->at != first + 1) return refuse_line(r);
  return *number <= NUMBER_MOST || refuse(r, "a number is too large");
}

/* Consumes a weight with nine decimals; *share is in billionths. */
static bool take_share(reader *r, uint32_t *share) {
  uint64_t number;
  if (!take_number(r, " weight ", &number)) return false;
  if (number > 1) return refuse(r, "a weight is at most 1");
  if (!take(r, ".")) return refuse_line(r);
  for (unsigned i = 0; i < DECIMALS; i++, r->at++) {
    if (!is_digit(peek(r))) return refuse(r, "expected a weight with nine decimals");
    number = 10 * number + (uint64_t)(*r->at - '0');
  }
  *share = (uint32_t)number;
  return number <= BIN_PHASE_WHOLE || refuse(r, "a weight is at most 1");
}

static bool take_line_end(reader *r) {
  if (!take(r, "\n")) return refuse_line(r);
  r->error->line++;
  return true;
}

/* ---- lines ---- */

/* Reads the line of an interval. `before` is the phase of the previous line. */
static bool take_phase(reader *r, uint64_t before, bin_representative *one) {
  if (!take_number(r, "phase ", &one->phase)) return false;
  if (one->phase != before + 1 && (one->phase != before || before == 0))
    return refuse(r, "phases are counted from 1, and stand in that order");
  if (!take_number(r, " interval ", &one->interval) || !take_number(r, " begin ", &one->begin) ||
      !take_number(r, " instructions ", &one->instructions))
    return false;
  if (one->instructions == 0) return refuse(r, "the interval has no instructions");
  return take_share(r, &one->share) && take_line_end(r);
}

/* Reads the line of a stretch (docs/phases-format.md). `phases` is the number of phases. */
static bool take_stretch(reader *r, uint64_t phases, bin_stretch *one) {
  uint64_t phase, instructions;
  if (!take_number(r, "stretch phase ", &phase)) return false;
  if (phase == 0 || phase > phases) return refuse(r, "there is no such phase above");
  if (!take_number(r, " instructions ", &instructions)) return false;
  if (instructions == 0) return refuse(r, "the stretch has no instructions");
  *one = (bin_stretch){.phase = phase, .instructions = instructions};
  return take_line_end(r);
}

/* Inserts an interval, sorted by its start. */
static void insert(bin_representatives *all, const bin_representative *one) {
  uint32_t at = all->n_intervals++;
  for (; at > 0 && all->intervals[at - 1].begin > one->begin; at--) all->intervals[at] = all->intervals[at - 1];
  all->intervals[at] = *one;
}

/* Checks the conditions on all intervals, after their last line. */
static bool check_intervals(const reader *r, const bin_representatives *all) {
  uint64_t sum = 0;
  r->error->line--;
  for (uint32_t i = 0; i < all->n_intervals; i++) sum += all->intervals[i].share;
  if (sum != BIN_PHASE_WHOLE) return refuse(r, "the weights do not add up to 1");
  for (uint32_t i = 1; i < all->n_intervals; i++) {
    const bin_representative *one = &all->intervals[i - 1], *next = one + 1;
    if (one->begin + one->instructions <= next->begin) continue;
    refuse(r, "the intervals ");
    append_number(r->error, one->interval);
    append(r->error, " and ");
    append_number(r->error, next->interval);
    append(r->error, " overlap");
    return false;
  }
  r->error->line++;
  return true;
}

/* Reads the phases; sets *phases to their number. */
static bool take_intervals(reader *r, bin_representatives *all, uint64_t *phases) {
  all->intervals = plat_alloc(BIN_PHASES_MOST * sizeof *all->intervals);
  *phases = 0;
  while (r->at != r->end && *r->at != 's') {
    bin_representative one;
    if (all->n_intervals == BIN_PHASES_MOST) return refuse(r, "this memspy takes up to 128 intervals");
    if (!take_phase(r, *phases, &one)) return false;
    *phases = one.phase;
    insert(all, &one);
  }
  return all->n_intervals != 0 ? check_intervals(r, all) : refuse(r, "there is no phase");
}

static void add_stretch(bin_representatives *all, uint32_t *room, const bin_stretch *one) {
  if (all->n_stretches == *room) {
    const uint32_t more = 2 * *room + 64;
    bin_stretch *moved = plat_alloc(more * sizeof *moved);
    if (*room != 0) __builtin_memcpy(moved, all->stretches, *room * sizeof *moved);
    plat_free(all->stretches);
    all->stretches = moved;
    *room = more;
  }
  all->stretches[all->n_stretches++] = *one;
}

/* Reads the lines after the phases. */
static bool take_stretches(reader *r, bin_representatives *all, uint64_t phases) {
  const bin_representative *last = &all->intervals[all->n_intervals - 1];
  uint64_t sum = 0;
  uint32_t room = 0;
  while (r->at != r->end) {
    bin_stretch one;
    if (!take_stretch(r, phases, &one)) return false;
    add_stretch(all, &room, &one);
    sum += one.instructions;
    if (sum > NUMBER_MOST) return refuse(r, "a number is too large");
  }
  return all->n_stretches == 0 || sum >= last->begin + last->instructions ||
         refuse(r, "the stretches end before an interval of a phase");
}

/* ---- the frame ---- */

static bool take_head(reader *r) {
  uint64_t version;
  if (!take(r, BIN_PHASES_FORMAT) || !take_number(r, " ", &version) || peek(r) != '\n')
    return refuse(r, "this is no file of phases, as memspy phases -o writes it");
  if (version < BIN_PHASES_VERSION)
    return refuse(r, "an older memspy wrote this file, without a checksum: make it again with memspy phases -o");
  return version == BIN_PHASES_VERSION || refuse(r, "a newer memspy wrote this file: this one reads version 2");
}

/* Consumes the checksum of the end line. */
static bool take_hash(reader *r, uint64_t *hash) {
  *hash = 0;
  for (unsigned i = 0; i < HASH_DIGITS; i++, r->at++) {
    const char c = peek(r);
    if (!is_digit(c) && (c < 'a' || c > 'f')) return false;
    *hash = *hash << 4 | (uint64_t)(is_digit(c) ? c - '0' : c - 'a' + 10);
  }
  return true;
}

/* Checks the end line, and removes it from the text. */
static bool check_end(reader *r) {
  const char *last = r->at;
  uint64_t lines = 0, count, hash;
  for (const char *at = r->at; at + 1 < r->end; at++)
    if (*at == '\n') last = at + 1, lines++;
  bin_phases_error wrong = {.line = (uint32_t)lines + 1};
  reader line = {last, r->end, &wrong};
  const bool is_end = take_number(&line, "end ", &count) && take(&line, " ") && take_hash(&line, &hash) &&
                      take(&line, "\n") && line.at == line.end;
  const char *message = !is_end ? "the file is cut short or was altered: it does not end with 'end LINES CHECKSUM'"
                                : "the checksum is wrong: the file was altered";
  const size_t n = (size_t)(last - r->at);
  if (is_end && count == lines && hash == bin_format_hash(BIN_FORMAT_HASH, r->at, n)) {
    r->end = last;
    return true;
  }
  r->error->line = wrong.line;
  return refuse(r, message);
}

bool bin_phases_read(bin_representatives *all, const char *text, size_t n, bin_phases_error *error) {
  uint64_t phases;
  *all = (bin_representatives){.intervals = NULL};
  *error = (bin_phases_error){.line = 1};
  reader first = {text, text + n, error}, r = first;
  if (!take_head(&first) || !check_end(&r)) return false;
  r.at = first.at;
  return take_line_end(&r) && take_intervals(&r, all, &phases) && take_stretches(&r, all, phases);
}

void bin_phases_clear(bin_representatives *all) {
  plat_free(all->intervals);
  plat_free(all->stretches);
  *all = (bin_representatives){.intervals = NULL};
}
