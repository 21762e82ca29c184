/* SPDX-License-Identifier: GPL-2.0-or-later
 * launch_run.c: memspy run: profiles a program, and shows the first screen.
 *
 * The profiled program uses standard output, so all messages of memspy run go to standard error. */
#include "ui/launch/launch_run.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "ui/base/ui_child.h"
#include "ui/base/ui_config.h"
#include "ui/base/ui_out_name.h"
#include "ui/base/ui_progress.h"
#include "ui/base/ui_subcommand.h"
#include "ui/base/ui_text.h"
#include "ui/launch/launch_folder.h"
#include "ui/launch/launch_run_failures.h"
#include "ui/launch/launch_run_files.h"
#include "ui/launch/launch_run_hints.h"
#include "ui/launch/launch_run_limits.h"
#include "ui/launch/launch_run_options.h"
#include "ui/launch/launch_run_phases.h"
#include "ui/launch/launch_tool.h"
#include "ui/launch/launch_tool_options.h"
#include "ui/profile/profile.h"
#include "ui/screens/screen_written.h"

static const char out_option[] = "--memspy-out-file=";

/* The extra files that the tool writes only if an option requests them: the option, the kind of file, and how to use
 * it. */
enum { TRACE, VECTORS, EXTRAS };
static const struct {
  const char *option, *kind, *use;
} extras[EXTRAS] = {{"--trace-file=", "trace", "simulate machines on it: memspy replay"},
                    {"--bbv-file=", "vector file", "find the run's phases: memspy phases"}};

enum { MOST_MISSING = 16 }; /* number of consecutive missing file numbers after which the search for files ends */
static const char default_out[] = "memspy.out.%p";

/* Options that restrict the counts to some functions. */
static const char *const counting[] = {"--toggle-collect", "--count"};

typedef struct {
  char **options; /* options for the tool */
  unsigned n_options;
  char **program;            /* the program and its arguments, ended by NULL */
  const char *out;           /* template of the profile's file name; NULL: the default template */
  const char *extra[EXTRAS]; /* templates of the names of the extra files; NULL: the file is not requested */
  bool simulate;             /* whether --simulate=yes was given: a profile is written in addition to extra files */
  const char *counts; /* "--toggle-collect" or "--count", if it was given: only references inside some functions are
                                counted; otherwise NULL */
  GPtrArray *missed;  /* result of launch_run_failures_missed(); NULL: the program has not run yet */
  bool sampled;       /* whether --sampled was given: the program runs twice */
  LaunchPhaseSearch search; /* options for the search of phases, with --sampled */
  const char *phases;       /* with --sampled, the option that passes the file of representatives */
  /* the option that passes the folder for reports of failures; NULL: there is no such folder */
  const char *failures;
  bool quiet;
  bool announces; /* whether to print the name of the profile when the program starts */
  bool logs;      /* whether valgrind's messages go somewhere other than standard error */
} Request;

/* Splits the arguments into options and the program. The program begins after --, or at the first word that is not an
 * option. Options that are not for the tool are left out. */
static Request parse(char **args) {
  Request request = {.options = args + 1};
  char **arg = args + 1;
  for (; *arg != NULL && (*arg)[0] == '-' && strcmp(*arg, "--") != 0; arg++) {
    if (strcmp(*arg, "--sampled") == 0) {
      request.sampled = true;
      continue;
    }
    if (launch_run_phases_take(&request.search, *arg)) continue;
    if (g_str_has_prefix(*arg, out_option)) request.out = *arg + strlen(out_option);
    for (unsigned i = 0; i < EXTRAS; i++)
      if (g_str_has_prefix(*arg, extras[i].option)) request.extra[i] = *arg + strlen(extras[i].option);
    if (g_str_has_prefix(*arg, "--simulate=")) request.simulate = strcmp(*arg, "--simulate=yes") == 0;
    for (unsigned i = 0; i < G_N_ELEMENTS(counting); i++)
      if (g_str_has_prefix(*arg, counting[i]) && (*arg)[strlen(counting[i])] == '=') request.counts = counting[i];
    if (g_str_has_prefix(*arg, "--log-")) request.logs = true;
    if (strcmp(*arg, "--quiet") == 0 || strcmp(*arg, "-q") == 0) request.quiet = true;
    request.options[request.n_options++] = *arg;
  }
  request.program = arg + (*arg != NULL && strcmp(*arg, "--") == 0);
  return request;
}

