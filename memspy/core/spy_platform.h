/* spy_platform.h: the platform-specific parts of the tool (amd64, Linux). A port adds a branch here.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

#if defined(VGP_amd64_linux)
#include "libvex_guest_amd64.h"
#include "valgrind.h"
#include "vki/vki-scnums-amd64-linux.h"

/* The number of bytes that a call pushes. */
#define SPY_RETURN_ADDRESS_BYTES 8

/* The guest registers with the arguments (numbered from 1) and with the result of a function that was just called. */
typedef VexGuestAMD64State spy_guest;
#define SPY_GUEST_STACK_POINTER ((Int)offsetof(spy_guest, guest_RSP))
#define SPY_GUEST_THREAD_POINTER ((Int)offsetof(spy_guest, guest_FS_CONST))
#define SPY_GUEST_REGISTERS_END (offsetof(spy_guest, guest_RIP) + 8)
static inline UWord spy_argument(const spy_guest *guest, UInt number) {
  return number == 1 ? guest->guest_RDI : number == 2 ? guest->guest_RSI : guest->guest_RDX;
}
static inline UWord spy_result(const spy_guest *guest) { return guest->guest_RAX; }
static inline UWord spy_stack_pointer(const spy_guest *guest) { return guest->guest_RSP; }

/* System calls that the tool handles. */
/* clang-format off */
enum {
  SPY_SYS_ARCH_PRCTL = __NR_arch_prctl, SPY_SYS_ACCESS = __NR_access, SPY_SYS_EXECVE = __NR_execve,
  SPY_SYS_SIGRETURN = __NR_rt_sigreturn, SPY_SYS_EXECVEAT = 322, SPY_SYS_EXIT = __NR_exit,
  SPY_SYS_EXIT_GROUP = __NR_exit_group, SPY_SYS_MADVISE = __NR_madvise, SPY_SYS_MUNMAP = __NR_munmap,
  SPY_SYS_READ = __NR_read, SPY_SYS_READV = __NR_readv, SPY_SYS_WRITE = __NR_write, SPY_SYS_WRITEV = __NR_writev,
  SPY_SYS_CLOSE = __NR_close, SPY_SYS_FCNTL = __NR_fcntl, SPY_SYS_GETSOCKOPT = __NR_getsockopt,
  SPY_SYS_SENDFILE = __NR_sendfile, SPY_SYS_SPLICE = __NR_splice, SPY_SYS_TEE = __NR_tee,
  SPY_SYS_VMSPLICE = __NR_vmsplice, SPY_SYS_EPOLL_CTL = __NR_epoll_ctl, SPY_SYS_CLOCK_GETTIME = __NR_clock_gettime,
  SPY_SYS_GETTIMEOFDAY = __NR_gettimeofday, SPY_SYS_TIME = __NR_time, SPY_SYS_TIMES = __NR_times,
  SPY_SYS_GETRUSAGE = __NR_getrusage, SPY_SYS_TIMERFD_CREATE = __NR_timerfd_create,
  SPY_SYS_TIMERFD_SETTIME = __NR_timerfd_settime, SPY_SYS_TIMERFD_GETTIME = __NR_timerfd_gettime,
  SPY_SYS_DUP2 = __NR_dup2, SPY_SYS_FTRUNCATE = __NR_ftruncate, SPY_SYS_FCHMOD = __NR_fchmod,
  SPY_SYS_RENAME = __NR_rename, SPY_SYS_SOCKETPAIR = __NR_socketpair, SPY_SYS_SETSID = __NR_setsid,
  SPY_SYS_UMASK = __NR_umask, SPY_SYS_DUP3 = __NR_dup3, SPY_SYS_RECVFROM = __NR_recvfrom,
  SPY_SYS_RECVMSG = __NR_recvmsg, SPY_SYS_SENDTO = __NR_sendto, SPY_SYS_SENDMSG = __NR_sendmsg,
  SPY_SYS_SENDMMSG = __NR_sendmmsg, SPY_SYS_CONNECT = __NR_connect, SPY_SYS_SHUTDOWN = __NR_shutdown,
  SPY_SYS_ACCEPT = __NR_accept, SPY_SYS_ACCEPT4 = __NR_accept4, SPY_SYS_POLL = __NR_poll, SPY_SYS_PPOLL = __NR_ppoll,
  SPY_SYS_SELECT = __NR_select, SPY_SYS_PSELECT6 = __NR_pselect6, SPY_SYS_EPOLL_WAIT = __NR_epoll_wait,
  SPY_SYS_EPOLL_PWAIT = __NR_epoll_pwait, SPY_SYS_WAIT4 = __NR_wait4, SPY_SYS_WAITID = __NR_waitid,
  SPY_SYS_NANOSLEEP = __NR_nanosleep, SPY_SYS_CLOCK_NANOSLEEP = __NR_clock_nanosleep, SPY_SYS_PAUSE = __NR_pause,
  SPY_SYS_SIGSUSPEND = __NR_rt_sigsuspend, SPY_SYS_SIGTIMEDWAIT = __NR_rt_sigtimedwait,
  SPY_SYS_SIGPENDING = __NR_rt_sigpending, SPY_SYS_SIGACTION = __NR_rt_sigaction, SPY_SYS_KILL = __NR_kill,
  SPY_SYS_TKILL = __NR_tkill, SPY_SYS_TGKILL = __NR_tgkill, SPY_SYS_SIGQUEUE = __NR_rt_sigqueueinfo,
  SPY_SYS_TGSIGQUEUE = __NR_rt_tgsigqueueinfo, SPY_SYS_FUTEX = __NR_futex, SPY_SYS_YIELD = __NR_sched_yield,
  SPY_SYS_GETPID = __NR_getpid, SPY_SYS_CLONE = __NR_clone, SPY_SYS_CLONE3 = 435, SPY_SYS_MMAP = __NR_mmap,
  SPY_SYS_MREMAP = __NR_mremap, SPY_SYS_MPROTECT = __NR_mprotect, SPY_SYS_BRK = __NR_brk, SPY_SYS_SHMDT = __NR_shmdt,
  SPY_SYS_UNSHARE = __NR_unshare, SPY_SYS_SETNS = 308, SPY_SYS_SECCOMP = 317, SPY_SYS_PRCTL = __NR_prctl,
  SPY_SYS_SETUID = __NR_setuid, SPY_SYS_SETGID = __NR_setgid, SPY_SYS_SETREUID = __NR_setreuid,
  SPY_SYS_SETREGID = __NR_setregid, SPY_SYS_SETRESUID = __NR_setresuid, SPY_SYS_SETRESGID = __NR_setresgid,
  SPY_SYS_SETFSUID = __NR_setfsuid, SPY_SYS_SETFSGID = __NR_setfsgid, SPY_SYS_SETGROUPS = __NR_setgroups,
  SPY_SYS_CAPSET = __NR_capset, SPY_SYS_CHROOT = __NR_chroot, SPY_SYS_PIVOT_ROOT = __NR_pivot_root,
  SPY_SYS_LANDLOCK_RESTRICT_SELF = 446, SPY_SYS_SETRLIMIT = __NR_setrlimit, SPY_SYS_PRLIMIT64 = 302,
  SPY_SYS_SIGPROCMASK = __NR_rt_sigprocmask, SPY_SYS_SHMAT = __NR_shmat, SPY_SYS_OPEN = __NR_open,
  SPY_SYS_OPENAT = __NR_openat, SPY_SYS_GETAFFINITY = __NR_sched_getaffinity,
  SPY_SYS_SETAFFINITY = __NR_sched_setaffinity, SPY_SYS_GETCPU = __NR_getcpu, SPY_SYS_MEMFD = 319,
  SPY_SYS_OPENAT2 = 437, SPY_SYS_STAT = __NR_stat, SPY_SYS_LSTAT = __NR_lstat, SPY_SYS_FSTAT = __NR_fstat,
  SPY_SYS_NEWFSTATAT = __NR_newfstatat, SPY_SYS_STATX = 332, SPY_SYS_STATFS = __NR_statfs,
  SPY_SYS_FSTATFS = __NR_fstatfs, SPY_SYS_FACCESSAT = __NR_faccessat, SPY_SYS_FACCESSAT2 = 439,
  SPY_SYS_READLINK = __NR_readlink, SPY_SYS_READLINKAT = __NR_readlinkat, SPY_SYS_GETXATTR = __NR_getxattr,
  SPY_SYS_LGETXATTR = __NR_lgetxattr, SPY_SYS_LISTXATTR = __NR_listxattr, SPY_SYS_LLISTXATTR = __NR_llistxattr,
  SPY_SYS_GETDENTS64 = __NR_getdents64, SPY_SYS_LSEEK = __NR_lseek, SPY_SYS_PREAD64 = __NR_pread64,
  SPY_SYS_CHDIR = __NR_chdir, SPY_SYS_FCHDIR = __NR_fchdir, SPY_SYS_GETCWD = __NR_getcwd,
  SPY_SYS_COPY_FILE_RANGE = 326, SPY_SYS_IO_SUBMIT = __NR_io_submit, SPY_SYS_IO_DESTROY = __NR_io_destroy,
  SPY_SYS_IO_CANCEL = __NR_io_cancel, SPY_SYS_IO_GETEVENTS = __NR_io_getevents, SPY_SYS_IO_PGETEVENTS = 333,
  SPY_SYS_IO_URING_ENTER = 426, SPY_SYS_FLOCK = __NR_flock, SPY_SYS_SEMOP = __NR_semop,
  SPY_SYS_SEMTIMEDOP = __NR_semtimedop, SPY_SYS_SEMCTL = __NR_semctl, SPY_SYS_MSGSND = __NR_msgsnd,
  SPY_SYS_MSGRCV = __NR_msgrcv, SPY_SYS_MSGCTL = __NR_msgctl, SPY_SYS_MQ_TIMEDSEND = __NR_mq_timedsend,
  SPY_SYS_MQ_TIMEDRECEIVE = __NR_mq_timedreceive, SPY_SYS_RECVMMSG = __NR_recvmmsg, SPY_SYS_PREADV2 = 327,
  SPY_SYS_PWRITEV2 = 328, SPY_SYS_EPOLL_PWAIT2 = 441, SPY_SYS_FUTEX_WAITV = 449, SPY_SYS_CLOSE_RANGE = 436,
  SPY_SYS_GETRANDOM = 318, SPY_SYS_PROCESS_VM_READV = 310, SPY_SYS_PROCESS_VM_WRITEV = 311,
  SPY_SYS_ADD_KEY = __NR_add_key, SPY_SYS_REQUEST_KEY = __NR_request_key, SPY_SYS_KEYCTL = __NR_keyctl,
  SPY_SYS_RENAMEAT = __NR_renameat, SPY_SYS_RENAMEAT2 = 316, SPY_SYS_CHMOD = __NR_chmod,
  SPY_SYS_FCHMODAT = __NR_fchmodat, SPY_SYS_FCHMODAT2 = 452, SPY_SYS_CHOWN = __NR_chown, SPY_SYS_FCHOWN = __NR_fchown,
  SPY_SYS_LCHOWN = __NR_lchown, SPY_SYS_FCHOWNAT = __NR_fchownat, SPY_SYS_MKNOD = __NR_mknod,
  SPY_SYS_MKNODAT = __NR_mknodat, SPY_SYS_UTIMES = __NR_utimes, SPY_SYS_FUTIMESAT = __NR_futimesat,
  SPY_SYS_UTIMENSAT = __NR_utimensat, SPY_SYS_UMOUNT = __NR_umount2, SPY_SYS_FADVISE = __NR_fadvise64,
  SPY_SYS_INOTIFY_ADD_WATCH = __NR_inotify_add_watch, SPY_SYS_FANOTIFY_MARK = 301, SPY_SYS_NAME_TO_HANDLE = 303,
  SPY_SYS_QUOTACTL = __NR_quotactl
};
/* clang-format on */
#define SPY_ARCH_SET_FS 0x1002

