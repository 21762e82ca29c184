/* spy_elf.c: see spy_elf.h. The file may be anything by the time it is read: nothing in it is believed.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/core/spy_elf.h"

#include <elf.h>

/* Notes of more bytes than that, more headers, and longer names are not looked at. */
enum { NOTES_MOST = 4096, HEADERS_MOST = 64, SECTIONS_MOST = 512, NAME_MOST = 4096 };

static Bool read_at(Int fd, ULong offset, void *to, SizeT bytes) {
  return VG_(lseek)(fd, (Off64T)offset, VKI_SEEK_SET) == (Off64T)offset && VG_(read)(fd, to, (Int)bytes) == (Int)bytes;
}

/* The program headers of a file of this machine's kind. Returns how many there are. */
static UInt read_headers(Int fd, Elf64_Phdr headers[HEADERS_MOST]) {
  Elf64_Ehdr header;
  if (!read_at(fd, 0, &header, sizeof header) || VG_(memcmp)(header.e_ident, ELFMAG, SELFMAG) != 0) return 0;
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB) return 0;
  if (header.e_phentsize != sizeof headers[0] || header.e_phnum > HEADERS_MOST) return 0;
  return read_at(fd, header.e_phoff, headers, header.e_phnum * sizeof headers[0]) ? header.e_phnum : 0;
}

static SizeT padded(SizeT bytes) { return (bytes + 3) & ~(SizeT)3; }

/* Looks for the build id in `n` bytes of notes. */
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
  Elf64_Phdr headers[HEADERS_MOST];
  UChar notes[NOTES_MOST];
  hex[0] = '\0';
  const Int fd = VG_(fd_open)(path, VKI_O_RDONLY, 0);
  if (fd < 0) return;
  const UInt n = read_headers(fd, headers);
  for (UInt i = 0; i < n; i++) {
    if (headers[i].p_type != PT_NOTE || headers[i].p_filesz > NOTES_MOST) continue;
    if (!read_at(fd, headers[i].p_offset, notes, headers[i].p_filesz)) continue;
    if (find_build_id(notes, headers[i].p_filesz, hex)) break;
  }
  VG_(close)(fd);
}

/* ---- thread-local storage ---- */

/* A file that is being read. */
typedef struct {
  Int fd;
  UInt n;
  Elf64_Shdr sections[SECTIONS_MOST];
} sections;

static void read_sections(sections *s) {
  Elf64_Ehdr header;
  s->n = 0;
  if (!read_at(s->fd, 0, &header, sizeof header) || header.e_shentsize != sizeof s->sections[0]) return;
  if (header.e_shnum > SECTIONS_MOST) return;
  if (read_at(s->fd, header.e_shoff, s->sections, header.e_shnum * sizeof s->sections[0])) s->n = header.e_shnum;
}

/* Calls `take` for each of the entries of `size` bytes in a section, until it says that this is enough. */
static void each_entry(const sections *s, const Elf64_Shdr *section, SizeT size,
                       Bool (*take)(const sections *s, const Elf64_Shdr *section, const void *entry, void *closure),
                       void *closure) {
  static UChar buffer[3 * 8192]; /* a multiple of the size of a symbol, and of a relocation */
  for (ULong at = 0; at + size <= section->sh_size;) {
    ULong bytes = section->sh_size - at < sizeof buffer ? section->sh_size - at : sizeof buffer;
    bytes -= bytes % size;
    if (!read_at(s->fd, section->sh_offset + at, buffer, bytes)) return;
    for (ULong i = 0; i < bytes; i += size)
      if (!take(s, section, buffer + i, closure)) return;
    at += bytes;
  }
}

/* A string of the table that a symbol table has its names in; NULL: there is none. To be freed. */
static HChar *read_name(const sections *s, const Elf64_Shdr *symbols, ULong at) {
  static HChar name[NAME_MOST];
  if (symbols->sh_link >= s->n) return NULL;
  const Elf64_Shdr *strings = &s->sections[symbols->sh_link];
  if (at >= strings->sh_size) return NULL;
  const ULong left = strings->sh_size - at, bytes = left < sizeof name ? left : sizeof name;
  if (!read_at(s->fd, strings->sh_offset + at, name, bytes) || name[0] == '\0') return NULL;
  for (ULong i = 0; i < bytes; i++)
    if (name[i] == '\0') return VG_(strdup)("spy.elf.name", name);
  return NULL;
}

