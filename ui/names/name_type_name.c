/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_type_name.c: writes types. A declarator of C is built from the inside out: "*", "[n]" and "()" are added around
 * the variable, until the remaining type has a name. */
#include "ui/names/name_type_name.h"

#include <dwarf.h>
#include <string.h>

enum { LONGEST = 512 }; /* maximum size of a name in bytes; longer names are cut */

/* Removes the template arguments that begin with `start`, such as ", std::allocator<int>". */
static void drop_arguments(GString *name, const char *start) {
  for (char *at; (at = strstr(name->str, start)) != NULL;) {
    char *end = at + 1;
    int depth = 0;
    for (; *end != '\0' && !(depth == 0 && (*end == ',' || *end == '>')); end++) depth += (*end == '<') - (*end == '>');
    while (at > name->str && at[-1] == ' ') at--;
    g_string_erase(name, at - name->str, end - at);
  }
}

/* Removes the module paths from all Rust names in `name`. For example, "alloc::vec::Vec<core::option::Option<T>>"
 * becomes "Vec<Option<T>>". */
static void drop_modules(GString *name) {
  for (char *at; (at = strstr(name->str, "::")) != NULL;) {
    char *from = at;
    while (from > name->str && (g_ascii_isalnum(from[-1]) || strchr("_{}#", from[-1]) != NULL)) from--;
    g_string_erase(name, from - name->str, at + 2 - from);
  }
}

char *name_type_name_short(const char *long_name, bool rust) {
  static const char *const cxx_defaults[] = {", std::allocator<", ", std::char_traits<", ", std::less<",
                                             ", std::hash<",      ", std::equal_to<",    ", std::default_delete<"};
  GString *name = g_string_new(long_name);
  if (rust) {
    drop_arguments(name, ", alloc::alloc::Global");
    drop_arguments(name, ", std::collections::hash::map::RandomState");
    drop_modules(name);
  } else {
    g_string_replace(name, "std::__cxx11::", "std::", 0);
    for (size_t i = 0; i < G_N_ELEMENTS(cxx_defaults); i++) drop_arguments(name, cxx_defaults[i]);
    g_string_replace(name, "std::basic_string<char>", "std::string", 0);
    g_string_replace(name, " >", ">", 0);
  }
  return g_string_free(name, FALSE);
}

static void declare(NameModule *module, Dwarf_Die *type, GString *inner, unsigned depth);

/* Adds a pointer or reference to the declaration, by putting `sign` before the declarator. */
static void declare_pointer(NameModule *module, Dwarf_Die *type, const char *sign, GString *inner, unsigned depth) {
  Dwarf_Die target, peeled;
  if (g_str_has_prefix(inner->str, " [")) g_string_erase(inner, 0, 1);
  g_string_prepend(inner, sign);
  if (!name_die_type(type, &target)) {
    g_string_prepend(inner, inner->str[0] == ' ' ? "void" : "void ");
    return;
  }
  const int tag = name_die_peel(&target, &peeled) ? dwarf_tag(&target) : 0;
  if (tag == DW_TAG_array_type || tag == DW_TAG_subroutine_type) {
    g_string_prepend_c(inner, '(');
    g_string_append_c(inner, ')');
  }
  declare(module, &target, inner, depth + 1);
}

/* Appends the bounds of each dimension, such as "[10]". For Fortran, these are "(10)", or "(:)" if the bounds are known
 * only at run time. */
static void append_bounds(Dwarf_Die *array, GString *inner, int language) {
  const bool fortran = name_language_is_fortran(language);
  Dwarf_Die range;
  unsigned n = 0;
  for (bool more = name_die_child(array, &range); more; more = name_die_next(&range)) {
    uint64_t count, lower = name_language_lower_bound(language);
    if (dwarf_tag(&range) != DW_TAG_subrange_type) continue;
    bool known = name_die_number(&range, DW_AT_count, &count);
    name_die_number(&range, DW_AT_lower_bound, &lower);
    if (!known && (known = name_die_number(&range, DW_AT_upper_bound, &count))) count = count + 1 - lower;
    g_string_append(inner, fortran ? n == 0 ? "(" : "," : "[");
    if (known)
      g_string_append_printf(inner, "%" G_GUINT64_FORMAT, count);
    else if (fortran)
      g_string_append_c(inner, ':');
    if (!fortran) g_string_append_c(inner, ']');
    n++;
  }
  if (fortran && n != 0) g_string_append_c(inner, ')');
}

static void declare_function(NameModule *module, Dwarf_Die *type, GString *inner, unsigned depth) {
  Dwarf_Die parameter, of;
  g_string_append_c(inner, '(');
  unsigned n = 0;
  for (bool more = name_die_child(type, &parameter); more && inner->len < LONGEST; more = name_die_next(&parameter)) {
    if (dwarf_tag(&parameter) != DW_TAG_formal_parameter || !name_die_type(&parameter, &of)) continue;
    GString *one = g_string_new(NULL);
    declare(module, &of, one, depth + 1);
    g_string_append_printf(inner, "%s%s", n++ == 0 ? "" : ", ", one->str);
    g_string_free(one, TRUE);
  }
  g_string_append_c(inner, ')');
}

