/* coh_options.c: see coh_options.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "coherence/coh_options.h"

#include "coherence/plat.h"

static const coh_option_row rows[COH_OPTIONS] = {
#define OPTION(symbol, name, value, initial, help) {name, value, initial, help},
#include "coherence/coh_options.def"
#undef OPTION
};

/* All that the settling functions need. */
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

static const char *protocol_name(unsigned i) { return coh_protocol_name((coh_protocol)i); }
static const char *replacement_name(unsigned i) { return coh_replacement_name((coh_replacement)i); }

/* Sets *number to that of a name. */
static bool parse_name(const char *value, const char *(*name)(unsigned), unsigned *number, const char *expected,
                       char *allowed) {
  for (*number = 0; name(*number); ++*number)
    if (coh_same_text(value, name(*number))) return true;
  coh_words words = coh_words_in(allowed, COH_ALLOWED_MAX);
  coh_words_add(&words, expected);
  return false;
}

static bool parse_protocol(const char *value, coh_config *m, char *allowed) {
  unsigned number;
  if (!parse_name(value, protocol_name, &number, "expected msi, mesi or moesi", allowed)) return false;
  m->protocol = (coh_protocol)number;
  return true;
}

static bool parse_replacement(const char *value, coh_config *m, char *allowed) {
  unsigned number;
  if (!parse_name(value, replacement_name, &number, "expected lru, fifo, random or plru", allowed)) return false;
  m->replacement = (coh_replacement)number;
  return true;
}

/* The cycles that an option sets; NULL: it is no latency. */
static uint32_t *latency(coh_config *m, coh_option option) {
  switch (option) {
    case COH_OPTION_L2_LATENCY: return &m->l2_latency;
    case COH_OPTION_LL_LATENCY: return &m->ll_latency;
    case COH_OPTION_MEMORY_LATENCY: return &m->memory_latency;
    case COH_OPTION_REMOTE_LATENCY: return &m->remote_latency;
    case COH_OPTION_TRANSFER_LATENCY: return &m->transfer_latency;
    case COH_OPTION_REMOTE_TRANSFER_LATENCY: return &m->remote_transfer_latency;
    case COH_OPTION_UPGRADE_LATENCY: return &m->upgrade_latency;
    case COH_OPTION_TLB_LATENCY: return &m->tlb_latency;
    case COH_OPTION_WALK_LATENCY: return &m->walk_latency;
    case COH_OPTION_CONTEXT_SWITCH: return &m->context_switch;
    default: return NULL;
  }
}

/* Sets an option that is not the name of a file. */
static bool parse(coh_option option, const char *value, coh_config *m, char *allowed) {
  uint32_t *const cycles = latency(m, option);
  if (cycles) return coh_parse_number(value, 0, COH_MAX_LATENCY, cycles, allowed);
  switch (option) {
    case COH_OPTION_PROCESSORS: return coh_parse_number(value, 1, COH_MAX_PROCESSORS, &m->processors, allowed);
    case COH_OPTION_NODES: return coh_parse_number(value, 1, COH_MAX_PROCESSORS, &m->nodes, allowed);
    case COH_OPTION_PLACEMENT: return coh_parse_placement(value, m, allowed);
    case COH_OPTION_D1: return coh_parse_geometry(value, false, &m->d1, allowed);
    case COH_OPTION_L2: return coh_parse_geometry(value, true, &m->l2, allowed);
    case COH_OPTION_LL: return coh_parse_geometry(value, true, &m->ll, allowed);
    case COH_OPTION_DTLB: return coh_parse_tlb(value, &m->dtlb, &m->page, allowed);
    case COH_OPTION_STLB: return coh_parse_tlb(value, &m->stlb, NULL, allowed);
    case COH_OPTION_PREFETCH: return coh_parse_prefetch(value, &m->prefetch, allowed);
    case COH_OPTION_PREFETCH_DEGREE: return coh_parse_number(value, 1, COH_MAX_DEGREE, &m->prefetch_degree, allowed);
    case COH_OPTION_PREFETCH_DISTANCE:
      return coh_parse_number(value, 1, COH_MAX_DISTANCE, &m->prefetch_distance, allowed);
    case COH_OPTION_PROTOCOL: return parse_protocol(value, m, allowed);
    case COH_OPTION_REPLACEMENT: return parse_replacement(value, m, allowed);
    case COH_OPTION_CONTENTION: return coh_parse_yes(value, &m->contention, allowed);
    case COH_OPTION_OCCUPANCY: return coh_parse_number(value, 0, COH_MAX_OCCUPANCY, &m->occupancy, allowed);
    case COH_OPTION_CONFLICTS: return coh_parse_yes(value, &m->conflicts, allowed);
    case COH_OPTION_TRAFFIC: return coh_parse_yes(value, &m->traffic, allowed);
    case COH_OPTION_CPI: return coh_parse_number(value, 1, 1000, &m->cpi, allowed);
    default: return true; /* the file, which was read before */
  }
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
  if (option == COH_OPTION_MACHINE ? !parse_machine(s, value) : !parse(option, value, s->machine, s->error->allowed)) {
    s->error->from = *from;
    s->error->value = value;
    return false;
  }
  s->options->origins[option].from = *from;
  s->options->origins[option].value = value;
  return true;
}

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* [text, end) without the spaces around it; the 0 is put at its end. */
static char *trim(char *text, char *end) {
  while (text < end && is_space(*text)) text++;
  while (end > text && is_space(end[-1])) end--;
  *end = '\0';
  return text;
}

