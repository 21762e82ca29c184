/* ui_sweep_plan.c: see ui_sweep_plan.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/replay/ui_sweep_plan.h"

#include <string.h>

#include "ui/base/ui_nearest.h"
#include "ui/base/ui_text.h"

/* ---- parameters of caches ---- */

typedef enum { SIZE, WAYS, LINE } Field;

static const struct {
  const char *name;
  Field field;
  size_t level; /* where the config has the cache */
} of_caches[] = {{"D1", SIZE, offsetof(coh_config, d1)},      {"ways", WAYS, offsetof(coh_config, d1)},
                 {"line", LINE, offsetof(coh_config, d1)},    {"L2", SIZE, offsetof(coh_config, l2)},
                 {"L2-ways", WAYS, offsetof(coh_config, l2)}, {"LL", SIZE, offsetof(coh_config, ll)},
                 {"LL-ways", WAYS, offsetof(coh_config, ll)}};

/* The row of a name; G_N_ELEMENTS(of_caches): there is none. */
static unsigned row_of(const char *name) {
  unsigned i = 0;
  while (i < G_N_ELEMENTS(of_caches) && strcmp(of_caches[i].name, name) != 0) i++;
  return i;
}

bool ui_sweep_is_size(const char *name) {
  const unsigned row = row_of(name);
  return row < G_N_ELEMENTS(of_caches) && of_caches[row].field == SIZE;
}

/* Sets what a parameter of a cache says. False: the value is none. */
static bool set_in_cache(coh_config *config, unsigned row, const char *value) {
  coh_geometry *geometry = (coh_geometry *)(void *)((char *)config + of_caches[row].level);
  uint64_t number;
  if (of_caches[row].field == SIZE && geometry != &config->d1 && strcmp(value, "none") == 0) {
    geometry->size = 0;
    return true;
  }
  if (!ui_sweep_number(value, &number)) return false;
  if (of_caches[row].field == SIZE) {
    geometry->size = number;
    geometry->line = config->d1.line;
  } else if (of_caches[row].field == WAYS) {
    geometry->ways = number > UINT32_MAX ? UINT32_MAX : (uint32_t)number;
  } else {
    config->d1.line = config->l2.line = config->ll.line = number > UINT32_MAX ? UINT32_MAX : (uint32_t)number;
  }
  return true;
}

/* ---- one combination ---- */

typedef struct {
  const UiSweepBase *base;
  UiSweepPlan *plan;
  unsigned *at; /* which value, by parameter */
} Maker;

static const char *value_of(const Maker *maker, unsigned parameter) {
  return maker->plan->parameters[parameter].values[maker->at[parameter]];
}

/* The machine without what parameters of caches say. Returns what is wrong, or NULL. */
static char *settle(const Maker *maker, coh_config *config) {
  g_autoptr(GPtrArray) arguments = g_ptr_array_new_with_free_func(g_free);
  coh_options options = {.base = maker->base->machine};
  coh_option_error error = {0};
  for (const char *const *option = maker->base->options; *option != NULL; option++) coh_options_take(&options, *option);
  for (unsigned i = 0; i < maker->plan->n_parameters; i++) {
    if (row_of(maker->plan->parameters[i].name) < G_N_ELEMENTS(of_caches)) continue;
    char *argument = g_strdup_printf("--%s=%s", maker->plan->parameters[i].name, value_of(maker, i));
    g_ptr_array_add(arguments, argument);
    coh_options_take(&options, argument);
  }
  char *wrong = NULL;
  if (!coh_options_settle(&options, maker->base->reader, config, &error))
    wrong = g_strdup_printf("%s: %s", error.from.argument, error.allowed);
  coh_options_clear(&options);
  return wrong;
}

/* The present combination. Returns what is wrong with it, or NULL. */
static char *make_machine(const Maker *maker, coh_config *config) {
  char *wrong = settle(maker, config);
  if (wrong != NULL) return wrong;
  for (unsigned field = SIZE; field <= LINE; field++) /* lines last: they are those of caches that sizes make */
    for (unsigned i = 0; i < maker->plan->n_parameters; i++) {
      const unsigned row = row_of(maker->plan->parameters[i].name);
      if (row == G_N_ELEMENTS(of_caches) || of_caches[row].field != field) continue;
      if (!set_in_cache(config, row, value_of(maker, i)))
        return g_strdup_printf("'%s' is no number, which may end in K, M or G", value_of(maker, i));
    }
  char reason[256];
  const char *option = coh_config_check(config, reason, sizeof reason);
  if (option != NULL) return g_strdup_printf("%s: %s", option, reason);
  if (config->processors < maker->base->processors)
    return g_strdup_printf("processors: the trace needs at least %u", maker->base->processors);
  return NULL;
}

static void append_values(const Maker *maker, GString *out) {
  for (unsigned i = 0; i < maker->plan->n_parameters; i++) {
    g_autofree char *value = ui_text_escaped(value_of(maker, i));
    g_string_append_printf(out, "%s%s=%s", i > 0 ? " " : "", maker->plan->parameters[i].name, value);
  }
}

/* ---- all combinations ---- */

/* Goes to the next combination. False: there is none. */
static bool next(Maker *maker) {
  for (unsigned i = maker->plan->n_parameters; i-- > 0;) {
    if (++maker->at[i] < maker->plan->parameters[i].n) return true;
    maker->at[i] = 0;
  }
  return false;
}

static void add_machine(const Maker *maker, const coh_config *config) {
  UiSweepPlan *plan = maker->plan;
  UiSweepMachine *machine = &plan->machines[plan->n_machines++];
  machine->config = *config;
  machine->values = g_new(const char *, plan->n_parameters);
  for (unsigned i = 0; i < plan->n_parameters; i++) machine->values[i] = value_of(maker, i);
}

