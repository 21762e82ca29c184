/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/attribute/attr_read_variable.h"

#include <string.h>

#include "ui/attribute/attr_regions.h"

/* Returns whether the data is a pointer and the access dereferences it. */
static bool is_through(const UsesData *data, const char *text) { return data->scalar && strpbrk(text, "[*>") != NULL; }

const UsesData *attr_read_data(const AttrRead *read) {
  return &g_array_index(read->function->data, UsesData, read->data);
}

guint32 attr_read_variable(const AttrInput *input, const AttrRead *read, const char *path) {
  static const AttrVariableKind kinds[] = {[USES_STATIC] = ATTR_VARIABLE_STATIC,
                                           [USES_STACK] = ATTR_VARIABLE_STACK,
                                           [USES_HEAP] = ATTR_VARIABLE_HEAP,
                                           [USES_PARAMETER] = ATTR_VARIABLE_STACK,
                                           [USES_UNKNOWN] = ATTR_VARIABLE_UNKNOWN};
  const UsesData *data = attr_read_data(read);
  g_autofree char *name = g_strconcat(data->name, path, NULL);
  AttrProgramVariable variable = {.kind = kinds[data->kind], .name = name, .owner = "", .file = data->file};
  const bool points = data->kind == USES_PARAMETER || data->kind == USES_UNKNOWN || data->pointed ||
                      is_through(data, read->text);
  if ((points || *path != '\0') && input->options->receivers && *data->name != '\0') variable.kind = ATTR_VARIABLE_HEAP;
  if (variable.kind == ATTR_VARIABLE_STACK) variable.owner = *data->owner != '\0' ? data->owner : read->function->name;
  if (data->kind == USES_HEAP && *path == '\0') variable.line = data->line;
  const guint32 number = attr_variables_number(input->variables, &variable);
  if (*path == '\0') attr_variables_hold(input->variables, number, &data->holders);
  return number;
}

/* Returns whether data are the target of a pointer that a region captured: a copy of the pointer, or a field of the
 * region's parameter, which has no name. */
static bool is_captured(const UsesFunction *function, const UsesData *data) {
  if (!attr_regions_is_region(function->name) || *data->name == '\0') return false;
  return data->kind == USES_STACK ? data->pointed
                                  : data->kind == USES_HEAP && data->line == 0 && strpbrk(data->name, "[.-") == NULL;
}

/* Returns the number of the pointer of that name that a function got or declared; USES_NONE: there is none. */
static guint32 find_captured(const UsesFunction *function, const UsesData *captured) {
  for (guint32 i = 0; i < function->data->len; i++) {
    const UsesData *one = &g_array_index(function->data, UsesData, i);
    if (one->kind != USES_STATIC && strcmp(one->name, captured->name) == 0) return i;
  }
  return USES_NONE;
}

bool attr_read_begin_with_parameter(AttrRead *read, GString *path) {
  const UsesData *data = attr_read_data(read);
  if (data->kind == USES_PARAMETER || is_captured(read->function, data)) return true;
  if (data->kind == USES_STATIC || data->line != 0) return false;
  for (guint32 i = 0; i < read->function->data->len; i++) {
    const UsesData *one = &g_array_index(read->function->data, UsesData, i);
    const size_t n = strlen(one->name);
    if (one->kind != USES_PARAMETER || n == 0 || strncmp(data->name, one->name, n) != 0) continue;
    if (data->name[n] == '\0' || strchr("[.-", data->name[n]) == NULL) continue;
    g_string_prepend(path, data->name + n);
    read->data = i;
    return true;
  }
  return false;
}

bool attr_read_look_up(const UsesFunction *caller, unsigned line, AttrRead *read) {
  const UsesData *data = attr_read_data(read);
  const guint32 found = attr_regions_is_region(read->function->name)
                            ? find_captured(caller, data)
                            : uses_argument(caller, line, read->function->name, data->argument);
  if (found == USES_NONE) return false;
  read->function = caller;
  read->data = found;
  return true;
}
