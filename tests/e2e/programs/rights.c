/* rights.c: works, then gives up rights in each of the ways that its arguments name, in their order, and continues to
 * work.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#define _GNU_SOURCE
#include <grp.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/fsuid.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS = 1000, NOBODY = 65534 };
static volatile long before[WORDS], after[WORDS];

__attribute__((noinline)) static void work(volatile long *words) {
  for (int i = 0; i < WORDS; i++) words[i] = i;
}

static int lose_user(void) { return setgroups(0, NULL) || setgid(NOBODY) || setuid(NOBODY); }
static int lose_user_for_now(void) { return setegid(NOBODY) || seteuid(NOBODY); }
static int lose_file_user(void) {
  setfsgid(NOBODY);
  setfsuid(NOBODY);
  return 0;
}
static int change_root(void) {
  char name[] = "/tmp/rightsXXXXXX";
  return !mkdtemp(name) || chdir(name) || rmdir(name) || chroot(".");
}
static int leave_user_space(void) { return unshare(CLONE_NEWUSER); }
static int limit_files(void) { return setrlimit(RLIMIT_FSIZE, &(struct rlimit){100, 100}); }
static int limit_files_of_process(void) { return prlimit(0, RLIMIT_FSIZE, &(struct rlimit){0, 0}, NULL); }
static int mask_all(void) { return umask(0777), 0; }
static int hide(void) { return prctl(PR_SET_DUMPABLE, 0); }
static int close_all(void) { return closefrom(3), 0; }

static int lose_folder(void) {
  char name[] = "/tmp/rightsXXXXXX";
  return !mkdtemp(name) || chdir(name) || rmdir(name);
}

#define FORBID(number) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)

/* From now on, files can be read and written, but neither opened nor renamed. */
static int filter(void) {
  static struct sock_filter steps[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
                                       FORBID(SYS_open),
                                       FORBID(SYS_openat),
                                       FORBID(SYS_rename),
                                       FORBID(SYS_fchmod),
                                       FORBID(SYS_ftruncate),
                                       FORBID(SYS_socketpair),
                                       FORBID(SYS_sendmsg),
                                       BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  const struct sock_fprog program = {sizeof steps / sizeof *steps, steps};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

/* The child continues, and the parent ends with the child's result. */
static int divide(void) {
  int status;
  const pid_t child = fork();
  if (child <= 0) return child < 0;
  if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) exit(99);
  work(after);
  exit(WEXITSTATUS(status));
}

/* The only child processes are those that the program itself made. */
static int count_children(void) { return waitpid(-1, NULL, 0) >= 0 || waitpid(-1, NULL, __WALL) >= 0; }

static int wait_for_ever(void) {
  puts("waiting");
  fflush(stdout);
  return pause();
}

static const struct {
  const char *name;
  int (*give_up)(void);
} ways[] = {{"setuid", lose_user},
            {"seteuid", lose_user_for_now},
            {"setfsuid", lose_file_user},
            {"chroot", change_root},
            {"unshare", leave_user_space},
            {"fsize", limit_files},
            {"prlimit", limit_files_of_process},
            {"umask", mask_all},
            {"dumpable", hide},
            {"closefrom", close_all},
            {"rmdir", lose_folder},
            {"filter", filter},
            {"fork", divide},
            {"children", count_children},
            {"pause", wait_for_ever}};

int main(int argc, char **argv) {
  work(before);
  for (int i = 1; i < argc; i++)
    for (size_t way = 0; way < sizeof ways / sizeof *ways; way++)
      if (strcmp(argv[i], ways[way].name) == 0 && ways[way].give_up() != 0) return 2;
  work(after);
  puts("worked");
  return 3;
}
