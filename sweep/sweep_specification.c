/* sweep_specification.c: see sweep_specification.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "sweep/sweep_specification.h"

#include "plat/plat.h"
#include "plat/plat_array.h"

#define GREATEST ((uint64_t)1 << 60)

enum { UNITS = 3 };
static const char units[UNITS + 1] = "KMG";

/* ---- texts ------------------------------------------------------------------------------------------------------- */

size_t sweep_text_length(const char *text) {
  size_t n = 0;
  while (text[n]) n++;
  return n;
}

char *sweep_copy_text(const char *text, size_t n) {
  char *copy = plat_alloc(n + 1);
  for (size_t i = 0; i < n; i++) copy[i] = text[i];
  return copy;
}

/* Returns the position of the first character `wanted` in [at, end), or `end` if there is none. */
static const char *find(const char *at, const char *end, char wanted) {
  while (at < end && *at != wanted) at++;
  return at;
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

/* Parses the number [at, end). */
static bool number_until(const char *at, const char *end, uint64_t *number) {
  uint64_t value = 0;
  unsigned shift = 0;
  if (at == end || *at < '0' || *at > '9') return false;
  for (; at < end && *at >= '0' && *at <= '9'; at++) {
    value = value * 10 + (uint64_t)(*at - '0');
    if (value > GREATEST) return false;
  }
  if (at < end) {
    const char *const unit = find(units, units + UNITS, *at++);
    if (unit == units + UNITS) return false;
    shift = 10 * (unsigned)(unit - units + 1);
  }
  *number = value << shift;
  return at == end && value <= GREATEST >> shift;
}

bool sweep_parse_long(const char *text, uint64_t *number) {
  return number_until(text, text + sweep_text_length(text), number);
}

static char *number_text(uint64_t number) {
  char text[MACH_VALUE_MAX];
  unsigned unit = 0;
  for (; unit < UNITS && number != 0 && number % 1024 == 0; number /= 1024) unit++;
  mach_words words = mach_words_in(text, sizeof text);
  mach_words_number(&words, number);
  if (unit > 0) mach_words_add(&words, (const char[]){units[unit - 1], '\0'});
  return sweep_copy_text(text, words.used);
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

/* The term that is being parsed. */
typedef struct {
  sweep_parameter *parameter;
  uint32_t room;
  const char *term;
  mach_words *wrong;
} parsing;

static bool fail(const parsing *p, const char *item, const char *end, const char *why) {
  char *copy = sweep_copy_text(item, (size_t)(end - item));
  mach_words_add(p->wrong, p->term);
  mach_words_add(p->wrong, ": '");
  mach_words_add(p->wrong, copy);
  mach_words_add(p->wrong, "': ");
  mach_words_add(p->wrong, why);
  plat_free(copy);
  return false;
}

/* Adds a value to the parameter, and takes ownership of the text. A NULL follows the last value. */
static void add_value(parsing *p, char *value) {
  sweep_parameter *parameter = p->parameter;
  parameter->values = plat_grow(parameter->values, parameter->n + 1, &p->room, sizeof *parameter->values);
  parameter->values[parameter->n++] = value;
}

/* Parses a range, FROM..TO:xFACTOR or FROM..TO:+STEP. `dots`: the position of the dots. */
static bool take_range(parsing *p, const char *item, const char *end, const char *dots) {
  const char *const colon = find(dots, end, ':');
  if (colon == end || (colon[1] != 'x' && colon[1] != '+'))
    return fail(p, item, end, "expected FROM..TO:xFACTOR or FROM..TO:+STEP, as in 8K..1M:x2");
  const bool factor = colon[1] == 'x';
  uint64_t from, to, step;
  if (!number_until(item, dots, &from) || !number_until(dots + 2, colon, &to) || !number_until(colon + 2, end, &step))
    return fail(p, item, end, "expected numbers, which may end in K, M or G");
  if (from > to) return fail(p, item, end, "the first number is the greater one");
  if (step < (factor ? 2 : 1) || (factor && from == 0))
    return fail(p, item, end, "the numbers do not grow: x needs 2 or more and + needs 1 or more");
  for (;;) {
    if (p->parameter->n == SWEEP_PLAN_MOST) return fail(p, item, end, "more than 4096 values");
    add_value(p, number_text(from));
    if (factor ? from > to / step : step > to || from > to - step) return true;
    from = factor ? from * step : from + step;
  }
}

static bool take_item(parsing *p, const char *item, const char *end) {
  for (const char *dots = item; dots + 1 < end; dots++)
    if (dots[0] == '.' && dots[1] == '.') return take_range(p, item, end, dots);
  if (item == end) return fail(p, item, end, "expected a value");
  if (p->parameter->n == SWEEP_PLAN_MOST) return fail(p, item, end, "more than 4096 values");
  uint64_t number;
  add_value(p, number_until(item, end, &number) ? number_text(number) : sweep_copy_text(item, (size_t)(end - item)));
  return true;
}

bool sweep_parameter_parse(sweep_parameter *parameter, const char *term, mach_words *wrong) {
  parsing p = {.parameter = parameter, .term = term, .wrong = wrong};
  const char *const end = term + sweep_text_length(term), *const equals = find(term, end, '=');
  *parameter = (sweep_parameter){0};
  if (equals == end || equals == term) return fail(&p, term, end, "expected NAME=VALUE,...");
  parameter->name = sweep_copy_text(term, (size_t)(equals - term));
  for (const char *item = equals + 1;; item++) {
    const char *const comma = find(item, end, ',');
    if (!take_item(&p, item, comma)) return false;
    if ((item = comma) == end) return true;
  }
}

void sweep_parameter_clear(sweep_parameter *parameter) {
  plat_free(parameter->name);
  for (uint32_t i = 0; i < parameter->n; i++) plat_free(parameter->values[i]);
  plat_free(parameter->values);
  *parameter = (sweep_parameter){0};
}
