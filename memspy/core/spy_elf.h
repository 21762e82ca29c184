/* spy_elf.h: what the file of an executable or shared library holds and Valgrind does not report.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_ELF_H
#define MEMSPY_SPY_ELF_H

#include "memspy/core/spy_valgrind.h"

/* Bytes of a build id that are kept; those of today's linkers have 20 at most. */
enum { SPY_BUILD_ID_BYTES = 64 };

/* Reads the build id in the notes of an ELF file into `hex`, in hexadecimal; "" when the file cannot be read or has
 * none. */
void spy_elf_build_id(const HChar *path, HChar hex[2 * SPY_BUILD_ID_BYTES + 1]);

/* A part of a thread-local block: a variable, or what lies between two. */
typedef struct {
  ULong offset, bytes;
  HChar *name; /* NULL: no variable is known there */
} spy_elf_part;

/* What a word of an object in memory, which the dynamic linker sets, holds: where the object's block is. */
typedef enum {
  SPY_ELF_NO_WORD, /* there is none */
  SPY_ELF_OFFSET,  /* from the thread pointer to `inside` the block */
  SPY_ELF_MODULE   /* number of the object among those with thread-local variables */
} spy_elf_word;

/* The thread-local storage of an object. */
typedef struct {
  ULong address, bytes, align; /* link-time address and size of the segment, and how it is aligned */
  XArray *parts;               /* of spy_elf_part: all of the segment, in order */
  spy_elf_word kind;
  ULong word;   /* link-time address */
  ULong inside; /* bytes from the block's start */
} spy_elf_tls;

/* Reads the thread-local storage that an ELF file has; False: it has none, or cannot be read. Free it with
 * spy_elf_free_tls(). */
Bool spy_elf_read_tls(const HChar *path, spy_elf_tls *tls);
void spy_elf_free_tls(spy_elf_tls *tls);

#endif
