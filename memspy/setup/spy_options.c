/* spy_options.c: see spy_options.h.
 *
 * coherence/coh_options.c has the options of the machine. All options are stored as text, and parsed in
 * spy_options_settle().
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/setup/spy_options.h"

#include "bins/bin_sweep.h"
#include "coherence/coh_options.h"
#include "memspy/core/spy_file.h"
#include "memspy/setup/spy_state.h"
#include "trace/trace_compress.h"

/* The machine's options come first, with the numbers of coh_option. */
enum {
#define OPTION(symbol, name, value, initial, help) symbol,
#include "coherence/coh_options.def"
#include "memspy/setup/spy_options.def"
#undef OPTION
  OPTIONS
};

static const coh_option_row rows[OPTIONS] = {
#define OPTION(symbol, name, value, initial, help) {name, value, initial, help},
#include "coherence/coh_options.def"
#include "memspy/setup/spy_options.def"
#undef OPTION
};

static coh_options machine_options;
static const HChar *given[OPTIONS];     /* values of the tool's options on the command line, or NULL */
static const HChar *arguments[OPTIONS]; /* the whole argument, for messages */
static XArray *toggles;                 /* array of const HChar * */
static Bool is_inherited;               /* the process that called exec() had these options */
static spy_options options;

__attribute__((noreturn)) static void refuse(const HChar *argument, const HChar *value, const HChar *allowed) {
  VG_(fmsg_bad_option)(argument, "Bad value '%s': %s\n", value, allowed);
  VG_(exit)(1);
}

__attribute__((noreturn)) static void refuse_machine(const coh_option_error *error) {
  const coh_option_origin *from = &error->from;
  if (!from->file) refuse(from->argument, error->value, error->allowed);
  VG_(fmsg)
  ("%s:%u: bad value '%s' of '%s': %s\n", from->file, from->line, error->value, from->argument, error->allowed);
  VG_(exit)(1);
}

/* Passed to programs that this process executes; not for users. */
static const HChar inherited[] = "--memspy-inherited";

/* Passed by memspy run; not for users: see spy_file_report_to(). */
static const HChar failures[] = "--memspy-failures=";

Bool spy_options_take(const HChar *argument) {
  if (VG_STREQ(argument, inherited)) return is_inherited = True;
  if (VG_STREQN(sizeof failures - 1, argument, failures)) {
    spy_file_report_to(argument + sizeof failures - 1);
    return True;
  }
  if (coh_options_take(&machine_options, argument)) return True;
  if (!VG_STREQN(2, argument, "--")) return False;
  for (UInt i = COH_OPTIONS; i < OPTIONS; i++) {
    const UInt n = VG_(strlen)(rows[i].name);
    if (!VG_STREQN(n, argument + 2, rows[i].name) || argument[2 + n] != '=') continue;
    given[i] = argument + 2 + n + 1;
    arguments[i] = argument;
    if (i == TOGGLE || i == TRACE_FUNCTION) {
      if (!toggles) toggles = VG_(newXA)(VG_(malloc), "spy.options", VG_(free), sizeof(HChar *));
      VG_(addToXA)(toggles, &given[i]);
    }
    return True;
  }
  return False;
}

void spy_options_usage(void) {
  for (UInt i = 0; i < OPTIONS; i++) {
    VG_(printf)
    ("    --%s=%s%s%s%s\n", rows[i].name, rows[i].value, rows[i].initial[0] ? " [" : "", rows[i].initial,
     rows[i].initial[0] ? "]" : "");
    VG_(printf)("        %s\n", rows[i].help);
  }
  VG_(printf)("    Machine presets (--machine=):\n");
  for (UInt i = 0; coh_preset_name(i); i++) VG_(printf)("        %s: %s\n", coh_preset_name(i), coh_preset_source(i));
}

void spy_options_debug_usage(void) { VG_(printf)("    (none)\n"); }

