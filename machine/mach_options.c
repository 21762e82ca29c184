/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "machine/mach_options.h"

#include "plat/plat.h"

static const mach_option_row rows[MACH_OPTIONS] = {
#define MACH_FIELDS mach_config
#define OPTION(symbol, name, type, initial, listed, needs, help) \
  {name, MACH_VALUE_##type, initial, help, MACH_LIST_##listed, MACH_OPTION_##needs, MACH_TYPE_##type},
#include "machine/mach_option_table.def"
#undef OPTION
};

/* The arguments of mach_options_settle(), for its helpers. */
typedef struct {
  mach_options *options;
  mach_file_reader *reader;
  mach_config *machine;
  mach_option_error *error;
  /* the current file contains the measurements of the host, so it cannot name another machine */
  bool measured;
} settling;

const mach_option_row *mach_option_get(mach_option option) { return &rows[option]; }

bool mach_options_take(mach_options *options, const char *argument) {
  if (argument[0] != '-' || argument[1] != '-') return false;
  for (unsigned i = 0; i < MACH_OPTIONS; i++) {
    const char *at = argument + 2, *name = rows[i].name;
    while (*name && *at == *name) at++, name++;
    if (*name || *at != '=') continue;
    options->given[i] = at + 1;
    options->arguments[i] = argument;
    return true;
  }
  return false;
}

static bool refuse(settling *s, const mach_option_origin *from, const char *value, const char *why) {
  s->error->from = *from;
  s->error->value = value;
  mach_words words = mach_words_in(s->error->allowed, MACH_ALLOWED_MAX);
  mach_words_add(&words, why);
  return false;
}

static bool apply_host_file(settling *s);

static bool parse_machine(settling *s, const char *value) {
  char *const allowed = s->error->allowed;
  if (!mach_same_text(value, MACH_HOST_NAME)) return mach_parse_preset(value, s->machine, allowed);
  if (s->options->host) {
    *s->machine = *s->options->host;
    return apply_host_file(s);
  }
  mach_host host;
  if (mach_host_describe(MACH_HOST_SYS, s->reader, &host)) {
    *s->machine = host.machine;
    return apply_host_file(s);
  }
  mach_words words = mach_words_in(allowed, MACH_ALLOWED_MAX);
  mach_words_add(&words, "this computer does not report its caches");
  return false;
}

static bool apply(settling *s, mach_option option, const mach_option_origin *from, const char *value) {
  const mach_option_row *const row = &rows[option];
  const bool good = option == MACH_OPTION_MACHINE ? parse_machine(s, value)
                                                  : row->set(row, value, s->machine, s->error->allowed);
  if (!good && !s->error->value) {
    s->error->from = *from;
    s->error->value = value;
  }
  if (!good) return false;
  s->options->origins[option].from = *from;
  s->options->origins[option].value = value;
  return true;
}

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* Returns a copy of the text [text, end) without leading and trailing spaces, ended by a 0. */
static char *trim(char *text, char *end) {
  while (text < end && is_space(*text)) text++;
  while (end > text && is_space(end[-1])) end--;
  *end = '\0';
  return text;
}

/* Applies one line, [line, end), of a machine file. */
static bool apply_line(settling *s, const mach_option_origin *at, char *line, char *end) {
  mach_option_origin from = *at;
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
  for (unsigned i = s->measured ? MACH_OPTION_MACHINE + 1 : 0; i < MACH_OPTIONS; i++)
    if (mach_same_text(from.argument, rows[i].name) && i != MACH_OPTION_MACHINE_FILE)
      return apply(s, (mach_option)i, &from, value);
  return refuse(s, &from, value, "no machine option has that name");
}

/* Applies all lines of a machine file. `text` is the content of the file. */
static bool apply_lines(settling *s, const char *name, char *text) {
  mach_option_origin at = {.file = name};
  for (char *line = text; line;) {
    char *end = line;
    while (*end && *end != '\n') end++;
    char *const next = *end ? end + 1 : NULL;
    at.line++;
    if (!apply_line(s, &at, line, end)) return false;
    line = next;
  }
  return true;
}

static bool apply_file(settling *s) {
  mach_options *options = s->options;
  const char *name = options->given[MACH_OPTION_MACHINE_FILE], *wrong;
  options->file = s->reader(name, &wrong);
  if (!options->file)
    return refuse(s, &(mach_option_origin){.argument = options->arguments[MACH_OPTION_MACHINE_FILE]}, name, wrong);
  return apply_lines(s, name, options->file);
}

static bool is_same_cache(const mach_geometry *a, const mach_geometry *b) {
  return a->size == b->size && a->ways == b->ways && a->line == b->line;
}

/* Applies the measurements of this computer. Refuses them if they were made on a computer with another D1 or L2. */
static bool apply_host_file(settling *s) {
  mach_options *options = s->options;
  const mach_config host = *s->machine;
  const char *wrong;
  if (!options->host_file) return true;
  plat_free(options->host_text);
  options->host_text = s->reader(options->host_file, &wrong);
  if (!options->host_text) return refuse(s, &(mach_option_origin){.argument = options->host_file}, "", wrong);
  s->measured = true;
  const bool good = apply_lines(s, options->host_file, options->host_text);
  s->measured = false;
  if (!good) return false;
  const mach_option other = !is_same_cache(&s->machine->d1, &host.d1)   ? MACH_OPTION_D1
                            : !is_same_cache(&s->machine->l2, &host.l2) ? MACH_OPTION_L2
                                                                        : MACH_OPTION_NONE;
  return other == MACH_OPTION_NONE ||
         refuse(s, &options->origins[other].from, options->origins[other].value,
                "this computer has another cache, so the file describes another computer: delete it, or measure again "
                "with memspy machines --measure");
}

/* Applies the preset, then the machine file, then the options of the command line. */
static bool apply_all(settling *s) {
  const mach_options *options = s->options;
  const char *preset = options->given[MACH_OPTION_MACHINE];
  const mach_option_origin from = {.argument = preset ? options->arguments[MACH_OPTION_MACHINE]
                                                      : "--machine=" MACH_PRESET_DEFAULT};
  if (!preset && options->base)
    *s->machine = *options->base;
  else if (!apply(s, MACH_OPTION_MACHINE, &from, preset ? preset : MACH_PRESET_DEFAULT))
    return false;
  if (options->given[MACH_OPTION_MACHINE_FILE] && !apply_file(s)) return false;
  for (unsigned i = 0; i < MACH_OPTIONS; i++)
    if (options->given[i] && i != MACH_OPTION_MACHINE && i != MACH_OPTION_MACHINE_FILE &&
        !apply(s, (mach_option)i, &(mach_option_origin){.argument = options->arguments[i]}, options->given[i]))
      return false;
  return true;
}

/* Copies the value of an option from one machine to another. */
static void copy_value(const mach_option_row *row, const mach_config *from, mach_config *to) {
  char text[MACH_VALUE_MAX], allowed[MACH_ALLOWED_MAX];
  mach_words words = mach_words_in(text, sizeof text);
  row->write(row, from, &words);
  const bool good = row->set(row, text, to, allowed);
  plat_assert(good);
}

static bool has_same_value(const mach_option_row *row, const mach_config *a, const mach_config *b) {
  char texts[2][MACH_VALUE_MAX];
  mach_words words[2] = {mach_words_in(texts[0], MACH_VALUE_MAX), mach_words_in(texts[1], MACH_VALUE_MAX)};
  row->write(row, a, &words[0]);
  row->write(row, b, &words[1]);
  return mach_same_text(texts[0], texts[1]);
}

/* Returns the name of the preset from which the machine was made. */
static const char *preset_of(const mach_options *options) {
  const char *named = options->origins[MACH_OPTION_MACHINE].value;
  return named ? named : options->base ? options->base_name : MACH_PRESET_DEFAULT;
}

/* Returns whether a value is from the measurements of this computer. */
static bool is_measured(const mach_options *options, const mach_option_origin *from) {
  return options->host_file && from->file == options->host_file;
}

bool mach_option_is_given(const mach_options *options, mach_option option) {
  return options->origins[option].value && !is_measured(options, &options->origins[option].from);
}

void mach_options_drop_prefetchers(const mach_options *options, mach_config *machine) {
  if (!mach_option_is_given(options, MACH_OPTION_PREFETCH)) machine->prefetch = 0;
  if (!mach_option_is_given(options, MACH_OPTION_L2_PREFETCH)) machine->l2_prefetch = 0;
}

void mach_options_drop_bandwidths(const mach_options *options, mach_config *machine) {
  if (!mach_option_is_given(options, MACH_OPTION_MEMORY_BANDWIDTH)) machine->memory_bandwidth = 0;
  if (!mach_option_is_given(options, MACH_OPTION_PROCESSOR_BANDWIDTH)) machine->processor_bandwidth = 0;
}

/* Sets the kind of the processors, unless it was given. If the kind is not that of the machine to which the options were
 * applied, the machine also gets the other values that its preset has with this kind, except for those that were given.
 * The host, and machines of unknown names, get the values of the default preset. */
static void settle_processor(const mach_options *options, mach_config *machine) {
  const bool is_base = options->base && !options->origins[MACH_OPTION_MACHINE].value;
  const mach_processor before = is_base ? options->base->processor : MACH_BLOCKING;
  const char *name = preset_of(options);
  if (options->whole) return;
  if (options->blocking && !mach_option_is_given(options, MACH_OPTION_PROCESSOR))
    machine->processor = MACH_BLOCKING;
  else if (!options->origins[MACH_OPTION_PROCESSOR].value)
    machine->processor = is_base ? before : mach_preset_processor(name);
  if (machine->processor == before) return;
  mach_config of[MACH_PROCESSOR_KINDS];
  if (!mach_preset_find(name, &of[MACH_BLOCKING])) mach_preset_find(name = MACH_PRESET_DEFAULT, &of[MACH_BLOCKING]);
  mach_preset_find_window(name, &of[MACH_WINDOW]);
  for (unsigned i = 0; i < MACH_OPTIONS; i++) {
    const mach_option_row *const row = &rows[i];
    if (!row->write || options->origins[i].value || (i == MACH_OPTION_L2_PREFETCH && machine->l2.size == 0)) continue;
    if (!has_same_value(row, &of[MACH_WINDOW], &of[MACH_BLOCKING]) && has_same_value(row, machine, &of[before]))
      copy_value(row, &of[machine->processor], machine);
  }
}

/* Adapts parameters of the preset to the options that were given. The L2 and the last level get the line size of the
 * D1. The number of nodes becomes at most the number of processors. */
static void follow(const mach_options *options, mach_config *machine) {
  const bool file = options->given[MACH_OPTION_MACHINE_FILE] != NULL;
  if (!options->given[MACH_OPTION_LL] && !file && machine->ll.size != 0) machine->ll.line = machine->d1.line;
  if (!options->given[MACH_OPTION_L2] && !file && machine->l2.size != 0) machine->l2.line = machine->d1.line;
  if (!options->origins[MACH_OPTION_NODES].value && machine->nodes > machine->processors)
    machine->nodes = machine->processors;
  settle_processor(options, machine);
}

/* Sets the error for a machine that cannot be simulated. `wrong`: the name of the wrong option. Returns false. */
static bool refuse_machine(settling *s, const char *wrong, const char *reason) {
  unsigned i = 0;
  while (!mach_same_text(rows[i].name, wrong)) i++;
  if (s->options->origins[i].value)
    return refuse(s, &s->options->origins[i].from, s->options->origins[i].value, reason);
  mach_words words = mach_words_in(s->error->text, sizeof s->error->text);
  mach_option_text(s->options, s->machine, (mach_option)i, &words);
  return refuse(s, &(mach_option_origin){.argument = rows[i].name}, s->error->text, reason);
}

/* Refuses options that require --processor=window. Accepts such an option from a machine file if the command line
 * overrides the file's --processor, and from the measurements of this computer if all processors are blocking. Call
 * only for a machine without windows. */
static bool refuse_without_window(settling *s) {
  const mach_options *const options = s->options;
  const bool overridden = options->given[MACH_OPTION_PROCESSOR] != NULL;
  for (unsigned i = 0; i < MACH_OPTIONS; i++) {
    const mach_option_origin *const from = &options->origins[i].from;
    if (rows[i].needs != MACH_OPTION_PROCESSOR || !options->origins[i].value || (from->file && overridden) ||
        (options->blocking && is_measured(options, from)))
      continue;
    return refuse(s, from, options->origins[i].value, "it requires --processor=window");
  }
  return true;
}

bool mach_options_settle(mach_options *options, mach_file_reader *reader, mach_config *machine,
                         mach_option_error *error) {
  settling s = {options, reader, machine, error, false};
  error->value = NULL;
  if (!apply_all(&s)) return false;
  follow(options, machine);
  if (!mach_config_has_window(machine) && !options->later && !refuse_without_window(&s)) return false;
  char reason[128];
  const char *wrong = mach_config_check(machine, reason, sizeof reason);
  return !wrong || refuse_machine(&s, wrong, reason);
}

bool mach_option_is_initial(const mach_option_row *row, const void *fields) {
  char text[MACH_VALUE_MAX];
  mach_words words = mach_words_in(text, sizeof text);
  row->write(row, fields, &words);
  return mach_same_text(text, row->initial);
}

/* Returns whether the field of an option has the value 0. Then the machine does not have what the option describes. */
static bool is_off(const mach_option_row *row, const mach_config *machine) {
  return has_same_value(row, machine, &(mach_config){0});
}

bool mach_option_text(const mach_options *options, const mach_config *machine, mach_option option, mach_words *to) {
  const mach_option_row *const row = &rows[option];
  if (option == MACH_OPTION_MACHINE) {
    mach_words_add(to, preset_of(options));
    return true;
  }
  if (row->listed == MACH_LIST_NEVER || (row->listed == MACH_LIST_CHANGED && is_off(row, machine)) ||
      (row->needs != MACH_OPTION_NONE && is_off(&rows[row->needs], machine)))
    return false;
  row->write(row, machine, to);
  return true;
}

void mach_options_clear(mach_options *options) {
  plat_free(options->file);
  plat_free(options->host_text);
  *options = (mach_options){0};
}
