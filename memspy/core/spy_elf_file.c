/* spy_elf_file.c: see spy_elf_file.h. The file can be damaged or not be ELF: each value is checked.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/core/spy_elf_file.h"

enum { STRING_MOST = 4096 };

Bool spy_elf_file_read(const spy_elf_file *file, ULong offset, void *to, SizeT bytes) {
  return VG_(lseek)(file->fd, (Off64T)offset, VKI_SEEK_SET) == (Off64T)offset &&
         VG_(read)(file->fd, to, (Int)bytes) == (Int)bytes;
}

static Bool read_headers(spy_elf_file *file) {
  Elf64_Ehdr header;
  file->n_segments = file->n_sections = 0;
  if (!spy_elf_file_read(file, 0, &header, sizeof header)) return False;
  if (VG_(memcmp)(header.e_ident, ELFMAG, SELFMAG) != 0) return False;
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB) return False;
  if (header.e_phentsize == sizeof file->segments[0] && header.e_phnum <= SPY_ELF_SEGMENTS_MOST &&
      spy_elf_file_read(file, header.e_phoff, file->segments, header.e_phnum * sizeof file->segments[0]))
    file->n_segments = header.e_phnum;
  if (header.e_shentsize == sizeof file->sections[0] && header.e_shnum <= SPY_ELF_SECTIONS_MOST &&
      spy_elf_file_read(file, header.e_shoff, file->sections, header.e_shnum * sizeof file->sections[0]))
    file->n_sections = header.e_shnum;
  file->names = header.e_shstrndx;
  file->abi = header.e_ident[EI_OSABI];
  return True;
}

Bool spy_elf_file_open(spy_elf_file *file, const HChar *path) {
  file->fd = VG_(fd_open)(path, VKI_O_RDONLY, 0);
  if (file->fd < 0) return False;
  if (read_headers(file)) return True;
  spy_elf_file_close(file);
  return False;
}

void spy_elf_file_close(spy_elf_file *file) { VG_(close)(file->fd); }

void spy_elf_file_each(const spy_elf_file *file, const Elf64_Shdr *section, SizeT size, spy_elf_take *take,
                       void *closure) {
  static UChar buffer[3 * 8192]; /* a multiple of the size of a symbol and of the size of a relocation */
  for (ULong at = 0; at + size <= section->sh_size;) {
    ULong bytes = section->sh_size - at < sizeof buffer ? section->sh_size - at : sizeof buffer;
    bytes -= bytes % size;
    if (!spy_elf_file_read(file, section->sh_offset + at, buffer, bytes)) return;
    for (ULong i = 0; i < bytes; i += size)
      if (!take(file, section, buffer + i, closure)) return;
    at += bytes;
  }
}

HChar *spy_elf_file_string(const spy_elf_file *file, UInt strings, ULong at) {
  static HChar string[STRING_MOST];
  if (strings >= file->n_sections) return NULL;
  const Elf64_Shdr *section = &file->sections[strings];
  if (at >= section->sh_size) return NULL;
  const ULong left = section->sh_size - at, bytes = left < sizeof string ? left : sizeof string;
  if (!spy_elf_file_read(file, section->sh_offset + at, string, bytes) || string[0] == '\0') return NULL;
  for (ULong i = 0; i < bytes; i++)
    if (string[i] == '\0') return VG_(strdup)("spy.elf.name", string);
  return NULL;
}
