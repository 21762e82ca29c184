/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/uses/uses_maker.h"

#include <string.h>

/* An access whose cell does not yet have a description. */
typedef struct {
  UsesCell cell;
  guint order;
  UsesAccess access;
} Made;

typedef struct {
  UsesCall call;
  UsesCell *arguments;
} MadeCall;

/* A function and the memory that belongs to it. `function` is the first field, so a pointer to it is also a pointer to
 * its Kept. */
typedef struct {
  UsesFunction function;
  GStringChunk *strings;
  GPtrArray *arguments; /* arrays of guint32 for UsesCall.arguments */
} Kept;

struct UsesMaker {
  Kept *kept;
  UsesCellSet *cells;
  GArray *accesses;     /* Made */
  GArray *calls;        /* MadeCall */
  GHashTable *data;     /* key: text of the members that identify the data; value: index of the data + 1 */
  GHashTable *of_cells; /* key: cell + 1; value: index of the cell's data + 1 */
};

static const char *keep(UsesMaker *maker, const char *string) {
  return g_string_chunk_insert_const(maker->kept->strings, string != NULL ? string : "");
}

UsesMaker *uses_maker_new(UsesCellSet *cells, UsesWay way, const char *name, const char *file, unsigned first,
                          unsigned last) {
  UsesMaker *maker = g_new0(UsesMaker, 1);
  maker->kept = g_new0(Kept, 1);
  maker->kept->strings = g_string_chunk_new(1024);
  maker->kept->arguments = g_ptr_array_new_with_free_func(g_free);
  maker->cells = cells;
  maker->accesses = g_array_new(FALSE, FALSE, sizeof(Made));
  maker->calls = g_array_new(FALSE, FALSE, sizeof(MadeCall));
  maker->data = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  maker->of_cells = g_hash_table_new(NULL, NULL);
  maker->kept->function = (UsesFunction){
      .way = way,
      .name = keep(maker, name),
      .file = keep(maker, file),
      .first = first,
      .last = last,
      .data = g_array_new(FALSE, FALSE, sizeof(UsesData)),
      .accesses = g_array_new(FALSE, FALSE, sizeof(UsesAccess)),
      .instructions = g_array_new(FALSE, FALSE, sizeof(UsesInstruction)),
      .loops = g_array_new(FALSE, FALSE, sizeof(UsesLoop)),
      .lines = g_array_new(FALSE, FALSE, sizeof(unsigned)),
      .calls = g_array_new(FALSE, FALSE, sizeof(UsesCall)),
      .parameters = g_array_new(FALSE, FALSE, sizeof(const char *)),
      .copies = g_array_new(FALSE, FALSE, sizeof(UsesCopy)),
  };
  return maker;
}

void uses_function_free(UsesFunction *function) {
  Kept *kept = (Kept *)(void *)function;
  if (function == NULL) return;
  g_array_unref(function->data);
  g_array_unref(function->accesses);
  g_array_unref(function->instructions);
  g_array_unref(function->loops);
  g_array_unref(function->lines);
  g_array_unref(function->calls);
  g_array_unref(function->parameters);
  g_array_unref(function->copies);
  g_string_chunk_free(kept->strings);
  g_ptr_array_unref(kept->arguments);
  g_free(kept);
}

static void add_access(UsesMaker *maker, UsesCell cell, UsesAccess access) {
  const Made made = {cell, maker->accesses->len, access};
  g_array_append_val(maker->accesses, made);
}

void uses_maker_access(UsesMaker *maker, UsesCell cell, unsigned line, const char *text, bool write, guint64 address) {
  add_access(maker, cell, (UsesAccess){.line = line, .text = keep(maker, text), .write = write, .address = address});
}

void uses_maker_spilled(UsesMaker *maker, UsesCell cell, unsigned line, bool write, guint64 address) {
  add_access(maker, cell, (UsesAccess){.line = line, .text = "", .write = write, .spilled = true, .address = address});
}

guint32 uses_maker_loop(UsesMaker *maker, unsigned first, unsigned last, guint32 around) {
  const UsesLoop loop = {first, last, around};
  g_array_append_val(maker->kept->function.loops, loop);
  return maker->kept->function.loops->len - 1;
}

void uses_maker_line(UsesMaker *maker, unsigned line) {
  GArray *lines = maker->kept->function.lines;
  if (line == 0 || (lines->len > 0 && g_array_index(lines, unsigned, lines->len - 1) == line)) return;
  g_array_append_val(lines, line);
}

void uses_maker_call(UsesMaker *maker, unsigned line, const char *callee, bool by_pointer, const UsesCell *arguments,
                     guint n) {
  const MadeCall made = {{.line = line, .callee = keep(maker, callee), .by_pointer = by_pointer, .n_arguments = n},
                         g_memdup2(arguments, n * sizeof *arguments)};
  g_array_append_val(maker->calls, made);
}

void uses_maker_parameter(UsesMaker *maker, unsigned number, UsesCell cell) {
  GArray *parameters = maker->kept->function.parameters;
  const char *none = "";
  while (parameters->len <= number) g_array_append_val(parameters, none);
  g_array_index(parameters, const char *, number) = keep(maker, uses_cell_name(maker->cells, cell));
}

static void add_copy(void *closure, const char *to, const char *from) {
  UsesMaker *maker = closure;
  const UsesCopy copy = {keep(maker, to), keep(maker, from)};
  g_array_append_val(maker->kept->function.copies, copy);
}

void uses_maker_copies(UsesMaker *maker) { uses_cell_copies(maker->cells, add_copy, maker); }

