/* spy_options.c: see spy_options.h.
 *
 * Options are kept as they were written and parsed in spy_options_settle(), so that a preset or machine file
 * stands below the single options whatever their order.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/spy_options.h"

#include "memspy/spy_host.h"

enum {
#define OPTION(symbol, name, value, initial, help) symbol,
#include "memspy/spy_options.def"
#undef OPTION
  OPTIONS
};

typedef struct {
  const HChar *name, *value, *initial, *help;
} option_row;

static const option_row rows[OPTIONS] = {
#define OPTION(symbol, name, value, initial, help) {name, value, initial, help},
#include "memspy/spy_options.def"
#undef OPTION
};

static const HChar *given[OPTIONS];   /* values from the command line, or NULL */
static const HChar *arguments[OPTIONS]; /* the whole argument, for messages */
static XArray *toggles;               /* of const HChar * */
static spy_options options;

/* Where a value stands: an argument, or a line of a machine file. */
typedef struct {
  const HChar *argument;
  const HChar *file; /* NULL: on the command line */
  UInt line;
} source;

/* Where each option of the machine got its value; no value: from a preset. */
static struct {
  source from;
  const HChar *value;
} origins[OPTIONS];

__attribute__((noreturn)) static void refuse(const source *from, const HChar *value, const HChar *allowed) {
  if (from->file) {
    VG_(fmsg)("%s:%u: bad value '%s' of '%s': %s\n", from->file, from->line, value, from->argument, allowed);
    VG_(exit)(1);
  }
  VG_(fmsg_bad_option)(from->argument, "Bad value '%s': %s\n", value, allowed);
  VG_(exit)(1);
}

Bool spy_options_take(const HChar *argument) {
  if (!VG_STREQN(2, argument, "--")) return False;
  for (UInt i = 0; i < OPTIONS; i++) {
    const UInt n = VG_(strlen)(rows[i].name);
    if (!VG_STREQN(n, argument + 2, rows[i].name) || argument[2 + n] != '=') continue;
    given[i] = argument + 2 + n + 1;
    arguments[i] = argument;
    if (i == TOGGLE) {
      if (!toggles) toggles = VG_(newXA)(VG_(malloc), "spy.options", VG_(free), sizeof(HChar *));
      VG_(addToXA)(toggles, &given[i]);
    }
    return True;
  }
  return False;
}

void spy_options_usage(void) {
  for (UInt i = 0; i < OPTIONS; i++) {
    VG_(printf)("    --%s=%s%s%s%s\n", rows[i].name, rows[i].value, rows[i].initial[0] ? " [" : "", rows[i].initial,
                rows[i].initial[0] ? "]" : "");
    VG_(printf)("        %s\n", rows[i].help);
  }
  VG_(printf)("    Machine presets (--machine=):\n");
  for (UInt i = 0; coh_preset_name(i); i++)
    VG_(printf)("        %s: %s\n", coh_preset_name(i), coh_preset_source(i));
}

void spy_options_debug_usage(void) { VG_(printf)("    (none)\n"); }

/* Parses a decimal number with an optional K, M or G up to `end`. */
static Bool parse_size(const HChar **text, HChar end, ULong *number) {
  HChar *rest;
  if (!VG_(isdigit)(**text)) return False;
  *number = VG_(strtoull10)(*text, &rest);
  UInt shift = 0;
  switch (*rest) {
    case 'k': case 'K': shift = 10; break;
    case 'm': case 'M': shift = 20; break;
    case 'g': case 'G': shift = 30; break;
    default: break;
  }
  if (shift != 0) rest++;
  if (*rest != end || *number > (1ULL << 50) >> shift) return False;
  *number <<= shift;
  *text = rest + (end != '\0');
  return True;
}