/* The coh_file_reader. */
static char *read_file(const char *name, const char **wrong) { return spy_file_read(name, 1 << 20, wrong); }

static const HChar *number_text(UInt number) {
  HChar text[16];
  VG_(sprintf)(text, "%u", number);
  return VG_(strdup)("spy.options.text", text);
}

static const HChar *yes_text(Bool yes) { return yes ? "yes" : "no"; }

static const HChar *machine_text(coh_option option) {
  HChar text[256];
  coh_words words = coh_words_in(text, sizeof text);
  return coh_option_text(&machine_options, &options.machine, option, &words) ? VG_(strdup)("spy.options.text", text)
                                                                             : NULL;
}

static const HChar *geometry_text(const coh_geometry *geometry) {
  HChar text[64];
  coh_words words = coh_words_in(text, sizeof text);
  coh_geometry_text(geometry, &words);
  return VG_(strdup)("spy.options.text", text);
}

/* The value of an option as on the command line; NULL: not listed. */
static const HChar *value_text(UInt option) {
  if (option < COH_OPTIONS) return machine_text((coh_option)option);
  switch (option) {
    case QUANTUM: return number_text(options.quantum);
    case SCHEDULE_SEED: return options.schedule_seed != 0 ? number_text(options.schedule_seed) : NULL;
    case INSTRUCTIONS: return yes_text(options.instructions);
    case REFERENCES: return yes_text(options.references);
    case STACK_VARS: return yes_text(options.stack_vars);
    case SLACK: return number_text(options.slack);
    case RUN_AHEAD: return yes_text(options.run_ahead);
    case MACHINE_VISIBLE: return options.machine_visible ? NULL : "no";
    case FIXED_STACK: return yes_text(options.fixed_stack);
    case VALGRIND_VISIBLE: return yes_text(options.valgrind_visible);
    case TIME: return options.simulated_time ? "simulated" : "host";
    case I1: return options.fetches.geometry.size ? geometry_text(&options.fetches.geometry) : NULL;
    case ICACHE_TECHNIQUE:
      return options.fetches.geometry.size ? fetch_technique_name(options.fetches.technique) : NULL;
    case SWITCH_INTERVAL: return options.fetches.geometry.size ? number_text(options.fetches.switch_interval) : NULL;
    case SAMPLE:
    case SAMPLE_PHASES:
    case SAMPLES:
    case SWEEP:
    case SWEEP_BY: return given[option];
    case SAMPLES_SEED: return options.counting.period != 0 ? number_text(options.counting.seed) : NULL;
    case SAMPLE_SEED: return options.sampling.period != 0 ? number_text(options.sampling.seed) : NULL;
    case HOT_LINES: return number_text(options.hot_lines);
    case COLLECT: return yes_text(options.collect_at_start);
    case INTERVAL: return options.interval != 0 ? given[option] : NULL;
    case BIN_DEPTH: return number_text(options.bin_depth);
    case TRACE_ATSTART:
    case TRACE_CALLEES:
    case TRACE_SKIP:
    case TRACE_EVENTS:
    case TRACE_TIME:
    case BBV_INTERVAL:
    case BBV_UNIT: return given[option];
    default: return NULL; /* files and patterns: below, or not useful for readers */
  }
}

/* A number; the table's initial value if it is not given. */
static UInt tool_number(UInt option, UInt least, UInt most) {
  const HChar *value = given[option] ? given[option] : rows[option].initial;
  HChar allowed[COH_ALLOWED_MAX];
  UInt number;
  if (!coh_parse_number(value, least, most, &number, allowed)) refuse(arguments[option], value, allowed);
  return number;
}

/* A value yes or no; `initial` if it is not given. */
static Bool tool_yes_or(UInt option, Bool initial) {
  HChar allowed[COH_ALLOWED_MAX];
  bool yes = initial;
  if (given[option] && !coh_parse_yes(given[option], &yes, allowed)) refuse(arguments[option], given[option], allowed);
  return yes;
}

