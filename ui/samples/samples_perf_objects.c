/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/samples/samples_perf_objects.h"

#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ui/base/ui_error.h"
#include "ui/names/name_module.h"
#include "ui/samples/samples.h"

enum { SEGMENTS_MOST = 256, NOTES_MOST = 1 << 16 /* bytes */ };

struct SamplesPerfObjects {
  char *symfs;          /* NULL: none */
  GPtrArray *all;       /* SamplesPerfObject */
  GHashTable *by_path;  /* path -> the current SamplesPerfObject */
  GHashTable *identity; /* path -> build id */
};

struct SamplesPerfObject {
  char *path, *build_id;
  char *found; /* the file; NULL: none */
  bool is_open;
  bool is_fixed;      /* its load address is its link-time address */
  GArray *segments;   /* Elf64_Phdr: the loaded segments */
  NameModule *module; /* its symbols; NULL: not opened yet */
  const char *symfs;
};

static void free_object(gpointer data) {
  SamplesPerfObject *object = data;
  g_free(object->path);
  g_free(object->build_id);
  g_free(object->found);
  g_array_free(object->segments, TRUE);
  if (object->module != NULL) name_module_free(object->module);
  g_free(object);
}

SamplesPerfObjects *samples_perf_objects_new(const char *symfs) {
  SamplesPerfObjects *objects = g_new0(SamplesPerfObjects, 1);
  objects->symfs = symfs != NULL ? g_canonicalize_filename(symfs, NULL) : NULL;
  objects->all = g_ptr_array_new_with_free_func(free_object);
  objects->by_path = g_hash_table_new(g_str_hash, g_str_equal);
  objects->identity = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  return objects;
}

void samples_perf_objects_free(SamplesPerfObjects *objects) {
  g_hash_table_destroy(objects->by_path);
  g_hash_table_destroy(objects->identity);
  g_ptr_array_unref(objects->all);
  g_free(objects->symfs);
  g_free(objects);
}

void samples_perf_objects_identify(SamplesPerfObjects *objects, const char *path, const char *build_id) {
  char *id = g_ascii_strdown(build_id, -1);
  g_hash_table_insert(objects->identity, g_strdup(path), id);
  const SamplesPerfObject *object = g_hash_table_lookup(objects->by_path, path);
  if (object != NULL && *object->build_id != '\0' && strcmp(object->build_id, id) != 0)
    g_hash_table_remove(objects->by_path, path); /* a new build */
}

/* "BUILD-ID PATH". perf prints blanks in place of an unknown build id. */
static bool take_identity(SamplesPerfObjects *objects, const char *line) {
  const size_t n = strspn(line, "0123456789abcdefABCDEF");
  if (n == 0) return *line == ' ' && line[strspn(line, " ")] != '\0';
  if (line[n] != ' ' || line[n + 1] == '\0') return false;
  g_autofree char *build_id = g_strndup(line, n);
  samples_perf_objects_identify(objects, g_strchug((char *)line + n), build_id);
  return true;
}

bool samples_perf_objects_take_list(SamplesPerfObjects *objects, const char *name, const char *text, GError **error) {
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  for (unsigned i = 0; lines[i] != NULL; i++) {
    if (lines[i][0] == '\0' || take_identity(objects, lines[i])) continue;
    return ui_error_set(error, SAMPLES_ERROR, SAMPLES_ERROR_INVALID,
                        "%s:%u: expected a build id and a path, as perf buildid-list prints them", name, i + 1);
  }
  return true;
}

SamplesPerfObject *samples_perf_objects_get(SamplesPerfObjects *objects, const char *path, gsize n) {
  g_autofree char *name = g_strndup(path, n);
  SamplesPerfObject *object = g_hash_table_lookup(objects->by_path, name);
  if (object != NULL) return object;
  object = g_new0(SamplesPerfObject, 1);
  const char *build_id = g_hash_table_lookup(objects->identity, name);
  object->build_id = g_strdup(build_id != NULL ? build_id : "");
  object->path = g_steal_pointer(&name);
  object->segments = g_array_new(FALSE, FALSE, sizeof(Elf64_Phdr));
  object->symfs = objects->symfs;
  g_ptr_array_add(objects->all, object);
  g_hash_table_insert(objects->by_path, object->path, object);
  return object;
}