static void parse_geometry(const source *from, const HChar *value, Bool optional, coh_geometry *geometry) {
  if (optional && VG_STREQ(value, "none")) {
    *geometry = (coh_geometry){0};
    return;
  }
  ULong size, ways, line;
  const HChar *at = value;
  if (!parse_size(&at, ',', &size) || !parse_size(&at, ',', &ways) || !parse_size(&at, '\0', &line) || size == 0 ||
      ways > COH_MAX_WAYS || line > COH_MAX_LINE)
    refuse(from, value, optional ? "expected SIZE,WAYS,LINE, such as 32768,8,64, or none"
                                 : "expected SIZE,WAYS,LINE, such as 32768,8,64");
  *geometry = (coh_geometry){size, (uint32_t)ways, (uint32_t)line};
}

static UInt parse_number(const source *from, const HChar *value, UInt least, UInt most) {
  ULong number;
  const HChar *at = value;
  if (!parse_size(&at, '\0', &number) || number < least || number > most) {
    HChar allowed[64];
    VG_(snprintf)(allowed, sizeof allowed, "expected a number from %u to %u", least, most);
    refuse(from, value, allowed);
  }
  return (UInt)number;
}

static UInt parse_name(const source *from, const HChar *value, const HChar *(*name)(UInt), const HChar *allowed) {
  for (UInt i = 0; name(i); i++)
    if (VG_STREQ(value, name(i))) return i;
  refuse(from, value, allowed);
}

static const HChar *protocol_name(UInt i) { return coh_protocol_name((coh_protocol)i); }
static const HChar *replacement_name(UInt i) { return coh_replacement_name((coh_replacement)i); }

static Bool parse_yes(const source *from, const HChar *value) {
  if (VG_STREQ(value, "yes")) return True;
  if (VG_STREQ(value, "no")) return False;
  refuse(from, value, "expected yes or no");
}

/* first-touch, round-robin or node:N. */
static void parse_placement(const source *from, const HChar *value, coh_config *machine) {
  const HChar *allowed = "expected first-touch, round-robin or node:N";
  const HChar *colon = VG_(strchr)(value, ':');
  const UInt n = colon ? (UInt)(colon - value) : VG_(strlen)(value);
  for (UInt i = 0; i < COH_PLACEMENTS; i++) {
    const HChar *name = coh_placement_name((coh_placement)i);
    if (VG_(strlen)(name) != n || !VG_STREQN(n, value, name) || (i == COH_FIXED_NODE) != (colon != NULL)) continue;
    ULong node = 0;
    const HChar *number = colon + 1;
    if (colon && (!parse_size(&number, '\0', &node) || node >= COH_MAX_PROCESSORS)) refuse(from, value, allowed);
    machine->placement = (coh_placement)i;
    machine->fixed_node = (UInt)node;
    return;
  }
  refuse(from, value, allowed);
}

/* Refuses a machine that is no preset, and names those that are. */
__attribute__((noreturn)) static void refuse_preset(const source *from, const HChar *value) {
  HChar allowed[1024] = "expected ";
  UInt used = VG_(strlen)(allowed);
  for (UInt i = 0; coh_preset_name(i); i++)
    used += VG_(snprintf)(allowed + used, sizeof allowed - used, i == 0 ? "%s" : ", %s", coh_preset_name(i));
  VG_(snprintf)(allowed + used, sizeof allowed - used, " or host");
  refuse(from, value, allowed);
}

static void parse_preset(const source *from, const HChar *value, coh_config *machine) {
  if (VG_STREQ(value, "host")) {
    if (!spy_host_machine(machine)) refuse(from, value, "this computer does not tell what caches it has");
  } else if (!coh_preset_find(value, machine)) {
    refuse_preset(from, value);
  }
}

