/* spy_elf_layout.h: reads the segments, sections and variables of the file of an executable or shared library.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* A loaded segment, at link-time addresses. */
typedef struct {
  Addr start;
  SizeT bytes; /* bytes in memory */
  ULong offset, file_bytes;
  UInt rights; /* bits PF_R, PF_W, PF_X */
} spy_elf_segment;

/* A section that occupies memory. Thread-local sections without bytes in the file are excluded. */
typedef struct {
  Addr start, end;
  VgSectKind kind; /* kind that the core derives from the section's name; Vg_SectUnknown: the core derives no kind */
} spy_elf_section;

/* A variable. */
typedef struct {
  Addr start;
  SizeT bytes;
  const HChar *name; /* points into `names` of the layout */
} spy_elf_variable;

typedef struct {
  ULong device, inode; /* device and inode of the file */
  XArray *segments;    /* array of spy_elf_segment, in the order of the file */
  XArray *sections;    /* array of spy_elf_section, in the order of the file */
  XArray *variables;   /* array of spy_elf_variable, sorted by address, without overlaps */
  HChar *names;        /* NULL: variables were not read, or there are none */
  Bool is_gnu;         /* the file can contain symbols of the kind STB_GNU_UNIQUE */
} spy_elf_layout;

/* Reads the segments and sections of a file. Returns False if the file is unreadable, or has none. Otherwise, the
 * caller must call spy_elf_layout_free(). */
Bool spy_elf_layout_read(spy_elf_layout *layout, const HChar *path);

/* Adds the variables to a layout that spy_elf_layout_read() has read. Reads them from the same file, or from the
 * separate file with its debug information. `only_unique`: adds only variables of the kind STB_GNU_UNIQUE. If that file
 * is unreadable, the layout has no variables. */
void spy_elf_layout_read_variables(spy_elf_layout *layout, const HChar *path, Bool only_unique);

void spy_elf_layout_free(spy_elf_layout *layout);

/* Returns whether two segments with the same access rights have bytes in the same page of the file. Considers only
 * segments whose rights include `rights`. */
Bool spy_elf_layout_shares_pages(const spy_elf_layout *layout, UInt rights);

/* Returns the variable at a link-time address, or the first variable after it. Returns NULL if neither exists. */
const spy_elf_variable *spy_elf_layout_variable(const spy_elf_layout *layout, Addr address);