/* Returns the command line of valgrind. The caller frees the array, but not its strings. */
static char **make_command(const Request *request, const LaunchTool *tool) {
  GPtrArray *command = g_ptr_array_new();
  g_ptr_array_add(command, tool->valgrind);
  g_ptr_array_add(command, (gpointer) "--tool=memspy");
  if (request->out == NULL) g_ptr_array_add(command, (gpointer) "--memspy-out-file=memspy.out.%p");
  /* The default limit of Valgrind's core is 500. A limit that the user gives comes later and overrides this one. */
  g_ptr_array_add(command, (gpointer) "--max-threads=3000");
  if (!request->quiet && !request->logs && ui_progress_may_show())
    g_ptr_array_add(command, (gpointer) "--progress=yes");
  if (request->phases != NULL) g_ptr_array_add(command, (gpointer)request->phases);
  if (request->failures != NULL) g_ptr_array_add(command, (gpointer)request->failures);
  for (unsigned i = 0; i < request->n_options; i++)
    if (!request->sampled || !launch_run_phases_is_for_first(request->options[i]))
      g_ptr_array_add(command, request->options[i]);
  g_ptr_array_add(command, (gpointer) "--");
  for (char **word = request->program; *word != NULL; word++) g_ptr_array_add(command, *word);
  g_ptr_array_add(command, NULL);
  return (char **)g_ptr_array_free(command, FALSE);
}

/* Returns whether a file was changed after the program started. */
static bool is_of_run(const char *path, time_t started) {
  struct stat found;
  return stat(path, &found) == 0 && found.st_mtime + 1 >= started;
}

/* If a program calls exec() to run a program that is not profiled, its file has another name. Returns the name of the
 * file that exists. Takes ownership of `path`; the caller frees the result. */
static char *or_before_exec(char *path, time_t started) {
  char *before = g_strconcat(path, ".exec", NULL);
  const bool there = !is_of_run(path, started) && is_of_run(before, started);
  g_free(there ? path : before);
  return there ? before : path;
}

/* Returns the name of the last profile, trace or other file that the process wrote; the caller frees it. If the names
 * are numbered, each dump has a file. Valgrind uses the same numbers for its other files, so some numbers can be
 * missing. */
static char *last_file(const char *template, pid_t pid, time_t started) {
  char *last = ui_out_name(template, pid, 0);
  unsigned missing = 0;
  for (unsigned number = 1; missing < MOST_MISSING; number++) {
    char *next = ui_out_name(template, pid, number);
    const bool numbered = strcmp(next, last) != 0;
    const bool there = numbered && access(next, F_OK) == 0;
    g_free(there ? last : next);
    if (there) last = next;
    missing = there ? 0 : numbered ? missing + 1 : MOST_MISSING;
  }
  return or_before_exec(last, started);
}

/* Returns whether a path is a device or a pipe. The content of such a file cannot be read a second time. */
static bool is_special(const char *path) {
  struct stat found;
  return stat(path, &found) == 0 && !S_ISREG(found.st_mode) && !S_ISDIR(found.st_mode);
}

/* Returns whether the run can use the names that earlier runs kept, and keep its own. The tool lists the option in the
 * profile, since the option can also be in VALGRIND_OPTS or .valgrindrc. */
static bool uses_cache(const Profile *profile) { return g_strcmp0(profile_option(profile, "cache"), "no") != 0; }

