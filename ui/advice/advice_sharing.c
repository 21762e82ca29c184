/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_sharing.c: the rules of advice for sharing between processors, and for memory on other nodes. */
#include "ui/advice/advice_rule_code.h"

#include <string.h>

#include "ui/advice/advice_locks.h"
#include "ui/advice/advice_setup.h"
#include "ui/analysis/analysis_shared.h"
#include "ui/base/ui_text.h"

enum {
  SPINS = 8,        /* code with at least this number of references per miss probably waits for a value to change */
  CONCENTRATED = 8, /* 1 / CONCENTRATED is the minimum share of the events that must be on one cache line */
  ELSEWHERE = 8,    /* 1 / ELSEWHERE is the minimum share of the cycles, or of the invalidation misses */
  TENTH = 10,
  QUARTER = 4,
  MANY_ELEMENTS = 16, /* elements of an array for each processor */
  COUNTS = 16         /* bytes at the beginning of a block, in which a reference count is */
};

#define SET_UP 1.1 /* number of other processors that fetch a line */

/* ---- conditions ---- */

/* Returns the number of events on a hot cache line. Sets *modifies to the number of events of read-modify-write
 * instructions. */
static uint64_t events_of_line(const AdviceContext *context, uint32_t line, uint64_t *modifies) {
  uint64_t all = 0;
  const ProfileUse *end;
  *modifies = 0;
  for (const ProfileUse *use = analysis_shared_uses(context->view->profile, line, &end); use < end; use++) {
    *modifies += use->modifies;
    all += use->reads + use->writes + use->modifies;
  }
  return all;
}

/* Marks the cause as certain, because the simulation distinguishes all kinds of invalidation misses and upgrades
 * exactly. */
static bool is_known(const AdviceLook *look) {
  look->cause->gain = look->trouble->cycles;
  look->cause->sure = ADVICE_SURE;
  look->cause->why = "the simulation knows which words each processor used";
  return true;
}

/* Returns whether most misses are false sharing that several elements or blocks on the hottest line cause. Then a line
 * contains several locks, or a lock and data that another lock protects. */
static bool is_of_several(const AdviceLook *look) {
  const uint32_t number = advice_hot_line(look->context, look->trouble->data);
  if (look->trouble->counts.false_sharing <= look->trouble->counts.true_sharing || number == ADVICE_NONE) return false;
  AnalysisSharedLine *line = analysis_shared_line(look->context->view, look->context->names, number);
  const bool several = line->elements || line->blocks;
  analysis_shared_free(line);
  return several;
}

bool advice_is_lock(const AdviceLook *look) {
  const NameBinType *type = look->data->type;
  const bool whole = look->one && type != NULL && advice_locks_type(type->element);
  if ((!whole && look->trouble->locked * 2 <= look->trouble->cycles) || is_of_several(look)) return false;
  is_known(look);
  look->cause->why = whole ? "its type is a lock" : "most of this stall is in functions that take or release locks";
  if (!whole && look->code->kind == ADVICE_CODE_UNKNOWN) {
    look->cause->sure = ADVICE_LIKELY;
    look->cause->why = "most of this stall is in an OpenMP runtime, in a lock or in a barrier";
  }
  return true;
}

bool advice_is_upgrades(const AdviceLook *look) {
  const ProfileCounts *counts = &look->trouble->counts;
  return (double)counts->invalidation * 2 < (double)counts->upgrades && look->trouble->misses > 0 && is_known(look);
}

/* Returns whether each processor uses many elements of an array, and different processors use neighbouring elements.
 * Such elements should not get a line each, because the array would then be several times as large. */
static bool is_dealt_out(const AdviceLook *look) {
  const uint64_t size = look->data->type != NULL ? look->data->type->element_size : 0;
  const uint32_t number = advice_hot_line(look->context, look->trouble->data);
  if (size == 0 || size >= look->context->cache.line || number == ADVICE_NONE) return false;
  AnalysisSharedLine *line = analysis_shared_line(look->context->view, look->context->names, number);
  const bool elements = line->elements && line->part == 0 && !line->common;
  const uint64_t bytes = MAX(look->data->blocks != 0 ? look->data->bytes / look->data->blocks : 0, look->data->touched);
  analysis_shared_free(line);
  return elements && bytes / size > (uint64_t)MANY_ELEMENTS * look->context->processors;
}

