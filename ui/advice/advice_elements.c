/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_elements.c: the rules for code that uses few words of each cache line, due to the layout or the order of the
 * elements. */
#include "ui/advice/advice_lookups.h"
#include "ui/advice/advice_rule_code.h"

#include <string.h>

#include "ui/advice/advice_reuse.h"
#include "ui/base/ui_text.h"

enum {
  LINKED_WORDS = 8 /* words per miss: those of a node and its contents */,
  LARGE_STRUCT = 16 /* bytes */,
  KEY = 16 /* bytes */,
  SLIGHTLY = 4 /* times */,
  OTHERS = 3 /* functions that a finding names */,
  OFTEN = 2 /* minimum ratio of the fetches of a line of the data to the fetches of a line of the subscripts */,
  VECTOR = 32,
  WORD = 8 /* bytes */
};
#define ONE_WORD 1.25
#define FULLY 0.75
#define NEARLY 0.95

/* ---- conditions ---- */

/* Returns the cycles spent on fetching unused bytes, given that the code uses `used_bytes` of each `of_bytes`. */
static double unused(const AdviceLook *look, double used_bytes, double of_bytes) {
  return of_bytes > used_bytes ? look->trouble->cycles * (1 - used_bytes / of_bytes) : 0;
}

/* Returns the cycles that a better order of the visits saves, given that the code uses `used_bytes` of each line that
 * it fetches. In a better order, the code fetches fewer lines, but the first reference to each line remains a miss. */
static double reordered(const AdviceLook *look, double used_bytes) {
  const AdviceTrouble *trouble = look->trouble;
  const double cold = (double)trouble->counts.cold, replaced = (double)trouble->counts.replacement;
  const double needed = (cold + replaced) * used_bytes / (double)look->context->cache.line;
  return trouble->replacement * (1 - MIN(ui_text_ratio(MAX(needed - cold, 0), replaced), 1));
}

/* Returns how many bytes of each fetched line the code uses. A search refers to the elements of its first steps
 * again and again, and they stay in the cache. Hence, each miss counts as one used element. */
static double used_bytes(const AdviceLook *look) {
  return advice_look_word(look) * (look->cause->searched ? 1 : look->cause->words);
}

static bool uses_half(const AdviceLook *look) {
  const NameBinType *type = look->data->type;
  if (type == NULL || type->n_fields < 2 || type->element_size < LARGE_STRUCT) return false;
  if (look->cause->fields.names->len == 0)
    return look->cause->words <= ONE_WORD && type->element_size >= look->context->cache.line / 2;
  uint64_t all =
      0; /* bytes of fields; the rest of the element is padding, which another layout of the fields removes */
  for (uint32_t f = 0; f < type->n_fields; f++) all += type->fields[f].size;
  return look->cause->fields.bytes * 2 <= MIN(all, type->element_size);
}

/* Returns whether the name of a field says that nothing uses the field, such as "pad" and "cache_line_padding". */
static bool is_padding_name(const char *name) {
  static const char *const words[] = {"pad", "fill", "unused", "reserved", "align", "dummy"};
  g_autofree char *lower = g_ascii_strdown(name, -1);
  for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
    if (strstr(lower, words[i]) != NULL) return true;
  return false;
}

/* Returns whether padding can keep elements of different threads on separate lines: a program with threads uses structs
 * of one or more whole lines, of which at least half is padding. The programmer then added it for this purpose. */
static bool keeps_apart(const AdviceContext *context, const NameBinType *type) {
  if (context->processors < 2 || type == NULL || type->n_fields == 0 || type->element_size == 0) return false;
  uint64_t fields = 0;
  for (uint32_t f = 0; f < type->n_fields; f++)
    if (!is_padding_name(type->fields[f].name)) fields += type->fields[f].size;
  return type->element_size % context->cache.line == 0 && fields * 2 <= type->element_size;
}

/* Returns whether the subscript is computed from several variables and contains a product, such as i * n + j. */
static bool is_computed(const char *subscript) {
  unsigned words = 0;
  for (const char *p = subscript; *p != '\0'; p++)
    words += g_ascii_isalpha(*p) && (p == subscript || !(g_ascii_isalnum(p[-1]) || p[-1] == '_'));
  return words >= 2 && strchr(subscript, '*') != NULL;
}

