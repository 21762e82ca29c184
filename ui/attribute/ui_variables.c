/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/attribute/ui_variables.h"

#include <string.h>

#include "ui/model/ui_profile.h"

struct UiVariables {
  GStringChunk *texts;
  GArray *all;                /* UiProgramVariable */
  GHashTable *numbers;        /* by key */
  GPtrArray *seen, *assigned; /* GString, by number: UiHolders */
};

static void free_names(gpointer names) { g_string_free(names, TRUE); }

static guint32 append(UiVariables *variables, const UiProgramVariable *made) {
  g_array_append_vals(variables->all, made, 1);
  g_ptr_array_add(variables->seen, g_string_new(NULL));
  g_ptr_array_add(variables->assigned, g_string_new(NULL));
  return variables->all->len - 1;
}

UiVariables *ui_variables_new(void) {
  UiVariables *variables = g_new0(UiVariables, 1);
  const UiProgramVariable none = {UI_VARIABLE_UNKNOWN, "unknown", "", "", 0};
  variables->texts = g_string_chunk_new(4096);
  variables->all = g_array_new(FALSE, FALSE, sizeof(UiProgramVariable));
  variables->numbers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  variables->seen = g_ptr_array_new_with_free_func(free_names);
  variables->assigned = g_ptr_array_new_with_free_func(free_names);
  append(variables, &none);
  return variables;
}

void ui_variables_free(UiVariables *variables) {
  if (variables == NULL) return;
  g_hash_table_destroy(variables->numbers);
  g_array_unref(variables->all);
  g_ptr_array_unref(variables->seen);
  g_ptr_array_unref(variables->assigned);
  g_string_chunk_free(variables->texts);
  g_free(variables);
}

const UiProgramVariable *ui_variables_get(const UiVariables *variables, guint32 number) {
  return &g_array_index(variables->all, UiProgramVariable, number);
}

guint32 ui_variables_count(const UiVariables *variables) { return variables->all->len; }

const char *ui_variables_letter(UiVariableKind kind) {
  static const char *const letters[UI_VARIABLE_KINDS] = {"-", "H", "G", "S"};
  return letters[kind];
}

char *ui_variables_name(const UiProgramVariable *variable) {
  if (*variable->owner == '\0') return g_strdup(variable->name);
  if (*variable->name == '\0') return g_strdup_printf("(stack) %s", variable->owner);
  return g_strdup_printf("%s in %s", variable->name, variable->owner);
}

/* ---- finding ---- */

/* The name as all are written. Owned by the caller. */
static char *canonical(const char *name) {
  GString *out = g_string_new(NULL);
  for (unsigned depth = 0; *name != '\0'; name++) {
    if (*name == ']' && depth > 0) depth--;
    if (depth > 0) {
      depth += *name == '[';
      continue;
    }
    if (name[0] == '-' && name[1] == '>') {
      g_string_append_c(out, '.');
      name++;
      continue;
    }
    g_string_append_c(out, *name);
    depth += *name == '[';
  }
  return g_string_free(out, FALSE);
}

guint32 ui_variables_number(UiVariables *variables, const UiProgramVariable *variable) {
  if (variable->kind == UI_VARIABLE_UNKNOWN) return UI_VARIABLE_NONE;
  g_autofree char *name = canonical(variable->name);
  char *key = g_strconcat(ui_variables_letter(variable->kind), ":", name, "\n", variable->owner, NULL);
  const guint32 found = GPOINTER_TO_UINT(g_hash_table_lookup(variables->numbers, key));
  if (found != 0) {
    UiProgramVariable *known = &g_array_index(variables->all, UiProgramVariable, found);
    g_free(key);
    if (known->line == 0 && variable->line != 0) {
      known->file = g_string_chunk_insert_const(variables->texts, variable->file);
      known->line = variable->line;
    }
    return found;
  }
  const UiProgramVariable made = {variable->kind, g_string_chunk_insert_const(variables->texts, name),
                                  g_string_chunk_insert_const(variables->texts, variable->owner),
                                  g_string_chunk_insert_const(variables->texts, variable->file), variable->line};
  const guint32 number = append(variables, &made);
  g_hash_table_insert(variables->numbers, key, GUINT_TO_POINTER(number));
  return number;
}

