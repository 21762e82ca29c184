/* spy_platform.h: what is specific to the platform (amd64, Linux) in the tool. A port adds a branch here.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_PLATFORM_H
#define MEMSPY_SPY_PLATFORM_H

#include "memspy/spy_valgrind.h"

#if defined(VGP_amd64_linux)
#include "libvex_guest_amd64.h"
#include "valgrind.h"
#include "vki/vki-scnums-amd64-linux.h"

/* Bytes that a call pushes. */
#define SPY_RETURN_ADDRESS_BYTES 8

/* Registers of the guest: arguments of a function that has just been called, counted from 1; what it returns. */
typedef VexGuestAMD64State spy_guest;
#define SPY_GUEST_STACK_POINTER ((Int)offsetof(spy_guest, guest_RSP))
#define SPY_GUEST_REGISTERS_END (offsetof(spy_guest, guest_RIP) + 8)
static inline UWord spy_argument(const spy_guest *guest, UInt number) {
  return number == 1 ? guest->guest_RDI : number == 2 ? guest->guest_RSI : guest->guest_RDX;
}
static inline UWord spy_result(const spy_guest *guest) { return guest->guest_RAX; }
static inline UWord spy_stack_pointer(const spy_guest *guest) { return guest->guest_RSP; }

/* System calls that the tool looks at. */
#define SPY_SYS_EXECVE __NR_execve
#define SPY_SYS_EXECVEAT 322
#define SPY_SYS_EXIT __NR_exit
#define SPY_SYS_EXIT_GROUP __NR_exit_group
#define SPY_SYS_MUNMAP __NR_munmap

/* In a wrapper: the function that is wrapped. First of all, before the program can call another wrapper. */
static inline UWord spy_original(void) {
  UWord address;
  __asm__ volatile(__SPECIAL_INSTRUCTION_PREAMBLE "xchgq %%rcx, %%rcx" : "=a"(address) : : "cc", "memory");
  return address;
}

/* Calls it, with up to three words; what is left over is ignored. Unlike Valgrind's CALL_FN macros it takes no more
 * of the stack than it must, because the frames of the original are below: the deeper they are, the more lines of the
 * stack are in use. Only for functions with a frame pointer and calls of their own, which have no red zone. */
static inline UWord spy_call_original(UWord function, UWord a, UWord b, UWord c) {
  __asm__ volatile("movq %%rsp, %%rbx\n\t"
                   "andq $-16, %%rsp\n\t" VALGRIND_CALL_NOREDIR_RAX "movq %%rbx, %%rsp\n\t"
                   : "+a"(function), "+D"(a), "+S"(b), "+d"(c)
                   :
                   : "rbx", "rcx", "r8", "r9", "r10", "r11", "cc", "memory");
  return function;
}

#else
#error "memspy does not know this platform"
#endif

#endif
