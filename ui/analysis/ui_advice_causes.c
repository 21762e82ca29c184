/* ui_advice_causes.c: which rule explains a trouble.
 *
 * "The paper" is Martonosi, Gupta and Anderson, SIGMETRICS 1992. Words are the words used per miss: at most
 * max(reads, writes) / misses, because a load and a store of one word count once.
 *
 * For what processors share:
 *
 *   upgrades             most of the stall is that of upgrades
 *   false sharing        most of the invalidation misses are
 *   synchronization      true sharing, CONCENTRATED in one line, and the code only reads, SPINS times or more per miss
 *                        (it waits for a value to change; the paper, 4.4), or most events of that line are
 *                        read-modify-write instructions (locks, counters)
 *   true sharing         the rest
 *
 * For first references and replacements, the first rule that holds:
 *
 *   program start        the code is the dynamic linker's
 *   allocator            the code is that of malloc and free
 *   processors           most misses are first references, and an ELSEWHERE-th or more of the stall is for first
 *                        references to what another processor has fetched (the paper, 4.2 and 4.3)
 *   stack                the data are a stack
 *   growth               a COPIED part is in functions that copy, and the sizes of the blocks are those of a growing
 *                        std::vector
 *   setting and copying  the code copies or sets memory for others
 *   interference         most misses are replacements and conflicts: conflicts are known, or the data and what pushes
 *                        them out would fit into the cache together, or, in a cache of few ways, one other bin and the data
 *                        would. Self-interference if the data push themselves out, else cross-interference (the paper,
 *                        4.3)
 *   linked data          few words per miss, of elements that have pointers to each other or are blocks of their own
 *   hot fields           few words per miss, of structs of which the code uses at most half
 *   self-interference    in a cache of few ways, of an array of which each line is fetched REUSED times or more, and
 *                        more than ONE_WORD is used each time, but neither all nor all twice
 *   scattered elements   few words per miss, and a subscript that is itself an element
 *   loop order           few words per miss, and several subscripts, or one that is computed from several variables
 *   spatial locality     few words per miss otherwise (the paper, 4.2)
 *   streaming            a REPLACED-th or more are replacements: more data than the cache holds, used well while they
 *                        are there
 *   first references     the rest. (In a sampled run that cause is unknown.)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/analysis/ui_advice_causes.h"

#include <string.h>

#include "ui/analysis/ui_shared.h"
#include "ui/base/ui_text.h"

enum {
  SPINS = 8,
  CONCENTRATED = 8, /* an eighth of the events */
  FEW_WAYS = 2,
  REUSED = 10,       /* fetches of a line */
  LINKED_WORDS = 8,  /* of a node and what belongs to it */
  LARGE_STRUCT = 16, /* bytes */
  REPLACED = 4,      /* a quarter of the cycles */
  ELSEWHERE = 8      /* an eighth of them */
};
#define COPIED 0.25
#define CLOSE 0.1
#define ONE_WORD 1.25
#define FEW_WORDS 2.25 /* two fields of each element, and now and then one more */

typedef struct {
  const UiAdviceContext *context;
  UiTrouble *trouble;
  const UiDataGroup *data;
  const UiCodeGroup *code;
  bool one; /* it is about one group of data, most of it at least */
  UiCause *cause;
} Look;

/* ---- sharing ---- */

/* The events of the data's hottest shared line: all, and those of read-modify-write instructions. */
static uint64_t events_of_line(const UiAdviceContext *context, uint32_t line, uint64_t *modifies) {
  uint64_t all = 0;
  const UiUse *end;
  *modifies = 0;
  for (const UiUse *use = ui_shared_uses(context->view->profile, line, &end); use < end; use++) {
    *modifies += use->modifies;
    all += use->reads + use->writes + use->modifies;
  }
  return all;
}

static UiRule rule_of_true_sharing(const Look *look) {
  const UiCounts *counts = &look->trouble->counts;
  const uint32_t line = ui_advice_hot_line(look->context, look->trouble->data);
  if (line == UI_ADVICE_NONE) return UI_RULE_TRUE_SHARING;
  uint64_t modifies;
  const uint64_t events = events_of_line(look->context, line, &modifies);
  const UiCounts *all = &look->data->counts;
  if (events < (all->invalidation + all->upgrades) / CONCENTRATED) return UI_RULE_TRUE_SHARING;
  const bool spins = counts->reads / SPINS >= counts->true_sharing && counts->writes < counts->reads / SPINS;
  return spins || modifies > events / 2 ? UI_RULE_SYNCHRONIZATION : UI_RULE_TRUE_SHARING;
}

