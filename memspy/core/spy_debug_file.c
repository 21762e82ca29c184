/* spy_debug_file.c: see spy_debug_file.h.
 *
 * A separate file belongs to an object if both have the same build id. If an object has no build
 * id, its debug link is ignored, because only a checksum of the whole file would confirm the link.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/core/spy_debug_file.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_elf.h"
#include "memspy/core/spy_elf_file.h"

#define SYSTEM_FOLDER "/usr/lib/debug"

enum {
  LINK_MOST = 256,
  PATH_MOST = 4096,
  INFLATED_MOST = 1 << 30,
  INFLATION_MOST = 1032 /* the greatest ratio of zlib */
};

static const HChar *const names[SPY_SECTIONS] = {[SPY_SECTION_INFO] = ".debug_info",
                                                 [SPY_SECTION_ABBREV] = ".debug_abbrev",
                                                 [SPY_SECTION_STR] = ".debug_str",
                                                 [SPY_SECTION_LINE_STR] = ".debug_line_str",
                                                 [SPY_SECTION_STR_OFFSETS] = ".debug_str_offsets",
                                                 [SPY_SECTION_ADDR] = ".debug_addr",
                                                 [SPY_SECTION_RANGES] = ".debug_ranges",
                                                 [SPY_SECTION_RNGLISTS] = ".debug_rnglists"};

static spy_elf_file file; /* one at a time */

/* Reads the name of a section. Returns False if the name is unreadable, or too long. */
static Bool read_name(const Elf64_Shdr *section, HChar name[LINK_MOST]) {
  if (file.names >= file.n_sections) return False;
  const Elf64_Shdr *strings = &file.sections[file.names];
  if (section->sh_name >= strings->sh_size) return False;
  const ULong left = strings->sh_size - section->sh_name, n = left < LINK_MOST ? left : LINK_MOST;
  if (!spy_elf_file_read(&file, strings->sh_offset + section->sh_name, name, n)) return False;
  for (ULong i = 0; i < n; i++)
    if (name[i] == '\0') return True;
  return False;
}

/* Returns the section of that name, or NULL if there is none. */
static const Elf64_Shdr *find_section(const HChar *name) {
  HChar here[LINK_MOST];
  for (UInt i = 0; i < file.n_sections; i++)
    if (read_name(&file.sections[i], here) && VG_(strcmp)(here, name) == 0)
      return file.sections[i].sh_type == SHT_NOBITS ? NULL : &file.sections[i];
  return NULL;
}

/* Maps the pages of a section. */
static spy_section_bytes map(const Elf64_Shdr *section) {
  const ULong inside = section->sh_offset % VKI_PAGE_SIZE;
  const SysRes mapped = VG_(am_mmap_file_float_valgrind)(section->sh_size + inside, VKI_PROT_READ, file.fd,
                                                         (Off64T)(section->sh_offset - inside));
  if (sr_isError(mapped)) return (spy_section_bytes){NULL, 0};
  return (spy_section_bytes){(const UChar *)sr_Res(mapped) + inside, section->sh_size};
}

/* Decompresses the content of a section. The result is empty if the content is not that of zlib, or is damaged. */
static spy_section_bytes inflate(const spy_section_bytes packed) {
  enum { HAS_ZLIB_HEADER = 1 };
  Elf64_Chdr header;
  const spy_section_bytes none = {NULL, 0};
  if (packed.size < sizeof header || !__real_tinfl_decompress_mem_to_mem) return none;
  VG_(memcpy)(&header, packed.bytes, sizeof header);
  if (header.ch_type != ELFCOMPRESS_ZLIB || header.ch_size == 0 || header.ch_size > INFLATED_MOST) return none;
  if (header.ch_size / INFLATION_MOST > packed.size) return none;
  UChar *bytes = spy_core_pages("debug information", VG_PGROUNDUP(header.ch_size));
  const SizeT got = __wrap_tinfl_decompress_mem_to_mem(bytes, header.ch_size, packed.bytes + sizeof header,
                                                       packed.size - sizeof header, HAS_ZLIB_HEADER);
  if (got == header.ch_size) return (spy_section_bytes){bytes, got};
  VG_(am_munmap_valgrind)((Addr)bytes, VG_PGROUNDUP(header.ch_size));
  return none;
}

static void unmap(const spy_section_bytes *mapped) {
  const Addr start = VG_PGROUNDDN(mapped->bytes);
  VG_(am_munmap_valgrind)(start, mapped->size + ((Addr)mapped->bytes - start));
}

static spy_section_bytes read_section(const HChar *name) {
  struct vg_stat about;
  const Elf64_Shdr *section = find_section(name);
  const spy_section_bytes none = {NULL, 0};
  if (!section || section->sh_size == 0 || VG_(fstat)(file.fd, &about) != 0) return none;
  if (section->sh_offset > (ULong)about.size || section->sh_size > (ULong)about.size - section->sh_offset) return none;
  const spy_section_bytes mapped = map(section);
  if (!(section->sh_flags & SHF_COMPRESSED) || mapped.size == 0) return mapped;
  const spy_section_bytes whole = inflate(mapped);
  unmap(&mapped);
  return whole;
}

Bool spy_section_map(const HChar *path, const HChar *name, spy_mapped_section *section) {
  if (!spy_elf_file_open(&file, path)) return False;
  const Elf64_Shdr *found = find_section(name);
  section->content = found && !(found->sh_flags & SHF_COMPRESSED) ? read_section(name) : (spy_section_bytes){NULL, 0};
  section->address = found ? found->sh_addr : 0;
  spy_elf_file_close(&file);
  return section->content.size != 0;
}

