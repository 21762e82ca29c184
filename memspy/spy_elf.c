/* spy_elf.c: see spy_elf.h. The file may be anything by the time it is read: nothing in it is believed.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/spy_elf.h"

#include <elf.h>

/* Notes of more bytes than that, and more program headers, are not looked at. */
enum { NOTES_MOST = 4096, HEADERS_MOST = 64 };

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
    if (note.n_namesz > n - at || note.n_descsz > n - at || padded(note.n_namesz) + note.n_descsz > n - at) return False;
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
