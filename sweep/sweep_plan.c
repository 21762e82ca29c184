/* sweep_plan.c: see sweep_plan.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "sweep/sweep_plan.h"

#include "plat/plat.h"
#include "plat/plat_array.h"

/* ---- parameters of caches ---------------------------------------------------------------------------------------- */

typedef enum { SIZE, WAYS, LINE } field;

static const struct {
  const char *name;
  field field;
  size_t level; /* offset of the cache's description in the config */
} of_caches[] = {{"D1", SIZE, offsetof(mach_config, d1)},      {"ways", WAYS, offsetof(mach_config, d1)},
                 {"line", LINE, offsetof(mach_config, d1)},    {"L2", SIZE, offsetof(mach_config, l2)},
                 {"L2-ways", WAYS, offsetof(mach_config, l2)}, {"LL", SIZE, offsetof(mach_config, ll)},
                 {"LL-ways", WAYS, offsetof(mach_config, ll)}};

enum { OF_CACHES = sizeof of_caches / sizeof of_caches[0] };

/* Returns the index of the row with a name, or OF_CACHES if there is none. */
static unsigned row_of(const char *name) {
  unsigned i = 0;
  while (i < OF_CACHES && !mach_same_text(of_caches[i].name, name)) i++;
  return i;
}

bool sweep_plan_is_size(const char *name) {
  const unsigned row = row_of(name);
  return row < OF_CACHES && of_caches[row].field == SIZE;
}

const char *sweep_plan_name(unsigned i) { return i < OF_CACHES ? of_caches[i].name : NULL; }

/* Returns whether an option can only be set for all machines of a sweep together. This is so if the option's values
 * contain commas, since commas separate the values of a parameter. */
static bool is_for_all(mach_option option) {
  return option == MACH_OPTION_DTLB || option == MACH_OPTION_STLB || option == MACH_OPTION_PREFETCH;
}

/* Returns whether an option is about processors with windows. A sweep has only blocking processors, because the stalls
 * of windows would require separate clocks for each machine. */
static bool is_of_windows(mach_option option) {
  return option == MACH_OPTION_PROCESSOR || mach_option_get(option)->needs == MACH_OPTION_PROCESSOR;
}

bool sweep_plan_takes(mach_option option) {
  return option != MACH_OPTION_MACHINE_FILE && !is_for_all(option) && !is_of_windows(option);
}

static uint32_t to_32_bits(uint64_t number) { return number > UINT32_MAX ? UINT32_MAX : (uint32_t)number; }

/* Sets a parameter of a cache. Returns false if the value is invalid. */
static bool set_in_cache(mach_config *config, unsigned row, const char *value) {
  mach_geometry *geometry = (mach_geometry *)(void *)((char *)config + of_caches[row].level);
  uint64_t number;
  if (of_caches[row].field == SIZE && geometry != &config->d1 && mach_same_text(value, "none")) {
    geometry->size = 0;
    return true;
  }
  if (!sweep_parse_long(value, &number)) return false;
  if (of_caches[row].field == SIZE) {
    geometry->size = number;
    geometry->line = config->d1.line;
  } else if (of_caches[row].field == WAYS) {
    geometry->ways = to_32_bits(number);
  } else {
    config->d1.line = config->l2.line = config->ll.line = to_32_bits(number);
  }
  return true;
}

/* ---- one combination --------------------------------------------------------------------------------------------- */

typedef struct {
  const sweep_plan_base *base;
  sweep_plan *sweep;
  uint32_t *at; /* indexed by parameter: the index of its current value */
  /* indexed by parameter and value: the error of the first invalid machine with this value; NULL: there is none */
  char ***wrong;
  uint32_t left_room;      /* number of elements for which sweep->left_out has room */
  const mach_config *host; /* description of the host, if it is read and one of the machines is the host; else NULL */
} maker;

static const char *value_of(const maker *m, uint32_t parameter) {
  return m->sweep->parameters[parameter].values[m->at[parameter]];
}

