/* SPDX-License-Identifier: GPL-2.0-or-later
 * replay_main.c: memspy replay. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "ui/base/ui_error.h"
#include "ui/base/ui_out_name.h"
#include "ui/base/ui_output.h"
#include "ui/base/ui_subcommand.h"
#include "ui/replay/replay.h"
#include "ui/replay/replay_sweep_main.h"
#include "ui/screens/screen_written.h"

enum { HOT_LINES_MOST = 65536 };

/* The options. */
static char *given[MACH_OPTIONS], *out, *instructions, *stack_vars, *references;
static int hot_lines = REPLAY_HOT_LINES;
static gboolean quiet, sweep;
static ReplaySweepRequest sweep_request;

static const GOptionEntry options[] = {
    {"memspy-out-file", 0, 0, G_OPTION_ARG_FILENAME, &out,
     "Write the profile to FILE (memspy.out.%p.replay; %p is the process id of the run, - is standard output)", "FILE"},
    {"instructions", 0, 0, G_OPTION_ARG_STRING, &instructions,
     "Attribute misses to single instructions, and record the offsets that each one uses (as in the run)", "yes|no"},
    {"stack-vars", 0, 0, G_OPTION_ARG_STRING, &stack_vars,
     "Attribute misses to single variables on the stack, by name; slower (as in the run)", "yes|no"},
    {"references", 0, 0, G_OPTION_ARG_STRING, &references,
     "Count each instruction's hits, spatial use and evictors; slower (as in the run)", "yes|no"},
    {"hot-lines", 0, 0, G_OPTION_ARG_INT, &hot_lines, "At most N shared cache lines with details in the profile (256)",
     "N"},
    {"sweep", 0, 0, G_OPTION_ARG_NONE, &sweep,
     "Simulate many machines in one pass: TERM is a parameter and its values, as in D1=8K..1M:x2 or ways=1,2,4", NULL},
    REPLAY_SWEEP_OPTIONS(sweep_request),
    {"quiet", 'q', 0, G_OPTION_ARG_NONE, &quiet, "Print no screen at the end", NULL},
#define OPTION REPLAY_MACHINE_OPTION
#include "machine/mach_option_table.def"
#undef OPTION
    G_OPTION_ENTRY_NULL};

/* Parses "yes" or "no". If there is no value, leaves *yes unchanged. */
static bool parse_yes(const char *option, const char *value, bool *yes, GError **error) {
  char allowed[MACH_ALLOWED_MAX];
  return value == NULL || mach_parse_yes(value, yes, allowed) ||
         ui_error_option(error, "bad option --%s=%s: %s", option, value, allowed);
}

/* Parses the options that do not describe the machine. */
static bool parse(Replay *replay, GError **error) {
  bool apart = replay->wish.spreads;
  if (hot_lines < 0 || hot_lines > HOT_LINES_MOST)
    return ui_error_option(error, "bad option --hot-lines=%d: expected a number from 0 to %d", hot_lines,
                           HOT_LINES_MOST);
  replay->hot_lines = (uint32_t)hot_lines;
  if (!parse_yes("instructions", instructions, &apart, error) ||
      !parse_yes("stack-vars", stack_vars, &replay->wish.slots, error) ||
      !parse_yes("references", references, &replay->wish.references, error))
    return false;
  apart |= replay->wish.references; /* references=yes implies instructions=yes, as in the tool */
  replay->wish.spreads = apart;
  replay->instructions = instructions == NULL && !replay->wish.references ? REPLAY_INSTRUCTIONS_AS_TRACED
                         : apart                                          ? REPLAY_INSTRUCTIONS_APART
                                                                          : REPLAY_INSTRUCTIONS_TOGETHER;
  return true;
}

/* Prints the first screen of the profile on standard error, unless the profile was written to a device or a pipe. */
static bool show(const char *path, GError **error) {
  if (!g_file_test(path, G_FILE_TEST_IS_REGULAR)) return true;
  Profile *profile = profile_load(path, error);
  if (profile == NULL) return false;
  screen_written_print(profile, path, "");
  profile_free(profile);
  return true;
}