/* Flags of open() that Valgrind's headers lack. */
enum { SPY_OPEN_NO_TERMINAL = 0400, SPY_OPEN_NO_FOLLOW = 0400000 };

/* The signal by which the core makes a thread leave a system call and end. */
#define SPY_SIGNAL_KILL_THREAD 64

/* The offsets of a system call's number, arguments and result in the guest state. */
enum { SPY_SYSCALL_ARGUMENTS = 6 };
#define SPY_SYSCALL_NUMBER ((Int)offsetof(spy_guest, guest_RAX))
#define SPY_SYSCALL_RESULT ((Int)offsetof(spy_guest, guest_RAX))
static const Int spy_syscall_argument[SPY_SYSCALL_ARGUMENTS] = {
    offsetof(spy_guest, guest_RDI), offsetof(spy_guest, guest_RSI), offsetof(spy_guest, guest_RDX),
    offsetof(spy_guest, guest_R10), offsetof(spy_guest, guest_R8),  offsetof(spy_guest, guest_R9)};
#define SPY_SYSCALL_JUMP Ijk_Sys_syscall
#define SPY_SYSCALL_BYTES 2 /* number of bytes of the instruction of a system call */
/* The offset, in the guest state, of the address by which the program called a wrapper. */
#define SPY_GUEST_CALLED_AS ((Int)offsetof(spy_guest, guest_NRADDR))
#define SPY_GUEST_IP ((Int)offsetof(spy_guest, guest_RIP))
static inline Addr *spy_guest_ip(void *guest) { return (Addr *)&((spy_guest *)guest)->guest_RIP; }
static inline UWord *spy_guest_sp(void *guest) { return (UWord *)&((spy_guest *)guest)->guest_RSP; }