static AdviceRuleId rule_of_element(const AdviceCause *cause) {
  const AdviceElement *element = &cause->element;
  if (element->text == NULL) return cause->fields.reached ? ADVICE_RULE_SCATTERED : ADVICE_RULE_SPATIAL;
  for (guint i = 0; i < element->subscripts->len; i++)
    if (advice_walk_is_indirect(element->subscripts->pdata[i])) return ADVICE_RULE_SCATTERED;
  if (element->walk == ADVICE_WALK_INDIRECT) return ADVICE_RULE_SCATTERED;
  if (element->walk == ADVICE_WALK_ALONG || element->walk == ADVICE_WALK_FIXED) return ADVICE_RULE_SPATIAL;
  if (element->subscripts->len > 1 || is_computed(element->subscripts->pdata[0])) return ADVICE_RULE_LOOPS;
  return ADVICE_RULE_SPATIAL;
}

/* Returns whether the code already visits the elements in their order in memory: then, a miss brings in as many
 * elements as a cache line holds. This assumes that each element is used once for each field in use. */
static bool is_in_order(const AdviceLook *look) {
  const NameBinType *type = look->data->type;
  const guint fields = look->cause->fields.fetching;
  /* Functions of the library use the fields of a node of a C++ library. The analysis of source lines does not cover
   * these functions. */
  if (type == NULL || type->element_size == 0 || fields == 0 || strchr(type->element, '<') != NULL) return false;
  const uint64_t block = advice_block_size(type->element_size);
  const double elements = (double)look->context->cache.line / (double)(look->data->apart ? block : type->element_size);
  /* If the elements are not used in order, each miss brings in only one used element. */
  const double in_order = MAX(FULLY * elements, (1 + elements) / 2);
  return elements > ONE_WORD && look->cause->words / fields >= in_order;
}

/* Returns whether the code uses a pointer of the elements to their own type. */
static bool uses_links(const AdviceLook *look) {
  GPtrArray *names = look->cause->fields.names;
  const NameBinType *type = look->data->type;
  for (uint32_t f = 0; f < type->n_fields; f++)
    if (advice_is_link(type, &type->fields[f]) &&
        g_ptr_array_find_with_equal_func(names, type->fields[f].name, g_str_equal, NULL))
      return true;
  return false;
}

/* Returns whether a loop goes along an array of structs without the pointers between them. */
static bool is_plain_array(const AdviceLook *look) {
  return !look->data->apart && look->cause->element.walk == ADVICE_WALK_ALONG && look->cause->fields.names->len != 0 &&
         !uses_links(look);
}

bool advice_is_linked(const AdviceLook *look) {
  AdviceCause *cause = look->cause;
  if (!look->one || !(look->data->linked || look->data->apart) || cause->words >= LINKED_WORDS) return false;
  if (is_in_order(look) || is_plain_array(look) || advice_look_new_memory(look)) return false;
  cause->sure = look->data->linked ? ADVICE_SURE : ADVICE_LIKELY;
  cause->why = look->data->linked ? "its elements have pointers to each other" : "each element is a block of its own";
  cause->gain = look->trouble->cycles;
  return true;
}

/* Returns whether other data determine the order of the visits. */
static bool is_random(const AdviceLook *look) {
  return look->cause->element.walk == ADVICE_WALK_INDIRECT || look->cause->fields.reached;
}

/* Returns an upper bound of the words that the code accesses per miss, if it accesses each field that it uses once for
 * each element of a line. */
static double words_of_fields(const AdviceLook *look) {
  const NameBinType *type = look->data->type;
  const double size = type != NULL ? (double)type->element_size : 0;
  const double elements = size != 0 ? (double)look->context->cache.line / size : 1;
  return MAX(ADVICE_FEW_WORDS, ONE_WORD * elements * look->cause->fields.fetching);
}