/* Sets the gain to the cycles of false sharing, because another layout does not avoid true sharing. */
bool advice_is_false_sharing(const AdviceLook *look) {
  const ProfileCounts *counts = &look->trouble->counts;
  if (counts->false_sharing <= counts->true_sharing) return false;
  is_known(look);
  look->cause->gain *= ui_text_ratio((double)counts->false_sharing,
                                     (double)(counts->false_sharing + counts->true_sharing));
  look->cause->dealt_out = is_dealt_out(look);
  return true;
}

/* Returns whether the data are a synchronization variable. At least 1 / CONCENTRATED of the data's events must be on
 * one cache line. Also, either the code mostly reads the line, with at least SPINS references per miss, because it
 * waits for a value to change (the paper, 4.4), or most events of the line are those of read-modify-write instructions
 * (locks, counters). */
bool advice_is_synchronization(const AdviceLook *look) {
  const ProfileCounts *counts = &look->trouble->counts, *all = &look->data->counts;
  const uint32_t line = advice_hot_line(look->context, look->trouble->data);
  if (line == ADVICE_NONE) return false;
  uint64_t modifies;
  const uint64_t events = events_of_line(look->context, line, &modifies);
  if (events < (all->invalidation + all->upgrades) / CONCENTRATED) return false;
  const bool spins = counts->reads / SPINS >= counts->true_sharing && counts->writes < counts->reads / SPINS;
  return (spins || modifies > events / 2) && is_known(look);
}

/* Returns whether the type is a pointer with a reference count, or the block to which such a pointer refers, judged by
 * the name of the type. */
static bool is_counted_pointer(const char *name) {
  static const char *const names[] = {"shared_ptr<", "Arc<", "ArcInner<", "_Sp_counted_", "intrusive_ptr<"};
  for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
    if (strstr(name, names[i]) != NULL) return true;
  return false;
}

/* Returns whether most events of the hottest line of the data are those of read-modify-write instructions at the
 * beginning of the block, where a pointer that counts its references has the count. */
static bool has_count_at_beginning(const AdviceLook *look, uint32_t line) {
  const ProfileHotLine *hot = &look->context->view->profile->hot_lines[line];
  uint64_t modifies, counting = 0;
  const uint64_t events = events_of_line(look->context, line, &modifies);
  const ProfileUse *end;
  for (const ProfileUse *use = analysis_shared_uses(look->context->view->profile, line, &end); use < end; use++)
    if (use->start != 0 && hot->address + use->offset - use->start < COUNTS) counting += use->modifies;
  return counting > events / 2;
}

/* Returns whether the name of a field, or the name of a struct that contains the field, as in "ref.n", is that of a
 * reference count. */
static bool is_count_name(const char *field) {
  static const char *const names[] = {"ref",        "refs",      "refcount", "refcnt",     "ref_count", "ref_cnt",
                                      "references", "use_count", "kref",     "refcounter", "nrefs",     "ob_refcnt"};
  g_auto(GStrv) parts = g_strsplit(field, ".", -1);
  for (char **part = parts; *part != NULL; part++) {
    g_autofree char *lower = g_ascii_strdown(*part, -1);
    const char *name = lower + (g_str_has_prefix(lower, "m_") ? strlen("m_") : strspn(lower, "_"));
    const size_t n = strlen(name) - (g_str_has_suffix(name, "_") ? 1 : 0);
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
      if (strlen(names[i]) == n && strncmp(name, names[i], n) == 0) return true;
  }
  return false;
}

/* Returns the name of a field on the line that has the name of a reference count, if read-modify-write instructions on it
 * are at least a quarter of the events of the line; NULL: none. The NameTable owns the name. */
