/* SPDX-License-Identifier: GPL-2.0-or-later
 * launch_attach.c: memspy attach: switches the tracing of a running program on and off.
 *
 * Valgrind's vgdb passes monitor commands to the program. If the program waits in a system call, vgdb interrupts it. On
 * success, the tool's answer begins with "tracing: ". On failure, the answer is the reason. */
#include <gio/gio.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "ui/base/ui_fail.h"
#include "ui/base/ui_nearest.h"
#include "ui/base/ui_subcommand.h"
#include "ui/base/ui_text.h"
#include "ui/launch/launch_processes.h"

enum { PATIENCE = 30 /* seconds */ };

static const char *const words[] = {"status", "start", "stop", NULL};
static const char good_answer[] = "tracing: ";

static char *prefix;
static const GOptionEntry options[] = {{"vgdb-prefix", 0, 0, G_OPTION_ARG_FILENAME, &prefix,
                                        "The --vgdb-prefix= with which the program was started", "FILE"},
                                       G_OPTION_ENTRY_NULL};

/* Finds vgdb, in the folder of valgrind or on PATH. Returns its path, which the caller frees; on failure, returns NULL
 * and sets *error. */
static char *find_vgdb(GError **error) {
  g_autofree char *directory = g_path_get_dirname(VALGRIND_PROGRAM);
  char *path = g_build_filename(directory, "vgdb", NULL);
  if (access(path, X_OK) == 0) return path;
  g_free(path);
  path = g_find_program_in_path("vgdb");
  if (path == NULL)
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
                "vgdb, which is part of Valgrind, is neither in %s nor on PATH", directory);
  return path;
}

/* An answer of vgdb that is being read. */
typedef struct {
  GSubprocess *vgdb;
  GMainLoop *loop;
  char *out, *errors;
  bool late;
  GError *error;
} Question;

static void take_answer(GObject *source, GAsyncResult *result, gpointer data) {
  Question *q = data;
  g_subprocess_communicate_utf8_finish(G_SUBPROCESS(source), result, &q->out, &q->errors, &q->error);
  g_main_loop_quit(q->loop);
}

static gboolean give_up(gpointer data) {
  Question *q = data;
  q->late = true;
  g_subprocess_force_exit(q->vgdb);
  return G_SOURCE_REMOVE;
}

/* Runs vgdb until it ends, or until PATIENCE is over. On success, the caller frees q->out and q->errors. On failure,
 * returns false and sets *error. */
static bool ask(Question *q, const char *const *command, GError **error) {
  q->vgdb = g_subprocess_newv(command, G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, error);
  if (q->vgdb == NULL) return false;
  q->loop = g_main_loop_new(NULL, FALSE);
  g_subprocess_communicate_utf8_async(q->vgdb, NULL, NULL, take_answer, q);
  const guint timer = g_timeout_add_seconds(PATIENCE, give_up, q);
  g_main_loop_run(q->loop);
  g_main_loop_unref(q->loop);
  if (!q->late) g_source_remove(timer);
  if (q->error != NULL) g_propagate_error(error, q->error);
  return q->error == NULL;
}

/* Returns the last line of vgdb's messages, which is the reason for its failure. The caller frees the text. */
static char *reason_of(const Question *q) {
  g_autofree char *text = g_strchomp(g_strdup(q->errors != NULL ? q->errors : ""));
  const char *line = strrchr(text, '\n');
  return ui_text_escaped(line != NULL ? line + 1 : text);
}

/* Prints the lines of the tool's answer. The lines can contain file names. */
static void print_lines(const char *answer, FILE *to) {
  g_auto(GStrv) lines = g_strsplit(answer, "\n", -1);
  for (char **line = lines; *line != NULL && (line[1] != NULL || **line != '\0'); line++) {
    g_autofree char *printable = ui_text_escaped(*line);
    fprintf(to, "%s\n", printable);
  }
}

