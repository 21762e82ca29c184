/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/launch/launch_run_phases.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "ui/base/ui_child.h"
#include "ui/base/ui_fail.h"
#include "ui/base/ui_text.h"
#include "ui/phases/phases_output.h"

/* Default length of a vector, in instructions or cycles. If a program has more than MOST intervals, they are joined
 * until about JOINED remain. Then thirty intervals are only a small part of the program's instructions. */
#define INTERVAL "10000000"
enum { MOST = 4000, JOINED = 2000 };

static const char interval[] = "--bbv-interval=", unit[] = "--bbv-unit=", for_second[] = "--memspy-out-file=";

bool launch_run_phases_is_for_first(const char *option) {
  return g_str_has_prefix(option, interval) || g_str_has_prefix(option, unit);
}

/* ---- the search for phases ---- */

static const struct {
  const char *option;
  unsigned usual, greatest;
} searches[LAUNCH_SEARCHES] = {[LAUNCH_SEARCH_PER_PHASE] = {"--per-phase=", 1, PHASES_PER_PHASE_MOST},
                               [LAUNCH_SEARCH_MOST] = {"--max-phases=", PHASES_USUALLY, UI_STRIP_MARKS}};

bool launch_run_phases_take(LaunchPhaseSearch *search, const char *argument) {
  for (unsigned i = 0; i < LAUNCH_SEARCHES; i++) {
    if (!g_str_has_prefix(argument, searches[i].option)) continue;
    search->text[i] = argument + strlen(searches[i].option);
    return true;
  }
  return false;
}

bool launch_run_phases_settle(LaunchPhaseSearch *search, bool sampled, GError **error) {
  for (unsigned i = 0; i < LAUNCH_SEARCHES; i++) {
    const char *text = search->text[i];
    guint64 number = searches[i].usual;
    g_autofree char *wrong = NULL;
    if (text != NULL && !sampled)
      wrong = g_strdup("there is no --sampled");
    else if (text != NULL && !g_ascii_string_to_unsigned(text, 10, 1, searches[i].greatest, &number, NULL))
      wrong = g_strdup_printf("expected a number from 1 to %u", searches[i].greatest);
    search->number[i] = (unsigned)number;
    if (wrong == NULL) continue;
    g_autofree char *printable = ui_text_escaped(text);
    return ui_fail_option(error, "bad option %s%s: %s", searches[i].option, printable, wrong);
  }
  return true;
}

/* ---- options that two runs do not allow ---- */

/* Options for a single run. */
static const char *const refused[] = {"--sample=",         "--sample-seed=", "--sample-phases=",     "--bbv-file=",
                                      "--trace-file=",     "--simulate=",    "--trace-children=yes", "--references=yes",
                                      "--toggle-collect=", "--count=",       "--time=simulated",     "--samples=",
                                      "--sweep=",          "--I1="};

bool launch_run_phases_check(char *const *options, unsigned n_options, GError **error) {
  for (unsigned i = 0; i < n_options; i++)
    for (size_t r = 0; r < G_N_ELEMENTS(refused); r++) {
      if (!g_str_has_prefix(options[i], refused[r])) continue;
      g_autofree char *printable = ui_text_escaped(options[i]);
      return ui_fail_option(
          error, "bad option %s: with --sampled the program runs twice, for its phases and for the profile", printable);
    }
  if (lseek(STDIN_FILENO, 0, SEEK_CUR) >= 0 || errno != ESPIPE || isatty(STDIN_FILENO)) return true;
  return ui_fail_option(error,
                        "with --sampled the program runs twice, and standard input can be read only once: give it a "
                        "file, or < /dev/null");
}

/* ---- the first run ---- */

/* Returns the command line of valgrind for the first run. The caller frees the array; `strings` owns the strings that
 * were made for it. */
static char **make_command(const LaunchRunTwice *run, const char *vectors, GStringChunk *strings) {
  GPtrArray *command = g_ptr_array_new();
  bool has_interval = false;
  g_ptr_array_add(command, run->tool->valgrind);
  g_ptr_array_add(command, (gpointer) "--tool=memspy");
  g_autofree char *file = g_strconcat("--bbv-file=", vectors, NULL);
  g_ptr_array_add(command, g_string_chunk_insert(strings, file));
  for (unsigned i = 0; i < run->n_options; i++) {
    has_interval |= g_str_has_prefix(run->options[i], interval);
    if (!g_str_has_prefix(run->options[i], for_second)) g_ptr_array_add(command, run->options[i]);
  }
  if (!has_interval) g_ptr_array_add(command, (gpointer) "--bbv-interval=" INTERVAL);
  g_ptr_array_add(command, (gpointer) "--");
  for (char *const *word = run->program; *word != NULL; word++) g_ptr_array_add(command, *word);
  g_ptr_array_add(command, NULL);
  return (char **)g_ptr_array_free(command, FALSE);
}