static const char *count_field(const AdviceContext *context, uint32_t number) {
  AnalysisSharedLine *line = analysis_shared_line(context->view, context->names, number);
  uint64_t modifies;
  const uint64_t events = events_of_line(context, number, &modifies);
  const char *found = NULL;
  for (guint i = 0; i < line->parts->len && found == NULL; i++) {
    const AnalysisSharedPart *part = &g_array_index(line->parts, AnalysisSharedPart, i);
    if (part->field != NULL && part->modifies >= events / QUARTER && is_count_name(part->field->name))
      found = part->field->name;
  }
  analysis_shared_free(line);
  return found;
}

bool advice_is_references(const AdviceLook *look) {
  const uint32_t line = advice_hot_line(look->context, look->trouble->data);
  if (!look->one || line == ADVICE_NONE) return false;
  if (is_counted_pointer(look->data->name) && has_count_at_beginning(look, line)) return is_known(look);
  if (count_field(look->context, line) == NULL) return false;
  is_known(look);
  look->cause->sure = ADVICE_LIKELY;
  look->cause->why = "atomic instructions change the field, and its name is that of a reference count";
  return true;
}

bool advice_is_true_sharing(const AdviceLook *look) { return is_known(look); }

bool advice_is_processors(const AdviceLook *look) {
  const AdviceTrouble *trouble = look->trouble;
  if (trouble->elsewhere * ELSEWHERE <= trouble->cycles || trouble->replacement * 2 >= trouble->cycles) return false;
  look->cause->sure = ADVICE_SURE;
  look->cause->gain = trouble->elsewhere;
  look->cause->why = "the data have fewer lines than were fetched for the first time";
  return true;
}

/* ---- findings ---- */

/* If one processor sets the data up, and others use them later, reports the code that sets them up. */
static void say_setup(const AdviceWords *words) {
  const AdviceSetup setup = advice_setup(words);
  const uint64_t cold = words->facts->counts.cold, later = cold - MIN(setup.cold, cold);
  if (words->facts->shared > 1 + SET_UP || later * TENTH < cold || !advice_setup_is_all(words, &setup)) return;
  g_autofree char *name = advice_setup_name(words, &setup);
  advice_say(words, " Almost all of it was used first in %s.", name);
  advice_say_remedy(words, " If one thread sets the data up there, let each thread set up the part that it uses later, "
                           "for example in a parallel loop with the same division of the elements.");
}

void advice_explain_processors(const AdviceWords *words) {
  advice_say(
      words,
      "A line of %s is fetched by %.1f processors on average, though not for what others store there: lines hold data "
      "of several processors, or several need the same data.",
      words->data, words->facts->shared);
  advice_say_figure(words, "first references", (double)words->counts->cold, ADVICE_FIGURE_COUNT);
  say_setup(words);
  advice_say_figure(words, "of these, to lines that another processor has fetched",
                    advice_say_percent(words->trouble->elsewhere, words->trouble->cold), ADVICE_FIGURE_PERCENT);
  advice_say_figure(words, "processors that fetch a line", words->facts->shared, ADVICE_FIGURE_RATIO);
}

/* Appends a name to a list, unless the list has it. The table `names` contains the names of the list. */
static void append_new(GString *list, GHashTable *names, const char *name) {
  if (!g_hash_table_add(names, (gpointer)name)) return;
  g_string_append_printf(list, "%s%s", list->len != 0 ? ", " : "", name);
}

/* Appends which parts of the cache line are only read, and which parts are written. Parts of one variable on the stack
 * have the same name: if such a name is in both lists, the lists would say nothing. */