/* Returns whether the data are structs of which the code uses at most half of the bytes, and few words per miss. */
bool advice_is_fields(const AdviceLook *look) {
  AdviceCause *cause = look->cause;
  if (cause->words >= words_of_fields(look) || !look->one || !uses_half(look)) return false;
  if (keeps_apart(look->context, look->data->type)) return false;
  /* Another array cannot hold fields of elements that only pointers reach. */
  if (look->data->apart || (look->data->linked && !is_plain_array(look))) return false;
  const bool names = cause->fields.names->len != 0;
  cause->sure = cause->fields.counted ? ADVICE_SURE : names ? ADVICE_LIKELY : ADVICE_POSSIBLE;
  cause->why = cause->fields.counted ? "the profile has the offsets"
               : names               ? "the lines of source use no other fields"
                                     : "it is not known which fields are used";
  const double used = names ? (double)cause->fields.bytes : cause->words * WORD,
               size = (double)look->data->type->element_size;
  const bool fit = (double)look->data->extent * used / size <= (double)look->context->cache.size;
  const double saved = MAX(1 - used / size, 0);
  /* If the used fields of all elements fit into the cache, they stay there. Other code that uses the other fields still
   * has the first references to the lines. */
  cause->gain = look->trouble->replacement * (fit ? 1 : saved);
  if (!advice_others_use(look->context, look->trouble, cause->fields.names)) cause->gain += look->trouble->cold * saved;
  /* In a random order, each visit of an element still misses, unless the used fields of all elements fit. */
  cause->unbounded = is_random(look) && !fit;
  return true;
}

/* Returns the stride of the hottest instruction, if the instruction uses vectors; otherwise 0. */
static double step_of_vectors(const AdviceLook *look) {
  const AdviceTroublePlace *at = advice_place(look->trouble, 0);
  const ProfileSpread *spread = profile_spread(look->context->view->profile, at->place, at->bin);
  return spread != NULL && spread->stride <= VECTOR ? (double)spread->stride : 0;
}

/* Returns whether the code uses few words per miss, and the subscripts in the source match `rule`. (Code that visits an
 * array of numbers in order uses more of each cache line.) */
static bool is_sparse(const AdviceLook *look, AdviceRuleId rule) {
  AdviceCause *cause = look->cause;
  const double line = (double)look->context->cache.line;
  const double vectors = (cause->element.walk == ADVICE_WALK_INDIRECT ? 1 : NEARLY) * line / VECTOR;
  if (cause->words >= ADVICE_FEW_WORDS || cause->words >= MAX(vectors, ONE_WORD)) return false;
  if (cause->words * step_of_vectors(look) >= FULLY * line) return false;
  if ((look->one ? rule_of_element(cause) : ADVICE_RULE_SPATIAL) != rule) return false;
  if (look->data->apart && advice_look_new_memory(look)) return false;
  /* Code without line numbers, as hand-written vector code of libraries, can use most of each line by a few references. */
  if (cause->words > ONE_WORD && !advice_reuse_has_line(look->context, look->trouble)) return false;
  const double used = used_bytes(look);
  /* Code without source can use vectors, and then uses more bytes. */
  cause->sure = cause->unseen ? ADVICE_POSSIBLE : ADVICE_LIKELY;
  cause->why = cause->unseen ? "the size of the references is unknown without the source of this code"
                             : "few words of a line are used before it is gone";
  cause->gain = rule == ADVICE_RULE_SPATIAL ? unused(look, used, line) : reordered(look, used);
  return true;
}

/* Returns the number of the data group of the array that a subscript such as "order[i]" or "row(k)" reads; ADVICE_NONE:
 * the source or the names do not show it. */
static uint32_t index_array(const AdviceLook *look) {
  const AdviceContext *context = look->context;
  const AdviceElement *element = &look->cause->element;
  for (guint i = 0; i < element->subscripts->len; i++) {
    const char *subscript = element->subscripts->pdata[i], *open = strpbrk(subscript, "[(");
    if (open == NULL) continue;
    for (uint32_t g = 0; g < context->groups->data->len; g++) {
      g_autofree char *name = advice_variable(context, g);
      if (name == NULL) continue;
      g_autofree char *head = g_strndup(subscript, (gsize)(open - subscript));
      if (g != look->trouble->data && advice_walk_word(head, name) != NULL) return g;
    }
  }
  return ADVICE_NONE;
}

/* The loop goes along an array that contains the subscripts of the data. Returns whether it fetches each line of the
 * data much more often than each line of this array. If the subscripts were sorted, it would fetch both equally often.
 * Sets *ordered to the fraction of the misses that remains if the subscripts are sorted. */