static Bool tool_yes(UInt option) { return tool_yes_or(option, VG_STREQ(rows[option].initial, "yes")); }

/* Refuses an invalid format of a file's name. %n increments the number of names, so it is not expanded yet: %p stands
 * for it. The caller frees the result. */
static HChar *check_file(UInt option, const HChar *format) {
  HChar name[32];
  VG_(snprintf)(name, sizeof name, "--%s", rows[option].name);
  if (format[0] == '\0') refuse(arguments[option], "", "expected the name of a file");
  HChar *tried = VG_(strdup)("spy.options.format", format);
  for (HChar *c = tried; *c; c++) {
    if (*c != '%') continue;
    if (*++c == 'n') *c = 'p';
    if (*c == '\0') break;
  }
  HChar *expanded = VG_(expand_file_name)(name, tried);
  VG_(free)(tried);
  return expanded;
}

/* Refuses a file that cannot be created, since it is opened when it has contents, possibly late; except in a program
 * that another one has executed. Returns its name, as check_file(); NULL: not requested. */
static HChar *check_late_file(UInt option) {
  if (!given[option]) return NULL;
  HChar *name = check_file(option, given[option]);
  const HChar *wrong = is_inherited ? NULL : spy_file_wrong(name);
  if (wrong) refuse(arguments[option], given[option], wrong);
  return name;
}

/* The options with names of files that the tool makes. */
enum { PROFILE, TRACE, LOG, VECTORS, SAMPLES_OF_MISSES, FILES };
static const UInt file_options[FILES] = {OUT_FILE, TRACE_FILE, TRACE_LOG, BBV_FILE, SAMPLES_FILE};

/* --OPTION=DIRECTORY/FORMAT, with each % of the directory doubled. The caller frees it. */
static HChar *in_directory(UInt option, const HChar *directory, const HChar *format) {
  const HChar *name = rows[option].name;
  HChar *text = VG_(malloc)("spy.options.inherited",
                            VG_(strlen)(name) + 2 * VG_(strlen)(directory) + VG_(strlen)(format) + sizeof "--=/");
  HChar *end = text + VG_(sprintf)(text, "--%s=", name);
  for (const HChar *c = directory; *c; c++) {
    if (*c == '%') *end++ = '%';
    *end++ = *c;
  }
  VG_(sprintf)(end, "/%s", format);
  return text;
}

/* With --trace-children=yes, programs that this process executes have the same options: relative names refer to the
 * directory of the first program. */
static void pass_files_on(void) {
  const HChar *directory = VG_(get_startup_wd)(), *mark = inherited;
  if (is_inherited || !directory) return;
  VG_(addToXA)(VG_(args_for_valgrind), &mark);
  for (UInt i = 0; i < FILES; i++) {
    const HChar *format = i == PROFILE ? options.out_file : given[file_options[i]];
    if (!format || format[0] == '/' || VG_STREQN(3, format, "%q{")) continue;
    HChar *argument = in_directory(file_options[i], directory, format);
    VG_(addToXA)(VG_(args_for_valgrind), &argument);
  }
}

/* Sets the names of all files that the tool makes. */
static void settle_files(void) {
  const UInt *const option = file_options;
  HChar *names[FILES] = {check_file(OUT_FILE, options.out_file)};
  const UInt beside = options.sweep ? SWEEP : options.counting.period != 0 && !given[SAMPLES_FILE] ? SAMPLES : OPTIONS;
  if (beside != OPTIONS && spy_file_is_special(names[PROFILE]))
    refuse(arguments[beside], given[beside],
           "the profile (--memspy-out-file) is not a regular file, so no second file can have its name with a suffix");
  for (UInt i = TRACE; i < FILES; i++) names[i] = check_late_file(option[i]);
  for (UInt i = TRACE; i < FILES; i++)
    for (UInt other = options.simulate ? PROFILE : TRACE; other < i; other++) {
      HChar text[64];
      VG_(snprintf)(text, sizeof text, "--%s names the same file", rows[option[other]].name);
      if (names[i] && names[other] && spy_file_is_same(names[i], names[other]))
        refuse(arguments[option[i]], given[option[i]], text);
    }
  for (UInt i = 0; i < FILES; i++) VG_(free)(names[i]);
}

