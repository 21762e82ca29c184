/* ui_session.c: see ui_session.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/session/ui_session.h"

#include <errno.h>
#include <readline/history.h>
#include <readline/readline.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ui/session/ui_commands.h"
#include "ui/base/ui_text.h"

static const char prompt[] = "(memspy) ";

void ui_session_print(UiSession *session) {
  const bool good = fwrite(session->out->str, 1, session->out->len, stdout) == session->out->len && fflush(stdout) == 0;
  if (!good && session->failure == 0) session->failure = errno;
  g_string_truncate(session->out, 0);
}

/* Runs a line and prints what it says. Returns false and sets *error when it fails. */
static bool run_line(UiSession *session, const char *line, GError **error) {
  session->screen = ui_settings_screen(&session->settings, STDOUT_FILENO); /* the window may have another size by now */
  const bool good = ui_commands_run(session, line, error);
  ui_session_print(session);
  return good;
}

bool ui_session_read(UiSession *session, FILE *input, const char *name) {
  g_autofree char *printable = ui_text_escaped(name);
  char *line = NULL;
  size_t size = 0;
  bool good = true;
  for (unsigned number = 1; !session->quit && session->failure == 0; number++) {
    if (getline(&line, &size, input) < 0) break;
    line[strcspn(line, "\r\n")] = '\0';
    GError *error = NULL;
    if (run_line(session, line, &error)) continue;
    good = false;
    fprintf(stderr, "%s:%u: %s\n", printable, number, error->message);
    g_error_free(error);
  }
  if (ferror(input)) {
    good = false;
    fprintf(stderr, "%s: it cannot be read\n", printable);
  }
  free(line);
  return good;
}

static sigjmp_buf next_prompt;

/* Ctrl-C drops the line. readline() catches the signal, brings the terminal back to order, and then, when nothing of
 * its own is under way, raises it again for us: from there it may be left with a jump. At other times a command is
 * running, and that is over soon. */
static void drop_line(int number) {
  (void)number;
  if (RL_ISSTATE(RL_STATE_SIGHANDLER)) siglongjmp(next_prompt, 1);
}

static void start_readline(void) {
  rl_readline_name = "memspy";
  rl_change_environment = 0; /* else it sets COLUMNS, which for us means that the user chose a width */
  rl_bind_key('\t', rl_insert);
  using_history();
  struct sigaction action = {.sa_handler = drop_line};
  sigaction(SIGINT, &action, NULL);
}

/* A line from the user, or NULL at the end of input. Owned by the caller (free()). */
static char *ask(void) {
  if (sigsetjmp(next_prompt, 1) != 0) {
    RL_UNSETSTATE(RL_STATE_SIGHANDLER | RL_STATE_ISEARCH | RL_STATE_NSEARCH | RL_STATE_NUMERICARG | RL_STATE_MULTIKEY |
                  RL_STATE_READCMD | RL_STATE_MOREINPUT | RL_STATE_METANEXT | RL_STATE_VIMOTION);
    putchar('\n');
  }
  return readline(prompt);
}

/* Remembers a line, but not twice in a row. */
static void remember(const char *line) {
  const HIST_ENTRY *last = history_length > 0 ? history_get(history_base + history_length - 1) : NULL;
  if (*line != '\0' && (last == NULL || strcmp(last->line, line) != 0)) add_history(line);
}

void ui_session_talk(UiSession *session) {
  start_readline();
  while (!session->quit && session->failure == 0) {
    char *line = ask();
    if (line == NULL) {
      putchar('\n');
      break;
    }
    remember(line);
    GError *error = NULL;
    if (!run_line(session, line, &error)) {
      fprintf(stderr, "%s\n", error->message);
      g_error_free(error);
    }
    free(line);
  }
  signal(SIGINT, SIG_DFL);
}
