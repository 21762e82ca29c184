/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/names/name_module.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  MOST_UNITS = 1000000,
  MOST_RANGES = 1000000,
  MOST_IMPORTS = 64 /* maximum depth of units that import other units */
};

/* A range of code, and the unit to which it belongs. */
typedef struct {
  Dwarf_Addr low, high;
  Dwarf_Die unit;
} Stretch;

/* The symbol that contains a certain address. */
typedef struct {
  const char *name; /* name of the symbol; NULL: no symbol contains the address */
  Dwarf_Addr start, bytes;
} Symbol;

struct NameModule {
  Dwfl *dwfl;
  Dwfl_Module *mod;
  Dwarf *dwarf;
  GArray *stretches;     /* Stretch: ranges sorted by `low`; NULL: not read yet */
  GHashTable *scopes;    /* address of a DIE in memory -> names of the scopes that contain it (char *) */
  GHashTable *functions; /* address of a unit in memory -> GArray with the functions of the unit */
  GHashTable *symbols;   /* name of a code symbol -> address; NULL: not read yet */
  GHashTable *children;  /* address of a DIE in memory -> GArray with the children of the DIE */
  GHashTable *around;    /* link-time address -> Symbol that contains the address */
  GPtrArray *imported;   /* the keys of `importers` that this module has added */
};

/* For all open modules: the address of a partial unit in memory -> the DWARF language of a unit that imports it.
 * Partial units, which dwz makes, have no language themselves. */
static GHashTable *importers;

static int find_nothing(Dwfl_Module *mod, void **data, const char *name, Dwarf_Addr base, char **file, Elf **elf) {
  (void)mod, (void)data, (void)name, (void)base, (void)file, (void)elf;
  return -1;
}

static const Dwfl_Callbacks callbacks = {.find_elf = find_nothing, .find_debuginfo = dwfl_standard_find_debuginfo};

static char *build_id_of(Dwfl_Module *mod) {
  const unsigned char *bits;
  GElf_Addr address;
  const int n = dwfl_module_build_id(mod, &bits, &address);
  GString *id = g_string_new(NULL);
  for (int i = 0; i < n; i++) g_string_append_printf(id, "%02x", bits[i]);
  return g_string_free(id, FALSE);
}

/* Opens the object file, and registers it with libdwfl at its link-time addresses. */
static NameModuleState open_file(NameModule *module, const char *path, const char *build_id) {
  /* The profile can name a pipe or a device. Therefore, do not block. */
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  struct stat about;
  if (fd < 0) return NAME_MODULE_MISSING;
  if (fstat(fd, &about) == 0 && S_ISREG(about.st_mode)) {
    /* Opening a profile must not wait for servers of debuginfod. */
    g_unsetenv("DEBUGINFOD_URLS");
    module->dwfl = dwfl_begin(&callbacks);
    if (module->dwfl != NULL) module->mod = dwfl_report_elf(module->dwfl, path, path, fd, 0, true);
  }
  if (module->mod == NULL) {
    close(fd);
    return NAME_MODULE_MISSING;
  }
  dwfl_report_end(module->dwfl, NULL, NULL);
  g_autofree char *found = build_id_of(module->mod);
  if (*build_id != '\0' && strcmp(found, build_id) != 0) return NAME_MODULE_CHANGED;
  Dwarf_Addr bias;
  module->dwarf = dwfl_module_getdwarf(module->mod, &bias);
  return module->dwarf != NULL ? NAME_MODULE_GOOD : NAME_MODULE_BARE;
}

bool name_module_import(Dwarf_Die *import, Dwarf_Die *unit) {
  Dwarf_Attribute attribute;
  return dwarf_tag(import) == DW_TAG_imported_unit && dwarf_attr(import, DW_AT_import, &attribute) != NULL &&
         dwarf_formref_die(&attribute, unit) != NULL && dwarf_tag(unit) == DW_TAG_partial_unit;
}

/* Records the language of a unit for all partial units that it imports, directly or indirectly. */
static void add_imports(NameModule *module, Dwarf_Die *unit, int language, unsigned depth) {
  Dwarf_Die child, imported;
  if (depth == MOST_IMPORTS || dwarf_child(unit, &child) != 0) return;
  do {
    if (!name_module_import(&child, &imported)) return; /* all imports precede other children */
    if (g_hash_table_contains(importers, imported.addr)) continue;
    g_hash_table_insert(importers, imported.addr, GINT_TO_POINTER(language));
    g_ptr_array_add(module->imported, imported.addr);
    add_imports(module, &imported, language, depth + 1);
  } while (dwarf_siblingof(&child, &child) == 0);
}

