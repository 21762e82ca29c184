/* spy_elf.h: reads facts from the file of an executable or shared library that Valgrind does not report.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* The maximum size of a build id in bytes. Current linkers write at most 20. */
enum { SPY_BUILD_ID_BYTES = 64 };

/* Reads the build id in the notes of an ELF file into `hex`, as hexadecimal digits. Sets `hex` to "" if the file is
 * unreadable or has no build id.
 */
void spy_elf_build_id(const HChar *path, HChar hex[2 * SPY_BUILD_ID_BYTES + 1]);

/* A part of a thread-local block: a variable, or the gap between two variables. */
typedef struct {
  ULong offset, bytes;
  HChar *name; /* NULL: a gap */
} spy_elf_part;

/* The kind of the word in an object's memory by which the object's thread-local block can be found. The dynamic linker
 * sets this word. */
typedef enum {
  SPY_ELF_NO_WORD, /* there is none */
  SPY_ELF_OFFSET,  /* offset from the thread pointer to byte `inside` of the block */
  SPY_ELF_MODULE   /* number of the object among the objects with thread-local variables */
} spy_elf_word;

/* The thread-local storage of an object. */
typedef struct {
  ULong address, bytes, align; /* link-time address, size and alignment of the segment */
  XArray *parts;               /* array of spy_elf_part: the parts of the whole segment, in order */
  spy_elf_word kind;
  ULong word;   /* link-time address of the word */
  ULong inside; /* for SPY_ELF_OFFSET: offset in the block */
} spy_elf_tls;

/* Reads the thread-local storage of an ELF file. Returns False if the file has none, or is unreadable. Free with
 * spy_elf_free_tls(). */
Bool spy_elf_read_tls(const HChar *path, spy_elf_tls *tls);
void spy_elf_free_tls(spy_elf_tls *tls);
