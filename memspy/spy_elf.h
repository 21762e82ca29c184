/* spy_elf.h: what an executable or shared library says of itself in its file, as far as Valgrind does not tell.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_ELF_H
#define MEMSPY_SPY_ELF_H

#include "memspy/spy_valgrind.h"

/* Bytes of a build id that are told; those of today's linkers have 20 at most. */
enum { SPY_BUILD_ID_BYTES = 64 };

/* Reads the build id in the notes of an ELF file into `hex`, in hexadecimal; "" when the file cannot be read or has
 * none. */
void spy_elf_build_id(const HChar *path, HChar hex[2 * SPY_BUILD_ID_BYTES + 1]);

#endif
