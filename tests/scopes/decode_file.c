/* decode_file.c: see decode_file.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/scopes/decode_file.h"

#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns the file in memory; NULL: it cannot be mapped. */
static uint8_t *map_file(const char *name, size_t *size) {
  const int fd = open(name, O_RDONLY);
  if (fd < 0) return NULL;
  struct stat status;
  void *mapped = MAP_FAILED;
  if (fstat(fd, &status) == 0) {
    *size = (size_t)status.st_size;
    mapped = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, fd, 0);
  }
  close(fd);
  return mapped == MAP_FAILED ? NULL : mapped;
}

static bool is_within(size_t size, uint64_t offset, uint64_t n) { return offset <= size && n <= size - offset; }

/* Returns the section headers, or NULL. */
static const Elf64_Shdr *sections_of(const uint8_t *file, size_t size) {
  const Elf64_Ehdr *header = (const Elf64_Ehdr *)file;
  if (size < sizeof *header || memcmp(file, ELFMAG, SELFMAG) != 0 || header->e_ident[EI_CLASS] != ELFCLASS64 ||
      header->e_machine != EM_X86_64 || header->e_shoff % _Alignof(Elf64_Shdr) != 0)
    return NULL;
  const bool whole = is_within(size, header->e_shoff, header->e_shnum * sizeof(Elf64_Shdr));
  return whole ? (const Elf64_Shdr *)(file + header->e_shoff) : NULL;
}

bool decode_file_visit(const char *name, void (*visit)(void *data, const uint8_t *bytes, size_t n, uint64_t address),
                       void *data) {
  size_t size;
  uint8_t *file = map_file(name, &size);
  if (!file) return false;
  const Elf64_Shdr *sections = sections_of(file, size);
  for (unsigned i = 0; sections && i < ((const Elf64_Ehdr *)file)->e_shnum; i++) {
    const Elf64_Shdr *s = &sections[i];
    const bool code = s->sh_type == SHT_PROGBITS && (s->sh_flags & SHF_EXECINSTR) != 0;
    if (code && is_within(size, s->sh_offset, s->sh_size)) visit(data, file + s->sh_offset, s->sh_size, s->sh_addr);
  }
  munmap(file, size);
  return sections != NULL;
}