/* A number without K, M or G, possibly of more than 32 bits. */
static ULong long_number(UInt option, ULong least, ULong most, const HChar *allowed) {
  enum { DIGITS = 19 }; /* that fit into 64 bits */
  HChar *end;
  const HChar *value = given[option] ? given[option] : rows[option].initial;
  const ULong number = VG_(strtoull10)(value, &end);
  if (!VG_(isdigit)(value[0]) || *end != '\0' || VG_(strlen)(value) > DIGITS || number < least || number > most)
    refuse(arguments[option], value, allowed);
  return number;
}

static ULong trace_count(UInt option) {
  if (!given[option]) return 0;
  return long_number(option, 0, 1000000000000000000ULL,
                     "expected a number of references, up to 10^18, without K, M or G");
}

static void settle_i1(fetch_config *fetches) {
  HChar allowed[COH_ALLOWED_MAX];
  const HChar *value = given[I1] ? given[I1] : rows[I1].initial;
  if (VG_STREQ(value, "preset"))
    fetches->geometry = options.machine.i1;
  else if (!coh_parse_geometry(value, true, &fetches->geometry, allowed))
    refuse(arguments[I1], value, "expected SIZE,WAYS,LINE, such as 32768,8,64, or preset, or none");
  if (fetches->geometry.size == 0) return;
  const HChar *wrong = coh_geometry_check(&fetches->geometry, COH_LRU);
  if (wrong) refuse(arguments[I1], value, wrong);
  if (!options.simulate) refuse(arguments[I1], value, "nothing is simulated, and a trace has no instruction fetches");
}

static fetch_technique technique_called(const HChar *value) {
  UInt i = 0;
  while (fetch_technique_name(i) && !VG_STREQ(value, fetch_technique_name(i))) i++;
  if (!fetch_technique_name(i))
    refuse(arguments[ICACHE_TECHNIQUE], value, "expected A, B, C, D, E, F, G, marker or slots");
  return (fetch_technique)i;
}

/* Instruction caches. */
static void settle_fetches(void) {
  fetch_config *fetches = &options.fetches;
  settle_i1(fetches);
  fetches->technique = technique_called(given[ICACHE_TECHNIQUE] ? given[ICACHE_TECHNIQUE]
                                                                : rows[ICACHE_TECHNIQUE].initial);
  fetches->switch_interval = tool_number(SWITCH_INTERVAL, 0, 1000000000);
  for (UInt i = ICACHE_TECHNIQUE; i <= SWITCH_INTERVAL; i++)
    if (given[i] && fetches->geometry.size == 0) refuse(arguments[i], given[i], "there is no --I1");
}

/* The selection of traced code. */
static void settle_control(void) {
  static const UInt all[] = {WINDOW,     COMPRESSOR_MEMORY, TRACE_ATSTART, TRACE_FUNCTION, TRACE_CALLEES,
                             TRACE_SKIP, TRACE_EVENTS,      TRACE_TIME,    TRACE_SCOPES,   TRACE_LOG};
  options.trace_at_start = tool_yes(TRACE_ATSTART);
  options.trace_callees = tool_yes(TRACE_CALLEES);
  options.trace_skip = trace_count(TRACE_SKIP);
  options.trace_events = trace_count(TRACE_EVENTS);
  if (given[TRACE_EVENTS] && options.trace_events == 0)
    refuse(arguments[TRACE_EVENTS], given[TRACE_EVENTS],
           "expected a number of references, up to 10^18, without K, M or G, and not 0");
  options.trace_time = given[TRACE_TIME] ? tool_number(TRACE_TIME, 1, 1000000) : 0;
  for (UInt i = 0; i < sizeof all / sizeof all[0]; i++)
    if (given[all[i]] && !options.trace_file) refuse(arguments[all[i]], given[all[i]], "there is no --trace-file");
  if (given[TRACE_CALLEES] && !given[TRACE_FUNCTION])
    refuse(arguments[TRACE_CALLEES], given[TRACE_CALLEES], "there is no --trace-function");
}