static bool is_fetched_more(const AdviceLook *look, double *ordered) {
  const uint32_t index = look->cause->element.walk == ADVICE_WALK_INDIRECT ? index_array(look) : ADVICE_NONE;
  if (index == ADVICE_NONE || look->trouble->replacement * 2 < look->trouble->cycles) return false;
  const double fetches = advice_data(look->context->groups, index)->fetches;
  *ordered = ui_text_ratio(fetches, look->data->fetches);
  return fetches >= 1 && look->data->fetches >= OFTEN * fetches;
}

/* Returns whether two conditions hold: other data or a computation determine the order in which the loop visits the
 * elements; and the loop uses at most half of each line that it fetches, or fetches lines many times. */
static bool is_visited_at_random(const AdviceLook *look) {
  AdviceCause *cause = look->cause;
  const double line = (double)look->context->cache.line, used = used_bytes(look);
  double ordered = 1;
  if (!look->one || cause->element.walk != ADVICE_WALK_INDIRECT) return false;
  const bool again = is_fetched_more(look, &ordered);
  if (!again && used * 2 > line) return false;
  cause->sure = ADVICE_LIKELY;
  cause->again = again && used * 2 > line;
  cause->why = cause->again ? "each line is fetched more often than the array of subscripts"
                            : "few words of a line are used before it is gone";
  cause->gain = cause->again ? look->trouble->replacement * (1 - ordered) : reordered(look, used);
  return true;
}

/* Returns whether the program searches the data by comparisons, and most of the misses are replacements. */
static bool is_searched(const AdviceLook *look) {
  if (!look->one || !look->cause->searched || look->trouble->replacement * 2 < look->trouble->cycles) return false;
  look->cause->sure = ADVICE_LIKELY;
  look->cause->why = "a search goes to elements that are far apart";
  look->cause->gain = reordered(look, used_bytes(look));
  return true;
}

/* Returns whether each call of a function looks an element up, and uses few words of its line. */
static bool is_looked_up(const AdviceLook *look) {
  if (!look->one || !advice_lookups_is(look->context, look->trouble, &look->cause->element)) return false;
  look->cause->looked_up = is_sparse(look, ADVICE_RULE_SPATIAL);
  return look->cause->looked_up;
}

bool advice_is_scattered(const AdviceLook *look) {
  return is_sparse(look, ADVICE_RULE_SCATTERED) || is_visited_at_random(look) || is_searched(look) ||
         is_looked_up(look);
}

/* Returns whether the source shows that the innermost loop goes across the rows. Also, cache lines must be evicted
 * before the neighbours of an element are used, or before another loop uses the same elements again. */
static bool is_across(const AdviceLook *look) {
  AdviceCause *cause = look->cause;
  const double line = (double)look->context->cache.line, word = advice_look_word(look);
  if (!look->one || cause->element.walk != ADVICE_WALK_ACROSS) return false;
  const bool few = cause->words < FULLY * line / word;
  if (!few &&
      (cause->element.mixed || cause->element.again == NULL || look->trouble->replacement * 2 < look->trouble->cycles))
    return false;
  cause->sure = ADVICE_LIKELY;
  cause->why = "in the source, the innermost loop goes across the rows";
  cause->gain = few ? reordered(look, cause->words * word) : look->trouble->replacement;
  return true;
}

bool advice_is_loops(const AdviceLook *look) {
  return !advice_look_few_rows(look) && (is_across(look) || is_sparse(look, ADVICE_RULE_LOOPS));
}
bool advice_is_spatial(const AdviceLook *look) { return is_sparse(look, ADVICE_RULE_SPATIAL); }

/* ---- findings ---- */

/* Returns whether the elements are string objects of C++ or Rust, or pointers to characters. */
static bool are_strings(const NameBinType *type) {
  static const char *const names[] = {"std::string", "String", "char *", "const char *"};
  if (type == NULL) return false;
  for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
    if (strcmp(type->element, names[i]) == 0) return true;
  return g_str_has_prefix(type->element, "std::basic_string<");
}

/* Returns the cycles of the bottleneck in functions whose names begin with one of the `n` names. */
static double cycles_in(const AdviceWords *words, const char *const *names, size_t n) {
  const Profile *profile = words->context->view->profile;
  double cycles = 0;
  for (guint i = 0; i < words->trouble->places->len; i++) {
    const AdviceTroublePlace *at = advice_place(words->trouble, i);
    const char *function = profile->segments[profile->places[at->place].segment].name;
    function += strspn(function, "_");
    bool is_one = false;
    for (size_t k = 0; k < n; k++) is_one |= g_str_has_prefix(function, names[k]);
    if (is_one) cycles += at->cycles;
  }
  return cycles;
}