/* Completes the declaration with a type that has a name. */
static void declare_named(NameModule *module, Dwarf_Die *type, GString *inner) {
  const int language = name_die_language(type);
  const int tag = dwarf_tag(type);
  const char *name = name_die_name(type);
  const char *keyword = tag == DW_TAG_structure_type     ? "struct"
                        : tag == DW_TAG_union_type       ? "union"
                        : tag == DW_TAG_enumeration_type ? "enum"
                        : tag == DW_TAG_class_type       ? "class"
                                                         : "type";
  GString *whole = g_string_new(NULL);
  if (name == NULL) {
    g_string_printf(whole, "%s {...}", keyword);
  } else {
    if (name_language_is_c(language) && strcmp(keyword, "type") != 0) g_string_append_printf(whole, "%s ", keyword);
    if (tag != DW_TAG_base_type && !name_language_is_c(language)) g_string_append(whole, name_die_scope(module, type));
    g_string_append(whole, name);
  }
  if (whole->len > LONGEST) g_string_truncate(whole, LONGEST);
  if (inner->len != 0 && inner->str[0] != ' ') g_string_append_c(whole, ' ');
  g_string_prepend(inner, whole->str);
  g_string_free(whole, TRUE);
}

static void declare(NameModule *module, Dwarf_Die *type, GString *inner, unsigned depth) {
  Dwarf_Die under;
  const int tag = dwarf_tag(type);
  const bool named = name_die_name(type) != NULL; /* pointers can have names, for example in Rust */
  if (depth == NAME_DIE_DEEPEST || inner->len > LONGEST) {
    g_string_prepend(inner, "...");
    return;
  }
  const char *qualifier = tag == DW_TAG_const_type      ? "const"
                          : tag == DW_TAG_volatile_type ? "volatile"
                          : tag == DW_TAG_atomic_type   ? "_Atomic"
                                                        : NULL;
  if (qualifier != NULL || tag == DW_TAG_restrict_type) {
    const bool something = name_die_type(type, &under);
    const bool to_pointer = something && dwarf_tag(&under) == DW_TAG_pointer_type;
    if (to_pointer && qualifier != NULL)
      g_string_prepend(inner, inner->len != 0 ? " " : ""), g_string_prepend(inner, qualifier);
    if (something)
      declare(module, &under, inner, depth + 1);
    else
      g_string_prepend(inner, inner->len != 0 ? "void " : "void");
    if (!to_pointer && qualifier != NULL) g_string_prepend_c(inner, ' '), g_string_prepend(inner, qualifier);
  } else if (tag == DW_TAG_pointer_type && !named) {
    declare_pointer(module, type, "*", inner, depth);
  } else if (tag == DW_TAG_reference_type) {
    declare_pointer(module, type, "&", inner, depth);
  } else if (tag == DW_TAG_rvalue_reference_type) {
    declare_pointer(module, type, "&&", inner, depth);
  } else if (tag == DW_TAG_array_type && name_die_type(type, &under)) {
    if (inner->len == 0) g_string_append_c(inner, ' ');
    append_bounds(type, inner, name_die_language(type));
    declare(module, &under, inner, depth + 1);
  } else if (tag == DW_TAG_subroutine_type) {
    declare_function(module, type, inner, depth);
    if (name_die_type(type, &under))
      declare(module, &under, inner, depth + 1);
    else
      g_string_prepend(inner, "void ");
  } else {
    declare_named(module, type, inner);
  }
}

char *name_type_name(NameModule *module, Dwarf_Die *type) {
  if (type == NULL) return g_strdup("void");
  GString *whole = g_string_new(NULL);
  declare(module, type, whole, 0);
  const int language = name_die_language(type);
  if (!name_language_is_c(language) && !name_language_is_fortran(language)) {
    g_autofree char *long_name = g_string_free(whole, FALSE);
    return name_type_name_short(long_name, name_language_is_rust(language));
  }
  return g_string_free(whole, FALSE);
}

const char *name_type_name_plain(const char *name) {
  static const char *const keywords[] = {"struct ", "union "};
  for (size_t i = 0; i < G_N_ELEMENTS(keywords); i++)
    if (g_str_has_prefix(name, keywords[i])) return name + strlen(keywords[i]);
  return name;
}

bool name_type_name_is_library(const char *function) {
  static const char *const scopes[] = {
      "std::", "__gnu_cxx::", "core::", "alloc::", "hashbrown::", "<alloc::", "<core::"};
  const char *arguments = strpbrk(function, "(<");
  const char *blank = strchr(function, ' '); /* the symbol of a template begins with the return type, as in "void
                                                std::sort<...>" */
  if (blank != NULL && (arguments == NULL || blank < arguments)) function = blank + 1;
  for (size_t i = 0; i < G_N_ELEMENTS(scopes); i++)
    if (g_str_has_prefix(function, scopes[i])) return true;
  return g_str_has_prefix(function, "operator new") || g_str_has_prefix(function, "__rust_") ||
         g_str_has_prefix(function, "__rg_") || g_str_has_prefix(function, "__rdl_");
}