/* Applies one option of the machine. False: no option of that number describes the machine. */
static Bool apply(UInt option, const source *from, const HChar *value, coh_config *machine) {
  const UInt most = COH_MAX_LATENCY;
  switch (option) {
    case MACHINE: parse_preset(from, value, machine); break;
    case PROCESSORS: machine->processors = parse_number(from, value, 1, COH_MAX_PROCESSORS); break;
    case NODES: machine->nodes = parse_number(from, value, 1, COH_MAX_PROCESSORS); break;
    case PLACEMENT: parse_placement(from, value, machine); break;
    case D1: parse_geometry(from, value, False, &machine->d1); break;
    case L2: parse_geometry(from, value, True, &machine->l2); break;
    case LL: parse_geometry(from, value, True, &machine->ll); break;
    case PROTOCOL: machine->protocol = parse_name(from, value, protocol_name, "expected msi, mesi or moesi"); break;
    case REPLACEMENT:
      machine->replacement = parse_name(from, value, replacement_name, "expected lru, fifo, random or plru");
      break;
    case L2_LATENCY: machine->l2_latency = parse_number(from, value, 0, most); break;
    case LL_LATENCY: machine->ll_latency = parse_number(from, value, 0, most); break;
    case MEMORY_LATENCY: machine->memory_latency = parse_number(from, value, 0, most); break;
    case REMOTE_LATENCY: machine->remote_latency = parse_number(from, value, 0, most); break;
    case TRANSFER_LATENCY: machine->transfer_latency = parse_number(from, value, 0, most); break;
    case REMOTE_TRANSFER_LATENCY: machine->remote_transfer_latency = parse_number(from, value, 0, most); break;
    case UPGRADE_LATENCY: machine->upgrade_latency = parse_number(from, value, 0, most); break;
    case CONTENTION: machine->contention = parse_yes(from, value); break;
    case OCCUPANCY: machine->occupancy = parse_number(from, value, 0, COH_MAX_OCCUPANCY); break;
    case CONFLICTS: machine->conflicts = parse_yes(from, value); break;
    case CONTEXT_SWITCH: machine->context_switch = parse_number(from, value, 0, most); break;
    case CPI: machine->cpi = parse_number(from, value, 1, 1000); break;
    default: return False;
  }
  origins[option].from = *from;
  origins[option].value = value;
  return True;
}

static HChar *read_file(const source *from, const HChar *name) {
  const SysRes opened = VG_(open)(name, VKI_O_RDONLY, 0);
  if (sr_isError(opened)) refuse(from, name, "the file cannot be opened");
  const Int fd = (Int)sr_Res(opened);
  UInt room = 4096, used = 0;
  HChar *text = VG_(malloc)("spy.options.file", room);
  Int n;
  while ((n = VG_(read)(fd, text + used, (Int)(room - used - 1))) > 0) {
    used += (UInt)n;
    if (used > 1 << 20) refuse(from, name, "the file is too long for a machine");
    if (room - used < 2) text = VG_(realloc)("spy.options.file", text, room *= 2);
  }
  if (n < 0) refuse(from, name, "the file cannot be read");
  VG_(close)(fd);
  text[used] = '\0';
  return text;
}

static HChar *trim(HChar *text) {
  while (VG_(isspace)(*text)) text++;
  HChar *end = text + VG_(strlen)(text);
  while (end > text && VG_(isspace)(end[-1])) *--end = '\0';
  return text;
}

static void apply_file_line(const source *at, HChar *line, coh_config *machine) {
  source from = *at;
  HChar *comment = VG_(strchr)(line, '#');
  if (comment) *comment = '\0';
  line = trim(line);
  if (*line == '\0') return;
  HChar *equals = VG_(strchr)(line, '=');
  from.argument = line;
  if (!equals) refuse(&from, line, "expected name = value");
  *equals = '\0';
  const HChar *name = from.argument = trim(line);
  const HChar *value = trim(equals + 1);
  for (UInt i = 0; i < OPTIONS; i++)
    if (VG_STREQ(name, rows[i].name) && apply(i, &from, value, machine)) return;
  refuse(&from, value, "no machine option has that name");
}

static void apply_file(const source *from, const HChar *name, coh_config *machine) {
  HChar *text = read_file(from, name);
  source at = {.file = name};
  for (HChar *line = text; line;) {
    HChar *end = VG_(strchr)(line, '\n');
    if (end) *end = '\0';
    at.line++;
    apply_file_line(&at, line, machine);
    line = end ? end + 1 : NULL;
  }
  /* The text stays: the origins point into it. */
}