/* Adds names to the profile of a program that started at `started`, and shows the profile unless `quiet`. Ignores a
 * file that is older than `started`. Sets *counted to true if the profile has references, or if it cannot be read
 * again. Returns whether the program left a profile. */
static bool finish(const char *path, time_t started, bool quiet, bool *counted) {
  if (is_special(path)) return *counted = true;
  if (access(path, F_OK) != 0) return false;
  GError *error = NULL;
  g_autoptr(Profile) profile = profile_load(path, &error);
  if (profile == NULL) return ui_subcommand_fail(error) == UI_EXIT_GOOD;
  const bool ours = profile->time + 1 >= (uint64_t)started;
  if (!ours) return false;
  *counted |= profile_counts_references(&profile->totals.counts) != 0;
  screen_written_finish(profile, path, quiet ? NULL : "\n", uses_cache(profile));
  return true;
}

/* Adds names to all profiles of the program except the one in `last`. Sets *counted to true if one of them has
 * references. */
static void finish_others(const Request *request, pid_t pid, time_t started, const char *last, bool *counted) {
  g_autoptr(GPtrArray) files = launch_run_files(request->out != NULL ? request->out : default_out, pid, started);
  for (guint i = 0; i < files->len; i++)
    if (strcmp(g_ptr_array_index(files, i), last) != 0) finish(g_ptr_array_index(files, i), started, true, counted);
}

/* Prints the path of an extra file of a program that started at `started`. Returns whether the file exists. */
static bool tell_extra(unsigned extra, const char *path, time_t started, bool quiet) {
  if (is_special(path)) return true;
  if (!is_of_run(path, started)) return false;
  g_autofree char *printable = ui_text_escaped(path);
  if (!quiet)
    fprintf(stderr, "The %s is in %s; to %s %s\n", extras[extra].kind, printable, extras[extra].use, printable);
  return true;
}

/* Returns the first kind of extra file that was requested, or EXTRAS if there is none. */
static unsigned first_extra(const Request *request) {
  unsigned i = 0;
  while (i < EXTRAS && request->extra[i] == NULL) i++;
  return i;
}

static bool makes_profile(const Request *request) { return first_extra(request) == EXTRAS || request->simulate; }

/* Prints the name of the file that the tool will write. */
static void tell_start(pid_t pid, void *closure) {
  const Request *request = closure;
  const unsigned extra = makes_profile(request) ? EXTRAS : first_extra(request);
  const char *template = extra < EXTRAS ? request->extra[extra] : request->out != NULL ? request->out : default_out;
  g_autofree char *path = ui_out_name(template, pid, 0);
  g_autofree char *printable = ui_text_escaped(path);
  if (request->announces && !is_special(path))
    fprintf(stderr, "memspy: the %s will be in %s\n", extra < EXTRAS ? extras[extra].kind : "profile", printable);
}

/* Returns the printable name of the file whose path is that of a profile plus a suffix, or NULL if this run of the
 * program did not write such a file. The caller frees the name. */
static char *file_beside(const char *profile, const char *suffix, time_t started) {
  g_autofree char *path = g_strconcat(profile, suffix, NULL);
  return is_of_run(path, started) ? ui_text_escaped(path) : NULL;
}

/* Prints the paths of the files that --sweep and --samples wrote next to a profile. */
static void tell_beside(const char *profile, time_t started) {
  g_autofree char *sweep = file_beside(profile, ".sweep", started);
  g_autofree char *samples = file_beside(profile, ".samples", started);
  if (sweep != NULL)
    fprintf(stderr, "The counts of the machines of --sweep are in %s; to show them: memspy sweep %s\n", sweep, sweep);
  if (samples != NULL) fprintf(stderr, "The samples of --samples are in %s\n", samples);
}

/* If the program succeeded but left no file, prints a message and returns an exit status of failure. Otherwise, returns
 * `status`. */
