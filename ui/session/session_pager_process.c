/* SPDX-License-Identifier: GPL-2.0-or-later
 * session_pager_process.c: The child has a copy of the session. It sends the result of the command through a pipe: a
 * character that states whether the result is an answer or an error, then the text. After an answer come a zero byte,
 * and the JSON of the changes that the command tried. */
#include "ui/session/session_pager_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ui/session/session_pager.h"

enum { ANSWER = 'a', REASON = 'r', BLOCK = 65536 };

/* Runs the command in the child. */
__attribute__((noreturn)) static void answer(Session *session, const SessionCommand *command, char **args, unsigned n,
                                             int fd) {
  GError *error = NULL;
  const bool good = command->handler(session, args, n, &error);
  const char kind = good ? ANSWER : REASON;
  const char *text = good ? session->out->str : error->message;
  const size_t length = good ? session->out->len : strlen(text);
  const char *tried = good && session->tried != NULL ? session->tried : "";
  const bool sent = session_pager_write(fd, &kind, 1) == 0 && session_pager_write(fd, text, length) == 0 &&
                    session_pager_write(fd, "", 1) == 0 && session_pager_write(fd, tried, strlen(tried)) == 0;
  _exit(sent ? EXIT_SUCCESS : EXIT_FAILURE);
}

/* Reads all output of the child. Kills the child on an interrupt. Returns the status of the child as waitpid() reports
 * it. */
static int listen_to(pid_t child, int fd, GString *text) {
  g_autofree char *block = g_malloc(BLOCK);
  ssize_t n;
  while ((n = read(fd, block, BLOCK)) > 0 || (n < 0 && errno == EINTR)) {
    if (n > 0) g_string_append_len(text, block, n);
    if (session_pager_is_interrupted()) kill(child, SIGKILL);
  }
  int status = 0; /* there is no status if SIGCHLD is ignored */
  (void)TEMP_FAILURE_RETRY(waitpid(child, &status, 0));
  return status;
}

/* Starts the child. From its first instruction on, SIGINT has the default action in the child: the terminal sends the
 * signal to both processes. Returns -1 on failure. */
static pid_t start(Session *session, const SessionCommand *command, char **args, unsigned n, const int ends[2]) {
  sigset_t interrupt, before;
  sigemptyset(&interrupt);
  sigaddset(&interrupt, SIGINT);
  fflush(NULL);
  sigprocmask(SIG_BLOCK, &interrupt, &before);
  const pid_t child = fork();
  if (child == 0) signal(SIGINT, SIG_DFL);
  sigprocmask(SIG_SETMASK, &before, NULL);
  if (child == 0) answer(session, command, args, n, ends[1]);
  return child;
}

/* Takes the text after the first character. */
static void take_answer(Session *session, const GString *text) {
  const char *output = text->str + 1, *tried = output + strlen(output) + 1;
  g_string_append(session->out, output);
  if (tried >= text->str + text->len) return;
  g_free(session->tried);
  session->tried = g_strdup(tried);
}

bool session_pager_process_run(Session *session, const SessionCommand *command, char **args, unsigned n,
                               GError **error) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return command->handler(session, args, n, error);
  const pid_t child = start(session, command, args, n, ends);
  close(ends[1]);
  g_autoptr(GString) text = g_string_new(NULL);
  const int status = child > 0 ? listen_to(child, ends[0], text) : 0;
  close(ends[0]);
  if (child < 0) return command->handler(session, args, n, error);
  if (session_pager_is_interrupted()) return true;
  if (WIFSIGNALED(status))
    return session_command_fail(error, "%s was ended before it had its answer: %s", command->name,
                                strsignal(WTERMSIG(status)));
  if (status != 0 || text->len == 0)
    return session_command_fail(error, "%s ended before it had its answer", command->name);
  if (text->str[0] == REASON) return session_command_fail(error, "%s", text->str + 1);
  take_answer(session, text);
  return true;
}
