/* SPDX-License-Identifier: GPL-2.0-or-later
 * spy_options.c: machine/mach_options.c parses the options that describe the machine. All options are stored as given,
 * and parsed in spy_options_settle(): first by their types in the table, then by own code if an option has more
 * rules. */
#include "memspy/setup/spy_options.h"

#include "bins/bin_sweep.h"
#include "machine/mach_options.h"
#include "memspy/core/spy_file.h"
#include "memspy/setup/spy_state.h"
#include "trace/trace_compress.h"

/* The options of the machine come first, with the numbers of mach_option. */
enum {
#define OPTION(symbol, name, type, initial, listed, needs, help) symbol,
#include "machine/mach_option_table.def"
#include "memspy/setup/spy_options.def"
#undef OPTION
  OPTIONS,
  NONE = OPTIONS
};

/* The types of spy_options.def, as in mach_option_value.h. */
#define MACH_FIELDS spy_options
#define MACH_TYPE_NUMBER_IN(field, least, most, unit) MACH_TYPE_NUMBER(field, least, most, unit)
#define MACH_TYPE_CHOICE_IN(field, words) MACH_TYPE_CHOICE(uint32_t, field, words)
#define MACH_TYPE_CACHE_OR_PRESET_IN(field) .write = mach_write_geometry, MACH_AT(field)
#define MACH_TYPE_FILE(field) .set = set_file, MACH_AT(field)
#define MACH_TYPE_FILE_IN(field) MACH_TYPE_FILE(field)

static bool set_file(const mach_option_row *row, const char *value, void *fields, char *allowed) {
  (void)allowed; /* settle_files() checks all of them */
  *(const HChar **)((HChar *)fields + row->offset) = value;
  return true;
}