static int check_file(bool there, const char *path, const char *kind, int status) {
  if (there || status != 0) return status;
  g_autofree char *printable = ui_text_escaped(path);
  fprintf(stderr, "memspy: the program ended well, but left no %s %s\n", kind, printable);
  return UI_EXIT_FAILED;
}

/* Prints that no reference was counted. Returns an exit status of failure if the program succeeded, else `status`. */
static int tell_uncounted(const Request *request, int status) {
  fprintf(stderr, "memspy: nothing was counted: no function of %s was executed.\n", request->counts);
  return status != 0 ? status : UI_EXIT_FAILED;
}

/* Reports the functions of --toggle-collect, --count or --trace-function that were never called. If there are any and the
 * program succeeded, returns an exit status of failure. Otherwise, returns `status`. */
static int check_functions(const Request *request, int status) {
  const char *option = request->counts != NULL ? request->counts : "--trace-function";
  for (guint i = 0; i < request->missed->len; i++)
    fprintf(stderr, "memspy: no function of %s=%s\n", option, (const char *)request->missed->pdata[i]);
  return request->missed->len != 0 && status == 0 ? UI_EXIT_FAILED : status;
}

/* If the program succeeded but the tool could not write a file, prints a message and returns an exit status of failure.
 * Otherwise, returns `status`. */
static int check_failures(const LaunchRunFailures *failures, int status) {
  g_autofree char *first = NULL;
  const guint n = launch_run_failures_count(failures, &first);
  if (n == 0 || status != 0) return status;
  fprintf(stderr, "memspy: the program ended well, but the tool could not write the %s", first);
  if (n > 1) fprintf(stderr, ", and %u more file%s", n - 1, n == 2 ? "" : "s");
  fputs("\n", stderr);
  return UI_EXIT_FAILED;
}

/* Reports a program that does not exist, before the name of the profile is printed. Returns whether the program
 * exists. */
static bool check_program(const char *program) {
  g_autofree char *found = g_find_program_in_path(program);
  const bool is_path = strchr(program, '/') != NULL;
  if (found != NULL || (is_path && access(program, F_OK) == 0)) return true;
  g_autofree char *printable = ui_text_escaped(program);
  fprintf(stderr, "memspy run: %s: %s\n", printable, is_path ? g_strerror(errno) : "command not found");
  return false;
}

/* Prints the paths of the program's extra files. `status`: the exit status so far. Returns the new exit status. */
static int tell_extras(const Request *request, pid_t pid, time_t started, int status) {
  for (unsigned i = 0; i < EXTRAS; i++) {
    if (request->extra[i] == NULL) continue;
    g_autofree char *path = last_file(request->extra[i], pid, started);
    status = check_file(tell_extra(i, path, started, request->quiet), path, extras[i].kind, status);
  }
  return status;
}

/* Runs valgrind for a request, and waits until it ends. Sets *pid to its process id and *status to its exit status. If
 * valgrind could not be started, prints a message and returns false. */
static bool run_tool(Request *request, const LaunchTool *tool, char **environment, pid_t *pid, int *status) {
  LaunchRunFailures failures = launch_run_failures_begin();
  request->failures = failures.option;
  g_autofree char **command = make_command(request, tool);
  GError *error = NULL;
  ui_child_clean_up_by(launch_folder_remove_all);
  const bool good = ui_child_run(command, environment, NULL, tell_start, request, pid, status, &error);
  g_clear_pointer(&request->missed, g_ptr_array_unref);
  if (good) {
    *status = check_failures(&failures, *status);
    request->missed = launch_run_failures_missed(&failures);
  }
  if (!good) ui_subcommand_fail(error);
  request->failures = NULL;
  launch_run_failures_end(&failures);
  return good;
}

/* Runs the program once for its profile, trace or vectors. Returns the exit status. Sets *profile to the path of the
 * profile, if there is one. */