static void look_at_sharing(const Look *look) {
  const UiCounts *counts = &look->trouble->counts;
  UiCause *cause = look->cause;
  cause->gain = look->trouble->cycles;
  cause->sure = UI_SURE;
  cause->why = "the simulation knows which words each processor used";
  if ((double)counts->invalidation * 2 < (double)counts->upgrades && look->trouble->misses > 0)
    cause->rule = UI_RULE_UPGRADES;
  else if (counts->false_sharing > counts->true_sharing)
    cause->rule = UI_RULE_FALSE_SHARING;
  else
    cause->rule = rule_of_true_sharing(look);
}

/* ---- interference ---- */

static bool is_conflict(const Look *look) {
  const UiTrouble *trouble = look->trouble;
  const UiAdviceContext *context = look->context;
  if (trouble->replacement * 2 < trouble->cycles) return false;
  if (context->kinds) {
    look->cause->sure = UI_SURE;
    look->cause->why = "a cache of the same size that can put any line anywhere would have had them";
    return trouble->counts.conflict > trouble->counts.replacement / 2;
  }
  look->cause->sure = UI_LIKELY;
  look->cause->why = "the lines that were fetched would all fit into the cache at once";
  return trouble->extent != 0 && trouble->extent <= context->cache.size;
}

/* In a cache of few ways, another group that pushes out much of the data, with which they would fit into the cache. */
static uint32_t opponent(const Look *look) {
  const UiTrouble *trouble = look->trouble;
  const bool sampled = look->context->view->profile->sampled; /* then it is not known how much is touched */
  if (sampled || look->context->cache.ways > FEW_WAYS || !look->one || trouble->evictors->len == 0)
    return UI_ADVICE_NONE;
  const UiTroublePart *by = &g_array_index(trouble->evictors, UiTroublePart, 0);
  const uint64_t size = look->data->touched + ui_advice_data(look->context->groups, by->group)->touched;
  if (by->count * 3 < trouble->counts.replacement || size > look->context->cache.size) return UI_ADVICE_NONE;
  return by->group;
}

static bool look_at_interference(const Look *look) {
  UiTrouble *trouble = look->trouble;
  UiCause *cause = look->cause;
  const bool conflict = is_conflict(look);
  const uint32_t other = opponent(look);
  if (!conflict && (other == UI_ADVICE_NONE || trouble->replacement * 2 < trouble->cycles || look->context->kinds))
    return false;
  if (!conflict) {
    cause->sure = UI_POSSIBLE;
    cause->why = "the two would fit into the cache together, which has few ways";
  }
  cause->gain = trouble->replacement;
  cause->rule = conflict && trouble->own * 2 >= trouble->counts.replacement ? UI_RULE_SELF : UI_RULE_CROSS;
  if (cause->rule == UI_RULE_CROSS && trouble->evictors->len == 0) cause->rule = UI_RULE_SELF;
  if (cause->rule == UI_RULE_CROSS) trouble->other = g_array_index(trouble->evictors, UiTroublePart, 0).group;
  return true;
}

/* ---- few words of a line ---- */

/* What part of the cycles is for bytes that nobody uses. */
static double unused(const Look *look, double used_bytes, double of_bytes) {
  return of_bytes > used_bytes ? look->trouble->cycles * (1 - used_bytes / of_bytes) : 0;
}

static bool uses_half(const Look *look) {
  const UiBinType *type = look->data->type;
  if (type == NULL || type->n_fields < 2 || type->element_size < LARGE_STRUCT) return false;
  if (look->cause->fields.names->len == 0)
    return look->cause->words <= ONE_WORD && type->element_size >= look->context->cache.line / 2;
  return look->cause->fields.bytes * 2 <= type->element_size;
}

/* Is the subscript itself an element, order[i], or what a function returns? */
static bool is_indirect(const char *subscript) {
  for (const char *p = subscript; *p != '\0'; p++)
    if (*p == '[' || (*p == '(' && p > subscript && (g_ascii_isalnum(p[-1]) || p[-1] == '_'))) return true;
  return false;
}