static bool replay_file(const EventsTraceFile *file, GError **error) {
  if (!events_trace_file_has_tables(file, error)) return false;
  ReplayMachine machine;
  mach_config config;
  Replay replay = replay_as_run(file->tables);
  replay.config = &config;
  replay.machine = &machine;
  bool good = replay_machine_of(&machine, given, file, &config, error) && parse(&replay, error);
  if (good && replay.wish.references) mach_options_drop_prefetchers(&machine.options, &config);
  const bool standard = out != NULL && strcmp(out, "-") == 0;
  g_autofree char *path = ui_out_name(out != NULL ? out : "memspy.out.%p.replay", (pid_t)file->tables->pid, 1);
  events_trace_file_warn(file);
  good = good && ui_output_check(standard ? NULL : path, error) &&
         replay_trace(file, &replay, standard ? NULL : path, error) && (quiet || standard || show(path, error));
  replay_machine_free(&machine);
  return good;
}

/* Simulates the machines that n terms describe. share: the part of the machines to simulate; NULL: all. Returns the
 * exit status. */
static int sweep_file(const EventsTraceFile *file, char **terms, unsigned n, const ClusterShare *share) {
  GError *error = NULL;
  ReplayMachine machine;
  bool slots = file->tables != NULL && replay_as_run(file->tables).wish.slots;
  if (share == NULL) events_trace_file_warn(file);
  const bool good = replay_machine_start(&machine, given, file->tables, &error) &&
                    (file->tables == NULL || parse_yes("stack-vars", stack_vars, &slots, &error));
  const sweep_plan_base base = {.machine = machine.options.base,
                                .name = machine.options.base_name,
                                .options = (const char *const *)machine.arguments->pdata,
                                .reader = replay_machine_read_file,
                                .host_file = replay_machine_host_file(),
                                .user = "the trace"};
  const int status = good ? replay_sweep_main(file, &base, (const char *const *)terms, n, &sweep_request, slots, share)
                          : ui_subcommand_fail(error);
  replay_machine_free(&machine);
  return status;
}

/* Returns whether the options and the number of arguments are valid, with or without --sweep. If not, prints an
 * error. */
static bool check_usage(int n) {
  const struct {
    const char *name;
    bool given, of_sweep;
  } uses[] = {{"csv", sweep_request.csv != NULL, true},
              {"json", sweep_request.json != NULL, true},
              {"plot", sweep_request.plot != NULL, true},
              {"threads", sweep_request.threads != 0, true},
              {"sweep-by", sweep_request.by != NULL, true},
              {"parts", sweep_request.launcher.parts != NULL, true},
              {"share", sweep_request.launcher.share != NULL, true},
              {"memspy-out-file", out != NULL, false},
              {"instructions", instructions != NULL, false},
              {"stack-vars", stack_vars != NULL && sweep_request.by == NULL, false},
              {"references", references != NULL, false},
              {"hot-lines", hot_lines != REPLAY_HOT_LINES, false}};
  for (size_t i = 0; i < G_N_ELEMENTS(uses); i++) {
    if (!uses[i].given || uses[i].of_sweep == sweep) continue;
    fprintf(stderr, "memspy replay: --%s is %sfor --sweep\n", uses[i].name, sweep ? "not " : "");
    return false;
  }
  if (!sweep && n > 2)
    fputs("memspy replay: expected one TRACE; terms are for --sweep (see memspy replay --help)\n", stderr);
  else if (out != NULL && *out == '\0')
    fputs("memspy replay: --memspy-out-file= needs the name of a file\n", stderr);
  else
    return true;
  return false;
}

/* Returns how many of the last arguments are traces; at least 1. */
static int count_traces(char **args, int n) {
  int traces = 1;
  while (traces < n && strchr(args[n - traces - 1], '=') == NULL &&
         g_file_test(args[n - traces - 1], G_FILE_TEST_EXISTS))
    traces++;
  return traces;
}