/* ---- files ---- */

static bool read_at(int fd, void *bytes, size_t n, guint64 offset) {
  return offset <= G_MAXINT64 && pread(fd, bytes, n, (off_t)offset) == (ssize_t)n;
}

/* Returns the build id in ELF notes; NULL: there is none. The caller owns it. */
static char *build_id_in(const unsigned char *notes, size_t n) {
  for (size_t at = 0; at + sizeof(Elf64_Nhdr) <= n;) {
    Elf64_Nhdr note;
    memcpy(&note, notes + at, sizeof note);
    const size_t name = at + sizeof note, text = name + ((size_t)note.n_namesz + 3) / 4 * 4;
    const size_t next = text + ((size_t)note.n_descsz + 3) / 4 * 4;
    if (text > n || note.n_descsz > n - text) return NULL;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && memcmp(notes + name, "GNU", 4) == 0) {
      GString *hex = g_string_new(NULL);
      for (size_t i = 0; i < note.n_descsz; i++) g_string_append_printf(hex, "%02x", notes[text + i]);
      return g_string_free(hex, FALSE);
    }
    at = next;
  }
  return NULL;
}

static char *read_build_id(int fd, const Elf64_Phdr *notes) {
  const size_t n = MIN(notes->p_filesz, NOTES_MOST);
  g_autofree unsigned char *bytes = g_malloc(n + 1);
  return read_at(fd, bytes, n, notes->p_offset) ? build_id_in(bytes, n) : NULL;
}

/* The contents of a file's headers. */
typedef struct {
  bool is_fixed;
  char *build_id; /* NULL: none */
  GArray *segments;
} File;

static bool read_headers(int fd, File *file) {
  Elf64_Ehdr header;
  if (!read_at(fd, &header, sizeof header, 0) || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return false;
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_phentsize != sizeof(Elf64_Phdr)) return false;
  file->is_fixed = header.e_type == ET_EXEC;
  for (unsigned i = 0; i < header.e_phnum && i < SEGMENTS_MOST; i++) {
    Elf64_Phdr segment;
    if (!read_at(fd, &segment, sizeof segment, header.e_phoff + i * sizeof segment)) return false;
    if (segment.p_type == PT_LOAD) g_array_append_val(file->segments, segment);
    if (segment.p_type == PT_NOTE && file->build_id == NULL) file->build_id = read_build_id(fd, &segment);
  }
  return true;
}

/* Uses the file at `path` for the object, unless the build ids differ. */
static bool try_file(SamplesPerfObject *object, const char *path) {
  struct stat about;
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) return false;
  File file = {.segments = g_array_new(FALSE, FALSE, sizeof(Elf64_Phdr))};
  bool good = fstat(fd, &about) == 0 && S_ISREG(about.st_mode) && read_headers(fd, &file);
  close(fd);
  const char *build_id = file.build_id != NULL ? file.build_id : "";
  good = good && (*object->build_id == '\0' || strcmp(object->build_id, build_id) == 0);
  if (good) {
    object->is_fixed = file.is_fixed;
    g_array_append_vals(object->segments, file.segments->data, file.segments->len);
    object->found = g_strdup(path);
    g_free(object->build_id);
    object->build_id = g_strdup(build_id);
  }
  g_array_free(file.segments, TRUE);
  g_free(file.build_id);
  return good;
}

/* Tries the file with the path FOLDER/.build-id/ab/cdef.../FILE, which contains the build id. */
static bool try_build_id(SamplesPerfObject *object, const char *folder, const char *between, const char *file) {
  const char *id = object->build_id;
  if (strlen(id) < 3) return false;
  g_autofree char *path = g_strdup_printf("%s/.build-id/%.2s/%s%s%s", folder, id, id + 2, between, file);
  return try_file(object, path);
}