static void settle_vectors(void) {
  const HChar *unit = given[BBV_UNIT] ? given[BBV_UNIT] : rows[BBV_UNIT].initial;
  options.bbv_file = given[BBV_FILE];
  options.bbv_interval = long_number(BBV_INTERVAL, 1000, 1000000000000ULL,
                                     "expected a number from 1000 to 10^12, without K, M or G");
  options.bbv_cycles = VG_STREQ(unit, "cycles");
  if (!options.bbv_cycles && !VG_STREQ(unit, "instructions"))
    refuse(arguments[BBV_UNIT], unit, "expected instructions or cycles");
  for (UInt i = BBV_INTERVAL; i <= BBV_UNIT; i++)
    if (given[i] && !options.bbv_file) refuse(arguments[i], given[i], "there is no --bbv-file");
}

static void settle_trace(void) {
  options.trace_file = given[TRACE_FILE];
  options.trace_log = given[TRACE_LOG];
  options.simulate = tool_yes_or(SIMULATE, !options.trace_file && !options.bbv_file);
  options.trace_scopes = tool_yes(TRACE_SCOPES);
  options.trace_window = tool_number(WINDOW, TRACE_WINDOW_MIN, TRACE_WINDOW_MAX);
  options.trace_memory = tool_number(COMPRESSOR_MEMORY, 1u << 20, 4095u << 20);
  if (!options.simulate && !options.trace_file && !options.bbv_file)
    refuse(arguments[SIMULATE], given[SIMULATE], "without --trace-file or --bbv-file there would be nothing to do");
  settle_control();
}

/* Functions that switch collection or tracing on while a thread is inside. */
static void settle_toggles(void) {
  const UInt option = given[TRACE_FUNCTION] ? TRACE_FUNCTION : TOGGLE;
  if (given[TRACE_FUNCTION] && given[TOGGLE])
    refuse(arguments[TRACE_FUNCTION], given[TRACE_FUNCTION], "there is a --toggle-collect, too");
  options.n_toggles = toggles ? (UInt)VG_(sizeXA)(toggles) : 0;
  options.toggles = toggles ? VG_(indexXA)(toggles, 0) : NULL;
  options.trace_functions = option == TRACE_FUNCTION;
  for (UInt i = 0; i < options.n_toggles; i++)
    if (options.toggles[i][0] == '\0') refuse(arguments[option], "", "expected the name of a function");
  options.collect_at_start = tool_yes_or(COLLECT, !given[TOGGLE]);
}

/* A number of instructions that ends at `end`; 0: invalid. */
static ULong instructions_until(const HChar *value, const HChar *end) {
  enum { DIGITS_MOST = 19 };
  HChar *rest;
  ULong number = VG_(isdigit)(*value) && end - value <= DIGITS_MOST ? VG_(strtoull10)(value, &rest) : 0;
  if (number == 0 || rest > end) return 0;
  for (ULong unit = *rest == 'K' ? 1000 : *rest == 'M' ? 1000000 : *rest == 'G' ? 1000000000 : 0; unit != 0; unit = 0) {
    number = number < 1000000000000000ULL / unit ? number * unit : 0;
    rest++;
  }
  return rest == end && number <= 1000000000000000ULL ? number : 0;
}

