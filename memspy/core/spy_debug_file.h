/* spy_debug_file.h: maps sections of an object's file, and of the file with its debug information.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* The sections that the tool reads. */
typedef enum {
  SPY_SECTION_INFO,
  SPY_SECTION_ABBREV,
  SPY_SECTION_STR,
  SPY_SECTION_LINE_STR,
  SPY_SECTION_STR_OFFSETS,
  SPY_SECTION_ADDR,
  SPY_SECTION_RANGES,
  SPY_SECTION_RNGLISTS,
  SPY_SECTIONS
} spy_section;

/* The content of a section. Size 0 means that the file does not have the section. */
typedef struct {
  const UChar *bytes;
  SizeT size;
} spy_section_bytes;

/* A section with its link-time address. */
typedef struct {
  spy_section_bytes content;
  Addr address;
} spy_mapped_section;

/* Maps the section with the name `name` in the object's file at `path`. Decompresses the section if it is compressed.
 * Returns False if the file has no such section. */
Bool spy_section_map(const HChar *path, const HChar *name, spy_mapped_section *section);
void spy_section_unmap(const spy_mapped_section *section);

/* Calls `take` for each section with code: its name and its link-time addresses [low, high). */
typedef void spy_take_section(void *closure, const HChar *name, Addr low, Addr high);
void spy_sections_each(const HChar *path, spy_take_section *take, void *closure);

/* Maps the debug information of the object at `path`. It comes from the object's own file, or from the separate file
 * that the object's build id or debug link names. The separate file is searched in the same folders as Valgrind
 * searches. Returns False if there is no readable debug information. The sections stay mapped. */
Bool spy_debug_file_map(const HChar *path, spy_section_bytes sections[SPY_SECTIONS]);
