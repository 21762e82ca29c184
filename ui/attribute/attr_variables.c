/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/attribute/attr_variables.h"

#include <string.h>

#include "ui/profile/profile.h"

struct AttrVariables {
  GStringChunk *texts;
  GArray *all;                /* AttrProgramVariable */
  GHashTable *numbers;        /* key: text that identifies a variable; value: index in `all` */
  GPtrArray *seen, *assigned; /* GString, indexed by variable: the texts of NamePointers */
};

static void free_names(gpointer names) { g_string_free(names, TRUE); }

static guint32 append(AttrVariables *variables, const AttrProgramVariable *made) {
  g_array_append_vals(variables->all, made, 1);
  g_ptr_array_add(variables->seen, g_string_new(NULL));
  g_ptr_array_add(variables->assigned, g_string_new(NULL));
  return variables->all->len - 1;
}

AttrVariables *attr_variables_new(void) {
  AttrVariables *variables = g_new0(AttrVariables, 1);
  const AttrProgramVariable none = {ATTR_VARIABLE_UNKNOWN, "unknown", "", "", 0};
  variables->texts = g_string_chunk_new(4096);
  variables->all = g_array_new(FALSE, FALSE, sizeof(AttrProgramVariable));
  variables->numbers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  variables->seen = g_ptr_array_new_with_free_func(free_names);
  variables->assigned = g_ptr_array_new_with_free_func(free_names);
  append(variables, &none);
  return variables;
}

void attr_variables_free(AttrVariables *variables) {
  if (variables == NULL) return;
  g_hash_table_destroy(variables->numbers);
  g_array_unref(variables->all);
  g_ptr_array_unref(variables->seen);
  g_ptr_array_unref(variables->assigned);
  g_string_chunk_free(variables->texts);
  g_free(variables);
}

const AttrProgramVariable *attr_variables_get(const AttrVariables *variables, guint32 number) {
  return &g_array_index(variables->all, AttrProgramVariable, number);
}

guint32 attr_variables_count(const AttrVariables *variables) { return variables->all->len; }

const char *attr_variables_letter(AttrVariableKind kind) {
  static const char *const letters[ATTR_VARIABLE_KINDS] = {"-", "H", "G", "S", "M"};
  return letters[kind];
}

char *attr_variables_name(const AttrProgramVariable *variable) {
  if (*variable->owner == '\0') return g_strdup(variable->name);
  if (*variable->name == '\0') return g_strdup_printf("(stack) %s", variable->owner);
  return g_strdup_printf("%s in %s", variable->name, variable->owner);
}

/* ---- finding ---- */

/* Returns the canonical form of a name. The caller owns it. */
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

guint32 attr_variables_number(AttrVariables *variables, const AttrProgramVariable *variable) {
  if (variable->kind == ATTR_VARIABLE_UNKNOWN) return ATTR_VARIABLE_NONE;
  g_autofree char *name = canonical(variable->name);
  char *key = g_strconcat(attr_variables_letter(variable->kind), ":", name, "\n", variable->owner, NULL);
  const guint32 found = GPOINTER_TO_UINT(g_hash_table_lookup(variables->numbers, key));
  if (found != 0) {
    AttrProgramVariable *known = &g_array_index(variables->all, AttrProgramVariable, found);
    g_free(key);
    if (known->line == 0 && variable->line != 0) {
      known->file = g_string_chunk_insert_const(variables->texts, variable->file);
      known->line = variable->line;
    }
    return found;
  }
  const AttrProgramVariable made = {variable->kind, g_string_chunk_insert_const(variables->texts, name),
                                    g_string_chunk_insert_const(variables->texts, variable->owner),
                                    g_string_chunk_insert_const(variables->texts, variable->file), variable->line};
  const guint32 number = append(variables, &made);
  g_hash_table_insert(variables->numbers, key, GUINT_TO_POINTER(number));
  return number;
}