/* PERIOD:LENGTH[:WARMUP] */
static Bool parse_sampling(const HChar *value, spy_sampling *sampling) {
  enum { LEAST = 10000 };
  const HChar *length = VG_(strchr)(value, ':');
  if (!length) return False;
  const HChar *warmup = VG_(strchr)(length + 1, ':'), *end = value + VG_(strlen)(value);
  sampling->period = instructions_until(value, length);
  sampling->length = instructions_until(length + 1, warmup ? warmup : end);
  sampling->warmup = sampling->length / 5;
  if (warmup) sampling->warmup = VG_STREQ(warmup + 1, "0") ? 0 : instructions_until(warmup + 1, end);
  if (warmup && sampling->warmup == 0 && !VG_STREQ(warmup + 1, "0")) return False;
  return sampling->length >= LEAST && sampling->period > sampling->length + sampling->warmup;
}

/* Whether an option was given with another value than its initial one. A file can have any name. */
static Bool is_set(UInt option) {
  const Bool is_file = option == TRACE_FILE || option == BBV_FILE;
  return given[option] && (is_file || !VG_STREQ(given[option], rows[option].initial));
}

/* Refuses options that are incompatible with the run; `how`: the option that it has. */
static void check_others(const HChar *how, const UInt *others, UInt n) {
  for (UInt i = 0; i < n; i++)
    if (is_set(others[i])) refuse(arguments[others[i]], given[others[i]], how);
}

/* Without simulation, the processors' clocks are as between samples. */
static void settle_clocks(void) {
  static const UInt others[] = {HELPER};
  if (!options.bbv_cycles) return;
  check_others("intervals are of cycles (--bbv-unit)", others, 1);
  if (options.simulate || options.trace_file)
    refuse(arguments[BBV_UNIT], given[BBV_UNIT],
           "cycles are counted where nothing else is recorded (no --simulate=yes or --trace-file)");
  options.sampling.only_clocks = True;
}

/* The intervals were found by a run with the host's clocks. */
static void settle_phases(void) {
  static const UInt others[] = {SAMPLE, TOGGLE, TRACE_FILE, BBV_FILE, HELPER, I1, REFERENCES, TIME};
  const HChar *value = given[SAMPLE_PHASES], *wrong;
  if (!value || VG_STREQ(value, "none")) return;
  check_others("the run is sampled by phase (--sample-phases)", others, sizeof others / sizeof others[0]);
  bin_representatives all;
  if (!spy_representatives_read(value, &all, &wrong)) refuse(arguments[SAMPLE_PHASES], value, wrong);
  options.sampling.phases = all.intervals;
  options.sampling.n_phases = all.n_intervals;
  options.sampling.stretches = all.stretches;
  options.sampling.n_stretches = all.n_stretches;
}

static void settle_sampling(void) {
  static const UInt others[] = {TOGGLE, TRACE_FILE, BBV_FILE, HELPER, I1, REFERENCES};
  const HChar *value = given[SAMPLE] ? given[SAMPLE] : rows[SAMPLE].initial;
  options.sampling.seed = tool_number(SAMPLE_SEED, 0, 1000000000);
  if (VG_STREQ(value, "none")) {
    if (given[SAMPLE_SEED]) refuse(arguments[SAMPLE_SEED], given[SAMPLE_SEED], "there is no --sample");
    return;
  }
  if (!parse_sampling(value, &options.sampling))
    refuse(
        arguments[SAMPLE], value,
        "expected PERIOD:LENGTH or PERIOD:LENGTH:WARMUP, such as 100M:1M: numbers of instructions (K, M, G allowed), "
        "LENGTH at least 10K, and PERIOD more than the others together");
  check_others("the run is sampled (--sample)", others, sizeof others / sizeof others[0]);
}

/* Lists the machine's options on the command line. */
static void settle_arguments(void) {
  const HChar **list = VG_(calloc)("spy.options.machine", COH_OPTIONS + 1, sizeof *list);
  options.machine_arguments = list;
  for (UInt i = 0; i < COH_OPTIONS; i++)
    if (machine_options.given[i]) *list++ = machine_options.arguments[i];
}