/* ---- results ---- */

static guint32 number_of(UsesMaker *maker, const UsesData *what) {
  GArray *data = maker->kept->function.data;
  char *key = g_strdup_printf("%d %u %u %d %d %s\n%s\n%s\n%s\n%s", (int)what->kind, what->line, what->argument,
                              what->scalar, what->pointed, what->name, what->owner, what->file, what->holders.seen,
                              what->holders.assigned);
  gpointer found = g_hash_table_lookup(maker->data, key);
  if (found != NULL) {
    g_free(key);
    return GPOINTER_TO_UINT(found) - 1;
  }
  UsesData one = *what;
  one.name = keep(maker, what->name);
  one.owner = keep(maker, what->owner);
  one.file = keep(maker, what->file);
  one.holders = (NamePointers){keep(maker, what->holders.seen), keep(maker, what->holders.assigned)};
  g_array_append_val(data, one);
  g_hash_table_insert(maker->data, key, GUINT_TO_POINTER(data->len));
  return data->len - 1;
}

static guint32 number_of_cell(UsesMaker *maker, UsesCell cell) {
  UsesData what = {.kind = USES_UNKNOWN, .name = "", .owner = "", .file = "", .holders = {"", ""}};
  gpointer key = GUINT_TO_POINTER(cell + 1);
  gpointer found = g_hash_table_lookup(maker->of_cells, key);
  if (found != NULL) return GPOINTER_TO_UINT(found) - 1;
  if (cell != USES_CELL_NONE) what = uses_cell_describe(maker->cells, cell, maker->kept->function.name);
  const guint32 number = number_of(maker, &what);
  g_hash_table_insert(maker->of_cells, key, GUINT_TO_POINTER(number + 1));
  return number;
}

/* Compares accesses for sorting: first by line, then by address; then reads come before writes; then in the order of
 * creation. */
static gint compare_made(gconstpointer a, gconstpointer b) {
  const Made *x = a, *y = b;
  if (x->access.line != y->access.line) return x->access.line < y->access.line ? -1 : 1;
  if (x->access.address != y->access.address) return x->access.address < y->access.address ? -1 : 1;
  if (x->access.write != y->access.write) return x->access.write ? 1 : -1;
  return x->order < y->order ? -1 : x->order > y->order;
}

static gint compare_instructions(gconstpointer a, gconstpointer b) {
  const UsesInstruction *x = a, *y = b;
  if (x->address != y->address) return x->address < y->address ? -1 : 1;
  return x->access < y->access ? -1 : x->access > y->access;
}

static void finish_accesses(UsesMaker *maker) {
  UsesFunction *function = &maker->kept->function;
  GHashTable *seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  g_array_sort(maker->accesses, compare_made);
  for (guint i = 0; i < maker->accesses->len; i++) {
    Made *made = &g_array_index(maker->accesses, Made, i);
    made->access.data = number_of_cell(maker, made->cell);
    char *key = g_strdup_printf("%u %u %d %d %s", made->access.line, made->access.data, made->access.write,
                                made->access.spilled, made->access.text);
    gpointer number = g_hash_table_lookup(seen, key);
    if (number == NULL) {
      g_array_append_val(function->accesses, made->access);
      number = GUINT_TO_POINTER(function->accesses->len);
      g_hash_table_insert(seen, key, number);
    } else {
      g_free(key);
    }
    const UsesInstruction instruction = {made->access.address, GPOINTER_TO_UINT(number) - 1};
    if (made->access.address != 0) g_array_append_val(function->instructions, instruction);
  }
  g_array_sort(function->instructions, compare_instructions);
  g_hash_table_destroy(seen);
}

static gint compare_calls(gconstpointer a, gconstpointer b) {
  const UsesCall *x = a, *y = b;
  return x->line < y->line ? -1 : x->line > y->line;
}

static void finish_calls(UsesMaker *maker) {
  UsesFunction *function = &maker->kept->function;
  for (guint i = 0; i < maker->calls->len; i++) {
    MadeCall *made = &g_array_index(maker->calls, MadeCall, i);
    guint32 *arguments = g_new(guint32, MAX(made->call.n_arguments, 1));
    for (guint32 k = 0; k < made->call.n_arguments; k++)
      arguments[k] = made->arguments[k] != USES_CELL_NONE ? number_of_cell(maker, made->arguments[k])
                                                          : (guint32)USES_NONE;
    g_ptr_array_add(maker->kept->arguments, arguments);
    made->call.arguments = arguments;
    g_array_append_val(function->calls, made->call);
    g_free(made->arguments);
  }
  g_array_sort(function->calls, compare_calls);
}

static gint compare_lines(gconstpointer a, gconstpointer b) {
  const unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
  return x < y ? -1 : x > y;
}

static void finish_lines(GArray *lines) {
  guint n = 0;
  g_array_sort(lines, compare_lines);
  for (guint i = 0; i < lines->len; i++) {
    const unsigned line = g_array_index(lines, unsigned, i);
    if (n == 0 || g_array_index(lines, unsigned, n - 1) != line) g_array_index(lines, unsigned, n++) = line;
  }
  g_array_set_size(lines, n);
}

UsesFunction *uses_maker_finish(UsesMaker *maker) {
  UsesFunction *function = &maker->kept->function;
  finish_accesses(maker);
  finish_calls(maker);
  finish_lines(function->lines);
  g_array_unref(maker->accesses);
  g_array_unref(maker->calls);
  g_hash_table_destroy(maker->data);
  g_hash_table_destroy(maker->of_cells);
  g_free(maker);
  return function;
}