static bool judge(const Question *q, pid_t pid, GError **error) {
  g_autofree char *reason = reason_of(q);
  const char *answer = q->out != NULL ? strstr(q->out, good_answer) : NULL;
  if (q->late)
    return ui_fail(error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT, "process %d does not answer (after %d s)", (int)pid,
                   PATIENCE);
  if (!g_subprocess_get_if_exited(q->vgdb) || g_subprocess_get_exit_status(q->vgdb) != 0)
    return ui_fail(error, G_IO_ERROR, G_IO_ERROR_FAILED, "vgdb cannot reach process %d: %s", (int)pid, reason);
  if (answer != NULL) {
    print_lines(answer, stdout);
    return true;
  }
  g_autofree char *why = ui_text_escaped(q->out != NULL ? g_strchomp(q->out) : "");
  return ui_fail(error, G_IO_ERROR, G_IO_ERROR_FAILED, "process %d: %s", (int)pid, why);
}

static bool attach(pid_t pid, const char *word, GError **error) {
  if (!launch_process_is_ours(pid, error)) return false;
  g_autofree char *vgdb = find_vgdb(error);
  if (vgdb == NULL) return false;
  g_autofree char *number = g_strdup_printf("--pid=%d", (int)pid);
  g_autofree char *pipes = prefix != NULL ? g_strconcat("--vgdb-prefix=", prefix, NULL) : NULL;
  const char *command[] = {vgdb, number, "memspy", "trace", word, NULL, NULL};
  if (pipes != NULL) {
    memmove(command + 2, command + 1, 4 * sizeof *command);
    command[1] = pipes;
  }
  Question q = {.vgdb = NULL};
  const bool good = ask(&q, command, error) && judge(&q, pid, error);
  if (q.vgdb != NULL) g_object_unref(q.vgdb);
  g_free(q.out);
  g_free(q.errors);
  return good;
}

static int list(void) {
  g_autoptr(GArray) processes = launch_processes_list();
  for (guint i = 0; i < processes->len; i++) {
    const LaunchProcess *process = &g_array_index(processes, LaunchProcess, i);
    g_autofree char *printable = ui_text_escaped(process->program);
    printf("%7d  %s\n", (int)process->pid, printable);
  }
  if (processes->len == 0) fputs("memspy attach: no program of yours runs under memspy\n", stderr);
  return processes->len > 0 ? UI_EXIT_GOOD : UI_EXIT_FAILED;
}

/* Reports that an argument is not allowed, and returns the exit status. `near`: the nearest allowed argument, or
 * NULL. */
static int refuse(const char *argument, const char *allowed, const char *near) {
  g_autofree char *printable = ui_text_escaped(argument);
  fprintf(stderr, "memspy attach: '%s' is not %s", printable, allowed);
  if (near != NULL) fprintf(stderr, "; the nearest is '%s'", near);
  fputs(" (see memspy attach --help)\n", stderr);
  return UI_EXIT_USAGE;
}

static int refuse_word(const char *word) {
  UiNearest nearest;
  ui_nearest_start(&nearest, word);
  for (unsigned i = 0; words[i] != NULL; i++) ui_nearest_offer(&nearest, words[i]);
  return refuse(word, "start, stop or status", ui_nearest_take(&nearest));
}

static int attach_main(int n, char **args) {
  ui_subcommand_options(&n, &args, &ui_attach_subcommand);
  if (n == 1) return list();
  guint64 pid;
  const char *word = n > 2 ? args[2] : "status";
  if (!g_ascii_string_to_unsigned(args[1], 10, 1, INT_MAX, &pid, NULL))
    return refuse(args[1], "the number of a process", NULL);
  if (!g_strv_contains(words, word)) return refuse_word(word);
  GError *error = NULL;
  return attach((pid_t)pid, word, &error) ? UI_EXIT_GOOD : ui_subcommand_fail(error);
}

const UiSubcommand ui_attach_subcommand = {
    .name = "attach",
    .arguments = "[PID [start|stop|status]]",
    .summary = "switch the tracing of a running program on and off",
    .help = "PID is the number of a process that was started under the tool with --trace-file; without a PID, attach\n"
            "lists all processes under the tool. stop pauses the trace, and start continues it. The trace is complete\n"
            "when the program ends, or after its --trace-events or --trace-time. status (default) reports the size of\n"
            "the trace so far. To begin without tracing, start the program with --trace-atstart=no.",
    .options = options,
    .examples = (const char *const[]){"memspy run --trace-file=T --trace-atstart=no ./server &",
                                      "begins without tracing", "memspy attach", "lists its number",
                                      "memspy attach 4711 start", "starts tracing it", NULL},
    .least = 0,
    .most = 2,
    .main = attach_main,
};
