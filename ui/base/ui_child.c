/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/base/ui_child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ui/base/ui_fail.h"
#include "ui/base/ui_watcher.h"

static const int passed_on[] = {SIGINT,  SIGQUIT,   SIGTERM, SIGHUP,  SIGUSR1, SIGUSR2,
                                SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGABRT};

static volatile pid_t child; /* process id of the running program, for the signal handler; 0: none */
static void (*clean_up)(void);

void ui_child_clean_up_by(void (*function)(void)) { clean_up = function; }

/* Returns whether the terminal sent the signal. The kernel sends such a signal to the whole foreground process
 * group. */
static bool is_from_terminal(const siginfo_t *info) {
  return info->si_code == SI_KERNEL &&
         (info->si_signo == SIGINT || info->si_signo == SIGQUIT || info->si_signo == SIGHUP);
}

/* Sends a received signal to the child, unless the child received it already, because it was sent to the whole process
 * group. */
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

/* Blocks all signals until start_passing(). */
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

/* Starts the program in the child process. If exec fails, writes errno to the pipe `report`. A successful exec closes
 * the pipe. */
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

/* Reads from the pipe `report` why the program could not be started. Returns its errno, or 0 if it was started. */
static int read_report(int report) {
  int reason = 0;
  const ssize_t n = TEMP_FAILURE_RETRY(read(report, &reason, sizeof reason));
  return n == (ssize_t)sizeof reason ? reason : 0;
}

static int wait_for(pid_t pid) {
  int status;
  (void)TEMP_FAILURE_RETRY(waitpid(pid, &status, 0));
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static bool fail(GError **error, const char *path, int code) {
  return ui_fail(error, G_FILE_ERROR, (gint)g_file_error_from_errno(code), "%s cannot be started: %s", path,
                 g_strerror(code));
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