static Bool take_symbol(const sections *s, const Elf64_Shdr *section, const void *entry, void *closure) {
  spy_elf_tls *tls = closure;
  const Elf64_Sym *symbol = entry;
  if (ELF64_ST_TYPE(symbol->st_info) != STT_TLS || symbol->st_shndx == SHN_UNDEF || symbol->st_size == 0) return True;
  if (symbol->st_value >= tls->bytes || symbol->st_size > tls->bytes - symbol->st_value) return True;
  spy_elf_part part = {symbol->st_value, symbol->st_size, read_name(s, section, symbol->st_name)};
  if (part.name) VG_(addToXA)(tls->parts, &part);
  return True;
}

/* Orders variables by address. Of those at one, the longest comes first; of several names the one without a prefix of
 * the system's. */
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

/* Makes the sorted variables, of which some may be others' aliases, into all parts of the segment. */
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

static Bool read_symbols(const sections *s, UInt type, spy_elf_tls *tls) {
  for (UInt i = 0; i < s->n; i++)
    if (s->sections[i].sh_type == type) each_entry(s, &s->sections[i], sizeof(Elf64_Sym), take_symbol, tls);
  return VG_(sizeXA)(tls->parts) > 0;
}

/* A word that is set for a symbol holds where the symbol's block is: another object's, if that one has the symbol too.
 * So one without symbol is the best, and ends the search. */
static Bool take_relocation(const sections *s, const Elf64_Shdr *section, const void *entry, void *closure) {
  spy_elf_tls *tls = closure;
  const Elf64_Rela *r = entry;
  const UInt type = (UInt)ELF64_R_TYPE(r->r_info);
  const ULong number = ELF64_R_SYM(r->r_info);
  Elf64_Sym symbol = {0};
  if (type != R_X86_64_TPOFF64 && type != R_X86_64_DTPMOD64) return True;
  if (number != 0) {
    if (tls->kind != SPY_ELF_NO_WORD || section->sh_link >= s->n) return True;
    const Elf64_Shdr *symbols = &s->sections[section->sh_link];
    if (number >= symbols->sh_size / sizeof symbol) return True;
    if (!read_at(s->fd, symbols->sh_offset + number * sizeof symbol, &symbol, sizeof symbol)) return True;
    if (symbol.st_shndx == SHN_UNDEF) return True;
  }
  tls->kind = type == R_X86_64_TPOFF64 ? SPY_ELF_OFFSET : SPY_ELF_MODULE;
  tls->word = r->r_offset;
  tls->inside = symbol.st_value + (ULong)r->r_addend;
  return number != 0;
}

static void read_relocations(const sections *s, spy_elf_tls *tls) {
  for (UInt i = 0; i < s->n; i++)
    if (s->sections[i].sh_type == SHT_RELA && s->sections[i].sh_flags & SHF_ALLOC)
      each_entry(s, &s->sections[i], sizeof(Elf64_Rela), take_relocation, tls);
}

static Bool find_segment(Int fd, spy_elf_tls *tls) {
  Elf64_Phdr headers[HEADERS_MOST];
  const UInt n = read_headers(fd, headers);
  for (UInt i = 0; i < n; i++) {
    if (headers[i].p_type != PT_TLS || headers[i].p_memsz == 0) continue;
    const ULong align = headers[i].p_align == 0 ? 1 : headers[i].p_align;
    *tls = (spy_elf_tls){.address = headers[i].p_vaddr, .bytes = headers[i].p_memsz, .align = align};
    return (align & (align - 1)) == 0;
  }
  return False;
}

Bool spy_elf_read_tls(const HChar *path, spy_elf_tls *tls) {
  static sections s; /* too much for the stack */
  s.fd = VG_(fd_open)(path, VKI_O_RDONLY, 0);
  if (s.fd < 0) return False;
  const Bool found = find_segment(s.fd, tls);
  if (found) {
    tls->parts = VG_(newXA)(VG_(malloc), "spy.elf.parts", VG_(free), sizeof(spy_elf_part));
    read_sections(&s);
    if (!read_symbols(&s, SHT_SYMTAB, tls)) read_symbols(&s, SHT_DYNSYM, tls);
    VG_(setCmpFnXA)(tls->parts, compare_parts);
    VG_(sortXA)(tls->parts);
    fill_gaps(tls);
    read_relocations(&s, tls);
  }
  VG_(close)(s.fd);
  return found;
}

void spy_elf_free_tls(spy_elf_tls *tls) {
  for (Word i = 0; i < VG_(sizeXA)(tls->parts); i++) {
    HChar *name = ((spy_elf_part *)VG_(indexXA)(tls->parts, i))->name;
    if (name) VG_(free)(name);
  }
  VG_(deleteXA)(tls->parts);
}