static void say_read_only(const AdviceWords *words, const AnalysisSharedLine *line) {
  g_autoptr(GString) read = g_string_new(NULL), written = g_string_new(NULL);
  g_autoptr(GHashTable) read_names = g_hash_table_new(g_str_hash, g_str_equal);
  g_autoptr(GHashTable) written_names = g_hash_table_new(g_str_hash, g_str_equal);
  bool both = false;
  for (guint i = 0; i < line->pad->len; i++) {
    const AnalysisSharedPart *part = &g_array_index(line->parts, AnalysisSharedPart,
                                                    g_array_index(line->pad, guint, i));
    const bool is_written = (part->writes + part->modifies) * TENTH > part->reads;
    append_new(is_written ? written : read, is_written ? written_names : read_names, part->name);
    both |= g_hash_table_contains(is_written ? read_names : written_names, part->name);
  }
  if (both || read->len == 0 || written->len == 0) return;
  advice_say(words, " What is read there (%s) lies beside what is written (%s).", read->str, written->str);
}

/* Appends the figures of one kind of invalidation misses to the finding. */
static void tell_invalidations(const AdviceWords *words, const char *what, double misses) {
  advice_say_figure(words, what, misses, ADVICE_FIGURE_COUNT);
  advice_say_figure(words, "of all its misses", advice_say_percent(misses, advice_say_misses(words)),
                    ADVICE_FIGURE_PERCENT);
  advice_say_figure(words, "upgrades", (double)words->counts->upgrades, ADVICE_FIGURE_COUNT);
  advice_say_hot_line(words);
}

void advice_explain_false_sharing(const AdviceWords *words) {
  advice_say(words, "Processors take lines of %s from each other without using what the others stored: ", words->data);
  advice_say_count(words, (double)words->counts->false_sharing);
  advice_say(words, " invalidation misses, and ");
  advice_say_count(words, (double)words->counts->upgrades);
  advice_say(words, " upgrades.");
  tell_invalidations(words, "invalidation misses by false sharing", (double)words->counts->false_sharing);
  if (words->advice->hot_line == ADVICE_NONE) {
    advice_say_remedy(words, "Put what different processors use into different lines.");
    return;
  }
  AnalysisSharedLine *line = analysis_shared_line(words->context->view, words->context->names, words->advice->hot_line);
  g_autofree char *remedy = analysis_shared_remedy(words->context->view, line);
  if (!line->elements && !line->blocks) say_read_only(words, line);
  if (words->cause->dealt_out && words->trouble->cold + words->trouble->replacement > 0)
    advice_say(words,
               " Each processor also fetches most lines of it, and of the other data in the same line of source.");
  if (words->cause->dealt_out)
    advice_say_remedy(words,
                      "Different processors use neighbouring elements of %s. Do loops deal out the elements to the "
                      "threads in turn? Then let each thread use a contiguous part of the array, so that two threads "
                      "share a line only where their parts meet.",
                      words->data);
  else
    advice_say_remedy(words, "%s",
                      line->kind == ANALYSIS_SHARED_FALSE ? remedy
                                                          : "Put what different processors use into different lines.");
  analysis_shared_free(line);
}

void advice_explain_synchronization(const AdviceWords *words) {
  advice_say(words, "Processors wait for each other at %s: ", words->data);
  advice_say_count(words, (double)words->counts->true_sharing);
  advice_say(words, " misses for a value that another one stored, %.0f references for each.",
             ui_text_ratio((double)profile_counts_references(words->counts), (double)words->counts->true_sharing));
  advice_say_figure(words, "invalidation misses by true sharing", (double)words->counts->true_sharing,
                    ADVICE_FIGURE_COUNT);
  advice_say_references(words);
  advice_say_hot_line(words);
}

void advice_explain_references(const AdviceWords *words) {
  const uint32_t line = advice_hot_line(words->context, words->trouble->data);
  const bool likely = words->cause->sure == ADVICE_LIKELY;
  g_autofree char *field = ui_text_escaped(likely ? count_field(words->context, line) : "");
  advice_say(words, "Processors change the reference count %s%sof %s: ", field, likely ? " " : "", words->data);
  advice_say_count(words, (double)words->counts->invalidation);
  advice_say(words, " misses because another processor has changed it.");
  if (likely) {
    advice_say_remedy(words,
                      "Take a reference less often: a thread that keeps the object needs one reference only, not "
                      "one for each use. Fields that all threads read should not lie on the line of the count.");
  } else {
    advice_say(words, " Each copy of the pointer adds one to the count, and the end of the copy subtracts one.");
    advice_say_remedy(words, "Do not copy the pointer where a reference to it is sufficient: pass and capture it by "
                             "reference (const std::shared_ptr<T> &, &Arc<T>), or move it. A thread that keeps the "
                             "object needs one copy only.");
  }
  advice_say_figure(words, "invalidation misses", (double)words->counts->invalidation, ADVICE_FIGURE_COUNT);
  advice_say_references(words);
  advice_say_hot_line(words);
}