/* A client request: the kind of its jump, the offset of its arguments in the guest state, and registers for
 * unwinding. */
#define SPY_REQUEST_JUMP Ijk_ClientReq
#define SPY_GUEST_REQUEST ((Int)offsetof(spy_guest, guest_RAX))
#define SPY_GUEST_FRAME_POINTER ((Int)offsetof(spy_guest, guest_RBP))
static inline const UWord *spy_request_arguments(const void *guest) {
  return (const UWord *)((const spy_guest *)guest)->guest_RAX;
}

/* The core's count of the blocks that a thread may still execute in its slice. At 0, the slice ends before the next
 * block. */
#define SPY_GUEST_BLOCKS_LEFT ((Int)offsetof(spy_guest, host_EvC_COUNTER))
static inline UInt *spy_blocks_left(void *guest) { return &((spy_guest *)guest)->host_EvC_COUNTER; }
static inline void spy_end_slice(void *guest) { ((spy_guest *)guest)->host_EvC_COUNTER = 0; }
static inline Bool spy_slice_has_ended(const void *guest) { return ((const spy_guest *)guest)->host_EvC_COUNTER == 0; }
static inline void spy_end_own_slice(ThreadId tid) {
  const UInt none = 0;
  VG_(set_shadow_regs_area)(tid, 0, SPY_GUEST_BLOCKS_LEFT, sizeof none, (const UChar *)&none);
}

