/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/attribute/attr_alias_evidence.h"

#include "ui/attribute/attr_part_maker.h"
#include "ui/attribute/attr_read_variable.h"
#include "ui/profile/profile.h"

/* An instruction is ignored if no part of its data has at least this weight, because its data are then ambiguous. */
#define LEAST_PART 0.5

struct AttrAliasEvidence {
  GHashTable *references[ATTR_REACHED_WAYS]; /* name -> GHashTable: variable -> guint64 * */
};

static void add(GHashTable *references, guint32 variable, guint64 more) {
  guint64 *sum = g_hash_table_lookup(references, GUINT_TO_POINTER(variable));
  if (sum == NULL) {
    sum = g_new0(guint64, 1);
    g_hash_table_insert(references, GUINT_TO_POINTER(variable), sum);
  }
  *sum += more;
}

/* ---- references ---- */

typedef struct {
  GHashTable *references; /* by name */
  guint32 variable;
  guint64 more;
} Noting;

static void note_name(void *closure, const char *name) {
  const Noting *noting = closure;
  GHashTable *of_name = g_hash_table_lookup(noting->references, name);
  if (of_name == NULL) {
    of_name = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    g_hash_table_insert(noting->references, g_strdup(name), of_name);
  }
  add(of_name, noting->variable, noting->more);
}

/* Adds references to a variable, once for each name. */
static void note_references(AttrAliasEvidence *reached, const NamePointers *holders, guint32 variable, guint64 more) {
  Noting seen = {reached->references[ATTR_REACHED_SEEN], variable, more};
  Noting assigned = {reached->references[ATTR_REACHED_ASSIGNED], variable, more};
  GString *both = g_string_new(holders->seen);
  name_pointers_add_all(both, holders->assigned);
  name_pointers_for_each(holders->seen, note_name, &seen);
  name_pointers_for_each(both->str, note_name, &assigned);
  g_string_free(both, TRUE);
}

/* The data of each instruction of a profile, from its machine code. */
typedef struct {
  Samples *objects; /* the objects of the profile */
  AttrVariables *variables;
  AttrOptions options;
  AttrInput input;
  AttrPartMaker *maker;
  GHashTable *parts; /* place -> GArray of AttrPart */
} Texts;

static void texts_start(Texts *texts, const Profile *profile, Uses *uses, Uses *code) {
  texts->objects = samples_new();
  for (uint32_t i = 0; i < profile->n_objects; i++) {
    const SamplesObject object = {profile->objects[i].path, profile->objects[i].build_id};
    g_array_append_val(texts->objects->objects, object);
  }
  texts->variables = attr_variables_new();
  texts->options = (AttrOptions){.steps = ATTR_STEP_INSTRUCTION, .rules = {.writes = true}};
  texts->input = (AttrInput){texts->objects, uses, code, &texts->options, texts->variables, 1};
  texts->maker = attr_part_maker_new(&texts->input);
  texts->parts = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_array_unref);
}

static void texts_end(Texts *texts) {
  g_hash_table_destroy(texts->parts);
  attr_part_maker_free(texts->maker);
  attr_variables_free(texts->variables);
  samples_free(texts->objects);
}

static const GArray *parts_of(Texts *texts, const Profile *profile, uint32_t number) {
  const ProfilePlace *place = &profile->places[number];
  GArray *parts = g_hash_table_lookup(texts->parts, GUINT_TO_POINTER(number));
  if (parts != NULL) return parts;
  const SamplesFrame frame = {profile->segments[place->segment].object, place->address};
  parts = attr_part_maker_make(texts->maker, &frame);
  g_hash_table_insert(texts->parts, GUINT_TO_POINTER(number), parts);
  return parts;
}

AttrAliasEvidence *attr_alias_evidence_new(const Profile *profile, const guint32 *number_of, Uses *uses, Uses *code) {
  AttrAliasEvidence *reached = g_new0(AttrAliasEvidence, 1);
  Texts texts;
  for (guint way = 0; way < ATTR_REACHED_WAYS; way++)
    reached->references[way] = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
                                                     (GDestroyNotify)g_hash_table_destroy);
  texts_start(&texts, profile, uses, code);
  for (uint32_t i = 0; i < profile->n_cells; i++) {
    const ProfileCell *cell = &profile->cells[i];
    const guint64 references = cell->counts.reads + cell->counts.writes;
    if (profile->places[cell->place].address == 0) continue;
    const GArray *parts = parts_of(&texts, profile, cell->place);
    for (guint k = 0; k < parts->len; k++) {
      const AttrRead *read = &g_array_index(parts, AttrPart, k).read;
      if (read->function != NULL && read->weight > LEAST_PART)
        note_references(reached, &attr_read_data(read)->holders, number_of[cell->bin], references);
    }
  }
  texts_end(&texts);
  return reached;
}

void attr_alias_evidence_free(AttrAliasEvidence *reached) {
  if (reached == NULL) return;
  for (guint way = 0; way < ATTR_REACHED_WAYS; way++) g_hash_table_destroy(reached->references[way]);
  g_free(reached);
}

/* ---- queries ---- */

typedef struct {
  GHashTable *by_name;    /* the table of AttrAliasEvidence.references for the kind of name */
  GHashTable *references; /* variable -> guint64 * */
  guint64 whole, most;
  const char *by; /* the name with most references */
} Asking;

static void ask_name(void *closure, const char *name) {
  Asking *asking = closure;
  gpointer own, of_name, variable, references;
  GHashTableIter iter;
  guint64 sum = 0;
  if (!g_hash_table_lookup_extended(asking->by_name, name, &own, &of_name)) return;
  g_hash_table_iter_init(&iter, of_name);
  while (g_hash_table_iter_next(&iter, &variable, &references)) {
    add(asking->references, GPOINTER_TO_UINT(variable), *(const guint64 *)references);
    sum += *(const guint64 *)references;
  }
  asking->whole += sum;
  if (sum <= asking->most) return;
  asking->most = sum;
  asking->by = own;
}

bool attr_alias_evidence_by(const AttrAliasEvidence *reached, AttrAliasEvidenceWay way, const char *names,
                            guint32 *variable, const char **by) {
  Asking asking = {.by_name = reached->references[way], .references = g_hash_table_new_full(NULL, NULL, NULL, g_free)};
  gpointer key, references;
  GHashTableIter iter;
  bool found = false;
  name_pointers_for_each(names, ask_name, &asking);
  g_hash_table_iter_init(&iter, asking.references);
  while (!found && g_hash_table_iter_next(&iter, &key, &references)) {
    found = *(const guint64 *)references > asking.whole / 2;
    if (found) *variable = GPOINTER_TO_UINT(key);
  }
  if (found) *by = asking.by;
  g_hash_table_destroy(asking.references);
  return found;
}