/* Runs valgrind for the first run, without the program's output and with all messages in a file. Rewinds standard input
 * for the second run. */
static bool run_first(const LaunchRunTwice *run, const char *vectors, const char *messages, int *status,
                      GError **error) {
  const UiChildStreams streams = {open("/dev/null", O_WRONLY | O_CLOEXEC),
                                  open(messages, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)};
  GStringChunk *strings = g_string_chunk_new(1024);
  g_autofree char **command = make_command(run, vectors, strings);
  const off_t begin = lseek(STDIN_FILENO, 0, SEEK_CUR);
  pid_t pid;
  bool good = streams.output >= 0 && streams.error >= 0;
  if (!good) ui_fail_file(error, messages, errno, NULL);
  good = good && ui_child_run(command, run->environment, &streams, NULL, NULL, &pid, status, error);
  if (begin >= 0) lseek(STDIN_FILENO, begin, SEEK_SET);
  if (streams.output >= 0) close(streams.output);
  if (streams.error >= 0) close(streams.error);
  g_string_chunk_free(strings);
  return good;
}

/* Returns whether a signal that stops a program ended the first run. If so, the user does not want the second run. */
static bool was_ended(int status) {
  static const int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
  for (size_t i = 0; i < G_N_ELEMENTS(signals); i++)
    if (status == 128 + signals[i]) return true;
  return false;
}

/* ---- its phases ---- */

static PhasesIntervals *read_intervals(const char *vectors, GError **error) {
  PhasesIntervals *all = phases_intervals_read(vectors, 0, PHASES_SEED, error);
  if (all == NULL || all->n <= MOST) return all;
  const uint64_t shortest = all->instructions / JOINED;
  phases_intervals_free(all);
  return phases_intervals_read(vectors, shortest, PHASES_SEED, error);
}

static bool write_representatives(const PhasesRepresentatives *chosen, const char *path, GError **error) {
  FILE *file = fopen(path, "we");
  bool good = file != NULL;
  if (good) {
    good = phases_representatives(chosen, file);
    good = fclose(file) == 0 && good;
  }
  return good || ui_fail_file(error, path, errno, NULL);
}

static void print_choice(const PhasesRepresentatives *chosen) {
  const Phases *phases = chosen->phases;
  g_autoptr(GString) text = g_string_new("memspy: first run: ");
  ui_text_append_count(text, (double)phases->run->instructions);
  g_string_append_printf(text, " instructions in %u interval%s of %u phase%s\nmemspy: second run: ", phases->run->n,
                         phases->run->n == 1 ? "" : "s", phases->n, phases->n == 1 ? "" : "s");
  ui_text_append_percent(text, (double)phases_representatives_instructions(chosen), (double)phases->run->instructions);
  if (chosen->n == phases->n)
    g_string_append(text, " of the instructions are simulated: one interval of each phase\n");
  else
    g_string_append_printf(text, " of the instructions are simulated: %u intervals of these phases\n", chosen->n);
  fputs(text->str, stderr);
}

static char *find_phases(const LaunchRunTwice *run, const char *folder, const char *vectors, GError **error) {
  PhasesIntervals *intervals = read_intervals(vectors, error);
  if (intervals == NULL) return NULL;
  const unsigned *numbers = run->search->number;
  Phases *phases = phases_find(intervals, numbers[LAUNCH_SEARCH_MOST], PHASES_SEED);
  char *path = g_build_filename(folder, "phases", NULL);
  PhasesRepresentatives *chosen = phases_representatives_choose(phases, numbers[LAUNCH_SEARCH_PER_PHASE], PHASES_SEED,
                                                                error);
  const bool good = chosen != NULL && write_representatives(chosen, path, error);
  if (good && !run->quiet) print_choice(chosen);
  if (!good) g_clear_pointer(&path, g_free);
  phases_representatives_free(chosen);
  phases_free(phases);
  phases_intervals_free(intervals);
  return path;
}

char *launch_run_phases(const LaunchRunTwice *run, const char *folder, int *status, GError **error) {
  g_autofree char *vectors = g_build_filename(folder, "vectors", NULL);
  g_autofree char *messages = g_build_filename(folder, "messages", NULL);
  if (!run->quiet) fputs("memspy: first run, for the phases; its output is not shown\n", stderr);
  if (!run_first(run, vectors, messages, status, error)) return NULL;
  if (was_ended(*status)) return NULL;
  if (access(vectors, F_OK) == 0) return find_phases(run, folder, vectors, error);
  g_autofree char *text = NULL;
  if (g_file_get_contents(messages, &text, NULL, NULL)) fputs(text, stderr);
  g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
              "the first run ended with status %d and left no vectors: its phases are unknown", *status);
  return NULL;
}