typedef enum { COMPARES_OTHERS, COMPARES_BYTES, COMPARES_STRINGS } Compares;

/* Returns what most of the bottleneck's code compares. memcmp() is no evidence for strings, unless the data are strings
 * or belong to std::string objects. */
static Compares compared(const AdviceWords *words) {
  static const char *const of_strings[] = {"strcmp", "strncmp", "strcasecmp", "strcoll"};
  static const char *const of_bytes[] = {"memcmp", "bcmp"};
  const double strings = cycles_in(words, of_strings, G_N_ELEMENTS(of_strings));
  const double bytes = cycles_in(words, of_bytes, G_N_ELEMENTS(of_bytes));
  if ((strings + bytes) * 2 <= words->trouble->cycles) return COMPARES_OTHERS;
  const bool of_objects = g_str_has_prefix(words->facts->name, "std::string.") ||
                          g_str_has_prefix(words->facts->name, "std::basic_string<");
  if (strings >= bytes || of_objects || are_strings(words->facts->type)) return COMPARES_STRINGS;
  return COMPARES_BYTES;
}

/* Writes the remedy for comparisons of strings through pointers. `store` is the beginning of the sentence. */
static void say_strings(const AdviceWords *words, const char *store) {
  advice_say_remedy(
      words,
      " %s next to the pointer, and compare these first. Or assign each string a number once, and compare "
      "the numbers.",
      store);
}

/* Writes how to avoid most accesses to the elements: store copies of the few fields used next to each pointer. */
static void say_keys(const AdviceWords *words) {
  const AdviceFields *fields = &words->cause->fields;
  const Compares compares = compared(words);
  if (compares == COMPARES_STRINGS) {
    advice_say(words, " The code compares strings.");
    say_strings(words, "Or store the first characters of each string, or its hash,");
  } else if (compares == COMPARES_BYTES) {
    advice_say(words, " The code compares bytes.");
  }
  if (compares != COMPARES_OTHERS) return;
  if (words->facts->linked || !(fields->reached || words->facts->apart) || fields->names->len == 0) return;
  if (fields->bytes > KEY || fields->bytes * 2 > words->facts->type->element_size) return;
  g_autoptr(GString) names = g_string_new(NULL);
  for (guint i = 0; i < fields->names->len; i++) {
    g_autofree char *name = ui_text_escaped(fields->names->pdata[i]);
    g_string_append_printf(names, "%s%s", i == 0 ? "" : i + 1 < fields->names->len ? ", " : " and ", name);
  }
  advice_say(words,
             " Other data contain pointers to the elements. This code uses only %s (%" G_GUINT64_FORMAT
             " bytes) of each element.",
             names->str, fields->bytes);
  advice_say_remedy(words,
                    " Or store %s next to each pointer: then this code does not fetch the elements. Where the program "
                    "changes %s, it must also change the copy.",
                    names->str, names->str);
}

void advice_explain_linked(const AdviceWords *words) {
  if (words->facts->linked)
    advice_say(words,
               "The elements of %s have pointers to each other, and each step goes to another line: ", words->data);
  else
    advice_say(words, "%s is made of small heap blocks, and each step goes to another line: ", words->data);
  advice_say(words, "%.1f references for each miss.",
             ui_text_ratio((double)profile_counts_references(words->counts), advice_say_misses(words)));
  advice_say_sizes(words);
  if (words->trouble->allocation > 0)
    advice_say(words, " malloc and free cause about %.1f%% of this stall, for blocks of these data.",
               advice_say_percent(words->trouble->allocation, words->trouble->cycles));
  say_keys(words);
  if (words->facts->linked && words->facts->type != NULL && g_str_has_suffix(words->facts->type->variable, "[]"))
    advice_say_remedy(words, " If they are the chains of a hash table, more buckets make the chains shorter.");
  if (words->facts->type != NULL && words->facts->type->element_size != 0)
    advice_say_figure(words, "bytes of an element", (double)words->facts->type->element_size, ADVICE_FIGURE_BYTES);
  advice_say_references(words);
  advice_say_size(words);
}

