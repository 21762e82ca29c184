/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/attribute/ui_read_variable.h"

#include <string.h>

/* Whether the data is a pointer and the access dereferences it. */
static bool is_through(const UiUsesData *data, const char *text) {
  return data->scalar && strpbrk(text, "[*>") != NULL;
}

const UiUsesData *ui_read_data(const UiRead *read) {
  return &g_array_index(read->function->data, UiUsesData, read->data);
}

guint32 ui_read_variable(const UiAttributeInput *input, const UiRead *read, const char *path) {
  static const UiVariableKind kinds[] = {[UI_USES_STATIC] = UI_VARIABLE_STATIC,
                                         [UI_USES_STACK] = UI_VARIABLE_STACK,
                                         [UI_USES_HEAP] = UI_VARIABLE_HEAP,
                                         [UI_USES_PARAMETER] = UI_VARIABLE_STACK,
                                         [UI_USES_UNKNOWN] = UI_VARIABLE_UNKNOWN};
  const UiUsesData *data = ui_read_data(read);
  g_autofree char *name = g_strconcat(data->name, path, NULL);
  UiProgramVariable variable = {.kind = kinds[data->kind], .name = name, .owner = "", .file = data->file};
  const bool points = data->kind == UI_USES_PARAMETER || data->kind == UI_USES_UNKNOWN || data->pointed ||
                      is_through(data, read->text);
  if ((points || *path != '\0') && input->options->receivers && *data->name != '\0') variable.kind = UI_VARIABLE_HEAP;
  if (variable.kind == UI_VARIABLE_STACK) variable.owner = *data->owner != '\0' ? data->owner : read->function->name;
  if (data->kind == UI_USES_HEAP && *path == '\0') variable.line = data->line;
  const guint32 number = ui_variables_number(input->variables, &variable);
  if (*path == '\0') ui_variables_hold(input->variables, number, &data->holders);
  return number;
}

bool ui_read_begin_with_parameter(UiRead *read, GString *path) {
  const UiUsesData *data = ui_read_data(read);
  if (data->kind == UI_USES_PARAMETER) return true;
  if (data->kind == UI_USES_STATIC || data->line != 0) return false;
  for (guint32 i = 0; i < read->function->data->len; i++) {
    const UiUsesData *one = &g_array_index(read->function->data, UiUsesData, i);
    const size_t n = strlen(one->name);
    if (one->kind != UI_USES_PARAMETER || n == 0 || strncmp(data->name, one->name, n) != 0) continue;
    if (data->name[n] == '\0' || strchr("[.-", data->name[n]) == NULL) continue;
    g_string_prepend(path, data->name + n);
    read->data = i;
    return true;
  }
  return false;
}

bool ui_read_look_up(const UiUsesFunction *caller, unsigned line, UiRead *read) {
  const guint32 found = ui_uses_argument(caller, line, read->function->name, ui_read_data(read)->argument);
  if (found == UI_USES_NONE) return false;
  read->function = caller;
  read->data = found;
  return true;
}
