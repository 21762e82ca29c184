/* sandboxed.c: makes the kernel kill the process if it calls madvise(), which the program itself does not call; then
 * loads the library that its argument names. The other argument, "prctl" or "seccomp", is the system call that sets
 * this up.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct sock_filter steps[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_madvise, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
};

int main(int argc, char **argv) {
  const struct sock_fprog filter = {sizeof steps / sizeof *steps, steps};
  if (argc != 3 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 2;
  const long failed = strcmp(argv[1], "prctl") == 0 ? prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter)
                                                    : syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter);
  if (failed != 0) return 3;
  puts(dlopen(argv[2], RTLD_NOW) != NULL ? "loaded" : dlerror());
  return 0;
}
