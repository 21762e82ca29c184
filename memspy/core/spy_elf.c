/* spy_elf.c: see spy_elf.h. The file can be damaged or not be ELF: each value is checked.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/core/spy_elf.h"

#include "memspy/core/spy_elf_file.h"

enum { NOTES_MOST = 4096 }; /* maximum bytes of notes in which to search */

static SizeT padded(SizeT bytes) { return (bytes + 3) & ~(SizeT)3; }

/* Searches `n` bytes of notes for the build id. */
static Bool find_build_id(const UChar *notes, SizeT n, HChar *hex) {
  static const HChar name[4] = "GNU";
  for (SizeT at = 0; at + sizeof(Elf64_Nhdr) <= n;) {
    Elf64_Nhdr note;
    VG_(memcpy)(&note, notes + at, sizeof note);
    at += sizeof note;
    if (note.n_namesz > n - at || note.n_descsz > n - at || padded(note.n_namesz) + note.n_descsz > n - at)
      return False;
    const UChar *id = notes + at + padded(note.n_namesz);
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof name &&
        VG_(memcmp)(notes + at, name, sizeof name) == 0 && note.n_descsz <= SPY_BUILD_ID_BYTES) {
      for (UInt i = 0; i < note.n_descsz; i++) VG_(sprintf)(hex + 2 * i, "%02x", id[i]);
      return True;
    }
    at += padded(note.n_namesz) + padded(note.n_descsz);
  }
  return False;
}

void spy_elf_build_id(const HChar *path, HChar hex[2 * SPY_BUILD_ID_BYTES + 1]) {
  static spy_elf_file file;
  UChar notes[NOTES_MOST];
  hex[0] = '\0';
  if (!spy_elf_file_open(&file, path)) return;
  for (UInt i = 0; i < file.n_segments; i++) {
    const Elf64_Phdr *segment = &file.segments[i];
    if (segment->p_type != PT_NOTE || segment->p_filesz > NOTES_MOST) continue;
    if (!spy_elf_file_read(&file, segment->p_offset, notes, segment->p_filesz)) continue;
    if (find_build_id(notes, segment->p_filesz, hex)) break;
  }
  spy_elf_file_close(&file);
}

/* ---- thread-local storage ---- */

static Bool take_symbol(const spy_elf_file *file, const Elf64_Shdr *section, const void *entry, void *closure) {
  spy_elf_tls *tls = closure;
  const Elf64_Sym *symbol = entry;
  if (ELF64_ST_TYPE(symbol->st_info) != STT_TLS || symbol->st_shndx == SHN_UNDEF || symbol->st_size == 0) return True;
  if (symbol->st_value >= tls->bytes || symbol->st_size > tls->bytes - symbol->st_value) return True;
  spy_elf_part part = {symbol->st_value, symbol->st_size, spy_elf_file_string(file, section->sh_link, symbol->st_name)};
  if (part.name) VG_(addToXA)(tls->parts, &part);
  return True;
}

/* Orders variables by address. Among variables at the same address, the longest comes first, then names without a
 * leading underscore. */
static Int compare_parts(const void *a, const void *b) {
  const spy_elf_part *p = a, *q = b;
  if (p->offset != q->offset) return p->offset < q->offset ? -1 : 1;
  if (p->bytes != q->bytes) return p->bytes > q->bytes ? -1 : 1;
  if ((p->name[0] == '_') != (q->name[0] == '_')) return p->name[0] == '_' ? 1 : -1;
  return VG_(strcmp)(p->name, q->name);
}

static void add_gap(XArray *parts, ULong from, ULong to) {
  const spy_elf_part gap = {from, to - from, NULL};
  if (from < to) VG_(addToXA)(parts, &gap);
}

/* Converts the sorted variables, some of which can be aliases, to the parts of the whole segment. */
static void fill_gaps(spy_elf_tls *tls) {
  XArray *all = VG_(newXA)(VG_(malloc), "spy.elf.parts", VG_(free), sizeof(spy_elf_part));
  ULong end = 0;
  for (Word i = 0; i < VG_(sizeXA)(tls->parts); i++) {
    const spy_elf_part *part = VG_(indexXA)(tls->parts, i);
    if (part->offset < end) {
      VG_(free)(part->name);
      continue;
    }
    add_gap(all, end, part->offset);
    VG_(addToXA)(all, part);
    end = part->offset + part->bytes;
  }
  add_gap(all, end, tls->bytes);
  VG_(deleteXA)(tls->parts);
  tls->parts = all;
}

