/* SPDX-License-Identifier: GPL-2.0-or-later
 * import_symbols.c: A line of nm -S is "ADDRESS SIZE TYPE NAME", with numbers in base 16; nm omits the size of a symbol
 * that has none, and the address of an undefined symbol. */
#include "ui/import/import_symbols.h"

#include <errno.h>
#include <string.h>

#include "ui/base/ui_error.h"
#include "ui/base/ui_input.h"
#include "ui/base/ui_search.h"
#include "ui/import/import_chunk.h"

enum { BYTES_BITS = 40 }; /* all variables of a file have fewer than 2^40 bytes */

/* Reads a number in base 16 before a space. Returns the text after it, or NULL. */
static const char *read_number(const char *text, uint64_t *number) {
  char *end;
  errno = 0;
  *number = g_ascii_strtoull(text, &end, 16);
  return g_ascii_isxdigit(*text) && *end == ' ' && errno == 0 ? end + 1 : NULL;
}

static bool is_type(const char *text) {
  return (g_ascii_isalpha(text[0]) || text[0] == '?' || text[0] == '-') && text[1] == ' ' && text[2] != '\0';
}

/* Returns whether a trace can have a variable there: at addresses of the user's program (not of the kernel's). */
static bool is_in_bounds(const ImportSymbol *variable) {
  return variable->bytes <= IMPORT_TRACE_END && variable->address <= IMPORT_TRACE_END - variable->bytes;
}

/* Adds the symbol of a line, if it has an address and a size. Adds the size of a variable to *bytes. Returns whether the
 * line is one of nm. */
static bool add_line(ImportSymbols *symbols, const char *line, uint64_t base, uint64_t *bytes) {
  ImportSymbol symbol;
  const char *text = read_number(line, &symbol.address);
  if (text == NULL) return *line == ' ' && is_type(line + strspn(line, " ")); /* an undefined symbol */
  if (is_type(text)) return true;                                             /* a symbol without a size */
  text = read_number(text, &symbol.bytes);
  if (text == NULL || !is_type(text)) return false;
  const bool is_function = strchr("tTwWi", text[0]) != NULL, is_variable = strchr("bBdDrRvVuG", text[0]) != NULL;
  symbol.address += base;
  if (symbol.bytes == 0 || symbol.address + symbol.bytes < symbol.address || (!is_function && !is_variable))
    return true;
  if (is_variable && !is_in_bounds(&symbol)) return true;
  if (is_variable) *bytes += symbol.bytes;
  symbol.name = g_strdup(text + 2);
  g_array_append_val(is_function ? symbols->functions : symbols->variables, symbol);
  return true;
}

static gint by_address(gconstpointer a, gconstpointer b) {
  const ImportSymbol *first = a, *second = b;
  if (first->address != second->address) return first->address < second->address ? -1 : 1;
  return strcmp(first->name, second->name);
}

static void clear_symbol(gpointer symbol) { g_free(((ImportSymbol *)symbol)->name); }

/* Sorts the symbols, and removes those that begin in another symbol. */
static void settle(GArray *symbols) {
  guint n = 0;
  uint64_t end = 0;
  g_array_sort(symbols, by_address);
  for (guint i = 0; i < symbols->len; i++) {
    ImportSymbol *symbol = &g_array_index(symbols, ImportSymbol, i);
    if (symbol->address < end) continue;
    end = symbol->address + symbol->bytes;
    ImportSymbol kept = *symbol;
    *symbol = g_array_index(symbols, ImportSymbol, n);
    g_array_index(symbols, ImportSymbol, n++) = kept;
  }
  g_array_set_size(symbols, n);
}

static GArray *new_array(void) {
  GArray *array = g_array_new(FALSE, FALSE, sizeof(ImportSymbol));
  g_array_set_clear_func(array, clear_symbol);
  return array;
}

static bool read_file(ImportSymbols *symbols, const char *path, uint64_t base, GError **error) {
  static const UiInputKind kind = {ui_input_is_text, "this is not the output of nm -S", 1 << 26};
  gsize n;
  g_autofree char *text = ui_input_read(path, &kind, &n, error);
  if (text == NULL) return false;
  unsigned number = 0;
  uint64_t bytes = 0;
  for (char *line = text, *next; *line != '\0'; line = next) {
    char *end = strchr(line, '\n');
    next = end != NULL ? end + 1 : line + strlen(line);
    if (end != NULL) *end = '\0';
    number++;
    if (*line != '\0' && !add_line(symbols, line, base, &bytes))
      return ui_error_set(error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                          "%s:%u: expected 'ADDRESS SIZE TYPE NAME', as nm -S prints it: '%s'", path, number, line);
    if (bytes >> BYTES_BITS != 0)
      return ui_error_set(error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                          "%s:%u: the variables up to this line have more than 2^%d bytes", path, number, BYTES_BITS);
  }
  return true;
}

ImportSymbols *import_symbols_read(const char *path, uint64_t base, GError **error) {
  ImportSymbols *symbols = g_new(ImportSymbols, 1);
  *symbols = (ImportSymbols){new_array(), new_array()};
  if (path != NULL && !read_file(symbols, path, base, error)) {
    import_symbols_free(symbols);
    return NULL;
  }
  settle(symbols->functions);
  settle(symbols->variables);
  return symbols;
}

void import_symbols_free(ImportSymbols *symbols) {
  if (symbols == NULL) return;
  g_array_unref(symbols->functions);
  g_array_unref(symbols->variables);
  g_free(symbols);
}

static bool is_at_most(gconstpointer symbol, gconstpointer address) {
  return ((const ImportSymbol *)symbol)->address <= *(const uint64_t *)address;
}

const ImportSymbol *import_symbols_find(const GArray *symbols, uint64_t address) {
  const guint n = UI_SEARCH(symbols, ImportSymbol, is_at_most, &address);
  if (n == 0) return NULL;
  const ImportSymbol *found = &g_array_index(symbols, ImportSymbol, n - 1);
  return address - found->address < found->bytes ? found : NULL;
}