void ui_variables_hold(UiVariables *variables, guint32 number, const UiHolders *holders) {
  if (ui_variables_get(variables, number)->kind != UI_VARIABLE_HEAP) return;
  ui_holders_add_all(variables->seen->pdata[number], holders->seen);
  ui_holders_add_all(variables->assigned->pdata[number], holders->assigned);
}

UiHolders ui_variables_holders(const UiVariables *variables, guint32 number) {
  const GString *seen = variables->seen->pdata[number], *assigned = variables->assigned->pdata[number];
  return (UiHolders){seen->str, assigned->str};
}

/* ---- bins ---- */

/* Kinds of bins, as profiles have them. */
static const struct {
  const char *bin;
  UiVariableKind kind;
} kinds[] = {{"heap", UI_VARIABLE_HEAP},  {"mmap", UI_VARIABLE_HEAP},    {"static", UI_VARIABLE_STATIC},
             {"tls", UI_VARIABLE_STATIC}, {"range", UI_VARIABLE_STATIC}, {"stack", UI_VARIABLE_STACK}};

/* The kind of a bin's variable. Named mappings (of files, or of the allocator) and names in brackets (of the linker) are
 * no variables. */
static UiVariableKind kind_of(const UiBin *bin) {
  if (*bin->name == '[' || (strcmp(bin->kind, "mmap") == 0 && *bin->name != '\0')) return UI_VARIABLE_UNKNOWN;
  for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++)
    if (strcmp(kinds[i].bin, bin->kind) == 0) return kinds[i].kind;
  return UI_VARIABLE_UNKNOWN;
}

/* The name of a bin without call path and type. Owned by the caller. */
static char *name_of(const UiLabels *labels, uint32_t bin) {
  if (*labels->brief[bin] != '\0') return g_strdup(labels->brief[bin]);
  /* (A number follows the name if another variable has the same name.) */
  const char *full = labels->full[bin];
  if (g_str_has_suffix(full, UI_VARIABLES_ITSELF)) return g_strndup(full, strlen(full) - strlen(UI_VARIABLES_ITSELF));
  return g_strdup(labels->names[bin]);
}

guint32 *ui_variables_of_bins(UiVariables *variables, const UiProfile *profile, const UiNames *names) {
  const UiLabels *labels = &ui_names_labels(names)[UI_DATA];
  guint32 *numbers = g_new0(guint32, profile->n_bins + 1);
  for (uint32_t i = 0; i < profile->n_bins; i++) {
    const UiBin *bin = &profile->bins[i];
    const UiPlace *place = bin->frames.count != 0 ? ui_profile_frame_place(profile, bin, 0) : NULL;
    UiProgramVariable variable = {.kind = kind_of(bin), .owner = "", .file = ""};
    g_autofree char *name = variable.kind == UI_VARIABLE_STACK ? g_strdup(labels->brief[i]) : name_of(labels, i);
    variable.name = name;
    if (variable.kind == UI_VARIABLE_STACK) variable.owner = bin->name;
    if (variable.kind == UI_VARIABLE_HEAP && place != NULL) {
      variable.file = profile->files[place->file].path;
      variable.line = place->line;
    }
    const UiHolders holders = ui_names_holders(names, i);
    numbers[i] = ui_variables_number(variables, &variable);
    ui_variables_hold(variables, numbers[i], &holders);
  }
  return numbers;
}

bool ui_variables_has_stack(const UiProfile *profile) {
  if (profile->of_samples) return true;
  for (uint32_t i = 0; i < profile->n_bins; i++)
    if (strcmp(profile->bins[i].kind, "stack") == 0 && ui_profile_slot(profile, i) != NULL) return true;
  return false;
}

char *ui_variables_line_key(const char *file, guint64 line) {
  return g_strdup_printf("%s:%" G_GUINT64_FORMAT, ui_profile_basename(file), line);
}