void spy_section_unmap(const spy_mapped_section *section) { unmap(&section->content); }

void spy_sections_each(const HChar *path, spy_take_section *take, void *closure) {
  HChar name[LINK_MOST];
  if (!spy_elf_file_open(&file, path)) return;
  for (UInt i = 0; i < file.n_sections; i++) {
    const Elf64_Shdr *section = &file.sections[i];
    if ((section->sh_flags & SHF_EXECINSTR) && read_name(section, name))
      take(closure, name, section->sh_addr, section->sh_addr + section->sh_size);
  }
  spy_elf_file_close(&file);
}

/* Maps the sections of one file, if it has debug information. */
static Bool map_file(const HChar *path, spy_section_bytes sections[SPY_SECTIONS]) {
  if (!spy_elf_file_open(&file, path)) return False;
  sections[SPY_SECTION_INFO] = read_section(names[SPY_SECTION_INFO]);
  for (UInt i = SPY_SECTION_INFO + 1; i < SPY_SECTIONS; i++)
    sections[i] = sections[SPY_SECTION_INFO].size != 0 ? read_section(names[i]) : (spy_section_bytes){NULL, 0};
  spy_elf_file_close(&file);
  if (sections[SPY_SECTION_INFO].size != 0 && sections[SPY_SECTION_ABBREV].size != 0) return True;
  for (UInt i = 0; i < SPY_SECTIONS; i++)
    if (sections[i].size != 0) unmap(&sections[i]);
  return False;
}

/* Reads the file name in the debug link of an object. */
static Bool read_link(const HChar *path, HChar name[LINK_MOST]) {
  if (!spy_elf_file_open(&file, path)) return False;
  const Elf64_Shdr *section = find_section(".gnu_debuglink");
  const SizeT n = section && section->sh_size < LINK_MOST ? section->sh_size : 0;
  const Bool good = n != 0 && spy_elf_file_read(&file, section->sh_offset, name, n);
  spy_elf_file_close(&file);
  name[good ? n : 0] = '\0';
  return good && name[0] != '\0' && !VG_(strchr)(name, '/');
}

/* Maps a separate file if its build id is that of the object. */
static Bool map_separate(const HChar *path, const HChar *build_id, spy_section_bytes sections[SPY_SECTIONS]) {
  HChar other[2 * SPY_BUILD_ID_BYTES + 1];
  spy_elf_build_id(path, other);
  return VG_(strcmp)(other, build_id) == 0 && map_file(path, sections);
}

/* A path that is built from parts. */
typedef struct {
  HChar text[PATH_MOST];
  SizeT length;
} path_text;

/* Appends the first n bytes of a text. A path that becomes too long is cut off, and names no file. */
static void append(path_text *path, const HChar *text, SizeT n) {
  if (n >= PATH_MOST - path->length) n = PATH_MOST - 1 - path->length;
  VG_(memcpy)(path->text + path->length, text, n);
  path->length += n;
  path->text[path->length] = '\0';
}

/* Returns the number of bytes of a path before its last slash. */
static SizeT directory_length(const HChar *path) {
  const HChar *slash = VG_(strrchr)(path, '/');
  return slash ? (SizeT)(slash - path) : 0;
}

/* Searches the separate file of an object at FOLDER/.build-id/12/3456.debug. */
static Bool search_by_id(const HChar *folder, const HChar *build_id, spy_section_bytes sections[SPY_SECTIONS]) {
  path_text name = {.length = 0};
  append(&name, folder, VG_(strlen)(folder));
  append(&name, "/.build-id/", 11);
  append(&name, build_id, 2);
  append(&name, "/", 1);
  append(&name, build_id + 2, VG_(strlen)(build_id + 2));
  append(&name, ".debug", 6);
  return map_separate(name.text, build_id, sections);
}

/* Looks in the folder BEFORE/DIRECTORY/AFTER/ for the file that a debug link names. DIRECTORY is the folder of `path`.
 * */
static Bool search_link(const HChar *before, const HChar *path, const HChar *after, const HChar *link,
                        const HChar *build_id, spy_section_bytes sections[SPY_SECTIONS]) {
  path_text name = {.length = 0};
  append(&name, before, VG_(strlen)(before));
  append(&name, path, directory_length(path));
  append(&name, after, VG_(strlen)(after));
  append(&name, link, VG_(strlen)(link));
  return VG_(strcmp)(name.text, path) != 0 && map_separate(name.text, build_id, sections);
}

/* Searches the separate file under a folder such as /usr/lib/debug. */
static Bool search(const HChar *folder, const HChar *path, const HChar *build_id, const HChar *link,
                   spy_section_bytes sections[SPY_SECTIONS]) {
  return search_by_id(folder, build_id, sections) ||
         (link[0] != '\0' && search_link(folder, path, "/", link, build_id, sections));
}

Bool spy_debug_file_map(const HChar *path, spy_section_bytes sections[SPY_SECTIONS]) {
  HChar build_id[2 * SPY_BUILD_ID_BYTES + 1], link[LINK_MOST];
  if (map_file(path, sections)) return True;
  spy_elf_build_id(path, build_id);
  if (VG_(strlen)(build_id) < 3) return False;
  read_link(path, link);
  if (link[0] != '\0' && (search_link("", path, "/", link, build_id, sections) ||
                          search_link("", path, "/.debug/", link, build_id, sections)))
    return True;
  return search(SYSTEM_FOLDER, path, build_id, link, sections) ||
         (VG_(clo_extra_debuginfo_path) && search(VG_(clo_extra_debuginfo_path), path, build_id, link, sections));
}