/* The rows of the tool's own options. */
static const mach_option_row own_rows[OPTIONS] = {
#define OPTION(symbol, name, type, initial, listed, needs, help) \
  [symbol] = {name, MACH_VALUE_##type, initial, help, MACH_LIST_##listed, needs, MACH_TYPE_##type},
#include "memspy/setup/spy_options.def"
#undef OPTION
};

static const mach_option_row *row_of(UInt option) {
  return option < MACH_OPTIONS ? mach_option_get((mach_option)option) : &own_rows[option];
}

static mach_options machine_options;
static const HChar *given[OPTIONS];     /* values of the tool's own options from the command line, or NULL */
static const HChar *arguments[OPTIONS]; /* whole arguments, for messages */
static XArray *toggles;                 /* array of const HChar *: patterns of functions */
static Bool is_inherited;               /* these options are from the process that called exec() */
static spy_options options;

__attribute__((noreturn)) static void refuse(const HChar *argument, const HChar *value, const HChar *allowed) {
  VG_(fmsg_bad_option)(argument, "Bad value '%s': %s\n", value, allowed);
  VG_(exit)(1);
}

__attribute__((noreturn)) static void refuse_machine(const mach_option_error *error) {
  const mach_option_origin *from = &error->from;
  if (!from->file) refuse(from->argument, error->value, error->allowed);
  VG_(fmsg)
  ("%s:%u: bad value '%s' of '%s': %s\n", from->file, from->line, error->value, from->argument, error->allowed);
  VG_(exit)(1);
}

/* An option that is passed to programs that this process executes; not for users. */
static const HChar inherited[] = "--memspy-inherited";

/* An option that `memspy run` passes; not for users: see spy_file_report_to(). */
static const HChar failures[] = "--memspy-failures=";

Bool spy_options_take(const HChar *argument) {
  if (VG_STREQ(argument, inherited)) return is_inherited = True;
  if (VG_STREQN(sizeof failures - 1, argument, failures)) {
    spy_file_report_to(argument + sizeof failures - 1);
    return True;
  }
  if (mach_options_take(&machine_options, argument)) return True;
  if (!VG_STREQN(2, argument, "--")) return False;
  for (UInt i = MACH_OPTIONS; i < OPTIONS; i++) {
    const UInt n = VG_(strlen)(own_rows[i].name);
    if (!VG_STREQN(n, argument + 2, own_rows[i].name) || argument[2 + n] != '=') continue;
    given[i] = argument + 2 + n + 1;
    arguments[i] = argument;
    if (i == TOGGLE || i == COUNT || i == TRACE_FUNCTION) {
      if (!toggles) toggles = VG_(newXA)(VG_(malloc), "spy.options", VG_(free), sizeof(HChar *));
      VG_(addToXA)(toggles, &given[i]);
    }
    return True;
  }
  return False;
}

/* Prints a text in lines of at most 80 columns, each indented by 8. */
static void print_wrapped(const HChar *text) {
  enum { INDENT = 8, COLUMNS = 80 };
  UInt column = INDENT;
  VG_(printf)("        ");
  while (*text) {
    UInt n = 0;
    while (text[n] && text[n] != ' ') n++;
    const Bool fits = column == INDENT || column + 1 + n <= COLUMNS;
    if (column != INDENT) VG_(printf)(fits ? " " : "\n        ");
    column = (fits ? column + (column != INDENT) : INDENT) + n;
    for (; n != 0; n--) VG_(printf)("%c", *text++);
    if (*text) text++;
  }
  VG_(printf)("\n");
}

void spy_options_usage(void) {
  for (UInt i = 0; i < OPTIONS; i++) {
    const mach_option_row *row = row_of(i);
    VG_(printf)("    --%s=%s", row->name, row->value);
    VG_(printf)(row->initial[0] ? " [%s]\n" : "\n", row->initial);
    print_wrapped(row->help);
  }
  VG_(printf)("    Machine presets (--machine=):\n");
  for (UInt i = 0; mach_preset_name(i); i++) {
    HChar text[MACH_ALLOWED_MAX];
    VG_(snprintf)(text, sizeof text, "%s: %s", mach_preset_name(i), mach_preset_source(i));
    print_wrapped(text);
  }
}

void spy_options_debug_usage(void) { VG_(printf)("    (none)\n"); }

/* The mach_file_reader. */
static char *read_file(const char *name, const char **wrong) { return spy_file_read(name, 1 << 20, wrong); }

/* Returns whether the run is simulated. */
static Bool is_simulated(void) {
  return given[SIMULATE] ? VG_STREQ(given[SIMULATE], "yes") : !given[TRACE_FILE] && !given[BBV_FILE];
}

/* Sets the file with the measurements of this computer, if there is one. */
static void find_host_file(void) {
  static HChar name[VKI_PATH_MAX];
  struct vg_stat status;
  if (mach_host_file_name(VG_(getenv)("XDG_CONFIG_HOME"), VG_(getenv)("HOME"), name, sizeof name) &&
      !sr_isError(VG_(stat)(name, &status)))
    machine_options.host_file = name;
}

/* Returns whether an option was given with a value other than "none". The name of a file can be any text. */
static Bool is_set(UInt option) {
  return given[option] && (own_rows[option].set == set_file || !VG_STREQ(given[option], own_rows[option].initial));
}

/* Returns the value of an option, as it would be written on the command line, or NULL if the profile does not list the
 * option. */
static const HChar *value_text(UInt option) {
  HChar text[256];
  mach_words words = mach_words_in(text, sizeof text);
  const mach_option_row *row = row_of(option);
  if (option < MACH_OPTIONS) {
    if (!mach_option_text(&machine_options, &options.machine, (mach_option)option, &words)) return NULL;
  } else if (row->listed == MACH_LIST_GIVEN) {
    return option == INTERVAL && options.interval == 0 ? NULL : given[option];
  } else {
    if (row->listed == MACH_LIST_NEVER || (row->needs != NONE && !is_set(row->needs)) ||
        (row->listed == MACH_LIST_CHANGED && mach_option_is_initial(row, &options)))
      return NULL;
    row->write(row, &options, &words);
  }
  return VG_(strdup)("spy.options.text", text);
}

/* Parses the values that were given, and sets the fields of the other options to their defaults. */
static void settle_types(void) {
  HChar allowed[MACH_ALLOWED_MAX];
  for (UInt i = MACH_OPTIONS; i < OPTIONS; i++) {
    const mach_option_row *row = &own_rows[i];
    if (!row->set) continue;
    if (!given[i] && row->set != set_file)
      (void)row->set(row, row->initial, &options, allowed);
    else if (given[i] && !row->set(row, given[i], &options, allowed))
      refuse(arguments[i], given[i], allowed);
  }
}

/* Refuses options that have no effect, because another option was not given. */
static void settle_needs(void) {
  HChar text[64];
  for (UInt i = MACH_OPTIONS; i < OPTIONS; i++) {
    const UInt needs = own_rows[i].needs;
    if (needs == NONE || !given[i] || VG_STREQ(given[i], "none") || is_set(needs)) continue;
    VG_(snprintf)(text, sizeof text, "there is no --%s", own_rows[needs].name);
    refuse(arguments[i], given[i], text);
  }
}

/* Refuses an invalid format of a file's name, before the file is written. Since each expansion of %n increments a
 * counter, this function expands the format with %p in place of %n. Returns the name, owned by the caller. */
static HChar *check_file(UInt option, const HChar *format) {
  HChar name[32];
  VG_(snprintf)(name, sizeof name, "--%s", own_rows[option].name);
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

/* Refuses a file that cannot be created. The file itself is only opened when it has contents, possibly late. Does not
 * check the file in a program that another program has executed. Returns the file's name, as check_file() does, or NULL
 * if the option was not given. */
static HChar *check_late_file(UInt option) {
  if (!given[option]) return NULL;
  HChar *name = check_file(option, given[option]);
  const HChar *wrong = is_inherited ? NULL : spy_file_wrong(name);
  if (wrong) refuse(arguments[option], given[option], wrong);
  return name;
}

/* Refuses a file that would replace another one, which option `other` names. If the name is NULL, there is no file to
 * check. */
static void check_apart(UInt option, const HChar *name, UInt other, const HChar *other_name) {
  HChar text[64];
  VG_(snprintf)(text, sizeof text, "--%s names the same file", own_rows[other].name);
  if (name && other_name && spy_file_is_same(name, other_name)) refuse(arguments[option], given[option], text);
}

/* Returns --OPTION=DIRECTORY/FORMAT, in which a % in the directory is not a part of the format. The caller owns the
 * result. */
static HChar *in_directory(UInt option, const HChar *directory, const HChar *format) {
  const HChar *name = own_rows[option].name;
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

/* With --trace-children=yes, programs that this process executes get the same options. Their relative file names refer
 * to the directory of the first program. */
static void pass_files_on(void) {
  const HChar *directory = VG_(get_startup_wd)(), *mark = inherited;
  if (is_inherited || !directory) return;
  VG_(addToXA)(VG_(args_for_valgrind), &mark);
  for (UInt i = MACH_OPTIONS; i < OPTIONS; i++) {
    const HChar *format = i == OUT_FILE ? options.out_file : given[i];
    if (own_rows[i].set != set_file || !format || format[0] == '/' || VG_STREQN(3, format, "%q{")) continue;
    HChar *argument = in_directory(i, directory, format);
    VG_(addToXA)(VG_(args_for_valgrind), &argument);
  }
}

/* Checks the names of all files that the tool writes. */
static void settle_files(void) {
  HChar *names[OPTIONS] = {[OUT_FILE] = check_file(OUT_FILE, options.out_file)};
  const UInt beside = options.sweep ? SWEEP : options.counting.period != 0 && !given[SAMPLES_FILE] ? SAMPLES : NONE;
  if (beside != NONE && spy_file_is_special(names[OUT_FILE]))
    refuse(arguments[beside], given[beside],
           "the profile (--memspy-out-file) is not a regular file, so no second file can have its name with a suffix");
  for (UInt i = MACH_OPTIONS; i < OPTIONS; i++) {
    if (own_rows[i].set != set_file || i == OUT_FILE) continue;
    names[i] = check_late_file(i);
    if (options.simulate) check_apart(i, names[i], OUT_FILE, names[OUT_FILE]);
    for (UInt other = MACH_OPTIONS; other < i; other++) check_apart(i, names[i], other, names[other]);
  }
  for (UInt i = 0; i < OPTIONS; i++) VG_(free)(names[i]);
}

/* Sets up the instruction caches. */
static void settle_fetches(void) {
  HChar allowed[MACH_ALLOWED_MAX];
  fetch_config *fetches = &options.fetches;
  const HChar *value = given[I1];
  if (!value) return;
  if (VG_STREQ(value, "preset"))
    fetches->geometry = options.machine.i1;
  else if (!mach_set_geometry(&own_rows[I1], value, &options, allowed))
    refuse(arguments[I1], value, "expected SIZE,WAYS,LINE, such as 32768,8,64, or preset, or none");
  if (fetches->geometry.size == 0) return;
  const HChar *wrong = mach_geometry_check(&fetches->geometry, MACH_LRU);
  if (wrong) refuse(arguments[I1], value, wrong);
  if (!options.simulate) refuse(arguments[I1], value, "nothing is simulated, and a trace has no instruction fetches");
}

static void settle_trace(void) {
  options.simulate = is_simulated();
  if (!options.simulate && !options.trace_file && !options.bbv_file)
    refuse(arguments[SIMULATE], given[SIMULATE], "without --trace-file or --bbv-file there would be nothing to do");
}

/* Returns the option that names functions. */
static UInt toggle_option(void) { return given[TRACE_FUNCTION] ? TRACE_FUNCTION : given[COUNT] ? COUNT : TOGGLE; }

const HChar *spy_options_toggle_name(void) { return own_rows[toggle_option()].name; }

/* Sets up the functions that switch collection, counting or tracing on while a thread is inside of them. */
static void settle_toggles(void) {
  const UInt option = toggle_option();
  if (given[TOGGLE] && option != TOGGLE) refuse(arguments[option], given[option], "there is a --toggle-collect, too");
  options.n_toggles = toggles ? (UInt)VG_(sizeXA)(toggles) : 0;
  options.toggles = toggles ? VG_(indexXA)(toggles, 0) : NULL;
  options.trace_functions = option == TRACE_FUNCTION;
  options.counts_functions = option == COUNT;
  for (UInt i = 0; i < options.n_toggles; i++)
    if (options.toggles[i][0] == '\0') refuse(arguments[option], "", "expected the name of a function");
  if (!given[COLLECT]) options.collect_at_start = !given[TOGGLE];
}

/* Parses a number of instructions that ends at `end`. Returns 0 if it is invalid. */
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

/* Parses PERIOD:LENGTH[:WARMUP]. */
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

/* Refuses each of the `n` options `others` that was given. `how` is a text with the reason. */
static void check_others(const HChar *how, const UInt *others, UInt n) {
  for (UInt i = 0; i < n; i++)
    if (is_set(others[i])) refuse(arguments[others[i]], given[others[i]], how);
}

/* Sets up intervals of cycles: nothing is simulated, and the processors' clocks advance as between samples. */
static void settle_clocks(void) {
  if (!options.bbv_cycles) return;
  if (options.simulate || options.trace_file)
    refuse(arguments[BBV_UNIT], given[BBV_UNIT],
           "cycles are counted where nothing else is recorded (no --simulate=yes or --trace-file)");
  options.sampling.only_clocks = True;
}

/* Sets up sampling by phase. Simulated time (--time) is refused, since the intervals were found by a run with the
 * host's clocks. */
static void settle_phases(void) {
  static const UInt others[] = {SAMPLE, TOGGLE, TRACE_FILE, BBV_FILE, I1, REFERENCES, TIME};
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
  static const UInt others[] = {TOGGLE, TRACE_FILE, BBV_FILE, I1, REFERENCES};
  const HChar *value = given[SAMPLE];
  if (!is_set(SAMPLE)) return;
  if (!parse_sampling(value, &options.sampling))
    refuse(
        arguments[SAMPLE], value,
        "expected PERIOD:LENGTH or PERIOD:LENGTH:WARMUP, such as 100M:1M: numbers of instructions (K, M, G allowed), "
        "LENGTH at least 10K, and PERIOD more than the others together");
  check_others("the run is sampled (--sample)", others, sizeof others / sizeof others[0]);
}

/* Makes the list of the machine's options on the command line. */
static void settle_arguments(void) {
  const HChar **list = VG_(calloc)("spy.options.machine", MACH_OPTIONS + 1, sizeof *list);
  options.machine_arguments = list;
  for (UInt i = 0; i < MACH_OPTIONS; i++)
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
  const sweep_plan_base base = {.options = options.machine_arguments,
                                .reader = read_file,
                                .host_file = machine_options.host_file,
                                .processors = options.machine.processors,
                                .user = "the run"};
  sweep_plan_error error;
  HChar message[SWEEP_PLAN_WRONG_MAX + sizeof SWEEP_PLAN_NAMES + 2];
  HChar *text = VG_(strdup)("spy.options.sweep", value);
  XArray *terms = VG_(newXA)(VG_(malloc), "spy.options.terms", VG_(free), sizeof(HChar *));
  split_terms(text, terms);
  const UInt n = (UInt)VG_(sizeXA)(terms);
  if (n == 0) refuse(arguments[SWEEP], value, "expected parameters, as in 'D1=8K..1M:x2 ways=1,2,4'");
  options.sweep = sweep_plan_new(&base, VG_(indexXA)(terms, 0), n, &error);
  VG_(sprintf)(message, "%s%s", error.text, error.unknown ? "; " SWEEP_PLAN_NAMES : "");
  if (!options.sweep) refuse(arguments[SWEEP], value, message);
  VG_(deleteXA)(terms);
  VG_(free)(text);
}

/* Sets the groups by which the misses of a sweep's machines are reported (--sweep-by). */
static void settle_sweep_by(void) {
  const HChar *value = given[SWEEP_BY];
  if (!is_set(SWEEP_BY)) return;
  options.sweep_by = bin_sweep_by(value);
  if (options.sweep_by == 0) refuse(arguments[SWEEP_BY], value, BIN_BY_ALLOWED ", or none");
}

/* Sets up --sweep, and refuses incompatible options. */
static void settle_sweep(void) {
  static const UInt others[] = {SAMPLE, SAMPLE_PHASES, TRACE_FILE, I1};
  const HChar *value = given[SWEEP];
  if (!is_set(SWEEP)) return;
  make_sweep(value);
  check_others("there is a --sweep, too", others, sizeof others / sizeof others[0]);
  if (!options.simulate) refuse(arguments[SWEEP], value, "nothing is simulated (--simulate=no)");
  for (UInt i = 0; i < options.sweep->n_machines; i++)
    if (options.sweep->machines[i].config.prefetch & MACH_STRIDE)
      refuse(arguments[SWEEP], value, "a machine prefetches by stride, which needs a trace: memspy replay --sweep");
}

/* Sets up the simulated counter, and refuses incompatible options. */
static void settle_counting(void) {
  static const UInt others[] = {SAMPLE, SAMPLE_PHASES, SWEEP, TRACE_FILE, BBV_FILE, I1};
  const HChar *value = given[SAMPLES];
  if (!is_set(SAMPLES)) return;
  check_others("samples of misses are taken (--samples)", others, sizeof others / sizeof others[0]);
  if (!options.simulate) refuse(arguments[SAMPLES], value, "nothing is simulated (--simulate=no)");
  if (!spy_counting_read(value, &options.counting)) refuse(arguments[SAMPLES], value, SPY_COUNTING_ALLOWED);
  options.counting.varies = options.samples_vary;
}

/* Refuses options that --count does not support. */
static void settle_count(void) {
  static const UInt others[] = {SAMPLE, SAMPLE_PHASES, SAMPLES, SWEEP, TRACE_FILE, BBV_FILE, I1, REFERENCES};
  if (given[COUNT])
    check_others("only a part of the run is counted (--count)", others, sizeof others / sizeof others[0]);
}

/* Refuses options with which calling contexts are not recorded. If --callers is not given, does not record contexts
 * with these options. */
static void settle_callers(void) {
  static const UInt others[] = {SAMPLE, SAMPLE_PHASES, SAMPLES, SWEEP, TRACE_FILE, BBV_FILE};
  if (!given[CALLERS])
    for (UInt i = 0; i < sizeof others / sizeof others[0]; i++)
      if (is_set(others[i])) options.callers = False;
  if (!given[CALLERS] && !options.simulate) options.callers = False;
  if (!options.callers) return;
  check_others("the callers are recorded (--callers)", others, sizeof others / sizeof others[0]);
  if (!options.simulate) refuse(arguments[CALLERS], given[CALLERS], "nothing is simulated (--simulate=no)");
}

/* Sets up --interval. If the run is sampled, clocks are estimates; without simulation, the profile has no intervals. In
 * both cases, the option is refused, and its initial value means no intervals. */
static void settle_interval(void) {
  const HChar *value = given[INTERVAL];
  const Bool is_possible = options.simulate && !spy_is_sampled(&options.sampling);
  if (value ? VG_STREQ(value, "no") : !is_possible) return;
  const mach_option_row number = {.offset = offsetof(spy_options, interval), .most = (ULong)1e12, .unit = ""};
  HChar allowed[MACH_ALLOWED_MAX];
  if (!mach_set_long(&number, value ? value : own_rows[INTERVAL].initial, &options, allowed))
    refuse(arguments[INTERVAL], value, "expected a number of cycles up to 10^12, without K, M or G, or no");
  if (is_possible || options.interval == 0) return;
  refuse(arguments[INTERVAL], value,
         options.simulate ? "the run is sampled (--sample or --sample-phases)"
                          : "nothing is simulated (--simulate=no)");
}

void spy_options_check_slices(void) {
  if (spy_is_exact()) return;
  if (options.simulated_time)
    refuse(arguments[TIME], given[TIME], "threads run in Valgrind's own slices, so expected host");
  if (options.bbv_cycles)
    refuse(arguments[BBV_UNIT], given[BBV_UNIT], "threads run in Valgrind's own slices, so expected instructions");
}

/* Sets up --references. The machine then has no prefetchers of the preset. Refuses prefetchers that were given. */
static void settle_references(void) {
  if (!options.references) return;
  mach_options_drop_prefetchers(&machine_options, &options.machine);
  if (mach_config_prefetches(&options.machine))
    refuse(arguments[REFERENCES], given[REFERENCES],
           "lines that a prefetcher fetches belong to no reference, so with --prefetch expected no");
}

/* Sets up --slack. The machine then has no bandwidths of the preset. Refuses bandwidths that were given, and
 * contention. */
static void settle_slack(void) {
  if (options.slack == 0) return;
  mach_options_drop_bandwidths(&machine_options, &options.machine);
  if (mach_config_has_queues(&options.machine))
    refuse(arguments[SLACK], given[SLACK],
           "waiting for a bus or for memory depends on the order of misses, so with --contention=yes, "
           "--memory-bandwidth or --processor-bandwidth expected 0");
}

void spy_options_settle(void) {
  mach_option_error error;
  find_host_file();
  machine_options.later = !is_simulated();
  /* Windows need the simulation of misses. All machines of a sweep are blocking, and have the idle times of the run. */
  machine_options.blocking = !is_simulated() || is_set(SWEEP);
  if (!mach_options_settle(&machine_options, read_file, &options.machine, &error)) refuse_machine(&error);
  settle_arguments();
  settle_types();
  settle_toggles();
  settle_sweep_by();
  settle_needs();
  options.instructions |= options.references;
  settle_references();
  settle_slack();
  if (!options.out_file) options.out_file = own_rows[OUT_FILE].initial;
  settle_trace();
  settle_count();
  settle_clocks();
  settle_fetches();
  settle_sampling();
  settle_phases();
  settle_sweep();
  settle_counting();
  settle_callers();
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
    list[n++] = row_of(i)->name;
    list[n++] = value;
  }
  for (UInt i = 0; i < options.n_toggles; i++) {
    list[n++] = spy_options_toggle_name();
    list[n++] = options.toggles[i];
  }
  return list;
}
