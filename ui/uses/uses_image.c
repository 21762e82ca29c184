/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_image.c: reads the machine code of an object. A call of a function in another object calls a stub. The stub
 * jumps to an address that the loader stores, and a relocation names the function. */
#include "ui/uses/uses_image.h"

#include <gelf.h>

#include "ui/names/name_code_scope.h"

enum { MOST_RELOCATIONS = 10000000, STUB_BYTES = 16 };

struct UsesImage {
  NameModule *module;
  Elf *elf;
  const char *problem;
  GHashTable *slots;   /* maps an address (guint64) to the name of the symbol at it */
  GHashTable *callees; /* cache: maps the address of a called function to its name, or to NULL */
  gint64 thread_end;   /* offset of the thread pointer from the start of the thread-local segment, in bytes */
};

static void add_slot(UsesImage *image, guint64 address, const char *name) {
  guint64 *key = g_new(guint64, 1);
  *key = address;
  g_hash_table_insert(image->slots, key, (gpointer)name);
}

static void add_relocation(UsesImage *image, Elf_Data *symbols, size_t strings, const GElf_Rela *one) {
  GElf_Sym symbol;
  const unsigned type = GELF_R_TYPE(one->r_info);
  if (type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT) return;
  if (gelf_getsym(symbols, (int)GELF_R_SYM(one->r_info), &symbol) == NULL) return;
  const char *name = elf_strptr(image->elf, strings, symbol.st_name);
  if (name != NULL && *name != '\0') add_slot(image, one->r_offset, name);
}

static void add_relocations(UsesImage *image, Elf_Scn *section, const GElf_Shdr *head) {
  GElf_Shdr of_symbols;
  Elf_Scn *link = elf_getscn(image->elf, head->sh_link);
  Elf_Data *data = elf_getdata(section, NULL), *symbols = link != NULL ? elf_getdata(link, NULL) : NULL;
  if (data == NULL || symbols == NULL || gelf_getshdr(link, &of_symbols) == NULL || head->sh_entsize == 0) return;
  const guint64 n = MIN(head->sh_size / head->sh_entsize, MOST_RELOCATIONS);
  for (guint64 i = 0; i < n; i++) {
    GElf_Rela one;
    if (gelf_getrela(data, (int)i, &one) == NULL) return;
    add_relocation(image, symbols, of_symbols.sh_link, &one);
  }
}

/* Computes the offset of the thread pointer. On amd64, the thread pointer is at the end of the program's own
 * thread-local segment. */
static void find_thread_end(UsesImage *image) {
  size_t n = 0;
  if (elf_getphdrnum(image->elf, &n) != 0) return;
  for (size_t i = 0; i < n; i++) {
    GElf_Phdr head;
    if (gelf_getphdr(image->elf, (int)i, &head) == NULL || head.p_type != PT_TLS) continue;
    const guint64 align = MAX(head.p_align, 1);
    image->thread_end = (gint64)((head.p_memsz + align - 1) / align * align);
  }
}

UsesImage *uses_image_new(NameModule *module) {
  UsesImage *image = g_new0(UsesImage, 1);
  GElf_Ehdr head;
  image->module = module;
  image->elf = name_module_elf(module);
  image->slots = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  image->callees = g_hash_table_new(NULL, NULL);
  if (image->elf == NULL || gelf_getehdr(image->elf, &head) == NULL)
    image->problem = "is no object file";
  else if (head.e_machine != EM_X86_64)
    image->problem = "is of another machine than amd64";
  if (image->problem != NULL) return image;
  for (Elf_Scn *section = NULL; (section = elf_nextscn(image->elf, section)) != NULL;) {
    GElf_Shdr of_section;
    if (gelf_getshdr(section, &of_section) != NULL && of_section.sh_type == SHT_RELA)
      add_relocations(image, section, &of_section);
  }
  find_thread_end(image);
  return image;
}

void uses_image_free(UsesImage *image) {
  if (image == NULL) return;
  g_hash_table_destroy(image->slots);
  g_hash_table_destroy(image->callees);
  g_free(image);
}

const char *uses_image_problem(const UsesImage *image) { return image->problem; }

/* Returns the section that contains an address and has contents in the file, or NULL if there is none. */
static Elf_Scn *section_at(const UsesImage *image, guint64 address, GElf_Shdr *head) {
  if (image->problem != NULL) return NULL;
  for (Elf_Scn *section = NULL; (section = elf_nextscn(image->elf, section)) != NULL;) {
    if (gelf_getshdr(section, head) == NULL || head->sh_type != SHT_PROGBITS || !(head->sh_flags & SHF_ALLOC)) continue;
    if (address >= head->sh_addr && address - head->sh_addr < head->sh_size) return section;
  }
  return NULL;
}

const guint8 *uses_image_code(const UsesImage *image, guint64 address, gsize *n) {
  GElf_Shdr head;
  Elf_Scn *section = section_at(image, address, &head);
  if (section == NULL || !(head.sh_flags & SHF_EXECINSTR)) return NULL;
  const Elf_Data *data = elf_rawdata(section, NULL);
  const guint64 within = address - head.sh_addr;
  if (data == NULL || data->d_buf == NULL || within >= data->d_size) return NULL;
  *n = data->d_size - within;
  return (const guint8 *)data->d_buf + within;
}

bool uses_image_is_constant(const UsesImage *image, guint64 address) {
  GElf_Shdr head;
  return section_at(image, address, &head) != NULL && !(head.sh_flags & SHF_WRITE);
}

const char *uses_image_slot(const UsesImage *image, guint64 address) {
  return g_hash_table_lookup(image->slots, &address);
}

/* Returns the name of the function to which the stub at an address jumps. */
static const char *behind_stub(const UsesImage *image, guint64 address) {
  gsize n;
  const char *name = NULL;
  const guint8 *bytes = uses_image_code(image, address, &n);
  if (bytes == NULL) return NULL;
  GArray *stub = g_array_new(FALSE, FALSE, sizeof(UsesMachineInstruction));
  uses_decode(bytes, MIN(n, STUB_BYTES), address, stub);
  for (guint i = 0; i < stub->len && name == NULL; i++) {
    const UsesMachineInstruction *one = &g_array_index(stub, UsesMachineInstruction, i);
    if (one->flow == USES_FLOW_JUMP && one->n_operands > 0 && one->operands[0].is_fixed)
      name = uses_image_slot(image, (guint64)one->operands[0].at);
  }
  g_array_unref(stub);
  return name;
}

static const char *function_at(const UsesImage *image, guint64 address) {
  Dwarf_Die function;
  if (name_scope_function(image->module, address, &function)) {
    const char *name = name_die_name(&function);
    if (name != NULL) return name;
  }
  const char *name = behind_stub(image, address);
  return name != NULL ? name : name_module_symbol_at(image->module, address);
}

const char *uses_image_callee(UsesImage *image, const UsesMachineInstruction *call) {
  gpointer name;
  if (!call->has_target) {
    const bool fixed = call->n_operands > 0 && call->operands[0].is_fixed;
    return fixed ? uses_image_slot(image, (guint64)call->operands[0].at) : NULL;
  }
  if (!g_hash_table_lookup_extended(image->callees, (gconstpointer)call->target, NULL, &name)) {
    name = (gpointer)function_at(image, call->target);
    g_hash_table_insert(image->callees, (gpointer)call->target, name);
  }
  return name;
}

gint64 uses_image_thread_offset(const UsesImage *image, gint64 offset) { return image->thread_end + offset; }
