/* ui_sweep_values.c: see ui_sweep_values.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/replay/ui_sweep_values.h"

#include <string.h>

#include "ui/base/ui_text.h"

G_DEFINE_QUARK(ui - sweep - error - quark, ui_sweep_error)

#define GREATEST ((uint64_t)1 << 60)

static const char units[] = "KMG";

bool ui_sweep_number(const char *text, uint64_t *number) {
  char *end;
  if (!g_ascii_isdigit(*text)) return false;
  const uint64_t value = g_ascii_strtoull(text, &end, 10);
  const char *unit = *end != '\0' ? strchr(units, *end) : NULL;
  if (*end != '\0' && (unit == NULL || end[1] != '\0')) return false;
  const unsigned shift = unit == NULL ? 0 : 10 * (unsigned)(unit - units + 1);
  *number = value << shift;
  return value <= GREATEST >> shift;
}

static char *number_text(uint64_t number) {
  unsigned unit = 0;
  while (unit < 3 && number != 0 && number % 1024 == 0) {
    number /= 1024;
    unit++;
  }
  return g_strdup_printf("%" G_GUINT64_FORMAT "%.*s", number, unit > 0, unit > 0 ? &units[unit - 1] : "");
}

static bool fail(const char *term, const char *item, const char *why, GError **error) {
  g_autofree char *printable = ui_text_escaped(term);
  g_autofree char *printable_item = ui_text_escaped(item);
  g_set_error(error, UI_SWEEP_ERROR, 0, "--sweep: %s: '%s': %s", printable, printable_item, why);
  return false;
}

/* Numbers from one to another: FROM..TO:xFACTOR, FROM..TO:+STEP. `dots` is where the dots are. */
static bool take_range(GPtrArray *values, const char *term, const char *item, const char *dots, GError **error) {
  const char *colon = strchr(dots, ':');
  if (colon == NULL || (colon[1] != 'x' && colon[1] != '+'))
    return fail(term, item, "expected FROM..TO:xFACTOR or FROM..TO:+STEP, as in 8K..1M:x2", error);
  g_autofree char *low = g_strndup(item, (gsize)(dots - item));
  g_autofree char *high = g_strndup(dots + 2, (gsize)(colon - dots - 2));
  const bool factor = colon[1] == 'x';
  uint64_t from, to, step;
  if (!ui_sweep_number(low, &from) || !ui_sweep_number(high, &to) || !ui_sweep_number(colon + 2, &step))
    return fail(term, item, "expected numbers, which may end in K, M or G", error);
  if (from > to) return fail(term, item, "the first number is the greater one", error);
  if (step < (factor ? 2 : 1) || (factor && from == 0))
    return fail(term, item, "the numbers do not grow: x needs 2 or more and + needs 1 or more", error);
  for (;;) {
    if (values->len == UI_SWEEP_MACHINES_MOST) return fail(term, item, "more than 4096 values", error);
    g_ptr_array_add(values, number_text(from));
    if (factor ? from > to / step : from > to - MIN(step, to)) return true;
    from = factor ? from * step : from + step;
  }
}

static bool take_item(GPtrArray *values, const char *term, const char *item, GError **error) {
  const char *dots = strstr(item, "..");
  if (dots != NULL) return take_range(values, term, item, dots, error);
  if (*item == '\0') return fail(term, item, "expected a value", error);
  if (values->len == UI_SWEEP_MACHINES_MOST) return fail(term, item, "more than 4096 values", error);
  uint64_t number;
  g_ptr_array_add(values, ui_sweep_number(item, &number) ? number_text(number) : g_strdup(item));
  return true;
}

bool ui_sweep_parameter_parse(UiSweepParameter *parameter, const char *term, GError **error) {
  const char *equals = strchr(term, '=');
  if (equals == NULL || equals == term) return fail(term, term, "expected NAME=VALUE,...", error);
  GPtrArray *values = g_ptr_array_new_with_free_func(g_free);
  g_auto(GStrv) items = g_strsplit(equals + 1, ",", -1);
  bool good = *items != NULL || fail(term, "", "expected a value", error);
  for (char **item = items; *item != NULL && good; item++) good = take_item(values, term, *item, error);
  if (!good) {
    g_ptr_array_free(values, TRUE);
    return false;
  }
  parameter->n = values->len;
  g_ptr_array_add(values, NULL);
  parameter->name = g_strndup(term, (gsize)(equals - term));
  parameter->values = (char **)g_ptr_array_free(values, FALSE);
  return true;
}

void ui_sweep_parameter_clear(UiSweepParameter *parameter) {
  g_free(parameter->name);
  g_strfreev(parameter->values);
  *parameter = (UiSweepParameter){0};
}