/* Returns the text "--name=value". The caller frees it. */
static char *argument_of(const char *name, const char *value) {
  const size_t size = sweep_text_length(name) + sweep_text_length(value) + sizeof "--=";
  char *argument = plat_alloc(size);
  mach_words words = mach_words_in(argument, size);
  mach_words_add(&words, "--");
  mach_words_add(&words, name);
  mach_words_add(&words, "=");
  mach_words_add(&words, value);
  return argument;
}

/* Makes the machine of a combination, without the parameters of caches. Returns false on an error, with `wrong` set. */
static bool settle(const maker *m, mach_config *config, mach_words *wrong) {
  const sweep_plan *sweep = m->sweep;
  mach_options options = {.base = m->base->machine,
                          .base_name = m->base->name,
                          .blocking = true,
                          .host = m->host,
                          .host_file = m->base->host_file};
  mach_option_error error = {0};
  char **arguments = plat_alloc(sweep->n_parameters * sizeof *arguments);
  for (const char *const *option = m->base->options; *option; option++) mach_options_take(&options, *option);
  for (uint32_t i = 0; i < sweep->n_parameters; i++) {
    if (row_of(sweep->parameters[i].name) < OF_CACHES) continue;
    arguments[i] = argument_of(sweep->parameters[i].name, value_of(m, i));
    mach_options_take(&options, arguments[i]);
  }
  const bool good = mach_options_settle(&options, m->base->reader, config, &error);
  if (!good) {
    mach_words_add(wrong, error.from.argument);
    mach_words_add(wrong, ": ");
    mach_words_add(wrong, error.allowed);
  }
  mach_options_clear(&options);
  for (uint32_t i = 0; i < sweep->n_parameters; i++) plat_free(arguments[i]);
  plat_free(arguments);
  return good;
}

/* Applies the parameters of caches to a machine. Line sizes come last, since they also apply to caches that a size
 * parameter adds. */
static bool set_caches(const maker *m, mach_config *config, mach_words *wrong) {
  for (unsigned f = SIZE; f <= LINE; f++)
    for (uint32_t i = 0; i < m->sweep->n_parameters; i++) {
      const unsigned row = row_of(m->sweep->parameters[i].name);
      if (row == OF_CACHES || of_caches[row].field != f || set_in_cache(config, row, value_of(m, i))) continue;
      mach_words_add(wrong, "'");
      mach_words_add(wrong, value_of(m, i));
      mach_words_add(wrong, "' is no number, which may end in K, M or G");
      return false;
    }
  return true;
}

/* Makes the machine of the current combination. Returns false on an error, with `wrong` set. */
static bool make_machine(const maker *m, mach_config *config, mach_words *wrong) {
  char reason[256];
  if (!settle(m, config, wrong) || !set_caches(m, config, wrong)) return false;
  const char *option = mach_config_check(config, reason, sizeof reason);
  if (option) {
    mach_words_add(wrong, option);
    mach_words_add(wrong, ": ");
    mach_words_add(wrong, reason);
  } else if (mach_config_has_window(config)) {
    mach_words_add(wrong, "processor: the machines of a sweep need --processor=blocking");
  } else if (config->processors < m->base->processors) {
    mach_words_add(wrong, "processors: ");
    mach_words_add(wrong, m->base->user);
    mach_words_add(wrong, " needs at least ");
    mach_words_number(wrong, m->base->processors);
  }
  return wrong->used == 0;
}

/* ---- all combinations -------------------------------------------------------------------------------------------- */

/* Moves to the next combination of values. Returns false after the last one. */
static bool next(maker *m) {
  for (uint32_t i = m->sweep->n_parameters; i-- > 0;) {
    if (++m->at[i] < m->sweep->parameters[i].n) return true;
    m->at[i] = 0;
  }
  return false;
}

