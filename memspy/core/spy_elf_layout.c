/* spy_elf_layout.c: see spy_elf_layout.h. The file can be damaged or not be ELF: each value is checked.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/core/spy_elf_layout.h"

#include "memspy/core/spy_elf_file.h"

/* Maximum size of a string table in bytes. */
enum { NAMES_MOST = 1 << 30 };

/* ---- segments and sections ---- */

/* The kinds of sections that the core distinguishes, by name. */
static const struct {
  const HChar *name;
  VgSectKind kind;
} kinds[] = {{".text", Vg_SectText},  {".data", Vg_SectData},     {".sdata", Vg_SectData},  {".bss", Vg_SectBSS},
             {".dynbss", Vg_SectBSS}, {".sbss", Vg_SectBSS},      {".sdynbss", Vg_SectBSS}, {".plt", Vg_SectPLT},
             {".got", Vg_SectGOT},    {".got.plt", Vg_SectGOTPLT}};

static VgSectKind kind_of(const HChar *name) {
  for (UInt i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    if (VG_STREQ(kinds[i].name, name)) return kinds[i].kind;
  return Vg_SectUnknown;
}

static XArray *new_list(SizeT element) { return VG_(newXA)(VG_(malloc), "spy.elf.layout", VG_(free), element); }

static void take_sections(spy_elf_layout *layout, const spy_elf_file *file) {
  for (UInt i = 0; i < file->n_sections; i++) {
    const Elf64_Shdr *s = &file->sections[i];
    if (!(s->sh_flags & SHF_ALLOC) || s->sh_size == 0 || s->sh_addr + s->sh_size < s->sh_addr) continue;
    if (s->sh_flags & SHF_TLS && s->sh_type == SHT_NOBITS) continue;
    HChar *name = spy_elf_file_string(file, file->names, s->sh_name);
    const spy_elf_section section = {s->sh_addr, s->sh_addr + s->sh_size, name ? kind_of(name) : Vg_SectUnknown};
    if (name) VG_(free)(name);
    VG_(addToXA)(layout->sections, &section);
  }
}

Bool spy_elf_layout_read(spy_elf_layout *layout, const HChar *path) {
  static spy_elf_file file;
  struct vg_stat about;
  if (!spy_elf_file_open(&file, path)) return False;
  *layout = (spy_elf_layout){.segments = new_list(sizeof(spy_elf_segment)),
                             .sections = new_list(sizeof(spy_elf_section)),
                             .variables = new_list(sizeof(spy_elf_variable))};
  if (VG_(fstat)(file.fd, &about) == 0) {
    layout->device = about.dev;
    layout->inode = about.ino;
    for (UInt i = 0; i < file.n_segments; i++) {
      const Elf64_Phdr *p = &file.segments[i];
      const spy_elf_segment segment = {p->p_vaddr, p->p_memsz, p->p_offset, p->p_filesz,
                                       p->p_flags & (PF_R | PF_W | PF_X)};
      if (p->p_type == PT_LOAD && p->p_memsz > 0 && p->p_vaddr + p->p_memsz > p->p_vaddr)
        VG_(addToXA)(layout->segments, &segment);
    }
    take_sections(layout, &file);
    layout->is_gnu = file.abi == ELFOSABI_GNU;
  }
  spy_elf_file_close(&file);
  if (VG_(sizeXA)(layout->segments) > 0 && VG_(sizeXA)(layout->sections) > 0) return True;
  spy_elf_layout_free(layout);
  return False;
}

void spy_elf_layout_free(spy_elf_layout *layout) {
  VG_(deleteXA)(layout->segments);
  VG_(deleteXA)(layout->sections);
  VG_(deleteXA)(layout->variables);
  if (layout->names) VG_(free)(layout->names);
}

static Bool share_page(const spy_elf_segment *a, const spy_elf_segment *b) {
  if (a->rights != b->rights || a->file_bytes == 0 || b->file_bytes == 0) return False;
  return VG_PGROUNDDN(a->offset) < VG_PGROUNDUP(b->offset + b->file_bytes) &&
         VG_PGROUNDDN(b->offset) < VG_PGROUNDUP(a->offset + a->file_bytes);
}

Bool spy_elf_layout_shares_pages(const spy_elf_layout *layout, UInt rights) {
  for (Word i = 0; i < VG_(sizeXA)(layout->segments); i++) {
    const spy_elf_segment *segment = VG_(indexXA)(layout->segments, i);
    if ((segment->rights & rights) != rights) continue;
    for (Word j = 0; j < i; j++)
      if (share_page(segment, VG_(indexXA)(layout->segments, j))) return True;
  }
  return False;
}

/* ---- variables ---- */

/* The state of reading a symbol table. */
typedef struct {
  spy_elf_layout *layout;
  Bool only_unique;
  SizeT names; /* number of bytes of the table's names, which end with '\0' */
} reading;

static Bool in_data(const spy_elf_layout *layout, Addr address, SizeT bytes) {
  for (Word i = 0; i < VG_(sizeXA)(layout->sections); i++) {
    const spy_elf_section *s = VG_(indexXA)(layout->sections, i);
    if (address >= s->start && address < s->end && bytes <= s->end - address) return s->kind != Vg_SectText;
  }
  return False;
}

static Bool take_variable(const spy_elf_file *file, const Elf64_Shdr *section, const void *entry, void *closure) {
  const reading *r = closure;
  const Elf64_Sym *symbol = entry;
  (void)file, (void)section;
  if (ELF64_ST_TYPE(symbol->st_info) != STT_OBJECT || symbol->st_shndx == SHN_UNDEF || symbol->st_size == 0)
    return True;
  if (r->only_unique && ELF64_ST_BIND(symbol->st_info) != STB_GNU_UNIQUE) return True;
  if (symbol->st_name >= r->names || !in_data(r->layout, symbol->st_value, symbol->st_size)) return True;
  const spy_elf_variable variable = {symbol->st_value, symbol->st_size, r->layout->names + symbol->st_name};
  if (variable.name[0] != '\0') VG_(addToXA)(r->layout->variables, &variable);
  return True;
}

/* Reads the names of a symbol table. Returns the number of their bytes, or 0 if they are unreadable. */
static SizeT read_names(spy_elf_layout *layout, const spy_elf_file *file, const Elf64_Shdr *symbols) {
  if (symbols->sh_link >= file->n_sections) return 0;
  const Elf64_Shdr *strings = &file->sections[symbols->sh_link];
  if (strings->sh_size == 0 || strings->sh_size >= NAMES_MOST) return 0;
  layout->names = VG_(malloc)("spy.elf.names", strings->sh_size);
  if (spy_elf_file_read(file, strings->sh_offset, layout->names, strings->sh_size)) {
    layout->names[strings->sh_size - 1] = '\0';
    return strings->sh_size;
  }
  VG_(free)(layout->names);
  layout->names = NULL;
  return 0;
}

static Bool read_symbols(spy_elf_layout *layout, const spy_elf_file *file, UInt type, Bool only_unique) {
  for (UInt i = 0; i < file->n_sections; i++) {
    const Elf64_Shdr *symbols = &file->sections[i];
    if (symbols->sh_type != type || symbols->sh_size == 0) continue;
    reading r = {layout, only_unique, read_names(layout, file, symbols)};
    if (r.names != 0) spy_elf_file_each(file, symbols, sizeof(Elf64_Sym), take_variable, &r);
    return r.names != 0;
  }
  return False;
}

/* Orders variables by address. Among variables at the same address, the longest comes first, then names without a
 * version (NAME@VERSION), then names without a leading underscore, then the shortest name, and finally the first in
 * alphabetical order. */
static Int compare_variables(const void *a, const void *b) {
  const spy_elf_variable *p = a, *q = b;
  if (p->start != q->start) return p->start < q->start ? -1 : 1;
  if (p->bytes != q->bytes) return p->bytes > q->bytes ? -1 : 1;
  const Bool versions[] = {VG_(strchr)(p->name, '@') != NULL, VG_(strchr)(q->name, '@') != NULL};
  if (versions[0] != versions[1]) return versions[0] ? 1 : -1;
  if ((p->name[0] == '_') != (q->name[0] == '_')) return p->name[0] == '_' ? 1 : -1;
  const SizeT lengths[] = {VG_(strlen)(p->name), VG_(strlen)(q->name)};
  if (lengths[0] != lengths[1]) return lengths[0] < lengths[1] ? -1 : 1;
  return VG_(strcmp)(p->name, q->name);
}

/* Removes variables that overlap an earlier one. */
static void drop_overlaps(spy_elf_layout *layout) {
  XArray *kept = new_list(sizeof(spy_elf_variable));
  Addr end = 0;
  for (Word i = 0; i < VG_(sizeXA)(layout->variables); i++) {
    const spy_elf_variable *variable = VG_(indexXA)(layout->variables, i);
    if (variable->start < end) continue;
    VG_(addToXA)(kept, variable);
    end = variable->start + variable->bytes;
  }
  VG_(deleteXA)(layout->variables);
  layout->variables = kept;
}

/* Replaces the table of names by one with the names of the variables only, or by none. */
static void keep_names(spy_elf_layout *layout) {
  HChar *const all = layout->names, *next;
  SizeT bytes = 0;
  for (Word i = 0; i < VG_(sizeXA)(layout->variables); i++)
    bytes += VG_(strlen)(((const spy_elf_variable *)VG_(indexXA)(layout->variables, i))->name) + 1;
  layout->names = next = bytes != 0 ? VG_(malloc)("spy.elf.names", bytes) : NULL;
  for (Word i = 0; i < VG_(sizeXA)(layout->variables); i++) {
    spy_elf_variable *variable = VG_(indexXA)(layout->variables, i);
    VG_(strcpy)(next, variable->name);
    variable->name = next;
    next += VG_(strlen)(next) + 1;
  }
  if (all) VG_(free)(all);
}

void spy_elf_layout_read_variables(spy_elf_layout *layout, const HChar *path, Bool only_unique) {
  static spy_elf_file file;
  if (layout->names || !spy_elf_file_open(&file, path)) return;
  if (!read_symbols(layout, &file, SHT_SYMTAB, only_unique)) read_symbols(layout, &file, SHT_DYNSYM, only_unique);
  spy_elf_file_close(&file);
  VG_(setCmpFnXA)(layout->variables, compare_variables);
  VG_(sortXA)(layout->variables);
  drop_overlaps(layout);
  keep_names(layout);
}

const spy_elf_variable *spy_elf_layout_variable(const spy_elf_layout *layout, Addr address) {
  Word low = 0, high = VG_(sizeXA)(layout->variables);
  while (low < high) {
    const Word middle = low + (high - low) / 2;
    const spy_elf_variable *variable = VG_(indexXA)(layout->variables, middle);
    if (variable->start + variable->bytes <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low < VG_(sizeXA)(layout->variables) ? VG_(indexXA)(layout->variables, low) : NULL;
}