/* Splits a text at spaces, in place. Appends the terms to an array of HChar *. */
static void split_terms(HChar *text, XArray *terms) {
  while (*text) {
    if (*text == ' ') {
      *text++ = '\0';
      continue;
    }
    VG_(addToXA)(terms, &text);
    while (*text && *text != ' ') text++;
  }
}

/* Makes the machines of --sweep. */
static void make_sweep(const HChar *value) {
  const coh_sweep_base base = {.options = options.machine_arguments,
                               .reader = read_file,
                               .processors = options.machine.processors,
                               .user = "the run"};
  coh_sweep_error error;
  HChar message[COH_SWEEP_WRONG_MAX + sizeof COH_SWEEP_NAMES + 2];
  HChar *text = VG_(strdup)("spy.options.sweep", value);
  XArray *terms = VG_(newXA)(VG_(malloc), "spy.options.terms", VG_(free), sizeof(HChar *));
  split_terms(text, terms);
  const UInt n = (UInt)VG_(sizeXA)(terms);
  if (n == 0) refuse(arguments[SWEEP], value, "expected parameters, as in 'D1=8K..1M:x2 ways=1,2,4'");
  options.sweep = coh_sweep_new(&base, VG_(indexXA)(terms, 0), n, &error);
  VG_(sprintf)(message, "%s%s", error.text, error.unknown ? "; " COH_SWEEP_NAMES : "");
  if (!options.sweep) refuse(arguments[SWEEP], value, message);
  VG_(deleteXA)(terms);
  VG_(free)(text);
}

/* Sets the keys of the cells of a sweep. */
static void settle_sweep_by(Bool sweeps) {
  const HChar *value = given[SWEEP_BY] ? given[SWEEP_BY] : rows[SWEEP_BY].initial;
  if (VG_STREQ(value, "none")) return;
  options.sweep_by = bin_sweep_by(value);
  if (options.sweep_by == 0) refuse(arguments[SWEEP_BY], value, BIN_BY_ALLOWED ", or none");
  if (!sweeps) refuse(arguments[SWEEP_BY], value, "there is no --sweep");
}

/* Sets up --sweep, and refuses incompatible options. */
static void settle_sweep(void) {
  static const UInt others[] = {SAMPLE, SAMPLE_PHASES, TRACE_FILE, HELPER, I1};
  const HChar *value = given[SWEEP] ? given[SWEEP] : rows[SWEEP].initial;
  settle_sweep_by(!VG_STREQ(value, "none"));
  if (VG_STREQ(value, "none")) return;
  make_sweep(value);
  check_others("there is a --sweep, too", others, sizeof others / sizeof others[0]);
  if (!options.simulate) refuse(arguments[SWEEP], value, "nothing is simulated (--simulate=no)");
  for (UInt i = 0; i < options.sweep->n_machines; i++)
    if (options.sweep->machines[i].config.prefetch & COH_STRIDE)
      refuse(arguments[SWEEP], value, "a machine prefetches by stride, which needs a trace: memspy replay --sweep");
}

/* Sets up the simulated counter, and refuses incompatible options. */
static void settle_counting(void) {
  static const UInt others[] = {SAMPLE, SAMPLE_PHASES, SWEEP, TRACE_FILE, BBV_FILE, HELPER, I1};
  const HChar *value = given[SAMPLES] ? given[SAMPLES] : rows[SAMPLES].initial;
  options.counting.seed = tool_number(SAMPLES_SEED, 0, 1000000000);
  if (VG_STREQ(value, "none")) {
    for (UInt i = SAMPLES_FILE; i <= SAMPLES_SEED; i++)
      if (given[i]) refuse(arguments[i], given[i], "there is no --samples");
    return;
  }
  check_others("samples of misses are taken (--samples)", others, sizeof others / sizeof others[0]);
  if (!options.simulate) refuse(arguments[SAMPLES], value, "nothing is simulated (--simulate=no)");
  if (!spy_counting_read(value, &options.counting)) refuse(arguments[SAMPLES], value, SPY_COUNTING_ALLOWED);
  options.counting.file = given[SAMPLES_FILE];
}