/* When only the D1's line size is chosen, the other levels of the preset follow. */
static void follow_line_size(coh_config *machine) {
  if (!given[LL] && !given[MACHINE_FILE] && machine->ll.size != 0) machine->ll.line = machine->d1.line;
  if (!given[L2] && !given[MACHINE_FILE] && machine->l2.size != 0) machine->l2.line = machine->d1.line;
}

/* When only the number of processors is chosen, a preset's nodes that would have none are left out. */
static void follow_processors(coh_config *machine) {
  if (!origins[NODES].value && machine->nodes > machine->processors) machine->nodes = machine->processors;
}

static const HChar *geometry_text(const coh_geometry *geometry) {
  if (geometry->size == 0) return "none";
  HChar text[64];
  VG_(sprintf)(text, "%llu,%u,%u", (ULong)geometry->size, geometry->ways, geometry->line);
  return VG_(strdup)("spy.options.text", text);
}

static const HChar *number_text(UInt number) {
  HChar text[16];
  VG_(sprintf)(text, "%u", number);
  return VG_(strdup)("spy.options.text", text);
}

static const HChar *placement_text(const coh_config *machine) {
  const HChar *name = coh_placement_name(machine->placement);
  if (machine->placement != COH_FIXED_NODE) return name;
  HChar text[32];
  VG_(sprintf)(text, "%s:%u", name, machine->fixed_node);
  return VG_(strdup)("spy.options.text", text);
}

static const HChar *yes_text(Bool yes) { return yes ? "yes" : "no"; }

/* The value in force, as it would be written on the command line; NULL: not to be listed. */
static const HChar *value_text(UInt option) {
  const coh_config *m = &options.machine;
  switch (option) {
    case MACHINE: return given[MACHINE] ? given[MACHINE] : COH_PRESET_DEFAULT;
    case PROCESSORS: return number_text(m->processors);
    case NODES: return number_text(m->nodes);
    case PLACEMENT: return placement_text(m);
    case D1: return geometry_text(&m->d1);
    case L2: return geometry_text(&m->l2);
    case LL: return geometry_text(&m->ll);
    case PROTOCOL: return coh_protocol_name(m->protocol);
    case REPLACEMENT: return coh_replacement_name(m->replacement);
    case L2_LATENCY: return number_text(m->l2_latency);
    case LL_LATENCY: return number_text(m->ll_latency);
    case MEMORY_LATENCY: return number_text(m->memory_latency);
    case REMOTE_LATENCY: return number_text(m->remote_latency);
    case TRANSFER_LATENCY: return number_text(m->transfer_latency);
    case REMOTE_TRANSFER_LATENCY: return number_text(m->remote_transfer_latency);
    case UPGRADE_LATENCY: return number_text(m->upgrade_latency);
    case CONTENTION: return yes_text(m->contention);
    case OCCUPANCY: return number_text(m->occupancy);
    case CONFLICTS: return yes_text(m->conflicts);
    case CONTEXT_SWITCH: return number_text(m->context_switch);
    case CPI: return number_text(m->cpi);
    case QUANTUM: return number_text(options.quantum);
    case INSTRUCTIONS: return yes_text(options.instructions);
    case STACK_VARS: return yes_text(options.stack_vars);
    case RUN_AHEAD: return yes_text(options.run_ahead);
    case FIXED_STACK: return yes_text(options.fixed_stack);
    case HOT_LINES: return number_text(options.hot_lines);
    case COLLECT: return yes_text(options.collect_at_start);
    case BIN_DEPTH: return number_text(options.bin_depth);
    default: return NULL; /* files and patterns: below, or of no use to a reader */
  }
}