static bool add_imports_of(Dwarf_Die *unit, void *closure) {
  add_imports(closure, unit, dwarf_srclang(unit), 0);
  return true;
}

int name_module_importer(const Dwarf_Die *unit) {
  gpointer language = GINT_TO_POINTER(-1);
  if (importers != NULL) g_hash_table_lookup_extended(importers, unit->addr, NULL, &language);
  return GPOINTER_TO_INT(language);
}

static void free_array(gpointer array) { g_array_unref(array); }

NameModule *name_module_open(const char *path, const char *build_id, NameModuleState *state) {
  NameModule *module = g_new0(NameModule, 1);
  module->scopes = g_hash_table_new_full(NULL, NULL, NULL, g_free);
  module->functions = g_hash_table_new_full(NULL, NULL, NULL, free_array);
  module->children = g_hash_table_new_full(NULL, NULL, NULL, free_array);
  module->around = g_hash_table_new_full(NULL, NULL, NULL, g_free);
  module->imported = g_ptr_array_new();
  *state = open_file(module, path, build_id);
  if (importers == NULL) importers = g_hash_table_new(NULL, NULL);
  if (*state == NAME_MODULE_GOOD) name_module_each_unit(module, add_imports_of, module);
  return module;
}

void name_module_free(NameModule *module) {
  if (module->stretches != NULL) g_array_free(module->stretches, TRUE);
  for (guint i = 0; i < module->imported->len; i++)
    g_hash_table_remove(importers, g_ptr_array_index(module->imported, i));
  g_ptr_array_unref(module->imported);
  if (module->dwfl != NULL) dwfl_end(module->dwfl);
  g_hash_table_destroy(module->scopes);
  g_hash_table_destroy(module->functions);
  g_hash_table_destroy(module->children);
  g_hash_table_destroy(module->around);
  if (module->symbols != NULL) g_hash_table_destroy(module->symbols);
  g_free(module);
}

const char *name_module_debug_file(const NameModule *module) {
  const char *file = NULL;
  if (module->mod != NULL) dwfl_module_info(module->mod, NULL, NULL, NULL, NULL, NULL, NULL, &file);
  return file;
}

GHashTable *name_module_scopes(NameModule *module) { return module->scopes; }

GHashTable *name_module_functions(NameModule *module) { return module->functions; }

GHashTable *name_module_children(NameModule *module) { return module->children; }

Elf *name_module_elf(NameModule *module) {
  GElf_Addr bias;
  return module->mod != NULL ? dwfl_module_getelf(module->mod, &bias) : NULL;
}

/* Returns the symbol that contains an address. The results are cached, because libdwfl searches all symbols each time,
 * and the same few addresses are often looked up. */
static const Symbol *symbol_around(NameModule *module, Dwarf_Addr address) {
  GElf_Off within = 0;
  GElf_Sym about = {.st_size = 0};
  Symbol *symbol = g_hash_table_lookup(module->around, (gconstpointer)address);
  if (symbol != NULL) return symbol;
  symbol = g_new0(Symbol, 1);
  if (module->mod != NULL) symbol->name = dwfl_module_addrinfo(module->mod, address, &within, &about, NULL, NULL, NULL);
  symbol->start = address - within;
  symbol->bytes = about.st_size;
  g_hash_table_insert(module->around, (gpointer)address, symbol);
  return symbol;
}

const char *name_module_symbol_at(NameModule *module, Dwarf_Addr address) {
  return symbol_around(module, address)->name;
}

bool name_module_symbol_around(NameModule *module, Dwarf_Addr address, Dwarf_Addr *start, Dwarf_Addr *bytes) {
  const Symbol *symbol = symbol_around(module, address);
  *start = symbol->start;
  *bytes = symbol->bytes;
  return symbol->name != NULL && address - symbol->start < symbol->bytes;
}

Dwarf *name_module_dwarf(const NameModule *module) { return module->dwarf; }

/* Returns a table of the addresses of code symbols by name. The address is 0 if several symbols have the same name. */
static GHashTable *read_symbols(Dwfl_Module *mod) {
  GHashTable *symbols = g_hash_table_new(g_str_hash, g_str_equal);
  const int n = mod != NULL ? dwfl_module_getsymtab(mod) : 0;
  for (int i = 1; i < n; i++) {
    GElf_Sym symbol;
    GElf_Addr address;
    const char *name = dwfl_module_getsym_info(mod, i, &symbol, &address, NULL, NULL, NULL);
    const bool is_code = GELF_ST_TYPE(symbol.st_info) == STT_FUNC || GELF_ST_TYPE(symbol.st_info) == STT_GNU_IFUNC;
    if (name == NULL || *name == '\0' || !is_code || symbol.st_shndx == SHN_UNDEF) continue;
    gpointer known = NULL;
    if (g_hash_table_lookup_extended(symbols, name, NULL, &known) && GPOINTER_TO_SIZE(known) != address) address = 0;
    g_hash_table_insert(symbols, (gpointer)name, GSIZE_TO_POINTER(address));
  }
  return symbols;
}

