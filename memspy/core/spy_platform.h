/* spy_platform.h: what is specific to the platform (amd64, Linux) in the tool. A port adds a branch here.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_PLATFORM_H
#define MEMSPY_SPY_PLATFORM_H

#include "memspy/core/spy_valgrind.h"

#if defined(VGP_amd64_linux)
#include "libvex_guest_amd64.h"
#include "valgrind.h"
#include "vki/vki-scnums-amd64-linux.h"

/* Bytes that a call pushes. */
#define SPY_RETURN_ADDRESS_BYTES 8

/* Registers of the guest: arguments of a function that has just been called, counted from 1; what it returns. */
typedef VexGuestAMD64State spy_guest;
#define SPY_GUEST_STACK_POINTER ((Int)offsetof(spy_guest, guest_RSP))
#define SPY_GUEST_THREAD_POINTER ((Int)offsetof(spy_guest, guest_FS_CONST))
#define SPY_GUEST_REGISTERS_END (offsetof(spy_guest, guest_RIP) + 8)
static inline UWord spy_argument(const spy_guest *guest, UInt number) {
  return number == 1 ? guest->guest_RDI : number == 2 ? guest->guest_RSI : guest->guest_RDX;
}
static inline UWord spy_result(const spy_guest *guest) { return guest->guest_RAX; }
static inline UWord spy_stack_pointer(const spy_guest *guest) { return guest->guest_RSP; }