/* Clocks of a sampled run are estimates, and a profile of tables alone has no intervals: there the option is refused,
 * and its initial value means no intervals. */
static void settle_interval(void) {
  const HChar *value = given[INTERVAL];
  const Bool is_possible = options.simulate && !spy_is_sampled(&options.sampling);
  if (value ? VG_STREQ(value, "no") : !is_possible) return;
  options.interval = long_number(INTERVAL, 0, 1000000000000ULL,
                                 "expected a number of cycles up to 10^12, without K, M or G, or no");
  if (is_possible || options.interval == 0) return;
  refuse(arguments[INTERVAL], value,
         options.simulate ? "the run is sampled (--sample or --sample-phases)"
                          : "nothing is simulated (--simulate=no)");
}

static void settle_time(void) {
  const HChar *value = given[TIME] ? given[TIME] : rows[TIME].initial;
  options.simulated_time = VG_STREQ(value, "simulated");
  if (!options.simulated_time && !VG_STREQ(value, "host")) refuse(arguments[TIME], value, "expected host or simulated");
}

void spy_options_check_slices(void) {
  if (spy_is_exact()) return;
  if (options.simulated_time)
    refuse(arguments[TIME], given[TIME], "threads run in Valgrind's own slices, so expected host");
  if (options.bbv_cycles)
    refuse(arguments[BBV_UNIT], given[BBV_UNIT], "threads run in Valgrind's own slices, so expected instructions");
}

void spy_options_settle(void) {
  coh_option_error error;
  if (!coh_options_settle(&machine_options, read_file, &options.machine, &error)) refuse_machine(&error);
  settle_arguments();
  settle_toggles();
  options.quantum = tool_number(QUANTUM, 1, 10000000);
  options.schedule_seed = tool_number(SCHEDULE_SEED, 0, 1000000000);
  options.references = tool_yes(REFERENCES);
  options.instructions = options.references || tool_yes(INSTRUCTIONS);
  if (options.references && options.machine.prefetch != 0)
    refuse(arguments[REFERENCES], given[REFERENCES],
           "what prefetchers fetch is no reference's: with --prefetch expected no");
  options.stack_vars = tool_yes(STACK_VARS);
  options.slack = tool_number(SLACK, 0, 1000000);
  options.run_ahead = tool_yes(RUN_AHEAD);
  if (options.slack != 0 && options.machine.contention)
    refuse(arguments[SLACK], given[SLACK],
           "waiting for a bus depends on the order of misses, so with --contention=yes expected 0");
  options.fast = tool_yes(FAST);
  options.helper = tool_yes(HELPER);
  options.progress = tool_yes(PROGRESS);
  options.fixed_stack = tool_yes(FIXED_STACK);
  options.machine_visible = tool_yes(MACHINE_VISIBLE);
  options.valgrind_visible = tool_yes(VALGRIND_VISIBLE);
  options.hot_lines = tool_number(HOT_LINES, 0, 65536);
  options.bin_depth = tool_number(BIN_DEPTH, 1, 64);
  options.out_file = given[OUT_FILE] ? given[OUT_FILE] : rows[OUT_FILE].initial;
  settle_time();
  settle_vectors();
  settle_trace();
  settle_clocks();
  settle_fetches();
  settle_sampling();
  settle_phases();
  settle_sweep();
  settle_counting();
  settle_interval();
  settle_files();
  pass_files_on();
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
    list[n++] = rows[options.trace_functions ? TRACE_FUNCTION : TOGGLE].name;
    list[n++] = options.toggles[i];
  }
  return list;
}