bool name_module_symbol(NameModule *module, const char *name, Dwarf_Addr *address) {
  if (module->symbols == NULL) module->symbols = read_symbols(module->mod);
  *address = GPOINTER_TO_SIZE(g_hash_table_lookup(module->symbols, name));
  return *address != 0;
}

void name_module_each_unit(const NameModule *module, bool (*visit)(Dwarf_Die *unit, void *closure), void *closure) {
  Dwarf_CU *cu = NULL;
  Dwarf_Die die;
  for (unsigned n = 0; n < MOST_UNITS; n++) {
    if (dwarf_get_units(module->dwarf, cu, &cu, NULL, NULL, &die, NULL) != 0) return;
    if (dwarf_tag(&die) == DW_TAG_compile_unit && !visit(&die, closure)) return;
  }
}

/* Adds the ranges of code that the unit itself lists. (Some compilers omit .debug_aranges.) */
static bool add_stretches(Dwarf_Die *unit, void *closure) {
  GArray *stretches = closure;
  Stretch stretch = {.unit = *unit};
  Dwarf_Addr base;
  for (ptrdiff_t at = 0; (at = dwarf_ranges(unit, at, &base, &stretch.low, &stretch.high)) > 0;)
    if (stretch.low < stretch.high && stretch.low != 0) g_array_append_val(stretches, stretch);
  return stretches->len < MOST_RANGES;
}

static gint compare_stretches(gconstpointer a, gconstpointer b) {
  const Stretch *x = a, *y = b;
  return x->low < y->low ? -1 : x->low > y->low;
}

bool name_module_unit(NameModule *module, Dwarf_Addr pc, Dwarf_Die *unit) {
  if (module->dwarf == NULL) return false;
  if (module->stretches == NULL) {
    module->stretches = g_array_new(FALSE, FALSE, sizeof(Stretch));
    name_module_each_unit(module, add_stretches, module->stretches);
    g_array_sort(module->stretches, compare_stretches);
  }
  guint first = 0, n = module->stretches->len;
  while (n > 0) { /* invariant: the last range that begins at or before pc is before first + n */
    const guint half = n / 2;
    const bool before = g_array_index(module->stretches, Stretch, first + half).low <= pc;
    first += before ? half + 1 : 0;
    n = before ? n - half - 1 : half;
  }
  if (first == 0) return false;
  const Stretch *found = &g_array_index(module->stretches, Stretch, first - 1);
  if (pc >= found->high) return false;
  *unit = found->unit;
  return true;
}

/* Returns whether the rule has the form register plus offset. (elfutils 0.192 uses one operation for all registers.) */
static bool is_sum(const Dwarf_Op *ops, size_t n, unsigned *reg, int64_t *offset) {
  if (n == 1 && ops[0].atom == DW_OP_bregx) {
    *reg = (unsigned)ops[0].number;
    *offset = (int64_t)ops[0].number2;
    return true;
  }
  if (n != 1 || ops[0].atom < DW_OP_breg0 || ops[0].atom > DW_OP_breg31) return false;
  *reg = ops[0].atom - DW_OP_breg0;
  *offset = (int64_t)ops[0].number;
  return true;
}

bool name_module_cfa(NameModule *module, Dwarf_Addr pc, unsigned *reg, int64_t *offset) {
  if (module->mod == NULL) return false;
  Dwarf_Addr bias;
  Dwarf_CFI *const tables[] = {dwfl_module_eh_cfi(module->mod, &bias), dwfl_module_dwarf_cfi(module->mod, &bias)};
  for (size_t i = 0; i < G_N_ELEMENTS(tables); i++) {
    Dwarf_Frame *frame;
    Dwarf_Op *ops;
    size_t n;
    if (tables[i] == NULL || dwarf_cfi_addrframe(tables[i], pc, &frame) != 0) continue;
    const bool good = dwarf_frame_cfa(frame, &ops, &n) == 0 && is_sum(ops, n, reg, offset);
    free(frame);
    if (good) return true;
  }
  return false;
}