/* System calls that the tool looks at. */
#define SPY_SYS_ARCH_PRCTL __NR_arch_prctl
#define SPY_SYS_ACCESS __NR_access
#define SPY_SYS_EXECVE __NR_execve
#define SPY_SYS_SIGRETURN __NR_rt_sigreturn
#define SPY_SYS_EXECVEAT 322
#define SPY_SYS_EXIT __NR_exit
#define SPY_SYS_EXIT_GROUP __NR_exit_group
#define SPY_SYS_MADVISE __NR_madvise
#define SPY_SYS_MUNMAP __NR_munmap
#define SPY_SYS_READ __NR_read
#define SPY_SYS_READV __NR_readv
#define SPY_SYS_WRITE __NR_write
#define SPY_SYS_WRITEV __NR_writev
#define SPY_SYS_CLOSE __NR_close
#define SPY_SYS_FCNTL __NR_fcntl
#define SPY_SYS_GETSOCKOPT __NR_getsockopt
#define SPY_SYS_SENDFILE __NR_sendfile
#define SPY_SYS_SPLICE __NR_splice
#define SPY_SYS_TEE __NR_tee
#define SPY_SYS_VMSPLICE __NR_vmsplice
#define SPY_SYS_EPOLL_CTL __NR_epoll_ctl
#define SPY_SYS_CLOCK_GETTIME __NR_clock_gettime
#define SPY_SYS_GETTIMEOFDAY __NR_gettimeofday
#define SPY_SYS_TIME __NR_time
#define SPY_SYS_TIMES __NR_times
#define SPY_SYS_GETRUSAGE __NR_getrusage
#define SPY_SYS_TIMERFD_CREATE __NR_timerfd_create
#define SPY_SYS_TIMERFD_SETTIME __NR_timerfd_settime
#define SPY_SYS_TIMERFD_GETTIME __NR_timerfd_gettime
#define SPY_SYS_DUP2 __NR_dup2
#define SPY_SYS_FTRUNCATE __NR_ftruncate
#define SPY_SYS_FCHMOD __NR_fchmod
#define SPY_SYS_RENAME __NR_rename
#define SPY_SYS_SOCKETPAIR __NR_socketpair
#define SPY_SYS_SETSID __NR_setsid
#define SPY_SYS_UMASK __NR_umask
#define SPY_SYS_DUP3 __NR_dup3
#define SPY_SYS_RECVFROM __NR_recvfrom
#define SPY_SYS_RECVMSG __NR_recvmsg
#define SPY_SYS_SENDTO __NR_sendto
#define SPY_SYS_SENDMSG __NR_sendmsg
#define SPY_SYS_SENDMMSG __NR_sendmmsg
#define SPY_SYS_CONNECT __NR_connect
#define SPY_SYS_SHUTDOWN __NR_shutdown
#define SPY_SYS_ACCEPT __NR_accept
#define SPY_SYS_ACCEPT4 __NR_accept4
#define SPY_SYS_POLL __NR_poll
#define SPY_SYS_PPOLL __NR_ppoll
#define SPY_SYS_SELECT __NR_select
#define SPY_SYS_PSELECT6 __NR_pselect6
#define SPY_SYS_EPOLL_WAIT __NR_epoll_wait
#define SPY_SYS_EPOLL_PWAIT __NR_epoll_pwait
#define SPY_SYS_WAIT4 __NR_wait4
#define SPY_SYS_WAITID __NR_waitid
#define SPY_SYS_NANOSLEEP __NR_nanosleep
#define SPY_SYS_CLOCK_NANOSLEEP __NR_clock_nanosleep
#define SPY_SYS_PAUSE __NR_pause
#define SPY_SYS_SIGSUSPEND __NR_rt_sigsuspend
#define SPY_SYS_SIGTIMEDWAIT __NR_rt_sigtimedwait
#define SPY_SYS_SIGPENDING __NR_rt_sigpending
#define SPY_SYS_SIGACTION __NR_rt_sigaction
#define SPY_SYS_KILL __NR_kill
#define SPY_SYS_TKILL __NR_tkill
#define SPY_SYS_TGKILL __NR_tgkill
#define SPY_SYS_SIGQUEUE __NR_rt_sigqueueinfo
#define SPY_SYS_TGSIGQUEUE __NR_rt_tgsigqueueinfo
#define SPY_SYS_FUTEX __NR_futex
#define SPY_SYS_YIELD __NR_sched_yield
#define SPY_SYS_GETPID __NR_getpid
#define SPY_SYS_CLONE __NR_clone
#define SPY_SYS_CLONE3 435
#define SPY_SYS_MMAP __NR_mmap
#define SPY_SYS_MREMAP __NR_mremap
#define SPY_SYS_MPROTECT __NR_mprotect
#define SPY_SYS_BRK __NR_brk
#define SPY_SYS_SHMDT __NR_shmdt
#define SPY_SYS_UNSHARE __NR_unshare
#define SPY_SYS_SETNS 308
#define SPY_SYS_SECCOMP 317
#define SPY_SYS_PRCTL __NR_prctl
#define SPY_SYS_SETUID __NR_setuid
#define SPY_SYS_SETGID __NR_setgid
#define SPY_SYS_SETREUID __NR_setreuid
#define SPY_SYS_SETREGID __NR_setregid
#define SPY_SYS_SETRESUID __NR_setresuid
#define SPY_SYS_SETRESGID __NR_setresgid
#define SPY_SYS_SETFSUID __NR_setfsuid
#define SPY_SYS_SETFSGID __NR_setfsgid
#define SPY_SYS_SETGROUPS __NR_setgroups
#define SPY_SYS_CAPSET __NR_capset
#define SPY_SYS_CHROOT __NR_chroot
#define SPY_SYS_PIVOT_ROOT __NR_pivot_root
#define SPY_SYS_LANDLOCK_RESTRICT_SELF 446
#define SPY_SYS_SETRLIMIT __NR_setrlimit
#define SPY_SYS_PRLIMIT64 302
#define SPY_SYS_SIGPROCMASK __NR_rt_sigprocmask
#define SPY_SYS_SHMAT __NR_shmat
#define SPY_SYS_OPEN __NR_open
#define SPY_SYS_OPENAT __NR_openat
#define SPY_SYS_GETAFFINITY __NR_sched_getaffinity
#define SPY_SYS_SETAFFINITY __NR_sched_setaffinity
#define SPY_SYS_GETCPU __NR_getcpu
#define SPY_SYS_MEMFD 319
#define SPY_SYS_OPENAT2 437
#define SPY_SYS_STAT __NR_stat
#define SPY_SYS_LSTAT __NR_lstat
#define SPY_SYS_FSTAT __NR_fstat
#define SPY_SYS_NEWFSTATAT __NR_newfstatat
#define SPY_SYS_STATX 332
#define SPY_SYS_STATFS __NR_statfs
#define SPY_SYS_FSTATFS __NR_fstatfs
#define SPY_SYS_FACCESSAT __NR_faccessat
#define SPY_SYS_FACCESSAT2 439
#define SPY_SYS_READLINK __NR_readlink
#define SPY_SYS_READLINKAT __NR_readlinkat
#define SPY_SYS_GETXATTR __NR_getxattr
#define SPY_SYS_LGETXATTR __NR_lgetxattr
#define SPY_SYS_LISTXATTR __NR_listxattr
#define SPY_SYS_LLISTXATTR __NR_llistxattr
#define SPY_SYS_GETDENTS64 __NR_getdents64
#define SPY_SYS_LSEEK __NR_lseek
#define SPY_SYS_PREAD64 __NR_pread64
#define SPY_SYS_CHDIR __NR_chdir
#define SPY_SYS_FCHDIR __NR_fchdir
#define SPY_SYS_GETCWD __NR_getcwd
#define SPY_SYS_COPY_FILE_RANGE 326
#define SPY_SYS_IO_SUBMIT __NR_io_submit
#define SPY_SYS_IO_DESTROY __NR_io_destroy
#define SPY_SYS_IO_CANCEL __NR_io_cancel
#define SPY_SYS_IO_GETEVENTS __NR_io_getevents
#define SPY_SYS_IO_PGETEVENTS 333
#define SPY_SYS_IO_URING_ENTER 426
#define SPY_SYS_FLOCK __NR_flock
#define SPY_SYS_SEMOP __NR_semop
#define SPY_SYS_SEMTIMEDOP __NR_semtimedop
#define SPY_SYS_SEMCTL __NR_semctl
#define SPY_SYS_MSGSND __NR_msgsnd
#define SPY_SYS_MSGRCV __NR_msgrcv
#define SPY_SYS_MSGCTL __NR_msgctl
#define SPY_SYS_MQ_TIMEDSEND __NR_mq_timedsend
#define SPY_SYS_MQ_TIMEDRECEIVE __NR_mq_timedreceive
#define SPY_SYS_RECVMMSG __NR_recvmmsg
#define SPY_SYS_PREADV2 327
#define SPY_SYS_PWRITEV2 328
#define SPY_SYS_EPOLL_PWAIT2 441
#define SPY_SYS_FUTEX_WAITV 449
#define SPY_SYS_CLOSE_RANGE 436
#define SPY_SYS_GETRANDOM 318
#define SPY_SYS_PROCESS_VM_READV 310
#define SPY_SYS_PROCESS_VM_WRITEV 311
#define SPY_SYS_ADD_KEY __NR_add_key
#define SPY_SYS_REQUEST_KEY __NR_request_key
#define SPY_SYS_KEYCTL __NR_keyctl
#define SPY_SYS_RENAMEAT __NR_renameat
#define SPY_SYS_RENAMEAT2 316
#define SPY_SYS_CHMOD __NR_chmod
#define SPY_SYS_FCHMODAT __NR_fchmodat
#define SPY_SYS_FCHMODAT2 452
#define SPY_SYS_CHOWN __NR_chown
#define SPY_SYS_FCHOWN __NR_fchown
#define SPY_SYS_LCHOWN __NR_lchown
#define SPY_SYS_FCHOWNAT __NR_fchownat
#define SPY_SYS_MKNOD __NR_mknod
#define SPY_SYS_MKNODAT __NR_mknodat
#define SPY_SYS_UTIMES __NR_utimes
#define SPY_SYS_FUTIMESAT __NR_futimesat
#define SPY_SYS_UTIMENSAT __NR_utimensat
#define SPY_SYS_UMOUNT __NR_umount2
#define SPY_SYS_FADVISE __NR_fadvise64
#define SPY_SYS_INOTIFY_ADD_WATCH __NR_inotify_add_watch
#define SPY_SYS_FANOTIFY_MARK 301
#define SPY_SYS_NAME_TO_HANDLE 303
#define SPY_SYS_QUOTACTL __NR_quotactl
#define SPY_ARCH_SET_FS 0x1002

