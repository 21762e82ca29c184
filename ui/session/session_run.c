/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/session/session_run.h"

#include <string.h>
#include <unistd.h>

#include "ui/base/ui_text.h"
#include "ui/session/session_command.h"
#include "ui/session/session_pager_process.h"
#include "ui/session/session_undo.h"

/* Computes the lowest and the highest number of arguments, not counting options. */
static void count_arguments(const SessionCommand *command, unsigned *least, unsigned *most) {
  *least = *most = 0;
  for (const SessionArgument *argument = command->arguments; argument->name != NULL; argument++) {
    if (argument->kind == SESSION_ARGUMENT_OPTION) continue;
    if (argument->form == SESSION_ONCE || argument->form == SESSION_MANY) ++*least;
    if (argument->form == SESSION_MANY || argument->form == SESSION_ANY_NUMBER) *most = G_MAXUINT;
    if (*most != G_MAXUINT) ++*most;
  }
}

/* Returns whether `word` is an option of the command. */
static bool has_option(const SessionCommand *command, const char *word) {
  const size_t length = strcspn(word, "=");
  for (const SessionArgument *argument = command->arguments; argument->name != NULL; argument++) {
    const size_t end = strcspn(argument->name, "=");
    if (argument->kind == SESSION_ARGUMENT_OPTION && end == length && strncmp(argument->name, word, length) == 0)
      return (argument->name[end] == '=') == (word[length] == '=');
  }
  return false;
}

/* Moves the options after the other arguments, and sets *n to the number of the other arguments. */
static bool part_options(const SessionCommand *command, char **args, unsigned *n, GError **error) {
  const char *options[SESSION_ARGUMENTS_MOST + 1] = {NULL};
  unsigned n_options = 0;
  for (const SessionArgument *argument = command->arguments; argument->name != NULL; argument++)
    if (argument->kind == SESSION_ARGUMENT_OPTION) options[n_options++] = argument->name;
  if (n_options == 0) return true;
  for (unsigned i = 0; i < *n;) {
    char *word = args[i];
    if (!g_str_has_prefix(word, "--")) {
      i++;
      continue;
    }
    if (!has_option(command, word)) {
      g_autofree char *what = g_strdup_printf("option of %s", command->name);
      return session_command_fail_unknown(error, what, word, options);
    }
    memmove(args + i, args + i + 1, sizeof *args * (g_strv_length(args) - i - 1));
    args[g_strv_length(args) - 1] = word;
    --*n;
  }
  return true;
}

static bool run_words(Session *session, const char *line, char **words, unsigned n, GError **error) {
  const SessionCommand *command = session_command_find(session->commands, words[0], error);
  if (command == NULL) return false;
  unsigned n_args = n - 1, least, most;
  if (session->view->profile->of_samples && command->simulated)
    return session_command_fail(error, "%s needs a simulation, but this profile is made of samples", command->name);
  if (!part_options(command, words + 1, &n_args, error)) return false;
  count_arguments(command, &least, &most);
  if (n_args < least || n_args > most) {
    g_autofree char *usage = session_command_usage(command);
    if (*usage == '\0') return session_command_fail(error, "%s takes no arguments", command->name);
    return session_command_fail(error, "%s takes other arguments: %s %s", command->name, command->name, usage);
  }
  const bool changes = command->changes != 0 &&
                       (n_args >= command->changes || command->changes == SESSION_CHANGES_ALWAYS);
  const bool shows = command->changes == 0 &&
                     (command->topic == SESSION_TOPIC_SHOW || command->topic == SESSION_TOPIC_FIND);
  if (shows && session->talks) return session_pager_process_run(session, command, words + 1, n_args, error);
  if (!changes) return command->handler(session, words + 1, n_args, error);
  session_undo_start(session, line);
  const bool good = command->handler(session, words + 1, n_args, error);
  if (good)
    session_undo_keep(session);
  else
    session_undo_drop(session);
  return good;
}

static bool run_line(Session *session, const char *line, GError **error) {
  g_auto(GStrv) words = NULL;
  int n;
  GError *bad = NULL;
  if (g_shell_parse_argv(line, &n, &words, &bad)) return run_words(session, line, words, (unsigned)n, error);
  const bool empty = g_error_matches(bad, G_SHELL_ERROR, G_SHELL_ERROR_EMPTY_STRING);
  g_error_free(bad);
  return empty || session_command_fail(error, "a quotation mark or backslash is not closed");
}

bool session_run(Session *session, const char *line, GError **error) {
  session->screen = session_settings_screen(&session->settings, STDOUT_FILENO); /* the user can have resized the
                                                                                   window */
  const bool good = run_line(session, line, error);
  session_print(session);
  return good;
}

/* Reads a line, without its end. Returns false at the end of the input. If the input is not a script, also sets
 * *wrong. */
static bool read_line(FILE *input, GString *line, const char **wrong) {
  int c;
  *wrong = NULL;
  g_string_truncate(line, 0);
  while ((c = getc(input)) != EOF && c != '\n' && *wrong == NULL) {
    g_string_append_c(line, (gchar)c);
    if (c == '\0') *wrong = "a zero byte: this is not a script of commands";
    if (line->len > SESSION_COMMAND_LONGEST) *wrong = "the line is too long: this is not a script of commands";
  }
  if (line->len > 0 && line->str[line->len - 1] == '\r') g_string_truncate(line, line->len - 1);
  if (ferror(input)) *wrong = "it cannot be read";
  return *wrong == NULL && (c != EOF || line->len > 0);
}

bool session_read(Session *session, FILE *input, const char *name) {
  g_autofree char *printable = ui_text_escaped(name);
  g_autoptr(GString) line = g_string_new(NULL);
  const char *wrong = NULL;
  bool good = true;
  unsigned number = 1;
  for (; !session->quit && session->failure == 0 && read_line(input, line, &wrong); number++) {
    GError *error = NULL;
    if (session_run(session, line->str, &error)) continue;
    good = false;
    fprintf(stderr, "%s:%u: %s\n", printable, number, error->message);
    g_error_free(error);
  }
  if (wrong != NULL) fprintf(stderr, "%s:%u: %s\n", printable, number, wrong);
  return good && wrong == NULL;
}
