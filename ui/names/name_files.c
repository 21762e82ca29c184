/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_files.c: libdwfl searches for a separate file by the build id, and by the name in the debug link: in the
 * folder of the object file, in its subfolder .debug, and in SYSTEM_FOLDER followed by that folder or by an ending
 * of it. libdw searches for the file that dwz shared among several objects by its name and by its build id. */
#include "ui/names/name_files.h"

#include <dwarf.h>
#include <elfutils/libdwelf.h>
#include <stdlib.h>
#include <string.h>

#define SYSTEM_FOLDER "/usr/lib/debug"

/* Adds the path of the separate file with a build id of hexadecimal digits. */
static void add_by_id(const char *build_id, GPtrArray *files) {
  if (strlen(build_id) > 2)
    g_ptr_array_add(files, g_strdup_printf(SYSTEM_FOLDER "/.build-id/%.2s/%s.debug", build_id, build_id + 2));
}

/* Adds the paths at which a file called `link` is searched for, for an object in `folder`. */
static void add_in(const char *folder, const char *link, GPtrArray *files) {
  g_ptr_array_add(files, g_build_filename(folder, link, NULL));
  g_ptr_array_add(files, g_build_filename(folder, ".debug", link, NULL));
  for (const char *ending = folder; ending != NULL; ending = strchr(ending + 1, '/')) {
    g_ptr_array_add(files, g_build_filename(SYSTEM_FOLDER, ending, link, NULL));
    if (*ending == '\0') return;
  }
}

/* Adds the paths at which a file called `link` is searched for, for the object file `path`. */
static void add_by_link(const char *path, const char *link, GPtrArray *files) {
  g_autofree char *folder = g_path_get_dirname(path);
  add_in(folder, link, files);
  char *real = realpath(path, NULL);
  g_autofree char *real_folder = real != NULL ? g_path_get_dirname(real) : NULL;
  if (real != NULL && strcmp(real_folder, folder) != 0) add_in(real_folder, link, files);
  free(real);
}

/* Adds the paths at which the file that dwz shared among several objects is searched for. `from`: the file that
 * refers to it. */
static void add_shared(Dwarf *dwarf, const char *from, GPtrArray *files) {
  const char *name;
  const void *id;
  const ssize_t n = dwelf_dwarf_gnu_debugaltlink(dwarf, &name, &id);
  if (n <= 0) return;
  g_autofree char *folder = g_path_get_dirname(from);
  g_ptr_array_add(files, g_path_is_absolute(name) ? g_strdup(name) : g_build_filename(folder, name, NULL));
  g_autoptr(GString) digits = g_string_new(NULL);
  for (ssize_t i = 0; i < n; i++) g_string_append_printf(digits, "%02x", ((const unsigned char *)id)[i]);
  add_by_id(digits->str, files);
}

/* Returns whether the compiler has left the debug information of a unit in a separate file. */
static bool has_split_unit(Dwarf *dwarf) {
  Dwarf_CU *unit = NULL;
  uint8_t type;
  while (dwarf_get_units(dwarf, unit, &unit, NULL, &type, NULL, NULL) == 0)
    if (type == DW_UT_skeleton) return true;
  return false;
}

bool name_files_of(NameModule *module, const char *path, const char *build_id, GPtrArray *files) {
  Elf *elf = name_module_elf(module);
  if (elf == NULL) return true;
  GElf_Word sum;
  const char *link = dwelf_elf_gnu_debuglink(elf, &sum);
  g_autofree char *name = g_path_get_basename(path), *usual = g_strconcat(name, ".debug", NULL);
  add_by_id(build_id, files);
  add_by_link(path, link != NULL ? link : usual, files);
  Dwarf *dwarf = name_module_dwarf(module);
  if (dwarf == NULL) return true;
  const char *found = name_module_debug_file(module);
  if (found != NULL) g_ptr_array_add(files, g_strdup(found));
  add_shared(dwarf, found != NULL ? found : path, files);
  return !has_split_unit(dwarf);
}