/* The signal that the core sends to a thread that is to leave a system call and end. */
#define SPY_SIGNAL_KILL_THREAD 64

/* Where in the guest state system calls have their number, arguments and result. */
enum { SPY_SYSCALL_ARGUMENTS = 6 };
#define SPY_SYSCALL_NUMBER ((Int)offsetof(spy_guest, guest_RAX))
#define SPY_SYSCALL_RESULT ((Int)offsetof(spy_guest, guest_RAX))
static const Int spy_syscall_argument[SPY_SYSCALL_ARGUMENTS] = {
    offsetof(spy_guest, guest_RDI), offsetof(spy_guest, guest_RSI), offsetof(spy_guest, guest_RDX),
    offsetof(spy_guest, guest_R10), offsetof(spy_guest, guest_R8),  offsetof(spy_guest, guest_R9)};
#define SPY_SYSCALL_JUMP Ijk_Sys_syscall
#define SPY_SYSCALL_BYTES 2 /* of the instruction */
/* What a wrapper was called as. */
#define SPY_GUEST_CALLED_AS ((Int)offsetof(spy_guest, guest_NRADDR))
#define SPY_GUEST_IP ((Int)offsetof(spy_guest, guest_RIP))
static inline Addr *spy_guest_ip(void *guest) { return (Addr *)&((spy_guest *)guest)->guest_RIP; }

/* A client request: where the guest state has its arguments; registers by which a stack is unwound. */
#define SPY_REQUEST_JUMP Ijk_ClientReq
#define SPY_GUEST_REQUEST ((Int)offsetof(spy_guest, guest_RAX))
#define SPY_GUEST_FRAME_POINTER ((Int)offsetof(spy_guest, guest_RBP))
static inline const UWord *spy_request_arguments(const void *guest) {
  return (const UWord *)((const spy_guest *)guest)->guest_RAX;
}