/* Writes which other functions of the program use the data, because these functions must change if fields move. */
static void say_other_users(const AdviceWords *words) {
  const AdviceContext *context = words->context;
  const Profile *profile = context->view->profile;
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  g_autoptr(GString) list = g_string_new(NULL);
  g_hash_table_add(seen, (gpointer)advice_function(context, advice_place(words->trouble, 0)->place));
  for (uint32_t c = 0; c < profile->n_cells; c++) {
    const ProfileCell *cell = &profile->cells[c];
    const ProfileSegment *function = advice_function(context, cell->place);
    if (context->groups->of_column[view_column(context->view, cell->bin)] != words->trouble->data ||
        name_user_lines_is_library_segment(profile, function) || !g_hash_table_add(seen, (gpointer)function) ||
        g_hash_table_size(seen) > OTHERS + 1)
      continue;
    g_autofree char *name = advice_function_name(profile, (uint32_t)(function - profile->segments));
    g_string_append_printf(list, "%s%s", list->len != 0 ? ", " : "", name);
  }
  if (list->len != 0)
    advice_say_remedy(words, " Other functions use the elements, too, such as %s: change them accordingly.", list->str);
}

void advice_explain_fields(const AdviceWords *words) {
  const AdviceFields *fields = &words->cause->fields;
  const uint64_t size = words->facts->type->element_size;
  if (fields->names->len != 0) {
    advice_say(words, "This code uses %" G_GUINT64_FORMAT " of the %" G_GUINT64_FORMAT " bytes of each element of %s: ",
               fields->bytes, size, words->data);
    for (guint i = 0; i < fields->names->len; i++) {
      g_autofree char *name = ui_text_escaped(fields->names->pdata[i]);
      advice_say(words, "%s%s", i == 0 ? "" : i + 1 < fields->names->len ? ", " : " and ", name);
    }
    advice_say(words, ". The other bytes are fetched with them.");
  } else {
    advice_say(words,
               "This code uses little of each element of %s, which has %" G_GUINT64_FORMAT
               " bytes: %.1f references for each miss.",
               words->data, size,
               ui_text_ratio((double)profile_counts_references(words->counts), advice_say_misses(words)));
  }
  advice_say_step(words);
  say_other_users(words);
  advice_say_figure(words, "bytes of an element", (double)size, ADVICE_FIGURE_BYTES);
  advice_say_references(words);
  advice_say_size(words);
}

/* Reports the bytes that are used of each line, if the size of an element is known. */
static void explain_sparse(const AdviceWords *words) {
  const NameBinType *type = words->facts->type;
  const double used = words->cause->words;
  const uint64_t line = words->context->cache.line;
  const char *unit = words->cause->unseen ? "words or vectors" : "words";
  if (words->trouble->by_code)
    advice_say(words,
               "%s uses little of each line of %" G_GUINT64_FORMAT
               " bytes that it fetches: at most %.1f %s for each miss.",
               words->data, line, used, unit);
  else if (type != NULL && type->element_size != 0 && words->cause->unseen)
    advice_say(words,
               "This code uses %.0f to %.0f bytes of each line of %" G_GUINT64_FORMAT
               " bytes that it fetches for %s. The larger number holds for references of vectors.",
               used * (double)MIN(type->element_size, WORD), MIN(used * VECTOR, (double)line), line, words->data);
  else if (type != NULL && type->element_size != 0)
    advice_say(words,
               "This code uses about %.0f bytes of each line of %" G_GUINT64_FORMAT " bytes that it fetches for %s.",
               used * (double)MIN(type->element_size, WORD), line, words->data);
  else
    advice_say(words,
               "This code uses little of each line of %" G_GUINT64_FORMAT
               " bytes that it fetches for %s: at most %.1f %s for each miss.",
               line, words->data, used, unit);
  advice_say_step(words);
  const AdviceElement *element = &words->cause->element;
  if (element->steps)
    advice_say(words, " The loop over %s in line %" G_GUINT64_FORMAT " does not go through it one by one.",
               element->inner, element->inner_line);
  advice_say_references(words);
  advice_say_figure(words, "bytes of a line", (double)line, ADVICE_FIGURE_BYTES);
  advice_say_size(words);
}

/* Reports that the code fetches each line of the data many times, although it uses much of each line. */
static void explain_again(const AdviceWords *words) {
  advice_say_fetches(words);
  advice_say(words, ", because the visits of its elements are far apart in time.");
  advice_say_references(words);
  advice_say_size(words);
}

