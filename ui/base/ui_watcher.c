/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_watcher.c: the watcher process. A request to the watcher is one byte, the number of a signal. The watcher answers
 * whether the signal is pending. The number 0 ends the watcher. */
#include "ui/base/ui_watcher.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NONE = -1, END = 0, DELIVERY = 20, PATIENCE = 3000, STEP = 50 }; /* all times in milliseconds */

static int end = NONE; /* this process's end of the socket pair */
static pid_t watcher;

static bool get(int fd, unsigned char *byte) { return TEMP_FAILURE_RETRY(read(fd, byte, 1)) == 1; }

static bool put(int fd, unsigned char byte) { return send(fd, &byte, 1, MSG_NOSIGNAL) == 1; }

/* ---- the watcher process ---- */

static bool take_pending(int number) {
  static const struct timespec none = {0};
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  return sigtimedwait(&set, NULL, &none) == number;
}

/* Ends the program. First gives it some time to end by itself and to write its files. */
static void end_program(pid_t program) {
  kill(program, SIGTERM);
  kill(program, SIGCONT);
  for (int waited = 0; waited < PATIENCE && kill(program, 0) == 0; waited += STEP) g_usleep(STEP * 1000);
  kill(program, SIGKILL);
}

static void leave_streams(void) {
  const int null = open("/dev/null", O_RDWR);
  for (int fd = 0; fd <= 2 && null >= 0; fd++) dup2(null, fd);
  if (null > 2) close(null);
}

static void watch(int fd, pid_t program, void (*clean_up)(void)) {
  unsigned char number;
  leave_streams();
  prctl(PR_SET_NAME, "watcher-memspy");
  while (get(fd, &number)) {
    if (number == END) return;
    put(fd, take_pending(number));
  }
  end_program(program);
  if (clean_up != NULL) clean_up();
}

/* ---- the process that is watched ---- */

void ui_watcher_start(pid_t program, void (*clean_up)(void)) {
  int ends[2];
  sigset_t all, before;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, &before);
  watcher = fork();
  if (watcher == 0) {
    close(ends[0]);
    watch(ends[1], program, clean_up);
    _exit(0);
  }
  sigprocmask(SIG_SETMASK, &before, NULL);
  close(ends[1]);
  if (watcher > 0)
    end = ends[0];
  else
    close(ends[0]);
}

/* Waits a short time before the request, because the kernel sends a signal to the processes of a group one after the
 * other. */
bool ui_watcher_has_got(int number) {
  unsigned char has_got = 0;
  if (end == NONE) return false;
  g_usleep(DELIVERY * 1000);
  return put(end, (unsigned char)number) && get(end, &has_got) && has_got != 0;
}

void ui_watcher_stop(void) {
  if (end == NONE) return;
  put(end, END);
  close(end);
  end = NONE;
  (void)TEMP_FAILURE_RETRY(waitpid(watcher, NULL, 0));
}