/* The core's count of blocks until a thread's time is up: at 0 it is up with the next block. */
#define SPY_GUEST_BLOCKS_LEFT ((Int)offsetof(spy_guest, host_EvC_COUNTER))
static inline UInt *spy_blocks_left(void *guest) { return &((spy_guest *)guest)->host_EvC_COUNTER; }
static inline void spy_end_slice(void *guest) { ((spy_guest *)guest)->host_EvC_COUNTER = 0; }
static inline Bool spy_slice_has_ended(const void *guest) { return ((const spy_guest *)guest)->host_EvC_COUNTER == 0; }
static inline void spy_end_own_slice(ThreadId tid) {
  const UInt none = 0;
  VG_(set_shadow_regs_area)(tid, 0, SPY_GUEST_BLOCKS_LEFT, sizeof none, (const UChar *)&none);
}

/* Code whose translations the core is to throw away when a block ends in Ijk_InvalICache. */
#define SPY_GUEST_FORGET_START ((Int)offsetof(spy_guest, guest_CMSTART))
#define SPY_GUEST_FORGET_BYTES ((Int)offsetof(spy_guest, guest_CMLEN))

/* The functions by which VEX reads the time stamp counter; and what the second one does. */
#define SPY_STAMP_HELPER "amd64g_dirtyhelper_RDTSC"
#define SPY_STAMP_AND_PROCESSOR_HELPER "amd64g_dirtyhelper_RDTSCP"
static inline ULong spy_host_stamp(void) { return __builtin_ia32_rdtsc(); }
static inline void spy_set_stamp(spy_guest *guest, ULong cycles, UInt processor) {
  guest->guest_RAX = (UInt)cycles;
  guest->guest_RDX = cycles >> 32;
  guest->guest_RCX = processor;
}

/* What the names of the functions begin with by which VEX executes cpuid; and the registers that have its operands, a
 * and c, and its results. */
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

/* Whether an instruction pushes a register: that saves what the register holds, and names nothing. */
static inline Bool spy_is_push(Addr address) {
  const UChar *code = (const UChar *)address;
  return ((*code & 0xf0) == 0x40 ? code[1] & 0xf8 : *code & 0xf8) == 0x50;
}

/* Whether an instruction is a system call. */
static inline Bool spy_is_syscall(Addr address) {
  const UChar *code = (const UChar *)address;
  const UInt prefix = (code[0] & 0xf0) == 0x40;
  return code[prefix] == 0x0f && code[prefix + 1] == 0x05;
}

/* Whether the code there is what a signal handler returns to: rt_sigreturn. */
#define SPY_SIGNAL_RETURN_BYTES 9
static inline Bool spy_is_signal_return(Addr address) {
  static const UChar code[SPY_SIGNAL_RETURN_BYTES] = {0x48, 0xc7, 0xc0, SPY_SYS_SIGRETURN, 0, 0, 0, 0x0f, 0x05};
  return VG_(memcmp)((const void *)address, code, sizeof code) == 0;
}

/* Bytes of a line of the host's caches. */
enum { SPY_HOST_LINE = 64 };

/* For a thread that looks at a word again and again. */
static inline void spy_pause(void) { __builtin_ia32_pause(); }

/* Copies words that another thread is to have: lines of the target change hands without their old contents. */
static inline void spy_copy_words(ULong *to, const ULong *from, SizeT words) {
  __asm__ volatile("rep movsq" : "+D"(to), "+S"(from), "+c"(words) : : "memory");
}

/* Makes a thread of the host that calls `run` on a stack that ends at `top`, a multiple of 16, and then ends; *gone is
 * set to 0 when it has. Returns its number, or an error's, negative. */
static inline Word spy_clone(UWord flags, HChar *top, volatile Int *gone, void (*run)(void)) {
  Word result;
  register volatile Int *word __asm__("r10") = gone;
  ((void (**)(void))top)[-2] = run;
  __asm__ volatile("syscall\n\t"
                   "testq %%rax, %%rax\n\t"
                   "jnz 1f\n\t"
                   "xorl %%ebp, %%ebp\n\t"
                   "popq %%rax\n\t"
                   "addq $8, %%rsp\n\t"
                   "call *%%rax\n\t"
                   "movl %[exit], %%eax\n\t"
                   "xorl %%edi, %%edi\n\t"
                   "syscall\n\t"
                   "1:\n\t"
                   : "=a"(result)
                   : "0"((UWord)__NR_clone), "D"(flags), "S"(top - 16), "d"(0L), "r"(word), [exit] "i"(__NR_exit)
                   : "rcx", "r11", "cc", "memory");
  return result;
}

/* A bit that is those above it in each address that code can be at; turned round where the function at that address is
 * meant itself, not the wrapper to which Valgrind redirects it. */
#define SPY_ORIGINAL_BIT (1ULL << 60)

/* Such a bit, too, of addresses of recording translations in sampled runs (sample/spy_alias.h). */
#define SPY_ALIAS_BIT (1ULL << 62)

#else
#error "memspy does not know this platform"
#endif

#endif