/* Returns the number of the only processor that stores to the part often; -1: several processors do, or the part is
 * hardly written. */
static int only_writer(const AnalysisSharedPart *part) {
  const uint64_t written = part->writes + part->modifies;
  if (written * TENTH < part->reads + written) return -1;
  for (int p = 0; p < ANALYSIS_SHARED_PROCESSORS; p++)
    if (part->written_by[p] * TENTH > written * (TENTH - 1)) return p;
  return -1;
}

/* Reports the parts of the hottest cache line that different processors write, if false sharing is a significant part
 * of the misses. */
static void say_beside(const AdviceWords *words) {
  const ProfileCounts *counts = words->counts;
  if (words->advice->hot_line == ADVICE_NONE || counts->false_sharing * ELSEWHERE < counts->invalidation) return;
  AnalysisSharedLine *line = analysis_shared_line(words->context->view, words->context->names, words->advice->hot_line);
  g_autoptr(GString) list = g_string_new(NULL);
  uint64_t writers = 0;
  for (guint i = 0; i < line->parts->len; i++) {
    const AnalysisSharedPart *part = &g_array_index(line->parts, AnalysisSharedPart, i);
    const int writer = only_writer(part);
    if (writer < 0 || (part->writes + part->modifies) * TENTH < counts->invalidation) continue;
    writers |= UINT64_C(1) << writer;
    g_string_append_printf(list, "%s%s (processor %d)", list->len != 0 ? ", " : "", part->name, writer);
  }
  if ((writers & (writers - 1)) != 0) {
    advice_say(words, " Different processors write parts of one line: %s; %.1f%% of the misses are false sharing.",
               list->str, advice_say_percent((double)counts->false_sharing, (double)counts->invalidation));
    advice_say_remedy(words,
                      " Let each processor keep a copy of what the other one writes, and read the shared value only if "
                      "the copy is too old; then put each of these parts into a line of its own. Without the copies, "
                      "separate lines can have more misses.");
  }
  analysis_shared_free(line);
}

void advice_explain_true_sharing(const AdviceWords *words) {
  advice_say(words, "Processors use what others have stored in %s: ", words->data);
  advice_say_count(words, (double)words->counts->true_sharing);
  advice_say(words, " invalidation misses.");
  tell_invalidations(words, "invalidation misses by true sharing", (double)words->counts->true_sharing);
  say_beside(words);
}

void advice_explain_upgrades(const AdviceWords *words) {
  const char *protocol = profile_option(words->context->view->profile, "protocol");
  advice_say(words, "Stores to %s find the line in other caches too, and wait until it is theirs alone: ", words->data);
  advice_say_count(words, (double)words->counts->upgrades);
  advice_say(words, " upgrades.");
  if (protocol != NULL && strcmp(protocol, "msi") == 0)
    advice_say(words, " With the protocol msi that is so, too, for data that no other processor has used.");
  advice_say_figure(words, "upgrades", (double)words->counts->upgrades, ADVICE_FIGURE_COUNT);
  advice_say_figure(words, "writes", (double)words->counts->writes, ADVICE_FIGURE_COUNT);
  advice_say_hot_line(words);
}

/* ---- snippets ---- */

