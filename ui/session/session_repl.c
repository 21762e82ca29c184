/* SPDX-License-Identifier: GPL-2.0-or-later
 * session_repl.c: Readline has one state for the whole process, so this file has one, too. */
#include "ui/session/session_repl.h"

#include <readline/readline.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "ui/base/ui_text.h"
#include "ui/session/session_complete.h"
#include "ui/session/session_history.h"
#include "ui/session/session_name_file.h"
#include "ui/session/session_pager.h"
#include "ui/session/session_run.h"

static const char prompt[] = "(memspy) ";

static sigjmp_buf next_prompt;
static Session *talking; /* session for Readline's hooks, which have no argument for it */

/* Handles Ctrl-C. If the user is typing a line, drops the line: readline() catches the signal, restores the terminal,
 * completes its operation, and raises the signal again. This function can then leave readline() with a jump. If a
 * command is running or printing, interrupts the command. */
static void drop_line(int number) {
  (void)number;
  if (RL_ISSTATE(RL_STATE_SIGHANDLER))
    siglongjmp(next_prompt, 1);
  else
    session_pager_interrupt();
}

/* Returns whether a backslash escapes the character at `index`. */
static int is_escaped(char *line, int index) {
  int backslashes = 0;
  while (index > backslashes && line[index - backslashes - 1] == '\\') backslashes++;
  return backslashes % 2;
}

/* Returns a completion in the form that Readline expects: the replacement of the word, followed by all candidates if
 * there are several. */
static char **complete(const char *text, int start, int end) {
  (void)text;
  SessionCompletion completion = session_complete(talking, rl_line_buffer, (size_t)start, (size_t)end,
                                                  (char)rl_completion_quote_character);
  char **matches = NULL;
  rl_attempted_completion_over = !completion.file;
  if (completion.replacement != NULL) {
    const guint n = completion.words->len;
    matches = calloc((size_t)n + 2, sizeof *matches);
    matches[0] = strdup(completion.replacement);
    for (guint i = 0; n > 1 && i < n; i++) matches[i + 1] = strdup(g_ptr_array_index(completion.words, i));
    rl_completion_suppress_append = rl_completion_suppress_quote = !completion.complete;
  }
  session_completion_clear(&completion);
  return matches;
}

/* With any hook, Readline looks for signals ten times a second. Without a hook, a Ctrl-C between its last look and its
 * read of a key would only take effect at the next key. */
static int look_for_signals(void) { return 0; }

static void start_readline(void) {
  rl_event_hook = look_for_signals;
  rl_readline_name = "memspy";
  rl_change_environment = 0; /* keeps COLUMNS, by which users set the width */
  rl_attempted_completion_function = complete;
  rl_basic_word_break_characters = rl_completer_word_break_characters = " \t\n";
  rl_completer_quote_characters = "\"'";
  rl_filename_quote_characters = " \t\n\\\"'`$#;&|<>()*?[]~{}!";
  rl_char_is_quoted_p = is_escaped;
  rl_ignore_completion_duplicates = 0; /* there are no duplicates */
  rl_variable_bind("completion-ignore-case", "on");
}

/* Returns a line from the user, or NULL at the end of the input. Owned by the caller (free()). */
static char *ask(const char *question) {
  if (sigsetjmp(next_prompt, 1) != 0) {
    RL_UNSETSTATE(RL_STATE_SIGHANDLER | RL_STATE_ISEARCH | RL_STATE_NSEARCH | RL_STATE_NUMERICARG | RL_STATE_MULTIKEY |
                  RL_STATE_READCMD | RL_STATE_MOREINPUT | RL_STATE_METANEXT | RL_STATE_VIMOTION | RL_STATE_COMPLETING |
                  RL_STATE_CALLBACK);
    rl_pending_input = 0;
    putchar('\n');
  }
  return readline(question);
}

/* Asks the user whether to save new names. */
static void offer_to_save(Session *session) {
  if (session->settings.values[SESSION_SETTING_AUTOSAVE] != SESSION_AUTOSAVE_ASK ||
      !session_name_file_is_stale(session))
    return;
  g_autofree char *path = ui_text_escaped(session_name_file_path(session->name_file));
  g_autofree char *question = g_strdup_printf("Save the names to %s? (y or n) ", path);
  rl_attempted_completion_function = NULL;
  for (;;) {
    char *answer = ask(question);
    if (answer == NULL) putchar('\n');
    const char first = answer != NULL ? *g_strstrip(answer) : 'n';
    free(answer);
    if (first == 'n' || first == 'N') return;
    if (first == 'y' || first == 'Y') break;
  }
  GError *error = NULL;
  if (session_name_file_save(session, NULL, false, &error)) {
    session_print(session);
    return;
  }
  fprintf(stderr, "%s\n", error->message);
  g_error_free(error);
}

void session_repl_start(Session *session) {
  session->talks = true;
  const struct sigaction action = {.sa_handler = drop_line};
  sigaction(SIGINT, &action, NULL);
}

void session_repl_run(Session *session) {
  talking = session;
  start_readline();
  session_history_start();
  while (!session->quit && session->failure == 0) {
    char *line = ask(prompt);
    if (line == NULL) {
      putchar('\n');
      break;
    }
    session_history_add(line);
    session_pager_take_interrupt();
    GError *error = NULL;
    if (!session_run(session, line, &error)) {
      fprintf(stderr, "%s\n", error->message);
      g_error_free(error);
    }
    free(line);
  }
  if (session->failure == 0) offer_to_save(session);
  session_history_end();
  signal(SIGINT, SIG_DFL);
}