void attr_variables_hold(AttrVariables *variables, guint32 number, const NamePointers *holders) {
  if (attr_variables_get(variables, number)->kind != ATTR_VARIABLE_HEAP) return;
  name_pointers_add_all(variables->seen->pdata[number], holders->seen);
  name_pointers_add_all(variables->assigned->pdata[number], holders->assigned);
}

NamePointers attr_variables_holders(const AttrVariables *variables, guint32 number) {
  const GString *seen = variables->seen->pdata[number], *assigned = variables->assigned->pdata[number];
  return (NamePointers){seen->str, assigned->str};
}

/* ---- bins ---- */

/* Kinds of bins, as profiles have them. */
static const struct {
  const char *bin;
  AttrVariableKind kind;
} kinds[] = {{"heap", ATTR_VARIABLE_HEAP},  {"mmap", ATTR_VARIABLE_HEAP},    {"static", ATTR_VARIABLE_STATIC},
             {"tls", ATTR_VARIABLE_STATIC}, {"range", ATTR_VARIABLE_STATIC}, {"stack", ATTR_VARIABLE_STACK}};

/* Returns the kind of a bin's variable. Mappings with a name (of a file, or of the allocator) and names in brackets
 * (data of the linker) are not variables. */
static AttrVariableKind kind_of(const ProfileBin *bin) {
  if (*bin->name == '[' || (strcmp(bin->kind, "mmap") == 0 && *bin->name != '\0')) return ATTR_VARIABLE_UNKNOWN;
  for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++)
    if (strcmp(kinds[i].bin, bin->kind) == 0) return kinds[i].kind;
  return ATTR_VARIABLE_UNKNOWN;
}

/* Returns the name of a bin without call path and type. Owned by the caller. */
static char *name_of(const ViewLabels *labels, uint32_t bin) {
  if (*labels->brief[bin] != '\0') return g_strdup(labels->brief[bin]);
  /* (If several variables have the same name, a number follows the name.) */
  const char *full = labels->full[bin];
  if (g_str_has_suffix(full, ATTR_VARIABLES_ITSELF))
    return g_strndup(full, strlen(full) - strlen(ATTR_VARIABLES_ITSELF));
  return g_strdup(labels->names[bin]);
}

guint32 *attr_variables_of_bins(AttrVariables *variables, const Profile *profile, const NameTable *names) {
  const ViewLabels *labels = &name_table_labels(names)[VIEW_DATA];
  guint32 *numbers = g_new0(guint32, profile->n_bins + 1);
  for (uint32_t i = 0; i < profile->n_bins; i++) {
    const ProfileBin *bin = &profile->bins[i];
    const ProfilePlace *place = bin->frames.count != 0 ? profile_frame_place(profile, bin, 0) : NULL;
    AttrProgramVariable variable = {.kind = kind_of(bin), .owner = "", .file = ""};
    g_autofree char *name = variable.kind == ATTR_VARIABLE_STACK ? g_strdup(labels->brief[i]) : name_of(labels, i);
    variable.name = name;
    if (variable.kind == ATTR_VARIABLE_STACK) variable.owner = bin->name;
    if (variable.kind == ATTR_VARIABLE_HEAP && place != NULL) {
      variable.file = profile->files[place->file].path;
      variable.line = place->line;
    }
    const NamePointers holders = name_table_holders(names, i);
    numbers[i] = attr_variables_number(variables, &variable);
    attr_variables_hold(variables, numbers[i], &holders);
  }
  return numbers;
}

bool attr_variables_has_stack(const Profile *profile) {
  if (profile->of_samples) return true;
  for (uint32_t i = 0; i < profile->n_bins; i++)
    if (strcmp(profile->bins[i].kind, "stack") == 0 && profile_slot(profile, i) != NULL) return true;
  return false;
}

char *attr_variables_line_key(const char *file, guint64 line) {
  return g_strdup_printf("%s:%" G_GUINT64_FORMAT, profile_basename(file), line);
}