/* The range of code whose translations the core discards after a block that ends in Ijk_InvalICache. */
#define SPY_GUEST_FORGET_START ((Int)offsetof(spy_guest, guest_CMSTART))
#define SPY_GUEST_FORGET_BYTES ((Int)offsetof(spy_guest, guest_CMLEN))

/* VEX implements RDTSC and RDTSCP by calls to the two functions with these names. spy_set_stamp() sets the registers
 * that SPY_STAMP_AND_PROCESSOR_HELPER sets. */
#define SPY_STAMP_HELPER "amd64g_dirtyhelper_RDTSC"
#define SPY_STAMP_AND_PROCESSOR_HELPER "amd64g_dirtyhelper_RDTSCP"
static inline ULong spy_host_stamp(void) { return __builtin_ia32_rdtsc(); }
static inline void spy_set_stamp(spy_guest *guest, ULong cycles, UInt processor) {
  guest->guest_RAX = (UInt)cycles;
  guest->guest_RDX = cycles >> 32;
  guest->guest_RCX = processor;
}

/* The prefix of the names of VEX's functions for cpuid, and the registers with the operands (a and c) and the results
 * of cpuid. */
#define SPY_IDENTIFY_HELPER "amd64g_dirtyhelper_CPUID_"
typedef struct {
  UInt a, b, c, d;
} spy_cpuid_words;
static inline spy_cpuid_words spy_cpuid_get(const spy_guest *guest) {
  return (spy_cpuid_words){(UInt)guest->guest_RAX, (UInt)guest->guest_RBX, (UInt)guest->guest_RCX,
                           (UInt)guest->guest_RDX};
}
static inline void spy_cpuid_set(spy_guest *guest, spy_cpuid_words words) {
  guest->guest_RAX = words.a;
  guest->guest_RBX = words.b;
  guest->guest_RCX = words.c;
  guest->guest_RDX = words.d;
}