static void write_elements(const AdviceWriter *writer, const AnalysisSharedLine *line) {
  const NameBinType *type = writer->type;
  const char *name = writer->variable != NULL ? writer->variable : "elements";
  if (type == NULL || *type->element == '\0' || line->inner != NULL) return;
  const char *element = advice_write_bare_type(type->element), *open = strchr(type->data_type, '[');
  if (type->n_fields != 0 && strchr(element, '<') == NULL) {
    g_autofree char *member = advice_write_declaration(type->fields[0].type, type->fields[0].name);
    if (writer->language == ADVICE_LANGUAGE_C && member == NULL) return;
    if (writer->language == ADVICE_LANGUAGE_C)
      advice_write(writer,
                   "struct %s {\n  _Alignas(%" G_GUINT64_FORMAT
                   ") %s; /* each element begins a line */\n  /* the other members */\n};",
                   element, line->apart, member);
    else
      advice_write(writer,
                   "struct alignas(%" G_GUINT64_FORMAT ") %s { /* its members: each element begins a line */ };",
                   line->apart, element);
    return;
  }
  if (g_str_has_suffix(type->variable, "[]")) return; /* the variable is an array of pointers to the elements */
  const bool array = open != NULL && !writer->data->heap;
  advice_write(writer, "struct {\n  %s(%" G_GUINT64_FORMAT ") %s value; /* each begins a line */\n} %s%s%s;",
               advice_write_alignment(writer), line->apart, type->element, array ? "" : "*", name, array ? open : "");
}

static const AnalysisSharedPart *part_number(const AnalysisSharedLine *line, guint i) {
  return &g_array_index(line->parts, AnalysisSharedPart, g_array_index(line->pad, guint, i));
}

/* Returns whether part i directly follows part i - 1, and the same processors, more than one, write both. These
 * processors then use both parts together. */
static bool is_with_earlier(const AnalysisSharedLine *line, guint i) {
  if (i == 0) return false;
  const AnalysisSharedPart *part = part_number(line, i), *before = part_number(line, i - 1);
  return part->writers == before->writers && (part->writers & (part->writers - 1)) != 0 && part->start == before->start;
}

/* Returns whether the field can be declared with an alignment. It can if it is a direct member of the struct, not a
 * part of a nested struct. */
static bool is_own_member(const AnalysisSharedPart *part) {
  return part->field == NULL || strpbrk(part->field->name, ".[ :") == NULL;
}

/* Writes declarations that put each written part at the beginning of a cache line. Adjacent parts share a line if the
 * same processors, more than one, write them. */
static void write_parts(const AdviceWriter *writer, const AnalysisSharedLine *line) {
  guint written = 0;
  for (guint i = 0; i < line->pad->len; i++)
    if (!is_own_member(part_number(line, i))) return;
  for (guint i = 0; i < line->pad->len; i++) {
    const AnalysisSharedPart *part = part_number(line, i);
    if (is_with_earlier(line, i)) continue;
    const bool is_field = part->field != NULL;
    const NameBinType *type = writer->context->names != NULL ? name_table_type(writer->context->names, part->bin)
                                                             : NULL;
    const char *declared = is_field                                               ? part->field->type
                           : type != NULL && strchr(type->data_type, '[') == NULL ? type->data_type
                                                                                  : "";
    const char *name = is_field ? part->field->name : part->name;
    g_autofree char *declaration = advice_write_declaration(declared, name);
    if (part->writers == 0 || declaration == NULL) continue;
    if (written++ != 0) advice_write(writer, "\n");
    advice_write(writer, "%s(%" G_GUINT64_FORMAT ") %s; /* written: a line of its own, with no other data %s it */",
                 advice_write_alignment(writer), line->apart, declaration,
                 i + 1 < line->pad->len && is_with_earlier(line, i + 1) ? "before" : "after");
  }
}

void advice_write_apart(const AdviceWriter *writer) {
  const uint32_t number = advice_hot_line(writer->context, writer->trouble->data);
  if (number == ADVICE_NONE) return;
  AnalysisSharedLine *line = analysis_shared_line(writer->context->view, writer->context->names, number);
  if (line->elements && line->part == 0 && !writer->cause->dealt_out)
    write_elements(writer, line);
  else if (!line->elements && !line->blocks)
    write_parts(writer, line);
  analysis_shared_free(line);
}
