/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/uses/uses_flags.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FOLDERS = 200 };

/* A compiler flag that affects preprocessing or parsing. */
typedef struct {
  const char *flag;
  bool apart; /* whether the value of the flag can be the next argument */
} Flag;

static const Flag kept_flags[] = {
    {"-D", true},
    {"-U", true},
    {"-I", true},
    {"-isystem", true},
    {"-iquote", true},
    {"-idirafter", true},
    {"-include", true},
    {"-imacros", true},
    {"-std=", false},
    {"-ansi", false},
    {"-funsigned-char", false},
    {"-fsigned-char", false},
    {"-fshort-enums", false},
    {"-pthread", false},
    {"-fno-exceptions", false},
    {"-fno-rtti", false},
    {"-fms-extensions", false},
    {"-msse", false},
    {"-mavx", false},
    {"-mfma", false},
    {"-m32", false},
    {"-march=", false},
    {"-x", true},
};

static const Flag *find_flag(const char *argument) {
  for (size_t i = 0; i < G_N_ELEMENTS(kept_flags); i++)
    if (g_str_has_prefix(argument, kept_flags[i].flag)) return &kept_flags[i];
  return NULL;
}

/* With -fopenmp, clang makes a separate function of each parallel region, and the variables of this function are
 * copies. Without -fopenmp, a region is a part of the function that contains it. The macro selects the code for
 * OpenMP. */
static const char openmp[] = "-fopenmp", openmp_macro[] = "-D_OPENMP=201511";

GPtrArray *uses_flags_pick(char **arguments) {
  GPtrArray *flags = g_ptr_array_new_with_free_func(g_free);
  for (; *arguments != NULL; arguments++) {
    const Flag *flag = find_flag(*arguments);
    if (g_str_has_prefix(*arguments, openmp)) g_ptr_array_add(flags, g_strdup(openmp_macro));
    if (flag == NULL) continue;
    const bool next = flag->apart && strcmp(*arguments, flag->flag) == 0;
    if (next && arguments[1] == NULL) break;
    g_ptr_array_add(flags, g_strdup(*arguments));
    if (next) g_ptr_array_add(flags, g_strdup(*++arguments));
  }
  return flags;
}

static const char *string_of(Dwarf_Die *die, unsigned attribute) {
  Dwarf_Attribute found;
  return dwarf_formstring(dwarf_attr(die, attribute, &found));
}

char *uses_flags_path(Dwarf_Die *unit, const char *name) {
  const char *folder = string_of(unit, DW_AT_comp_dir);
  return g_canonicalize_filename(name, folder != NULL && g_path_is_absolute(folder) ? folder : "/");
}

char *uses_flags_source(Dwarf_Die *unit) {
  const char *name = name_die_name(unit);
  return name != NULL ? uses_flags_path(unit, name) : NULL;
}

static bool is_cxx(int language) {
  return language == DW_LANG_C_plus_plus || language == DW_LANG_C_plus_plus_03 || language == DW_LANG_C_plus_plus_11 ||
         language == DW_LANG_C_plus_plus_14;
}

/* Adds the language standard from the start of gcc's producer string: "GNU C++17 12.2.0 -mtune=generic -O2". If the
 * string also contains -std=, this comes later and overrides it. */
static void add_standard(GPtrArray *flags, const char *producer, bool cxx) {
  const char *start = cxx ? "GNU C++" : "GNU C";
  if (!g_str_has_prefix(producer, start)) return;
  const char *year = producer + strlen(start);
  if (g_ascii_isdigit(year[0]) && g_ascii_isdigit(year[1]))
    g_ptr_array_insert(flags, 1, g_strdup_printf("-std=%s%.2s", cxx ? "gnu++" : "gnu", year));
}

static void add_folder(GPtrArray *flags, const char *folder, const char *from) {
  if (folder == NULL || g_str_has_prefix(folder, "/usr/")) return;
  g_autofree char *whole = g_canonicalize_filename(folder, from);
  if (g_str_has_prefix(whole, "/usr/") || flags->len > MOST_FOLDERS) return;
  g_ptr_array_add(flags, g_strdup("-I"));
  g_ptr_array_add(flags, g_steal_pointer(&whole));
}

/* Adds the folders of the line table as include folders. Also adds their parent folders inside the unit's folder,
 * because the source can include "sub/part.h" relative to each of them. */
static void add_folders(GPtrArray *flags, Dwarf_Die *unit, const char *from) {
  Dwarf_Files *files;
  size_t n_files, n = 0;
  const char *const *folders;
  add_folder(flags, from, "/");
  if (dwarf_getsrcfiles(unit, &files, &n_files) != 0 || dwarf_getsrcdirs(files, &folders, &n) != 0) return;
  for (size_t i = 0; i < n; i++) {
    add_folder(flags, folders[i], from);
    if (folders[i] == NULL || g_str_has_prefix(folders[i], "/usr/")) continue;
    g_autofree char *above = g_path_get_dirname(folders[i]);
    if (strlen(above) > strlen(from)) add_folder(flags, above, from);
  }
}

GPtrArray *uses_flags_of_unit(Dwarf_Die *unit) {
  const char *producer = string_of(unit, DW_AT_producer), *folder = string_of(unit, DW_AT_comp_dir);
  const bool cxx = is_cxx(dwarf_srclang(unit));
  g_auto(GStrv) words = NULL;
  if (producer == NULL || !g_shell_parse_argv(producer, NULL, &words, NULL)) words = g_new0(char *, 1);
  GPtrArray *flags = uses_flags_pick(words);
  g_ptr_array_insert(flags, 0, g_strdup(cxx ? "-xc++" : "-xc"));
  if (producer != NULL) add_standard(flags, producer, cxx);
  if (folder == NULL || !g_path_is_absolute(folder)) folder = "/";
  g_ptr_array_add(flags, g_strdup_printf("-working-directory=%s", folder));
  add_folders(flags, unit, folder);
  return flags;
}