static void add_machine(const maker *m, const mach_config *config) {
  sweep_plan *sweep = m->sweep;
  sweep_plan_machine *machine = &sweep->machines[sweep->n_machines++];
  machine->config = *config;
  machine->values = plat_alloc(sweep->n_parameters * sizeof *machine->values);
  for (uint32_t i = 0; i < sweep->n_parameters; i++) machine->values[i] = value_of(m, i);
}

static void leave_out(maker *m, const char *why) {
  sweep_plan *sweep = m->sweep;
  char text[SWEEP_PLAN_WRONG_MAX];
  mach_words words = mach_words_in(text, sizeof text);
  for (uint32_t i = 0; i < sweep->n_parameters; i++) {
    if (i > 0) mach_words_add(&words, " ");
    mach_words_add(&words, sweep->parameters[i].name);
    mach_words_add(&words, "=");
    mach_words_add(&words, value_of(m, i));
    char **wrong = &m->wrong[i][m->at[i]];
    if (!*wrong) *wrong = sweep_copy_text(why, sweep_text_length(why));
  }
  mach_words_add(&words, ": ");
  mach_words_add(&words, why);
  sweep->left_out = plat_grow(sweep->left_out, sweep->n_left_out, &m->left_room, sizeof *sweep->left_out);
  sweep->left_out[sweep->n_left_out++] = sweep_copy_text(text, words.used);
}

static bool has_machine(const sweep_plan *sweep, uint32_t parameter, const char *value) {
  for (uint32_t i = 0; i < sweep->n_machines; i++)
    if (sweep->machines[i].values[parameter] == value) return true;
  return false;
}

/* Returns false, and adds an error to *text, if all machines with a value of some parameter were left out. */
static bool check_values(const maker *m, mach_words *text) {
  const sweep_plan *sweep = m->sweep;
  for (uint32_t i = 0; i < sweep->n_parameters; i++)
    for (uint32_t v = 0; v < sweep->parameters[i].n; v++) {
      if (has_machine(sweep, i, sweep->parameters[i].values[v])) continue;
      mach_words_add(text, sweep->parameters[i].name);
      mach_words_add(text, "=");
      mach_words_add(text, sweep->parameters[i].values[v]);
      mach_words_add(text, ": there is no such machine: ");
      mach_words_add(text, m->wrong[i][v]);
      return false;
    }
  return true;
}

/* Returns whether one of the machines, or the base machine, is the host. */
static bool has_host(const sweep_plan_base *base, const sweep_plan *sweep) {
  const char *const name = mach_option_get(MACH_OPTION_MACHINE)->name;
  for (uint32_t i = 0; i < sweep->n_parameters; i++)
    for (uint32_t v = 0; mach_same_text(sweep->parameters[i].name, name) && v < sweep->parameters[i].n; v++)
      if (mach_same_text(sweep->parameters[i].values[v], MACH_HOST_NAME)) return true;
  mach_options options = {0};
  for (const char *const *option = base->options; *option; option++) mach_options_take(&options, *option);
  const char *const given = options.given[MACH_OPTION_MACHINE];
  return given && mach_same_text(given, MACH_HOST_NAME);
}

static bool make_all(const sweep_plan_base *base, sweep_plan *sweep, mach_words *text) {
  const uint32_t n = sweep->n_parameters;
  maker m = {.base = base, .sweep = sweep};
  mach_host host; /* described only once, because many files must be read for the description */
  if (has_host(base, sweep) && mach_host_describe(MACH_HOST_SYS, base->reader, &host)) m.host = &host.machine;
  m.at = plat_alloc(n * sizeof *m.at);
  m.wrong = plat_alloc(n * sizeof *m.wrong);
  for (uint32_t i = 0; i < n; i++) m.wrong[i] = plat_alloc(sweep->parameters[i].n * sizeof **m.wrong);
  do {
    mach_config config;
    char wrong[MACH_ALLOWED_MAX + MACH_VALUE_MAX];
    mach_words why = mach_words_in(wrong, sizeof wrong);
    if (make_machine(&m, &config, &why))
      add_machine(&m, &config);
    else
      leave_out(&m, wrong);
  } while (next(&m));
  const bool good = check_values(&m, text);
  for (uint32_t i = 0; i < n; i++) {
    for (uint32_t v = 0; v < sweep->parameters[i].n; v++) plat_free(m.wrong[i][v]);
    plat_free(m.wrong[i]);
  }
  plat_free(m.wrong);
  plat_free(m.at);
  return good;
}