/* Is it computed from several variables: i * n + j? */
static bool is_computed(const char *subscript) {
  unsigned words = 0;
  for (const char *p = subscript; *p != '\0'; p++)
    words += g_ascii_isalpha(*p) && (p == subscript || !(g_ascii_isalnum(p[-1]) || p[-1] == '_'));
  return words >= 2 && strchr(subscript, '*') != NULL;
}

static UiRule rule_of_element(const UiCause *cause) {
  const UiAdviceElement *element = &cause->element;
  if (element->text == NULL) return cause->fields.reached ? UI_RULE_SCATTERED : UI_RULE_SPATIAL;
  for (guint i = 0; i < element->subscripts->len; i++)
    if (is_indirect(element->subscripts->pdata[i])) return UI_RULE_SCATTERED;
  if (element->subscripts->len > 1 || is_computed(element->subscripts->pdata[0])) return UI_RULE_LOOPS;
  return UI_RULE_SPATIAL;
}

/* Is the number close to 1 or 2: so many times is each element used, by a pass over all of them? */
static bool is_pass(double uses) {
  return (uses > 1 - CLOSE && uses < 1 + CLOSE) || (uses > 2 - CLOSE && uses < 2 + CLOSE);
}

/* An array of which each line is fetched again and again, and more than a word of it used each time, but neither all
 * nor all twice: it would stay to be used, were it not pushed out. */
static bool is_reused(const Look *look, double size) {
  const double words = look->cause->words;
  return look->one && !look->context->kinds && look->context->cache.ways <= FEW_WAYS && look->data->fetches >= REUSED &&
         look->trouble->own * 2 > look->trouble->counts.replacement && words > ONE_WORD &&
         !is_pass(words * size / (double)look->context->cache.line);
}

static void set_reused(const Look *look) {
  look->cause->rule = UI_RULE_SELF;
  look->cause->sure = UI_POSSIBLE;
  look->cause->why = "its lines are fetched again and again, and the cache has few ways";
  look->cause->gain = look->trouble->replacement;
}

/* Bytes of an element, of a word at most. */
static double word_size(const Look *look) {
  const UiBinType *type = look->data->type;
  return type != NULL && type->element_size != 0 ? (double)MIN(type->element_size, 8) : 8;
}

static bool look_at_elements(const Look *look) {
  UiCause *cause = look->cause;
  const UiBinType *type = look->data->type;
  const double line = (double)look->context->cache.line, size = word_size(look);
  const bool nodes = look->one && (look->data->linked || look->data->apart);
  if (nodes && cause->words < LINKED_WORDS) {
    cause->rule = UI_RULE_LINKED;
    cause->sure = look->data->linked ? UI_SURE : UI_LIKELY;
    cause->why = look->data->linked ? "its elements have pointers to each other" : "each element is a block of its own";
    cause->gain = look->trouble->cycles;
    return true;
  }
  if (cause->words >= FEW_WORDS) return false;
  cause->sure = UI_LIKELY;
  cause->why = "few words of a line are used before it is gone";
  if (look->one && uses_half(look)) {
    const bool names = cause->fields.names->len != 0;
    cause->rule = UI_RULE_FIELDS;
    cause->sure = cause->fields.counted ? UI_SURE : names ? UI_LIKELY : UI_POSSIBLE;
    cause->why = cause->fields.counted ? "the profile has the offsets"
                 : names               ? "the lines of source use no other fields"
                                       : "it is not known which fields are used";
    cause->gain = unused(look, names ? (double)cause->fields.bytes : cause->words * 8, (double)type->element_size);
    return true;
  }
  if (is_reused(look, size)) {
    set_reused(look);
    return true;
  }
  /* An array of numbers, of which going along memory uses all. */
  if (cause->words >= MAX(line / 32, ONE_WORD)) return false;
  cause->rule = look->one ? rule_of_element(cause) : UI_RULE_SPATIAL;
  cause->gain = unused(look, cause->words * size, line);
  return true;
}

/* ---- the others ---- */

/* First references; of a sampled run it is not known whether they are. */
static void set_cold(const Look *look) {
  const bool sampled = look->context->view->profile->sampled;
  UiCause *cause = look->cause;
  cause->rule = sampled ? UI_RULE_UNKNOWN : UI_RULE_COLD;
  cause->sure = sampled ? UI_POSSIBLE : UI_SURE;
  cause->why = sampled ? "nobody looked between the samples" : "nothing was there before";
  if (sampled) cause->gain = look->trouble->cycles;
}