static void settle_machine(coh_config *machine) {
  const source preset = {.argument = arguments[MACHINE] ? arguments[MACHINE] : "--machine=" COH_PRESET_DEFAULT};
  apply(MACHINE, &preset, given[MACHINE] ? given[MACHINE] : COH_PRESET_DEFAULT, machine);
  if (given[MACHINE_FILE]) apply_file(&(source){.argument = arguments[MACHINE_FILE]}, given[MACHINE_FILE], machine);
  for (UInt i = 0; i < OPTIONS; i++)
    if (given[i] && i != MACHINE) apply(i, &(source){.argument = arguments[i]}, given[i], machine);
  follow_line_size(machine);
  follow_processors(machine);
  HChar reason[128];
  const HChar *wrong = coh_config_check(machine, reason, sizeof reason);
  for (UInt i = 0; wrong && i < OPTIONS; i++) {
    if (!VG_STREQ(rows[i].name, wrong)) continue;
    if (origins[i].value) refuse(&origins[i].from, origins[i].value, reason);
    refuse(&(source){.argument = rows[i].name}, value_text(i), reason);
  }
}

/* A number that no machine file has; the table's initial value if it is not given. */
static UInt tool_number(UInt option, UInt least, UInt most) {
  const HChar *value = given[option] ? given[option] : rows[option].initial;
  return parse_number(&(source){.argument = arguments[option]}, value, least, most);
}

/* One that is yes or no, as its row says, unless it is given. */
static Bool tool_yes(UInt option) {
  if (!given[option]) return VG_STREQ(rows[option].initial, "yes");
  return parse_yes(&(source){.argument = arguments[option]}, given[option]);
}

/* Refuses a bad format now. %n counts the names that are made, so it is not asked for one yet. */
static void check_out_file(const HChar *format) {
  if (format[0] == '\0') refuse(&(source){.argument = arguments[OUT_FILE]}, "", "expected the name of a file");
  HChar *tried = VG_(strdup)("spy.options.format", format);
  for (HChar *c = tried; *c; c++) {
    if (*c != '%') continue;
    if (*++c == 'n') *c = 'p';
    if (*c == '\0') break;
  }
  VG_(free)(VG_(expand_file_name)("--memspy-out-file", tried));
  VG_(free)(tried);
}

void spy_options_settle(void) {
  settle_machine(&options.machine);
  for (Word i = 0; toggles && i < VG_(sizeXA)(toggles); i++)
    if (**(const HChar **)VG_(indexXA)(toggles, i) == '\0')
      refuse(&(source){.argument = "--toggle-collect="}, "", "expected the name of a function");
  options.n_toggles = toggles ? (UInt)VG_(sizeXA)(toggles) : 0;
  options.toggles = toggles ? VG_(indexXA)(toggles, 0) : NULL;
  /* A jump to such a function must not be followed within a block: it is known by the block that begins there. */
  if (options.n_toggles != 0) VG_(clo_vex_control).guest_chase = False;
  options.collect_at_start =
      given[COLLECT] ? parse_yes(&(source){.argument = arguments[COLLECT]}, given[COLLECT]) : options.n_toggles == 0;
  options.quantum = tool_number(QUANTUM, 1, 10000000);
  options.instructions = tool_yes(INSTRUCTIONS);
  options.stack_vars = tool_yes(STACK_VARS);
  options.run_ahead = tool_yes(RUN_AHEAD);
  options.fixed_stack = tool_yes(FIXED_STACK);
  options.hot_lines = tool_number(HOT_LINES, 0, 65536);
  options.bin_depth = tool_number(BIN_DEPTH, 1, 64);
  options.out_file = given[OUT_FILE] ? given[OUT_FILE] : rows[OUT_FILE].initial;
  check_out_file(options.out_file);
}

const spy_options *spy_options_get(void) { return &options; }

const HChar *const *spy_options_list(void) {
  static const HChar **list;
  if (list) return list;
  list = VG_(calloc)("spy.options.list", 2 * (OPTIONS + options.n_toggles) + 1, sizeof *list);
  UInt n = 0;
  for (UInt i = 0; i < OPTIONS; i++) {
    const HChar *value = value_text(i);
    if (!value) continue;
    list[n++] = rows[i].name;
    list[n++] = value;
  }
  for (UInt i = 0; i < options.n_toggles; i++) {
    list[n++] = rows[TOGGLE].name;
    list[n++] = options.toggles[i];
  }
  return list;
}
