/* spy_elf_layout.h: where an executable or shared library has its segments, sections and variables, as its file says.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_ELF_LAYOUT_H
#define MEMSPY_SPY_ELF_LAYOUT_H

#include "memspy/core/spy_valgrind.h"

/* A segment that is loaded. Addresses are the linker's. */
typedef struct {
  Addr start;
  SizeT bytes; /* in memory */
  ULong offset, file_bytes;
  UInt rights; /* PF_R, PF_W, PF_X */
} spy_elf_segment;

/* A section that occupies memory, other than thread-local ones that the file has no bytes of. */
typedef struct {
  Addr start, end;
  VgSectKind kind; /* as the core classifies sections: by name; Vg_SectUnknown: no such section */
} spy_elf_section;

/* A variable. */
typedef struct {
  Addr start;
  SizeT bytes;
  const HChar *name; /* in `names` of the layout */
} spy_elf_variable;

typedef struct {
  ULong device, inode; /* of the file */
  XArray *segments;    /* of spy_elf_segment, in the file's order */
  XArray *sections;    /* of spy_elf_section, likewise */
  XArray *variables;   /* of spy_elf_variable, by address; none overlaps the next one */
  HChar *names;        /* NULL: variables were not read */
} spy_elf_layout;

/* Reads segments and sections of a file. False: it cannot be read, or has none; else the caller ends with
 * spy_elf_layout_free(). */
Bool spy_elf_layout_read(spy_elf_layout *layout, const HChar *path);

/* Reads the variables as well, from a file that was just read: its own or that of its separate debug information. A
 * file that cannot be read adds none. */
void spy_elf_layout_read_variables(spy_elf_layout *layout, const HChar *path);

void spy_elf_layout_free(spy_elf_layout *layout);

/* Whether two segments of the same rights, those that include `rights`, have bytes in one page of the file. */
Bool spy_elf_layout_shares_pages(const spy_elf_layout *layout, UInt rights);

/* The variable around a link-time address, or the first one after it; NULL: neither exists. */
const spy_elf_variable *spy_elf_layout_variable(const spy_elf_layout *layout, Addr address);

#endif
