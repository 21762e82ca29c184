/* spy_debug_file.h: finds the file with the debug information of an object, and maps its sections.
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

/* The content of a section; size 0: the file lacks it. */
typedef struct {
  const UChar *bytes;
  SizeT size;
} spy_section_bytes;

/* Maps the debug information of the object at `path`: in its own file, or in the separate file that its build id or its
 * debug link names, where Valgrind looks for it, too. False: there is none, or it is unreadable. The sections stay
 * mapped. */
Bool spy_debug_file_map(const HChar *path, spy_section_bytes sections[SPY_SECTIONS]);