static Bool read_symbols(const spy_elf_file *file, UInt type, spy_elf_tls *tls) {
  for (UInt i = 0; i < file->n_sections; i++)
    if (file->sections[i].sh_type == type)
      spy_elf_file_each(file, &file->sections[i], sizeof(Elf64_Sym), take_symbol, tls);
  return VG_(sizeXA)(tls->parts) > 0;
}

/* Uses a relocation to find a word of the object's thread-local block. If the relocation has a symbol that another
 * object defines, the word refers to the block of that object. So a word without a symbol is preferred, and ends the
 * search. */
static Bool take_relocation(const spy_elf_file *file, const Elf64_Shdr *section, const void *entry, void *closure) {
  spy_elf_tls *tls = closure;
  const Elf64_Rela *r = entry;
  const UInt type = (UInt)ELF64_R_TYPE(r->r_info);
  const ULong number = ELF64_R_SYM(r->r_info);
  Elf64_Sym symbol = {0};
  if (type != R_X86_64_TPOFF64 && type != R_X86_64_DTPMOD64) return True;
  if (number != 0) {
    if (tls->kind != SPY_ELF_NO_WORD || section->sh_link >= file->n_sections) return True;
    const Elf64_Shdr *symbols = &file->sections[section->sh_link];
    if (number >= symbols->sh_size / sizeof symbol) return True;
    if (!spy_elf_file_read(file, symbols->sh_offset + number * sizeof symbol, &symbol, sizeof symbol)) return True;
    if (symbol.st_shndx == SHN_UNDEF) return True;
  }
  tls->kind = type == R_X86_64_TPOFF64 ? SPY_ELF_OFFSET : SPY_ELF_MODULE;
  tls->word = r->r_offset;
  tls->inside = symbol.st_value + (ULong)r->r_addend;
  return number != 0;
}

static Bool find_segment(const spy_elf_file *file, spy_elf_tls *tls) {
  for (UInt i = 0; i < file->n_segments; i++) {
    const Elf64_Phdr *segment = &file->segments[i];
    if (segment->p_type != PT_TLS || segment->p_memsz == 0) continue;
    const ULong align = segment->p_align == 0 ? 1 : segment->p_align;
    *tls = (spy_elf_tls){.address = segment->p_vaddr, .bytes = segment->p_memsz, .align = align};
    return (align & (align - 1)) == 0;
  }
  return False;
}

Bool spy_elf_read_tls(const HChar *path, spy_elf_tls *tls) {
  static spy_elf_file file;
  if (!spy_elf_file_open(&file, path)) return False;
  const Bool found = find_segment(&file, tls);
  if (found) {
    tls->parts = VG_(newXA)(VG_(malloc), "spy.elf.parts", VG_(free), sizeof(spy_elf_part));
    if (!read_symbols(&file, SHT_SYMTAB, tls)) read_symbols(&file, SHT_DYNSYM, tls);
    VG_(setCmpFnXA)(tls->parts, compare_parts);
    VG_(sortXA)(tls->parts);
    fill_gaps(tls);
    for (UInt i = 0; i < file.n_sections; i++)
      if (file.sections[i].sh_type == SHT_RELA && file.sections[i].sh_flags & SHF_ALLOC)
        spy_elf_file_each(&file, &file.sections[i], sizeof(Elf64_Rela), take_relocation, tls);
  }
  spy_elf_file_close(&file);
  return found;
}

void spy_elf_free_tls(spy_elf_tls *tls) {
  for (Word i = 0; i < VG_(sizeXA)(tls->parts); i++) {
    HChar *name = ((spy_elf_part *)VG_(indexXA)(tls->parts, i))->name;
    if (name) VG_(free)(name);
  }
  VG_(deleteXA)(tls->parts);
}