static int run_once(Request *request, const LaunchTool *tool, char **environment, char **profile) {
  const time_t started = time(NULL);
  pid_t pid;
  int status;
  if (!run_tool(request, tool, environment, &pid, &status)) return UI_EXIT_FAILED;
  status = tell_extras(request, pid, started, status);
  if (!makes_profile(request)) return check_functions(request, status);
  g_autofree char *path = last_file(request->out != NULL ? request->out : default_out, pid, started);
  bool counted = false;
  finish_others(request, pid, started, path, &counted);
  const bool there = finish(path, started, request->quiet, &counted);
  if (there && !request->quiet) tell_beside(path, started);
  if (there && !request->quiet) launch_run_hint_script(*request->program, request->options, request->n_options);
  status = check_file(there, path, "profile", status);
  if (there && request->counts != NULL && !counted) status = tell_uncounted(request, status);
  status = check_functions(request, status);
  if (!there && status == 128 + SIGKILL) {
    g_autofree char *printable = ui_text_escaped(path);
    fprintf(stderr, "memspy: valgrind was killed (SIGKILL), so there is no profile %s\n", printable);
  }
  if (there) *profile = g_steal_pointer(&path);
  return status;
}

/* As run_once(), but first runs the program another time to find its phases. */
static int run_twice(Request *request, const LaunchTool *tool, char **environment, char **profile) {
  const LaunchRunTwice both = {tool,           environment,     request->options, request->n_options, request->program,
                               request->quiet, &request->search};
  GError *error = NULL;
  int status = UI_EXIT_FAILED;
  g_autofree char *folder = launch_folder_make(&error);
  if (folder == NULL) return ui_subcommand_fail(error);
  g_autofree char *file = launch_run_phases(&both, folder, &status, &error);
  if (file != NULL) {
    g_autofree char *option = g_strconcat("--sample-phases=", file, NULL);
    request->phases = option;
    status = run_once(request, tool, environment, profile);
    request->phases = NULL;
  } else if (error != NULL) {
    status = ui_subcommand_fail(error);
  }
  launch_folder_remove(folder);
  return status;
}

/* Runs the program as run_once() does, or as run_twice() if --sampled was given. */
static int run(Request *request, const LaunchTool *tool, char **profile) {
  enum { NOT_RUN = 126, NOT_FOUND = 127 }; /* as a shell's */
  g_auto(GStrv) environment = g_get_environ();
  if (tool->library != NULL) environment = g_environ_setenv(environment, "VALGRIND_LIB", tool->library, TRUE);
  GError *error = NULL;
  g_autofree char *wanted = ui_out_name(request->out != NULL ? request->out : default_out, getpid(), 0);
  if (makes_profile(request) && !launch_run_file_check(wanted, &error)) return ui_subcommand_fail(error);
  if (request->sampled && !launch_run_phases_check(request->options, request->n_options, &error))
    return ui_subcommand_fail(error);
  if (!check_program(*request->program)) return NOT_FOUND;
  if (!launch_run_limits_check(*request->program, &error)) {
    ui_subcommand_fail(error);
    return NOT_RUN;
  }
  return request->sampled ? run_twice(request, tool, environment, profile)
                          : run_once(request, tool, environment, profile);
}

/* These options are only for --help. parse() reads the command line. */
static const GOptionEntry options[] = {
    {"quiet", 'q', 0, G_OPTION_ARG_NONE, NULL, "No screen at the end, and no messages of Valgrind", NULL},
    {"memspy-out-file", 0, 0, G_OPTION_ARG_FILENAME, NULL, "The profile's name (memspy.out.%p; %p is the process id)",
     "FILE"},
    {"sampled", 0, 0, G_OPTION_ARG_NONE, NULL,
     "Run it twice: to find its phases, then to simulate one interval of each", NULL},
    {"per-phase", 0, 0, G_OPTION_ARG_INT, NULL, "With --sampled, simulate N intervals of each phase (1)", "N"},
    {"max-phases", 0, 0, G_OPTION_ARG_INT, NULL, "With --sampled, find at most N phases (30)", "N"},
    G_OPTION_ENTRY_NULL};

