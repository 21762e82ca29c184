/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "coherence/coh_options.h"

#include "coherence/plat.h"

static const coh_option_row rows[COH_OPTIONS] = {
#define COH_FIELDS coh_config
#define OPTION(symbol, name, type, initial, listed, needs, help) \
  {name, COH_VALUE_##type, initial, help, COH_LIST_##listed, COH_OPTION_##needs, COH_TYPE_##type},
#include "coherence/coh_machine.def"
#undef OPTION
};

/* The arguments of coh_options_settle(). */
typedef struct {
  coh_options *options;
  coh_file_reader *reader;
  coh_config *machine;
  coh_option_error *error;
} settling;

const coh_option_row *coh_option_get(coh_option option) { return &rows[option]; }

bool coh_options_take(coh_options *options, const char *argument) {
  if (argument[0] != '-' || argument[1] != '-') return false;
  for (unsigned i = 0; i < COH_OPTIONS; i++) {
    const char *at = argument + 2, *name = rows[i].name;
    while (*name && *at == *name) at++, name++;
    if (*name || *at != '=') continue;
    options->given[i] = at + 1;
    options->arguments[i] = argument;
    return true;
  }
  return false;
}

static bool refuse(settling *s, const coh_option_origin *from, const char *value, const char *why) {
  s->error->from = *from;
  s->error->value = value;
  coh_words words = coh_words_in(s->error->allowed, COH_ALLOWED_MAX);
  coh_words_add(&words, why);
  return false;
}

static bool parse_machine(const settling *s, const char *value) {
  char *const allowed = s->error->allowed;
  if (!coh_same_text(value, COH_HOST_NAME)) return coh_parse_preset(value, s->machine, allowed);
  if (s->options->host) {
    *s->machine = *s->options->host;
    return true;
  }
  coh_host host;
  if (coh_host_describe(COH_HOST_SYS, s->reader, &host)) {
    *s->machine = host.machine;
    return true;
  }
  coh_words words = coh_words_in(allowed, COH_ALLOWED_MAX);
  coh_words_add(&words, "this computer does not report its caches");
  return false;
}

static bool apply(settling *s, coh_option option, const coh_option_origin *from, const char *value) {
  const coh_option_row *const row = &rows[option];
  const bool good = option == COH_OPTION_MACHINE ? parse_machine(s, value)
                                                 : row->set(row, value, s->machine, s->error->allowed);
  if (!good) {
    s->error->from = *from;
    s->error->value = value;
    return false;
  }
  s->options->origins[option].from = *from;
  s->options->origins[option].value = value;
  return true;
}

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* Returns [text, end) without the spaces around it, and ends it with a 0. */
static char *trim(char *text, char *end) {
  while (text < end && is_space(*text)) text++;
  while (end > text && is_space(end[-1])) end--;
  *end = '\0';
  return text;
}

/* Applies the line [line, end) of a machine file. */
static bool apply_line(settling *s, const coh_option_origin *at, char *line, char *end) {
  coh_option_origin from = *at;
  for (char *c = line; c < end; c++)
    if (*c == '#') end = c;
  from.argument = line = trim(line, end);
  if (*line == '\0') return true;
  char *equals = line;
  while (*equals && *equals != '=') equals++;
  if (*equals == '\0') return refuse(s, &from, line, "expected name = value");
  char *value = equals + 1;
  for (end = value; *end;) end++;
  from.argument = trim(line, equals);
  value = trim(value, end);
  for (unsigned i = 0; i < COH_OPTIONS; i++)
    if (coh_same_text(from.argument, rows[i].name) && i != COH_OPTION_MACHINE_FILE)
      return apply(s, (coh_option)i, &from, value);
  return refuse(s, &from, value, "no machine option has that name");
}

static bool apply_file(settling *s) {
  coh_options *options = s->options;
  const char *name = options->given[COH_OPTION_MACHINE_FILE], *wrong;
  options->file = s->reader(name, &wrong);
  if (!options->file)
    return refuse(s, &(coh_option_origin){.argument = options->arguments[COH_OPTION_MACHINE_FILE]}, name, wrong);
  coh_option_origin at = {.file = name};
  for (char *line = options->file; line;) {
    char *end = line;
    while (*end && *end != '\n') end++;
    char *const next = *end ? end + 1 : NULL;
    at.line++;
    if (!apply_line(s, &at, line, end)) return false;
    line = next;
  }
  return true;
}

/* Applies the preset, then the file, then the single options. */
static bool apply_all(settling *s) {
  const coh_options *options = s->options;
  const char *preset = options->given[COH_OPTION_MACHINE];
  const coh_option_origin from = {.argument = preset ? options->arguments[COH_OPTION_MACHINE]
                                                     : "--machine=" COH_PRESET_DEFAULT};
  if (!preset && options->base)
    *s->machine = *options->base;
  else if (!apply(s, COH_OPTION_MACHINE, &from, preset ? preset : COH_PRESET_DEFAULT))
    return false;
  if (options->given[COH_OPTION_MACHINE_FILE] && !apply_file(s)) return false;
  for (unsigned i = 0; i < COH_OPTIONS; i++)
    if (options->given[i] && i != COH_OPTION_MACHINE && i != COH_OPTION_MACHINE_FILE &&
        !apply(s, (coh_option)i, &(coh_option_origin){.argument = options->arguments[i]}, options->given[i]))
      return false;
  return true;
}

/* Adapts parameters of the preset to the given options: gives L2 and last level the line size of the D1, and reduces
 * the nodes to the number of processors. */
static void follow(const coh_options *options, coh_config *machine) {
  const bool file = options->given[COH_OPTION_MACHINE_FILE] != NULL;
  if (!options->given[COH_OPTION_LL] && !file && machine->ll.size != 0) machine->ll.line = machine->d1.line;
  if (!options->given[COH_OPTION_L2] && !file && machine->l2.size != 0) machine->l2.line = machine->d1.line;
  if (!options->origins[COH_OPTION_NODES].value && machine->nodes > machine->processors)
    machine->nodes = machine->processors;
}

/* Sets the error of a machine that cannot be simulated. `wrong`: name of the option at fault. Returns false. */
static bool refuse_machine(settling *s, const char *wrong, const char *reason) {
  unsigned i = 0;
  while (!coh_same_text(rows[i].name, wrong)) i++;
  if (s->options->origins[i].value)
    return refuse(s, &s->options->origins[i].from, s->options->origins[i].value, reason);
  coh_words words = coh_words_in(s->error->text, sizeof s->error->text);
  coh_option_text(s->options, s->machine, (coh_option)i, &words);
  return refuse(s, &(coh_option_origin){.argument = rows[i].name}, s->error->text, reason);
}

bool coh_options_settle(coh_options *options, coh_file_reader *reader, coh_config *machine, coh_option_error *error) {
  settling s = {options, reader, machine, error};
  if (!apply_all(&s)) return false;
  follow(options, machine);
  char reason[128];
  const char *wrong = coh_config_check(machine, reason, sizeof reason);
  return !wrong || refuse_machine(&s, wrong, reason);
}

bool coh_option_is_initial(const coh_option_row *row, const void *fields) {
  char text[COH_VALUE_MAX];
  coh_words words = coh_words_in(text, sizeof text);
  row->write(row, fields, &words);
  return coh_same_text(text, row->initial);
}

bool coh_option_text(const coh_options *options, const coh_config *machine, coh_option option, coh_words *to) {
  const coh_option_row *const row = &rows[option];
  if (option == COH_OPTION_MACHINE) {
    const char *named = options->given[option], *base = options->base ? options->base_name : COH_PRESET_DEFAULT;
    coh_words_add(to, named ? named : base);
    return true;
  }
  if (row->listed == COH_LIST_NEVER || (row->listed == COH_LIST_CHANGED && coh_option_is_initial(row, machine)) ||
      (row->needs != COH_OPTION_NONE && coh_option_is_initial(&rows[row->needs], machine)))
    return false;
  row->write(row, machine, to);
  return true;
}

void coh_options_clear(coh_options *options) {
  plat_free(options->file);
  *options = (coh_options){0};
}
