/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_inflated.c: plat/plat_cache.h describes the keys and the content of the entries. */
#include "ui/names/name_inflated.h"

#include <fcntl.h>
#include <gelf.h>
#include <glib.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "plat/plat_cache.h"
#include "ui/base/ui_cache.h"

/* Returns whether the core reads a section to find source lines. */
static bool is_read(const char *name) {
  static const char *const read[] = {".debug_info",     ".debug_abbrev", ".debug_line",
                                     ".debug_line_str", ".debug_str",    NULL};
  return name != NULL && g_strv_contains(read, name);
}

/* Returns the key of the entry for compressed content. The caller frees it. */
static char *key_of(const void *packed, gsize n) {
  uint64_t sum[PLAT_DIGEST_WORDS];
  char digits[PLAT_DIGEST_DIGITS + 1];
  plat_digest(packed, n, sum);
  plat_digest_spell(sum, digits);
  return g_strconcat(PLAT_CACHE_SECTION, digits, NULL);
}

/* Decompresses a section, and keeps its content. */
static void keep_inflated(Elf_Scn *section, const char *key) {
  uint64_t sum[PLAT_DIGEST_WORDS];
  if (elf_compress(section, 0, 0) < 0) return;
  const Elf_Data *content = elf_rawdata(section, NULL);
  if (content == NULL || content->d_size > UI_CACHE_LARGEST - PLAT_DIGEST_BYTES) return;
  plat_digest(content->d_buf, content->d_size, sum);
  GByteArray *entry = g_byte_array_new();
  g_byte_array_append(entry, (const guint8 *)sum, PLAT_DIGEST_BYTES);
  g_byte_array_append(entry, content->d_buf, (guint)content->d_size);
  g_autoptr(GBytes) bytes = g_byte_array_free_to_bytes(entry);
  ui_cache_keep(key, bytes);
}

/* Returns whether the cache has an entry whose content has n bytes. */
static bool is_kept(const char *key, gsize n) {
  g_autoptr(GBytes) content = ui_cache_find(key);
  return content != NULL && g_bytes_get_size(content) == n;
}

static void keep_section(Elf *elf, Elf_Scn *section, size_t names) {
  GElf_Shdr header;
  GElf_Chdr packing;
  if (gelf_getshdr(section, &header) == NULL || !(header.sh_flags & SHF_COMPRESSED)) return;
  if (!is_read(elf_strptr(elf, names, header.sh_name)) || gelf_getchdr(section, &packing) == NULL) return;
  if (packing.ch_type != ELFCOMPRESS_ZLIB || packing.ch_size > UI_CACHE_LARGEST - PLAT_DIGEST_BYTES) return;
  const Elf_Data *raw = elf_rawdata(section, NULL);
  if (raw == NULL || raw->d_size < sizeof(Elf64_Chdr) + PLAT_CACHE_SECTION_LEAST) return;
  g_autofree char *key = key_of((const char *)raw->d_buf + sizeof(Elf64_Chdr), raw->d_size - sizeof(Elf64_Chdr));
  if (!is_kept(key, PLAT_DIGEST_BYTES + packing.ch_size)) keep_inflated(section, key);
}

void name_inflated_keep(const char *path) {
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) return;
  Elf *elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
  size_t names;
  if (elf != NULL && elf_kind(elf) == ELF_K_ELF && gelf_getclass(elf) == ELFCLASS64 &&
      elf_getshdrstrndx(elf, &names) == 0)
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section)) != NULL;) keep_section(elf, section, names);
  elf_end(elf);
  close(fd);
}