/* ---- the sweep --------------------------------------------------------------------------------------------------- */

static bool is_name(const char *name) {
  if (row_of(name) < OF_CACHES) return true;
  for (unsigned i = 0; i < MACH_OPTIONS; i++)
    if (sweep_plan_takes((mach_option)i) && mach_same_text(mach_option_get((mach_option)i)->name, name)) return true;
  return false;
}

static bool is_option_for_all(const char *name) {
  for (unsigned i = 0; i < MACH_OPTIONS; i++)
    if (is_for_all((mach_option)i) && mach_same_text(mach_option_get((mach_option)i)->name, name)) return true;
  return false;
}

/* Returns whether parameter i can be combined with the parameters before it. */
static bool check_name(const sweep_plan *sweep, uint32_t i, mach_words *text, const char **unknown) {
  const char *name = sweep->parameters[i].name;
  if (is_option_for_all(name)) {
    mach_words_add(text, name);
    mach_words_add(text, " cannot be swept: --");
    mach_words_add(text, name);
    mach_words_add(text, " gives it to all machines of a sweep");
    return false;
  }
  if (!is_name(name)) {
    mach_words_add(text, "there is no parameter '");
    mach_words_add(text, name);
    mach_words_add(text, "'");
    *unknown = name;
    return false;
  }
  for (uint32_t j = 0; j < i; j++) {
    if (!mach_same_text(sweep->parameters[j].name, name)) continue;
    mach_words_add(text, name);
    mach_words_add(text, " is there twice");
    return false;
  }
  return true;
}

/* Parses the terms. */
static bool parse(sweep_plan *sweep, const char *const *terms, uint32_t n, mach_words *text, const char **unknown) {
  sweep->parameters = plat_alloc(n * sizeof *sweep->parameters);
  uint64_t machines = 1;
  for (uint32_t i = 0; i < n; i++) {
    const char *not_known = NULL;
    sweep->n_parameters++;
    if (!sweep_parameter_parse(&sweep->parameters[i], terms[i], text)) return false;
    if (!check_name(sweep, i, text, &not_known)) {
      if (not_known) *unknown = terms[i];
      return false;
    }
    machines *= sweep->parameters[i].n;
    if (machines <= SWEEP_PLAN_MOST) continue;
    mach_words_add(text, "more than ");
    mach_words_number(text, SWEEP_PLAN_MOST);
    mach_words_add(text, " machines");
    return false;
  }
  sweep->machines = plat_alloc(machines * sizeof *sweep->machines);
  return true;
}

sweep_plan *sweep_plan_new(const sweep_plan_base *base, const char *const *terms, uint32_t n, sweep_plan_error *error) {
  sweep_plan *sweep = plat_alloc(sizeof *sweep);
  mach_words text = mach_words_in(error->text, sizeof error->text);
  error->unknown = NULL;
  if (parse(sweep, terms, n, &text, &error->unknown) && make_all(base, sweep, &text)) return sweep;
  sweep_plan_free(sweep);
  return NULL;
}

void sweep_plan_free(sweep_plan *sweep) {
  if (!sweep) return;
  for (uint32_t i = 0; i < sweep->n_machines; i++) plat_free(sweep->machines[i].values);
  for (uint32_t i = 0; i < sweep->n_parameters; i++) sweep_parameter_clear(&sweep->parameters[i]);
  for (uint32_t i = 0; i < sweep->n_left_out; i++) plat_free(sweep->left_out[i]);
  plat_free(sweep->left_out);
  plat_free(sweep->parameters);
  plat_free(sweep->machines);
  plat_free(sweep);
}