/* Returns whether an instruction pushes a register. Such a push saves the register, and is not an access to data of the
 * function. */
static inline Bool spy_is_push(Addr address) {
  const UChar *code = (const UChar *)address;
  return ((*code & 0xf0) == 0x40 ? code[1] & 0xf8 : *code & 0xf8) == 0x50;
}

/* Returns whether an instruction gathers elements of memory under a mask: VPGATHER and VGATHER of AVX2. */
static inline Bool spy_is_gather(Addr address) {
  const UChar *code = (const UChar *)address;
  while (*code == 0x64 || *code == 0x65 || *code == 0x67) code++; /* segment, size of addresses */
  return *code == 0xc4 && (code[1] & 0x1f) == 2 && code[3] >= 0x90 && code[3] <= 0x93;
}

/* Returns whether an instruction is a jump that depends on the flags. */
static inline Bool spy_is_conditional_jump(Addr address) {
  const UChar *code = (const UChar *)address;
  while (*code == 0x2e || *code == 0x3e || *code == 0xf2) code++; /* hints, and BND */
  return (*code & 0xf0) == 0x70 || (code[0] == 0x0f && (code[1] & 0xf0) == 0x80);
}

/* Returns whether an instruction is a system call. */
static inline Bool spy_is_syscall(Addr address) {
  const UChar *code = (const UChar *)address;
  const UInt prefix = (code[0] & 0xf0) == 0x40;
  return code[prefix] == 0x0f && code[prefix + 1] == 0x05;
}

/* Returns whether code is an entry of a procedure linkage table: such an entry jumps to the address in a word at a
 * fixed distance. */
static inline Bool spy_is_linkage_entry(Addr address) {
  static const UChar mark[] = {0xf3, 0x0f, 0x1e, 0xfa}; /* ENDBR64 */
  const UChar *code = (const UChar *)address;
  if (VG_(memcmp)(code, mark, sizeof mark) == 0) code += sizeof mark;
  if (*code == 0xf2) code++; /* BND */
  return code[0] == 0xff && code[1] == 0x25;
}

/* Whether the code is the code to which a signal handler returns: the system call rt_sigreturn. */
#define SPY_SIGNAL_RETURN_BYTES 9
static inline Bool spy_is_signal_return(Addr address) {
  static const UChar code[SPY_SIGNAL_RETURN_BYTES] = {0x48, 0xc7, 0xc0, SPY_SYS_SIGRETURN, 0, 0, 0, 0x0f, 0x05};
  return VG_(memcmp)((const void *)address, code, sizeof code) == 0;
}

/* The size of a line of the host's caches, in bytes. */
enum { SPY_HOST_LINE = 64 };

/* A bit of code addresses. In the address of a function, this bit equals the bits above it. If Valgrind redirects the
 * address to a wrapper, the address with this bit inverted is the address of the unwrapped function. */
#define SPY_ORIGINAL_BIT (1ULL << 60)

/* Another bit that equals the bits above it. It is inverted in the addresses of recording translations in sampled runs
 * (sample/spy_alias.h). */
#define SPY_ALIAS_BIT (1ULL << 62)

#else
#error "memspy does not know this platform"
#endif
