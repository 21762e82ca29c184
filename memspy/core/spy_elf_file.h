/* spy_elf_file.h: reads the file of an executable or shared library: its headers, tables and strings.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <elf.h>

#include "memspy/core/spy_valgrind.h"

/* The maximum numbers of segments and of sections. A file with more is treated as if it had none. */
enum { SPY_ELF_SEGMENTS_MOST = 64, SPY_ELF_SECTIONS_MOST = 512 };

/* An open file. The struct is too large for the tool's stack, so use a static variable. */
typedef struct {
  Int fd;
  UInt n_segments, n_sections;
  UInt names; /* number of the section that contains the names of the sections */
  UInt abi;   /* the operating system's extensions that the file uses, such as ELFOSABI_GNU */
  Elf64_Phdr segments[SPY_ELF_SEGMENTS_MOST];
  Elf64_Shdr sections[SPY_ELF_SECTIONS_MOST];
} spy_elf_file;

/* Opens a file and reads its headers. Returns False if the file is unreadable, or not an ELF file for this processor
 * architecture. Otherwise, the caller must call spy_elf_file_close(). */
Bool spy_elf_file_open(spy_elf_file *file, const HChar *path);
void spy_elf_file_close(spy_elf_file *file);

/* Reads `bytes` bytes at an offset of the file. Returns False if the file has fewer bytes. */
Bool spy_elf_file_read(const spy_elf_file *file, ULong offset, void *to, SizeT bytes);

/* Calls `take` for each entry of `size` bytes in a section, until `take` returns False. */
typedef Bool spy_elf_take(const spy_elf_file *file, const Elf64_Shdr *section, const void *entry, void *closure);
void spy_elf_file_each(const spy_elf_file *file, const Elf64_Shdr *section, SizeT size, spy_elf_take *take,
                       void *closure);

/* Returns the string at an offset of section `strings`. Returns NULL if there is none, or if it is empty. Free with
 * VG_(free)(). */
HChar *spy_elf_file_string(const spy_elf_file *file, UInt strings, ULong at);