static bool check_traces(int traces) {
  if (traces == 1 || (sweep_request.csv == NULL && sweep_request.json == NULL && sweep_request.plot == NULL))
    return true;
  fputs("memspy replay: --csv, --json and --plot are for one TRACE\n", stderr);
  return false;
}

/* Simulates those machines for trace i of several that belong to a share. Returns the exit status. */
static int sweep_one(char **traces, unsigned i, unsigned n_traces, char **terms, unsigned n, ClusterShare share) {
  GError *error = NULL;
  ClusterShare own;
  const bool is_whole = share.of == 1;
  if (!cluster_share_within(share, i, n_traces, &own)) return UI_EXIT_GOOD;
  EventsTraceFile *file = events_trace_file_open(traces[i], &error);
  if (file == NULL) return ui_subcommand_fail(error);
  if (i > 0 && is_whole) putchar('\n');
  const int status = sweep_file(file, terms, n, is_whole ? NULL : &own);
  events_trace_file_close(file);
  return status;
}

/* Runs a sweep, and returns the exit status. args: the terms, followed by the traces. given_args: all arguments,
 * including options. */
static int run_sweep(int n, char **args, char *const *given_args) {
  ClusterShare share;
  int status;
  const int traces = count_traces(args, n), terms = n - traces;
  if (!check_traces(traces)) return UI_EXIT_USAGE;
  if (!cluster_launcher_settle(&sweep_request.launcher, CLUSTER_LAUNCHER_ONCE, given_args, &share, &status))
    return status;
  for (int i = 0; i < traces && status == UI_EXIT_GOOD; i++)
    status = sweep_one(args + terms, (unsigned)i, (unsigned)traces, args, (unsigned)terms, share);
  return status;
}

static int run_replay(int n, char **args) {
  g_auto(GStrv) given_args = g_strdupv(args);
  ui_subcommand_options(&n, &args, &ui_replay_subcommand);
  GError *error = NULL;
  if (!check_usage(n)) return UI_EXIT_USAGE;
  if (sweep) return run_sweep(n - 1, args + 1, given_args);
  EventsTraceFile *file = events_trace_file_open(args[1], &error);
  if (file == NULL) return ui_subcommand_fail(error);
  const bool good = replay_file(file, &error);
  events_trace_file_close(file);
  return good ? UI_EXIT_GOOD : ui_subcommand_fail(error);
}

const UiSubcommand ui_replay_subcommand = {
    .name = "replay",
    .arguments = "[TERM...] TRACE...",
    .summary = "simulate a trace on any machine, and write a profile",
    .help =
        "The tool's option --trace-file writes TRACE. replay simulates its references in their order, on the machine of\n"
        "the run or of the options, and writes a profile, which memspy FILE shows. It prints the first screen on\n"
        "standard error.\n"
        "With --sweep it writes no profile: each TERM lists values of a parameter of the machine, and a table shows the\n"
        "misses of all combinations. TERM is NAME=VALUE,...; a value can be a range, FROM..TO:xFACTOR or\n"
        "FROM..TO:+STEP. The names are D1, L2, LL (bytes), ways (of the D1), L2-ways, LL-ways, line (bytes, of all\n"
        "caches), and the options of a machine, without dashes. A sweep of several TRACEs prints a table for each.\n"
        "Under mpirun or srun, all ranks share the machines and traces of a sweep (docs/cluster.md).",
    .options = options,
    .examples = (const char *const[]){"memspy replay trace.1234", "on the machine of the run",
                                      "memspy replay --machine=metric-r12000 --memspy-out-file=small.out trace.1234",
                                      "on a machine of 1998",
                                      "memspy replay --sweep D1=8K..1M:x2 ways=1,2,4,8 line=32,64,128 trace.1234",
                                      "misses by size and shape of the first-level cache",
                                      "mpirun -n 16 memspy replay --sweep D1=8K..1M:x2 ways=1..16:x2 trace.1234",
                                      "a sweep by sixteen processes", NULL},
    .least = 1,
    .most = G_MAXUINT,
    .main = run_replay,
};