/* Reports that a function of a library searches the data. */
static void explain_search(const AdviceWords *words) {
  advice_say_fetches(words);
  advice_say(words, ", because a search by comparisons goes to elements that are far apart.");
  advice_say_sizes(words);
  advice_say_references(words);
  advice_say_size(words);
}

void advice_explain_spatial(const AdviceWords *words) {
  explain_sparse(words);
  if (!words->trouble->by_code && keeps_apart(words->context, words->facts->type)) {
    advice_say(words, " At least half of each element is padding.");
    advice_say_remedy(words,
                      "Do different threads write different elements? Then keep the padding, which prevents false "
                      "sharing. Otherwise, remove it.");
    return;
  }
  advice_say_remedy(words, "%s data that are used together next to each other, in the order of the visits.",
                    words->cause->unseen ? "Does this code use few bytes of each line? Then store" : "Store");
  if (advice_in_loops(words->context, words->trouble))
    advice_say_remedy(words,
                      " If no iteration needs the result of another one, exchange loops, so that the innermost loop "
                      "accesses consecutive memory.");
  advice_say_remedy(words, " Elements of a smaller type need fewer lines, if all values fit into it.");
}

/* Writes what to change if the innermost loop goes across the rows of an array. If the same source line also goes along
 * the rows of an array, as a transposition does, an exchange of the loops does not help: the loop then crosses the rows
 * of the other array. */
static void say_loops_remedy(const AdviceWords *words) {
  const NameBinType *type = words->facts->type;
  const uint64_t size = type != NULL && type->element_size != 0 ? type->element_size : WORD;
  uint64_t side = 1;
  while (side * side * 4 * 4 * size <= words->context->cache.size) side *= 2;
  if (words->cause->element.mixed)
    advice_say_remedy(
        words,
        "The same line also goes along the rows, so that an exchange of the loops does not help. If no "
        "iteration needs the result of another one, process the array in blocks of about %" G_GUINT64_FORMAT
        " x %" G_GUINT64_FORMAT " elements, whose lines stay in the cache.",
        side, side);
  else
    advice_say_remedy(words,
                      "If no iteration needs the result of another one, exchange the loops, so that the innermost loop "
                      "accesses consecutive memory; or process the array in blocks. Otherwise, store the array with "
                      "its subscripts exchanged.");
}

void advice_explain_loops(const AdviceWords *words) {
  if (words->cause->words < ADVICE_FEW_WORDS || words->cause->element.again == NULL) {
    explain_sparse(words);
  } else {
    advice_say_fetches(words);
    advice_say(words, ".");
    advice_say_sizes(words);
    advice_say_references(words);
    advice_say_size(words);
  }
  const AdviceElement *element = &words->cause->element;
  g_autofree char *text = ui_text_escaped(element->text);
  const guint n = element->subscripts->len;
  g_autofree char *along = ui_text_escaped(element->subscripts->pdata[element->fortran ? 0 : n - 1]);
  if (element->walk == ADVICE_WALK_ACROSS)
    advice_say(words, " The innermost loop, over %s in line %" G_GUINT64_FORMAT ", goes across the rows of %s.",
               element->inner, element->inner_line, text);
  if (element->walk == ADVICE_WALK_ACROSS && element->again != NULL)
    advice_say(words, " Each iteration of the loop over %s in line %" G_GUINT64_FORMAT " uses the same elements again.",
               element->again, element->again_line);
  if (n > 1)
    advice_say(words, " Of %s, neighbours in memory differ in the %s subscript, %s.", text,
               element->fortran ? "first" : "last", along);
  if (words->trouble->along->len != 0) advice_say_along(words, " The same loop also goes across the rows of ");
  say_loops_remedy(words);
}

/* Returns whether a subscript is an element of an array, because the program can sort an array; otherwise, the
 * subscript is the result of a call, or a hash. */
static bool is_stored(const AdviceElement *element) {
  if (element->computed != NULL) return false;
  if (element->defined != NULL && advice_element_is_hashed(element->defined)) return false;
  if (element->by_value || (element->defined != NULL && strchr(element->defined, '[') != NULL)) return true;
  for (guint i = 0; i < element->subscripts->len; i++)
    if (strchr(element->subscripts->pdata[i], '[') != NULL) return true;
  return element->fortran;
}