static bool has_machine(const UiSweepPlan *plan, unsigned parameter, const char *value) {
  for (unsigned i = 0; i < plan->n_machines; i++)
    if (plan->machines[i].values[parameter] == value) return true;
  return false;
}

/* A value that no machine has is a mistake. wrong: of the first combination of each value, by parameter and value. */
static bool check_values(const UiSweepPlan *plan, GHashTable *wrong, GError **error) {
  for (unsigned i = 0; i < plan->n_parameters; i++)
    for (char **value = plan->parameters[i].values; *value != NULL; value++) {
      if (has_machine(plan, i, *value)) continue;
      g_autofree char *printable = ui_text_escaped(*value);
      g_autofree char *why = ui_text_escaped(g_hash_table_lookup(wrong, *value));
      g_set_error(error, UI_SWEEP_ERROR, 0, "--sweep: %s=%s: there is no such machine: %s", plan->parameters[i].name,
                  printable, why);
      return false;
    }
  return true;
}

static bool make_all(Maker *maker, GError **error) {
  UiSweepPlan *plan = maker->plan;
  g_autoptr(GHashTable) wrongs = g_hash_table_new_full(NULL, NULL, NULL, g_free);
  do {
    coh_config config;
    char *wrong = make_machine(maker, &config);
    if (wrong == NULL) {
      add_machine(maker, &config);
      continue;
    }
    GString *text = g_string_new(NULL);
    append_values(maker, text);
    g_string_append_printf(text, ": %s", wrong);
    g_ptr_array_add(plan->left_out, g_string_free(text, FALSE));
    for (unsigned i = 0; i < plan->n_parameters; i++)
      if (!g_hash_table_contains(wrongs, value_of(maker, i)))
        g_hash_table_insert(wrongs, (gpointer)value_of(maker, i), g_strdup(wrong));
    g_free(wrong);
  } while (next(maker));
  return check_values(plan, wrongs, error);
}

/* ---- the plan ---- */

static bool is_option(const char *name) {
  for (unsigned i = 0; i < COH_OPTIONS; i++)
    if (i != COH_OPTION_MACHINE_FILE && strcmp(coh_option_get((coh_option)i)->name, name) == 0) return true;
  return false;
}

static bool fail_name(const char *name, GError **error) {
  UiNearest nearest;
  ui_nearest_start(&nearest, name);
  for (unsigned i = 0; i < G_N_ELEMENTS(of_caches); i++) ui_nearest_offer(&nearest, of_caches[i].name);
  for (unsigned i = 0; i < COH_OPTIONS; i++)
    if (i != COH_OPTION_MACHINE_FILE) ui_nearest_offer(&nearest, coh_option_get((coh_option)i)->name);
  const char *near = ui_nearest_take(&nearest);
  g_autofree char *printable = ui_text_escaped(name);
  g_set_error(
      error, UI_SWEEP_ERROR, 0,
      "--sweep: there is no parameter '%s'%s%s; expected D1, L2, LL (sizes), ways, L2-ways, LL-ways, line or an "
      "option of a machine",
      printable, near != NULL ? "; the nearest is " : "", near != NULL ? near : "");
  return false;
}

/* Reads the terms. */
static bool parse(UiSweepPlan *plan, const char *const *terms, unsigned n, GError **error) {
  plan->parameters = g_new0(UiSweepParameter, n);
  uint64_t machines = 1;
  for (unsigned i = 0; i < n; i++) {
    UiSweepParameter *parameter = &plan->parameters[i];
    if (!ui_sweep_parameter_parse(parameter, terms[i], error)) return false;
    plan->n_parameters++;
    if (row_of(parameter->name) == G_N_ELEMENTS(of_caches) && !is_option(parameter->name))
      return fail_name(parameter->name, error);
    for (unsigned j = 0; j < i; j++)
      if (strcmp(plan->parameters[j].name, parameter->name) == 0) {
        g_set_error(error, UI_SWEEP_ERROR, 0, "--sweep: %s is there twice", parameter->name);
        return false;
      }
    machines *= parameter->n;
    if (machines > UI_SWEEP_MACHINES_MOST) {
      g_set_error(error, UI_SWEEP_ERROR, 0, "--sweep: more than %d machines", UI_SWEEP_MACHINES_MOST);
      return false;
    }
  }
  plan->machines = g_new0(UiSweepMachine, machines);
  return true;
}

UiSweepPlan *ui_sweep_plan_new(const UiSweepBase *base, const char *const *terms, unsigned n, GError **error) {
  UiSweepPlan *plan = g_new0(UiSweepPlan, 1);
  plan->left_out = g_ptr_array_new_with_free_func(g_free);
  bool good = parse(plan, terms, n, error);
  if (good) {
    g_autofree unsigned *at = g_new0(unsigned, n);
    good = make_all(&(Maker){.base = base, .plan = plan, .at = at}, error);
  }
  if (good) return plan;
  ui_sweep_plan_free(plan);
  return NULL;
}

void ui_sweep_plan_free(UiSweepPlan *plan) {
  if (plan == NULL) return;
  for (unsigned i = 0; i < plan->n_parameters; i++) ui_sweep_parameter_clear(&plan->parameters[i]);
  for (unsigned i = 0; i < plan->n_machines; i++) g_free(plan->machines[i].values);
  g_free(plan->parameters);
  g_free(plan->machines);
  g_ptr_array_unref(plan->left_out);
  g_free(plan);
}
