/* spy_platform.h: what is specific to the platform (amd64, Linux) in the tool. A port adds a branch here.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_PLATFORM_H
#define MEMSPY_SPY_PLATFORM_H

#include "memspy/spy_valgrind.h"

#if defined(VGP_amd64_linux)
#include "libvex_guest_amd64.h"
#include "vki/vki-scnums-amd64-linux.h"

/* Bytes that a call pushes. */
#define SPY_RETURN_ADDRESS_BYTES 8

/* System calls that the tool looks at. */
#define SPY_SYS_EXECVE __NR_execve
#define SPY_SYS_EXECVEAT 322
#define SPY_SYS_EXIT __NR_exit
#define SPY_SYS_EXIT_GROUP __NR_exit_group
#define SPY_SYS_MUNMAP __NR_munmap

#else
#error "memspy does not know this platform"
#endif

#endif