/* Writes what to change if elements are visited in the order of other data. */
static void say_scattered_remedy(const AdviceWords *words, bool stored) {
  const uint64_t cache = words->context->cache.size;
  if (words->facts->touched > cache && words->facts->extent <= cache * SLIGHTLY)
    advice_say_remedy(words,
                      "Elements of a smaller type, if all values fit into it, or fewer elements can let the data fit "
                      "into the cache.");
  else if (stored)
    advice_say_remedy(words,
                      "Store the elements in the order of the visits: renumber them once, and change each subscript "
                      "accordingly (for a sparse matrix, reorder rows and columns together). If another order of the "
                      "visits gives the same result, you can instead sort the visits, each together with its data.");
  else
    advice_say_remedy(words,
                      "Elements of a smaller type need fewer lines, if all values fit into it. If the order of the "
                      "visits does not matter, collect several visits, and make those of near elements one after the "
                      "other.");
}

void advice_explain_scattered(const AdviceWords *words) {
  const AdviceElement *element = &words->cause->element;
  if (words->cause->searched && element->computed == NULL) {
    explain_search(words);
    say_scattered_remedy(words, false);
    if (are_strings(words->facts->type))
      say_strings(words, "If the comparison reads the strings, store the first characters of each string");
    return;
  }
  if (words->cause->again)
    explain_again(words);
  else
    explain_sparse(words);
  if (words->cause->looked_up) {
    advice_lookups_say(words);
    return;
  }
  if (element->text == NULL) {
    advice_say(words, " Its elements are reached by pointers that lie in other data.");
    say_scattered_remedy(words, true);
    return;
  }
  g_autofree char *text = ui_text_escaped(element->text);
  advice_say(words,
             is_stored(element) ? " Which element comes next is itself read from memory: %s"
                                : " Which element comes next is computed: %s",
             text);
  g_autofree char *computed = ui_text_escaped(element->computed != NULL ? element->computed : "");
  advice_say(words, *computed != '\0' ? ", from %s." : ".%s", computed);
  g_autofree char *defined = ui_text_escaped(element->defined != NULL ? element->defined : "");
  if (*defined != '\0') advice_say(words, " Here, %s.", defined);
  if (words->trouble->along->len != 0) advice_say_along(words, " The same loop also visits elements out of order in ");
  advice_say_sizes(words);
  say_scattered_remedy(words, is_stored(element));
}

/* ---- snippets ---- */

/* Writes the declaration of a struct member, such as "double position[3]". Returns false if the member's type is
 * unknown. */
static bool put_member(const AdviceWriter *writer, const char *name) {
  const NameBinType *type = writer->type;
  const size_t n = strlen(name);
  const NameField *first = NULL;
  uint32_t parts = 0;
  for (uint32_t f = 0; f < type->n_fields; f++) {
    const char *field = type->fields[f].name;
    if (strncmp(field, name, n) != 0 || (field[n] != '\0' && strchr(".[ :", field[n]) == NULL)) continue;
    if (first == NULL) first = &type->fields[f];
    parts++;
  }
  g_autofree char *declaration = first != NULL && parts == 1 ? advice_write_declaration(first->type, name) : NULL;
  if (declaration != NULL)
    advice_write(writer, "  %s;\n", declaration);
  else if (first != NULL && first->name[n] == '[' && strchr(first->name, '.') == NULL)
    advice_write(writer, "  %s %s[%u];\n", first->type, name, parts);
  else
    return false;
  return true;
}

void advice_write_fields(const AdviceWriter *writer) {
  const AdviceFields *fields = &writer->cause->fields;
  if (writer->type == NULL || fields->names->len == 0 || strchr(writer->type->element, '<') != NULL) return;
  const char *scope = g_strrstr(writer->type->element, "::");
  const char *element = scope != NULL ? scope + 2 : advice_write_bare_type(writer->type->element);
  advice_write(writer, "struct %s_used { /* %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " bytes */\n", element,
               fields->bytes, writer->type->element_size);
  for (guint i = 0; i < fields->names->len; i++) {
    if (put_member(writer, fields->names->pdata[i])) continue;
    g_string_truncate(writer->out, 0);
    return;
  }
  advice_write(writer, "};\nstruct %s_used *%s_used; /* an array of its own */", element,
               writer->variable != NULL ? writer->variable : element);
}