/* One line of a machine file: [line, end). */
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

/* The preset, then the file, then the single options. */
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

/* What follows from an option that was chosen alone: the other levels of the preset have the line size of the D1, and
 * nodes that would have no processor are left out. */
static void follow(const coh_options *options, coh_config *machine) {
  const bool file = options->given[COH_OPTION_MACHINE_FILE] != NULL;
  if (!options->given[COH_OPTION_LL] && !file && machine->ll.size != 0) machine->ll.line = machine->d1.line;
  if (!options->given[COH_OPTION_L2] && !file && machine->l2.size != 0) machine->l2.line = machine->d1.line;
  if (!options->origins[COH_OPTION_NODES].value && machine->nodes > machine->processors)
    machine->nodes = machine->processors;
}

/* Refuses a machine that cannot be simulated, for the option `wrong`. */
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

static const char *yes_text(bool yes) { return yes ? "yes" : "no"; }

static bool is_of_tlbs(coh_option option) {
  return option == COH_OPTION_DTLB || option == COH_OPTION_STLB || option == COH_OPTION_TLB_LATENCY ||
         option == COH_OPTION_WALK_LATENCY;
}

static bool is_of_prefetchers(coh_option option) {
  return option == COH_OPTION_PREFETCH || option == COH_OPTION_PREFETCH_DEGREE ||
         option == COH_OPTION_PREFETCH_DISTANCE;
}

/* Whether the option is of a model that the machine does not have: then nobody is told its value. */
static bool is_of_absent_model(const coh_config *m, coh_option option) {
  return (is_of_tlbs(option) && m->dtlb.n == 0) || (is_of_prefetchers(option) && m->prefetch == 0) ||
         (option == COH_OPTION_TRAFFIC && !m->traffic);
}

bool coh_option_text(const coh_options *options, const coh_config *machine, coh_option option, coh_words *to) {
  coh_config m = *machine;
  if (is_of_absent_model(&m, option)) return false;
  const uint32_t *const cycles = latency(&m, option);
  if (cycles) {
    coh_words_number(to, *cycles);
    return true;
  }
  const char *named = options->given[COH_OPTION_MACHINE],
             *base = options->base ? options->base_name : COH_PRESET_DEFAULT;
  switch (option) {
    case COH_OPTION_MACHINE: coh_words_add(to, named ? named : base); break;
    case COH_OPTION_PROCESSORS: coh_words_number(to, m.processors); break;
    case COH_OPTION_NODES: coh_words_number(to, m.nodes); break;
    case COH_OPTION_PLACEMENT: coh_placement_text(&m, to); break;
    case COH_OPTION_D1: coh_geometry_text(&m.d1, to); break;
    case COH_OPTION_L2: coh_geometry_text(&m.l2, to); break;
    case COH_OPTION_LL: coh_geometry_text(&m.ll, to); break;
    case COH_OPTION_DTLB: coh_tlb_text(&m.dtlb, m.page, to); break;
    case COH_OPTION_STLB: coh_tlb_text(&m.stlb, 0, to); break;
    case COH_OPTION_PREFETCH: coh_prefetch_text(m.prefetch, to); break;
    case COH_OPTION_PREFETCH_DEGREE: coh_words_number(to, m.prefetch_degree); break;
    case COH_OPTION_PREFETCH_DISTANCE: coh_words_number(to, m.prefetch_distance); break;
    case COH_OPTION_PROTOCOL: coh_words_add(to, coh_protocol_name(m.protocol)); break;
    case COH_OPTION_REPLACEMENT: coh_words_add(to, coh_replacement_name(m.replacement)); break;
    case COH_OPTION_CONTENTION: coh_words_add(to, yes_text(m.contention)); break;
    case COH_OPTION_OCCUPANCY: coh_words_number(to, m.occupancy); break;
    case COH_OPTION_CONFLICTS: coh_words_add(to, yes_text(m.conflicts)); break;
    case COH_OPTION_TRAFFIC: coh_words_add(to, yes_text(m.traffic)); break;
    case COH_OPTION_CPI: coh_words_number(to, m.cpi); break;
    default: return false;
  }
  return true;
}

void coh_options_clear(coh_options *options) {
  plat_free(options->file);
  *options = (coh_options){0};
}
