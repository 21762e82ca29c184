/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/base/ui_child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ui/base/ui_watcher.h"

static const int passed_on[] = {SIGINT,  SIGQUIT,   SIGTERM, SIGHUP,  SIGUSR1, SIGUSR2,
                                SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGABRT};

static volatile pid_t child; /* 0 when there is none: what the signal handler passes signals to */
static void (*clean_up)(void);

void ui_child_clean_up_by(void (*function)(void)) { clean_up = function; }

/* The system sends those of the terminal to the whole foreground. */
static bool is_from_terminal(const siginfo_t *info) {
  return info->si_code == SI_KERNEL &&
         (info->si_signo == SIGINT || info->si_signo == SIGQUIT || info->si_signo == SIGHUP);
}

/* What is sent to the whole group has reached the child already. */
static void pass_on(int number, siginfo_t *info, void *context) {
  (void)context;
  const int saved = errno;
  const bool has_got = ui_watcher_has_got(number) || is_from_terminal(info);
  if (!has_got && child != 0) kill(child, number);
  errno = saved;
}

typedef struct {
  struct sigaction actions[G_N_ELEMENTS(passed_on)];
  sigset_t mask;
} SavedSignals;

/* From here on signals are held back, until start_passing(). */
static void hold_signals(SavedSignals *saved) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, &saved->mask);
}

static void start_passing(SavedSignals *saved) {
  struct sigaction action = {.sa_sigaction = pass_on, .sa_flags = SA_SIGINFO | SA_RESTART};
  sigfillset(&action.sa_mask);
  for (size_t i = 0; i < G_N_ELEMENTS(passed_on); i++) sigaction(passed_on[i], &action, &saved->actions[i]);
  sigprocmask(SIG_SETMASK, &saved->mask, NULL);
}

static void stop_passing(const SavedSignals *saved) {
  for (size_t i = 0; i < G_N_ELEMENTS(passed_on); i++) sigaction(passed_on[i], &saved->actions[i], NULL);
}

/* In the child. `report` takes the reason if the program cannot be started; else exec closes it. */
static void start_program(char **args, char **environment, const UiChildStreams *streams, const sigset_t *mask,
                          int report) {
  if (streams != NULL) {
    dup2(streams->output, STDOUT_FILENO);
    dup2(streams->error, STDERR_FILENO);
  }
  sigprocmask(SIG_SETMASK, mask, NULL);
  execve(args[0], args, environment);
  const int reason = errno;
  const ssize_t n = write(report, &reason, sizeof reason);
  (void)n;
  _exit(127);
}

/* Why the program could not be started, or 0. */
static int read_report(int report) {
  int reason = 0;
  ssize_t n;
  do n = read(report, &reason, sizeof reason);
  while (n < 0 && errno == EINTR);
  return n == (ssize_t)sizeof reason ? reason : 0;
}

static int wait_for(pid_t pid) {
  int status;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static bool fail(GError **error, const char *path, int code) {
  g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(code), "%s cannot be started: %s", path,
              g_strerror(code));
  return false;
}

bool ui_child_run(char **args, char **environment, const UiChildStreams *streams, UiChildStarted *started,
                  void *closure, pid_t *pid, int *status, GError **error) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return fail(error, args[0], errno);
  SavedSignals saved;
  hold_signals(&saved);
  *pid = fork();
  if (*pid == 0) start_program(args, environment, streams, &saved.mask, ends[1]);
  int reason = *pid < 0 ? errno : 0;
  close(ends[1]);
  child = MAX(*pid, 0);
  if (*pid > 0) ui_watcher_start(*pid, clean_up);
  start_passing(&saved);
  if (*pid > 0) {
    reason = read_report(ends[0]);
    if (reason == 0 && started != NULL) started(*pid, closure);
    *status = wait_for(*pid);
    child = 0;
    ui_watcher_stop();
  }
  stop_passing(&saved);
  close(ends[0]);
  return reason == 0 || fail(error, args[0], reason);
}
