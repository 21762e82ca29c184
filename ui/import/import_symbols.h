/* SPDX-License-Identifier: GPL-2.0-or-later
 * import_symbols.h: names of functions and variables for a trace without names, from the output of nm -S. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
  uint64_t address, bytes;
  char *name;
} ImportSymbol;

/* Symbols in the order of their addresses; they do not overlap. */
typedef struct {
  GArray *functions, *variables; /* arrays of ImportSymbol */
} ImportSymbols;

/* Reads the symbols in file `path`; NULL: there are none. Addresses are those of the file plus `base`. Leaves out
 * variables at addresses that a trace cannot have, such as the kernel's. Returns NULL and sets *error
 * ("FILE:LINE: message") if the file cannot be read, a line is not one of nm, or all variables together have more than
 * 2^40 bytes. The caller frees the result. */
ImportSymbols *import_symbols_read(const char *path, uint64_t base, GError **error);
void import_symbols_free(ImportSymbols *symbols);

/* Returns the symbol that contains an address, or NULL. */
const ImportSymbol *import_symbols_find(const GArray *symbols, uint64_t address);