static void look_at_amounts(const Look *look) {
  UiTrouble *trouble = look->trouble;
  UiCause *cause = look->cause;
  cause->sure = UI_LIKELY;
  cause->gain = trouble->replacement;
  if (trouble->replacement < trouble->cycles / REPLACED) {
    set_cold(look);
    return;
  }
  cause->why = "the lines are used well while they are in the cache, and there are more than it holds";
  cause->rule = UI_RULE_STREAMING;
  if (is_reused(look, word_size(look)))
    set_reused(look);
  else if (trouble->own * 2 < trouble->counts.replacement && trouble->evictors->len != 0) {
    const uint32_t by = g_array_index(trouble->evictors, UiTroublePart, 0).group;
    const bool larger = ui_advice_data(look->context->groups, by)->touched > look->context->cache.size;
    if (larger && !trouble->by_code) trouble->other = by;
  }
}

static bool grows(const Look *look) {
  const char *path = look->context->view->labels[UI_DATA].full[look->data->bin];
  static const char *const functions[] = {"_M_realloc_insert", "_M_realloc_append", "_M_default_append"};
  if (look->trouble->copied < COPIED * look->trouble->cycles) return false;
  for (size_t i = 0; i < G_N_ELEMENTS(functions); i++)
    if (strstr(path, functions[i]) != NULL) return true;
  return false;
}

static bool look_at_kind(const Look *look) {
  const UiTrouble *trouble = look->trouble;
  UiCause *cause = look->cause;
  cause->sure = UI_SURE;
  cause->why = "that is all that this code does";
  if (look->code->kind == UI_CODE_LOADER && trouble->by_code) {
    cause->rule = UI_RULE_START;
  } else if (look->code->kind == UI_CODE_ALLOCATOR && trouble->by_code) {
    cause->rule = UI_RULE_ALLOCATOR;
    cause->gain = trouble->cycles;
  } else if (trouble->elsewhere * ELSEWHERE > trouble->cycles && trouble->replacement * 2 < trouble->cycles) {
    cause->rule = UI_RULE_PROCESSORS;
    cause->gain = trouble->elsewhere;
    cause->why = "the data have fewer lines than were fetched for the first time";
  } else if (look->one && look->data->stack) {
    cause->rule = UI_RULE_STACK;
    cause->gain = trouble->cycles;
  } else if (look->one && grows(look)) {
    cause->rule = UI_RULE_GROWTH;
    cause->gain = trouble->cycles;
    cause->why = "its blocks were allocated where a std::vector grows, and their contents are copied";
  } else if (trouble->by_code && trouble->copied * 2 > trouble->cycles) {
    cause->rule = UI_RULE_COPIES;
    cause->gain = trouble->cycles;
  } else {
    return false;
  }
  return true;
}

UiCause ui_advice_cause(const UiAdviceContext *context, UiTrouble *trouble) {
  UiCause cause = {.rule = UI_RULE_COLD};
  const uint64_t most = g_array_index(trouble->datas, UiTroublePart, 0).count;
  const Look look = {context,
                     trouble,
                     ui_advice_data(context->groups, trouble->data),
                     ui_advice_code(context->groups, trouble->code),
                     !trouble->by_code || (double)most > trouble->cycles * 3 / 4,
                     &cause};
  cause.words = ui_text_ratio((double)MAX(trouble->counts.reads, trouble->counts.writes),
                              (double)ui_counts_misses(&trouble->counts));
  cause.fields = ui_advice_fields(context, trouble);
  cause.element = ui_advice_element(context, trouble);
  if (trouble->family == UI_FAMILY_SHARING) {
    look_at_sharing(&look);
  } else if (trouble->family == UI_FAMILY_NODES) {
    cause.rule = UI_RULE_REMOTE;
    cause.sure = UI_SURE;
    cause.why = "the simulation knows where each page is";
    cause.gain = trouble->cycles;
  } else if (trouble->family == UI_FAMILY_PAGES) {
    cause.rule = UI_RULE_TRANSLATION;
    cause.sure = UI_SURE;
    cause.why = "the simulation knows which pages the TLBs have";
    cause.gain = trouble->cycles;
  } else if (!look_at_kind(&look) && !look_at_interference(&look) && !look_at_elements(&look)) {
    look_at_amounts(&look);
  }
  trouble->rule = cause.rule;
  return cause;
}

void ui_advice_cause_clear(UiCause *cause) {
  ui_advice_fields_clear(&cause->fields);
  ui_advice_element_clear(&cause->element);
}