int launch_run_program(char **args, char **profile) {
  *profile = NULL;
  Request request = parse(args);
  if (*request.program == NULL) {
    fputs("memspy run: there is no program to run (see memspy run --help)\n", stderr);
    return UI_EXIT_USAGE;
  }
  GError *error = NULL;
  LaunchTool tool;
  if (!launch_tool_find(&tool, &error)) return ui_subcommand_fail(error);
  const LaunchRunOptions known = launch_run_options_check(&tool, request.options, request.n_options, &error);
  const bool good = known != LAUNCH_RUN_OPTIONS_WRONG &&
                    launch_run_phases_settle(&request.search, request.sampled, &error);
  request.announces = !request.quiet && known == LAUNCH_RUN_OPTIONS_RIGHT;
  const int status = good ? run(&request, &tool, profile) : ui_subcommand_fail(error);
  launch_tool_release(&tool);
  return status;
}

/* Replaces the words of memspy run, which end with NULL, with the same words and the user's defaults. */
static bool add_defaults(GPtrArray *runs, GError **error) {
  g_autofree char **all = ui_config_apply(&ui_run_subcommand, (char **)runs->pdata, NULL, error);
  g_ptr_array_set_size(runs, 0);
  for (char **word = all; word != NULL && *word != NULL; word++) g_ptr_array_add(runs, *word);
  g_ptr_array_add(runs, NULL);
  return all != NULL;
}

bool launch_run_part(const UiSubcommand *subcommand, int n, char **args, const char *const *extra, GPtrArray *ours,
                     GPtrArray *runs, GError **error) {
  g_ptr_array_add(ours, args[0]);
  static char name[] = "run", quiet[] = "--quiet";
  g_ptr_array_add(runs, name);
  g_ptr_array_add(runs, quiet);
  for (; *extra != NULL; extra++) g_ptr_array_add(runs, (char *)*extra);
  for (int i = 1; i < n; i++) {
    bool value = false;
    const bool is_our = args[i][0] != '-' || ui_subcommand_option(subcommand, args[i], &value) != NULL;
    g_ptr_array_add(is_our ? ours : runs, args[i]);
    if (value && i + 1 < n) g_ptr_array_add(ours, args[++i]);
  }
  for (args += n; *args != NULL; args++) g_ptr_array_add(runs, *args);
  g_ptr_array_add(ours, NULL);
  g_ptr_array_add(runs, NULL);
  return add_defaults(runs, error);
}

static int run_run(int n, char **args) {
  if (n > 1 && (strcmp(args[1], "--help") == 0 || strcmp(args[1], "-h") == 0)) {
    ui_subcommand_help(&ui_run_subcommand, args[0]);
    launch_tool_options_print(stdout);
    return UI_EXIT_GOOD;
  }
  g_autofree char *profile = NULL;
  return launch_run_program(args, &profile);
}

const UiSubcommand ui_run_subcommand = {
    .name = "run",
    .arguments = "[--] PROGRAM [ARGUMENT...]",
    .summary = "profile a program and show the result",
    .help =
        "PROGRAM runs under the Valgrind tool memspy; then the first screen of its profile goes to standard error.\n"
        "Standard input and output are the program's. The exit status is the program's (128 + the number of a signal\n"
        "that ended it), or 1 if the program ended well but a file of the run could not be written. All other options\n"
        "go to valgrind --tool=memspy: those of the tool are listed below, valgrind --help lists the others. Neither\n"
        "valgrind nor the tool has to be on PATH.",
    .options = options,
    .examples = (const char *const[]){"memspy run ./prog input", "on the default machine, with 4 processors",
                                      "memspy run --machine=dash --processors=16 -- ./prog -n 100",
                                      "on a machine of 1992 with 4 nodes", NULL},
    .passes = true,
    .least = 1,
    .most = G_MAXUINT,
    .main = run_run,
};