/* Tries the path. perf appends " (deleted)" if the file was removed or replaced while it was mapped. */
static bool try_path(SamplesPerfObject *object) {
  if (object->path[0] != '/' || g_str_has_suffix(object->path, " (deleted)")) return false;
  if (object->symfs == NULL) return try_file(object, object->path);
  g_autofree char *path = g_build_filename(object->symfs, object->path, NULL);
  g_autofree char *name = g_path_get_basename(object->path);
  g_autofree char *flat = g_build_filename(object->symfs, name, NULL);
  return try_file(object, path) || try_file(object, flat);
}

static void open_object(SamplesPerfObject *object) {
  if (object->is_open) return;
  object->is_open = true;
  g_autofree char *cache = g_build_filename(g_get_home_dir(), ".debug", NULL);
  if (!try_path(object) && !try_build_id(object, cache, "/", "elf"))
    try_build_id(object, "/usr/lib/debug", "", ".debug");
}

bool samples_perf_object_is_found(SamplesPerfObject *object) {
  open_object(object);
  return object->found != NULL;
}

bool samples_perf_object_has_path_of(const SamplesPerfObject *object, const SamplesPerfObject *other) {
  return strcmp(object->path, other->path) == 0;
}

const char *samples_perf_object_path(const SamplesPerfObject *object) {
  return object->found != NULL ? object->found : object->path;
}

const char *samples_perf_object_build_id(SamplesPerfObject *object) {
  open_object(object);
  return object->build_id;
}

/* ---- addresses ---- */

static const Elf64_Phdr *segment_at(const SamplesPerfObject *object, guint i) {
  return &g_array_index(object->segments, Elf64_Phdr, i);
}

static bool is_code(const Elf64_Phdr *segment) { return (segment->p_flags & PF_X) != 0; }

/* Returns whether the file contains code. A file with only debug information does not contain code, or the offsets of
 * code. */
static bool has_code(const SamplesPerfObject *object) {
  for (guint i = 0; i < object->segments->len; i++)
    if (is_code(segment_at(object, i)) && segment_at(object, i)->p_filesz != 0) return true;
  return false;
}

bool samples_perf_object_at_offset(SamplesPerfObject *object, guint64 offset, guint64 *address) {
  open_object(object);
  *address = offset;
  if (!has_code(object)) return true;
  for (guint i = 0; i < object->segments->len; i++) {
    const Elf64_Phdr *segment = segment_at(object, i);
    if (!is_code(segment) || offset - segment->p_offset >= segment->p_memsz) continue;
    *address = segment->p_vaddr + (offset - segment->p_offset);
    return true;
  }
  return false;
}

bool samples_perf_object_at_data(SamplesPerfObject *object, const SamplesPerfMapped *mapped, guint64 run_time,
                                 guint64 *address) {
  enum { PAGE = 4096 };
  open_object(object);
  if (!has_code(object)) return false;
  for (guint i = 0; i < object->segments->len; i++) { /* the segment with which the mapping begins */
    const Elf64_Phdr *segment = segment_at(object, i);
    if (mapped->offset / PAGE != segment->p_offset / PAGE || !is_code(segment)) continue;
    *address = run_time - (mapped->start - segment->p_vaddr / PAGE * PAGE);
    for (guint k = 0; k < object->segments->len; k++)
      if (*address - segment_at(object, k)->p_vaddr < segment_at(object, k)->p_memsz) return true;
  }
  return false;
}

bool samples_perf_object_is_fixed_at(SamplesPerfObject *object, guint64 address) {
  open_object(object);
  for (guint i = 0; object->is_fixed && i < object->segments->len; i++) {
    const Elf64_Phdr *segment = segment_at(object, i);
    if (is_code(segment) && address - segment->p_vaddr < segment->p_memsz) return true;
  }
  return false;
}

bool samples_perf_object_at_symbol(SamplesPerfObject *object, const char *symbol, gsize n, guint64 offset,
                                   guint64 *address) {
  open_object(object);
  if (object->found == NULL) return false;
  NameModuleState state;
  if (object->module == NULL) object->module = name_module_open(object->found, object->build_id, &state);
  g_autofree char *name = g_strndup(symbol, n);
  if (!name_module_symbol(object->module, name, address)) return false;
  *address += offset;
  return true;
}
