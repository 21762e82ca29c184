/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_inflated.h: keeps decompressed sections of debug information for later runs of the tool (ui/base/ui_cache.h).
 *
 * Valgrind's core reads the source lines of all loaded objects, and decompression takes an eighth of the time of a short
 * run. memspy/core/spy_inflate.c reads the kept sections. */
#pragma once

/* Keeps the large compressed sections of the file `path` that Valgrind reads. Keeps nothing if the file cannot be
 * read. */
void name_inflated_keep(const char *path);
