/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/advice/advice_passes.h"

#include <string.h>

#include "ui/advice/advice_calls.h"
#include "ui/advice/advice_code.h"
#include "ui/advice/advice_loops.h"
#include "ui/advice/advice_moves.h"
#include "ui/advice/advice_walk.h"
#include "ui/base/ui_text.h"

enum {
  LOOKED_AT = 12 /* lines */,
  MOST = 4,      /* minimum ratio of the passes through the data by one pass to those by all others */
  LARGE_PART = 4 /* a call goes through a quarter of the data or more */
};
#define SEVERAL 1.5 /* times */

static gint compare_passes(gconstpointer a, gconstpointer b) {
  const AdvicePass *x = a, *y = b;
  if (x->file != y->file) return x->file < y->file ? -1 : 1;
  return x->line < y->line ? -1 : x->line > y->line;
}

/* Returns how often a line of the bottleneck fetches all of its data; 0: unknown. */
static double times_of(const AdviceContext *context, const AdviceTrouble *trouble, const AdviceTroublePlace *at) {
  const AdviceDataGroup *data = advice_data(context->groups, trouble->data);
  const double all = (double)(data->counts.cold + data->counts.replacement);
  if (trouble->by_code) return 0;
  return data->fetches * ui_text_ratio((double)(at->counts.cold + at->counts.replacement), all);
}

/* Returns whether the innermost loop around the line moves through the data. */
static bool is_pass(const AdviceContext *context, const AdviceTrouble *trouble, const NameUserLine *line) {
  const AnalysisSourceText *source = advice_text(context, line->file);
  g_autoptr(GArray) loops = advice_loops_at(context, line->file, line->line);
  g_autofree char *name = trouble->by_code ? NULL : advice_variable(context, trouble->data);
  if (loops->len == 0) return false;
  const AdviceMoves moves = {source->lines, line->line, advice_syntax(context->view->profile->files[line->file].path),
                             &g_array_index(loops, AdviceLoop, 0), name};
  return advice_moves(&moves);
}

/* Adds the innermost loop around the source line `line` to the passes. It has the fraction `part` of the misses of the
 * bottleneck's line `at`. `times`: how often all of `at` fetches the data. */
static void add_pass(const AdviceContext *context, GArray *passes, const NameUserLine *line,
                     const AdviceTroublePlace *at, double times, double part) {
  g_autoptr(GArray) loops = advice_loops_at(context, line->file, line->line);
  const AdvicePass pass = {line->file,
                           line->line,
                           g_array_index(loops, AdviceLoop, 0).line,
                           (uint32_t)(advice_function(context, line->place) - context->view->profile->segments),
                           times * part,
                           (double)at->counts.replacement * part,
                           at->replacement * part,
                           0,
                           0};
  for (guint i = 0; i < passes->len; i++) {
    AdvicePass *other = &g_array_index(passes, AdvicePass, i);
    if (other->file != pass.file || other->loop != pass.loop) continue;
    other->times += pass.times;
    other->replaced += pass.replaced;
    other->stall += pass.stall;
    return;
  }
  g_array_append_val(passes, pass);
}

/* Finds the passes that contain source lines of the bottleneck (advice_lines()). */
static void find_passes(const AdviceContext *context, const AdviceTrouble *trouble, AdviceLines which, GArray *passes) {
  NameUserLine lines[LOOKED_AT * NAME_USER_LINES_MOST];
  const AdviceTroublePlace *of[G_N_ELEMENTS(lines)];
  const guint all = advice_lines(context, trouble, which, LOOKED_AT, lines, of);
  guint n = 0;
  for (guint i = 0; i < all; i++) {
    if (!is_pass(context, trouble, &lines[i])) continue;
    lines[n] = lines[i];
    of[n++] = of[i];
  }
  g_array_set_size(passes, 0);
  for (guint i = 0; i < n; i++) {
    unsigned alternatives = 0; /* number of lines of the program among which the misses of the bottleneck's line are
                                  divided */
    for (guint k = 0; k < n; k++) alternatives += of[k] == of[i];
    add_pass(context, passes, &lines[i], of[i], times_of(context, trouble, of[i]), 1.0 / alternatives);
  }
  g_array_sort(passes, compare_passes);
}

/* Returns the number of the pass that goes through the data most often; 0: the array is empty, or the pass is the first
 * one. */
static guint most_frequent(const GArray *passes) {
  guint most = 0;
  for (guint i = 1; i < passes->len; i++)
    if (g_array_index(passes, AdvicePass, i).times > g_array_index(passes, AdvicePass, most).times) most = i;
  return most;
}

/* If one pass goes through the data much more often than all others together, and has at least half of their stall,
 * removes the others, because this pass reuses data that it has fetched itself. */
static void keep_main_pass(GArray *passes) {
  double times = 0, stall = 0;
  for (guint i = 0; i < passes->len; i++) {
    times += g_array_index(passes, AdvicePass, i).times;
    stall += g_array_index(passes, AdvicePass, i).stall;
  }
  if (passes->len < 2) return;
  const AdvicePass pass = g_array_index(passes, AdvicePass, most_frequent(passes));
  if (pass.times < SEVERAL || pass.times < (times - pass.times) * MOST || pass.stall * 2 < stall) return;
  g_array_set_size(passes, 0);
  g_array_append_val(passes, pass);
}

/* Returns the length of a function's name without arguments, and without what compilers append to parts of a function,
 * such as "._omp_fn.0". */
static size_t bare_length(const char *name) { return strcspn(name, "(.["); }

/* Returns whether two segments are parts of the same function of the source. */
static bool is_same_function(const Profile *profile, uint32_t a, uint32_t b) {
  const char *one = profile->segments[a].name, *other = profile->segments[b].name;
  const size_t n = bare_length(one);
  if (n == 0) return a == b; /* in an anonymous namespace */
  return profile->segments[a].file == profile->segments[b].file && n == bare_length(other) &&
         strncmp(one, other, n) == 0;
}

static bool has_loop(const GArray *loops, uint64_t line) {
  for (guint i = 1; i < loops->len; i++)
    if (g_array_index(loops, AdviceLoop, i).line == line) return true;
  return false;
}

/* Returns the first value of a loop's variable in the text of its head, or the container that the loop visits; NULL:
 * the text shows neither. The caller owns the text. */
static char *beginning_of(const AnalysisSourceText *source, const AdviceLoop *loop) {
  const char *line = analysis_source_text_line(source, loop->line);
  const char *at = line != NULL ? advice_walk_word(line, loop->variable) : NULL;
  if (at == NULL) return NULL;
  at += strlen(loop->variable);
  at += strspn(at, " \t)");
  if (*at == '=' || *at == ':') return g_strndup(at + 1, strcspn(at + 1, ";,"));
  const char *in = g_str_has_prefix(at, "in ") ? at + strlen("in ") : NULL,
             *dots = in != NULL ? strstr(in, "..") : NULL;
  return in == NULL ? NULL : g_strndup(in, dots != NULL ? (gsize)(dots - in) : strcspn(in, "{"));
}

/* Returns whether a text contains the loop's variable, or a word that the lines from the loop to `line` define with it. */
static bool contains_variable(const AnalysisSourceText *source, const char *text, const AdviceLoop *loop,
                              uint64_t line) {
  if (advice_walk_word(text, loop->variable) != NULL) return true;
  bool found = false;
  g_auto(GStrv) words = g_strsplit_set(text, ADVICE_MOVES_BETWEEN_WORDS, -1);
  for (char **word = words; *word != NULL && !found; word++) {
    if (**word == '\0' || g_ascii_isdigit(**word)) continue;
    g_autofree char *definition = advice_loops_definition(source->lines, loop->line, line, *word);
    found = definition != NULL && advice_walk_word(definition, loop->variable) != NULL;
  }
  return found;
}

/* Returns whether the loop goes through one block in each iteration of the loop around it, as the loop over j does in
 * "for (jj = 0; jj < n; jj += 32) for (j = jj; j < jj + 32; j++)". */
static bool is_loop_of_block(const AnalysisSourceText *source, const AdviceLoop *loop, const AdviceLoop *around) {
  g_autofree char *first = loop->variable != NULL ? beginning_of(source, loop) : NULL;
  if (first == NULL || around->by_one || around->variable == NULL || strcmp(g_strstrip(first), around->variable) != 0)
    return false;
  const char *head = advice_walk_word(analysis_source_text_line(source, loop->line), loop->variable);
  const char *begin = strstr(head, first) + strlen(first);
  begin += strspn(begin, " ;,.=");
  g_autofree char *bound = g_strndup(begin, strcspn(begin, ";{"));
  return contains_variable(source, bound, around, loop->line);
}

/* Returns whether the word is the variable of one of the loops. Sets *moves if this loop goes through other elements in
 * each iteration of the loop around it, as one from start[i] to start[i + 1] does, or a loop through a block. A loop that
 * begins at i + 1 goes through most of the same elements. */
static bool is_variable(const AnalysisSourceText *source, const GArray *loops, const AdviceLoop *around,
                        const char *word, bool *moves) {
  for (guint i = 0; i < loops->len; i++) {
    const AdviceLoop *loop = &g_array_index(loops, AdviceLoop, i);
    if (loop->variable == NULL || strcmp(loop->variable, word) != 0) continue;
    g_autofree char *first = beginning_of(source, loop);
    *moves = first != NULL && (strpbrk(first, "*[(") != NULL ? contains_variable(source, first, around, loop->line)
                                                             : is_loop_of_block(source, loop, around));
    return true;
  }
  return false;
}

/* Returns whether a text of the pass contains the loop's variable, or a variable that is derived from it. */
static bool text_moves(const AdviceContext *context, const AdvicePass *pass, const AdviceLoop *loop, const char *text) {
  const AnalysisSourceText *source = advice_text(context, pass->file);
  if (advice_walk_word(text, loop->variable) != NULL) return true;
  bool moves = false;
  g_autoptr(GArray) loops = advice_loops_at(context, pass->file, pass->line);
  g_auto(GStrv) words = g_strsplit_set(text, ADVICE_MOVES_BETWEEN_WORDS, -1);
  for (char **word = words; *word != NULL && !moves; word++)
    if (!is_variable(source, loops, loop, *word, &moves)) moves = contains_variable(source, *word, loop, pass->line);
  return moves;
}

/* Returns whether the pass uses other elements in each iteration of the loop: its source line contains the loop's
 * variable, or a variable that is derived from it. */
static bool moves_with(const AdviceContext *context, const AdvicePass *pass, const AdviceLoop *loop) {
  const AnalysisSourceText *source = advice_text(context, pass->file);
  return text_moves(context, pass, loop, advice_moves_behind_heads(analysis_source_text_line(source, pass->line)));
}

/* Returns the first loop around a pass, from loops[first] outwards, that has other elements in each iteration (moves), or
 * that repeats the pass on the same elements (!moves). Returns loops->len if there is none. */
static guint next_loop(const AdviceContext *context, const AdvicePass *pass, const GArray *loops, guint first,
                       const char *element, bool moves) {
  guint i = first;
  for (; i < loops->len; i++) {
    const AdviceLoop *loop = &g_array_index(loops, AdviceLoop, i);
    if (loop->variable != NULL && text_moves(context, pass, loop, element) == moves) break;
  }
  return i;
}

/* Returns the loop around a pass that repeats the pass on the same elements of one of the arrays in its line, as the
 * loop over k in "a[i][j] -= a[i][k] * a[k][j]" does with a[i][j]. If the elements have several such loops, returns the
 * outermost one, because the most data are used between its iterations. Prefers elements that the innermost loop goes
 * through; for others, sets the loop of the pass to the one that goes through them. NULL: none. */
static const AdviceLoop *loop_of_elements(const AdviceContext *context, const AdviceTrouble *trouble, AdvicePass *pass,
                                          const GArray *loops) {
  const AdviceLoop *found = NULL;
  const char *text = advice_moves_behind_heads(analysis_source_text_line(advice_text(context, pass->file), pass->line));
  g_autofree char *variable = advice_variable(context, trouble->data);
  g_autoptr(GPtrArray) elements = advice_moves_elements(text, variable);
  guint most = 0; /* number of the innermost loop that goes through the elements of `found` */
  for (guint e = 0; e < elements->len && g_array_index(loops, AdviceLoop, 0).variable != NULL; e++) {
    const char *element = elements->pdata[e];
    const guint through = next_loop(context, pass, loops, 0, element, true);
    const guint again = next_loop(context, pass, loops, through + 1, element, false);
    if (again >= loops->len || (found != NULL && through > most)) continue;
    const AdviceLoop *loop = &g_array_index(loops, AdviceLoop, again);
    if (found != NULL && through == most && loop->line >= found->line) continue;
    found = loop;
    most = through;
  }
  if (found != NULL) pass->loop = g_array_index(loops, AdviceLoop, most).line;
  return found;
}

/* Finds the innermost loop that contains all passes, is not a pass itself, and repeats the passes on the same
 * elements. */
static void set_again(const AdviceContext *context, const AdviceTrouble *trouble, AdvicePasses *passes) {
  AdvicePass *first = &g_array_index(passes->passes, AdvicePass, 0);
  g_autoptr(GPtrArray) around = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref); /* indexed by pass */
  for (guint k = 0; k < passes->passes->len; k++) {
    const AdvicePass *pass = &g_array_index(passes->passes, AdvicePass, k);
    g_ptr_array_add(around, advice_loops_at(context, pass->file, pass->line));
  }
  const GArray *loops = around->pdata[0];
  for (guint i = 1; i < loops->len && passes->again == NULL; i++) {
    const AdviceLoop *loop = &g_array_index(loops, AdviceLoop, i);
    bool all = loop->variable != NULL && !moves_with(context, first, loop);
    for (guint k = 1; k < passes->passes->len && all; k++) {
      const AdvicePass *other = &g_array_index(passes->passes, AdvicePass, k);
      all = other->file == first->file && has_loop(around->pdata[k], loop->line) && !moves_with(context, other, loop);
    }
    if (!all) continue;
    passes->again = g_strdup(loop->variable);
    passes->again_line = loop->line;
  }
  if (passes->again != NULL || passes->passes->len != 1) return;
  const AdviceLoop *loop = loop_of_elements(context, trouble, first, loops);
  if (loop == NULL) return;
  passes->again = g_strdup(loop->variable);
  passes->again_line = loop->line;
}

/* If a loop repeats a call with the same elements of the data as argument, sets the loop and the call. */
static void set_call(const AdviceContext *context, const AdviceTrouble *trouble, AdvicePasses *passes) {
  NameUserLine lines[LOOKED_AT * NAME_USER_LINES_MOST];
  const guint n = advice_lines(context, trouble, ADVICE_LINES_REPLACED, LOOKED_AT, lines, NULL);
  g_autofree char *name = trouble->by_code ? NULL : advice_variable(context, trouble->data);
  for (guint i = 0; i < n && name != NULL && passes->call_line == 0; i++) {
    g_autoptr(GArray) loops = advice_loops_at(context, lines[i].file, lines[i].line);
    const AdviceLoop *loop = loops->len != 0 ? &g_array_index(loops, AdviceLoop, 0) : NULL;
    const char *text = analysis_source_text_line(advice_text(context, lines[i].file), lines[i].line);
    if (loop == NULL || loop->variable == NULL || !advice_moves_is_argument(text, name)) continue;
    passes->call_line = lines[i].line;
    passes->again = g_strdup(loop->variable);
    passes->again_line = loop->line;
  }
}

/* Returns the number of the loop over the blocks of which the loop goes through one; 0: it does not go through a block. */
static guint loop_over_blocks(const AnalysisSourceText *source, const GArray *loops, guint loop) {
  for (guint i = loop + 1; i < loops->len; i++)
    if (is_loop_of_block(source, &g_array_index(loops, AdviceLoop, loop), &g_array_index(loops, AdviceLoop, i)))
      return i;
  return 0;
}

/* Sets whether the loop that repeats the passes contains loops that go through blocks. If it goes through a block itself,
 * replaces it by the loop over the blocks: a block can stay in the cache, so that the iterations of the latter loop fetch
 * the data again. */
static void set_blocked(const AdviceContext *context, AdvicePasses *passes) {
  const AdvicePass *first = &g_array_index(passes->passes, AdvicePass, 0);
  const AnalysisSourceText *source = advice_text(context, first->file);
  g_autoptr(GArray) loops = advice_loops_at(context, first->file, first->line);
  guint again = 1;
  for (; again < loops->len; again++) {
    const AdviceLoop *loop = &g_array_index(loops, AdviceLoop, again);
    if (loop->line == passes->again_line && g_strcmp0(loop->variable, passes->again) == 0) break;
  }
  if (passes->again == NULL || again >= loops->len) return;
  const guint over = loop_over_blocks(source, loops, again);
  if (over != 0) {
    g_free(passes->again);
    passes->again = g_strdup(g_array_index(loops, AdviceLoop, over).variable);
    passes->again_line = g_array_index(loops, AdviceLoop, over).line;
  }
  for (guint i = 0; i < MAX(over, again) && !passes->blocked; i++)
    passes->blocked = loop_over_blocks(source, loops, i) != 0;
}

/* Returns whether no loop around the pass can repeat it on the same elements. The variables of some loops, such as
 * "while (more)", are unknown. */
static bool is_repeated_outside(const AdviceContext *context, const AdvicePass *pass) {
  g_autoptr(GArray) loops = advice_loops_at(context, pass->file, pass->line);
  for (guint i = 1; i < loops->len; i++)
    if (g_array_index(loops, AdviceLoop, i).variable == NULL) return false;
  return pass->times >= SEVERAL;
}

/* Returns whether the line of a pass belongs to a function that is inlined into the function of the pass, because the line
 * comes before it. */
static bool is_of_inlined(const Profile *profile, const AdvicePass *pass) {
  const ProfileSegment *segment = &profile->segments[pass->segment];
  return segment->inlined_in != 0 || (segment->file == pass->file && pass->line < segment->line);
}

/* Returns whether calls of the pass's function can repeat the pass: there are several calls, and so few that each of them
 * can go through a large part of the data, or of a processor's share. If the number of calls is unknown, returns true. A
 * loop can call an inlined function: either the source shows this loop, or there is no loop around the pass that could
 * return to the same elements. */
static bool is_repeated_by_calls(const AdviceContext *context, const AdvicePass *pass) {
  const Profile *profile = context->view->profile;
  const uint32_t outer = advice_calls_outer(profile, pass->segment);
  const double calls = (double)advice_calls(profile, outer).calls;
  if (pass->times * LARGE_PART * MAX(context->processors, 1) < calls) return false;
  if (!advice_calls_once(profile, outer) || advice_is_called_in_loop(context, pass->segment)) return true;
  g_autoptr(GArray) loops = advice_loops_at(context, pass->file, pass->line);
  return is_of_inlined(profile, pass) && loops->len == 1;
}

/* Sets the fields that describe in which functions the passes are. */
static void set_functions(const AdviceContext *context, AdvicePasses *passes) {
  const Profile *profile = context->view->profile;
  const AdvicePass *first = &g_array_index(passes->passes, AdvicePass, 0);
  passes->by_calls = passes->passes->len == 1 && passes->again == NULL && is_repeated_outside(context, first) &&
                     is_repeated_by_calls(context, first);
  for (guint i = 1; i < passes->passes->len; i++)
    passes->apart |= !is_same_function(profile, first->segment, g_array_index(passes->passes, AdvicePass, i).segment);
}

/* Returns the number of the pass that has the same source line as the place; passes->len: there is none. */
static guint pass_of(const AdviceContext *context, const AdvicePasses *passes, uint32_t place) {
  const ProfilePlace *record = &context->view->profile->places[place];
  guint i = 0;
  for (; i < passes->passes->len; i++) {
    const AdvicePass *pass = &g_array_index(passes->passes, AdvicePass, i);
    if (pass->file == record->file && pass->line == record->line) break;
  }
  return i;
}

/* Returns the text with each occurrence of a word replaced by "@", and without blanks. The caller owns the new text. */
static char *mark_word(const char *text, const char *word) {
  GString *out = g_string_new(NULL);
  for (const char *at; (at = advice_walk_word(text, word)) != NULL; text = at + strlen(word)) {
    g_string_append_len(out, text, at - text);
    g_string_append_c(out, '@');
  }
  g_string_append(out, text);
  g_string_replace(out, " ", "", 0);
  return g_string_free(out, FALSE);
}

/* Returns the subscripts with which the line of a pass uses the variable, with "@" for the variable of the innermost
 * loop; NULL: the line has several different subscripts of the variable, or none. The caller owns the text. */
static char *only_element(const AdviceContext *context, const AdvicePass *pass, const char *variable) {
  const AnalysisSourceText *source = advice_text(context, pass->file);
  g_autoptr(GArray) loops = advice_loops_at(context, pass->file, pass->line);
  const char *inner = loops->len != 0 ? g_array_index(loops, AdviceLoop, 0).variable : NULL;
  const char *text = advice_moves_behind_heads(analysis_source_text_line(source, pass->line));
  const bool fortran = advice_syntax(context->view->profile->files[pass->file].path) == ADVICE_SYNTAX_FORTRAN;
  if (inner == NULL || text == NULL) return NULL;
  g_autofree char *lower = fortran ? g_ascii_strdown(text, -1) : g_strdup(text);
  g_autofree char *name = fortran ? g_ascii_strdown(inner, -1) : g_strdup(inner);
  g_autoptr(GPtrArray) elements = advice_moves_elements(lower, variable);
  g_autofree char *only = NULL;
  for (guint i = 0; i < elements->len; i++) {
    g_autofree char *element = mark_word(elements->pdata[i], name);
    if (!g_str_has_prefix(element, variable)) return NULL;
    if (only != NULL && strcmp(only, element) != 0) return NULL;
    if (only == NULL) only = g_steal_pointer(&element);
  }
  return g_steal_pointer(&only);
}

/* Returns whether both passes use the same element of a data group in the same iteration, so that one loop can do the
 * work of both. */
static bool is_same_element(const AdviceContext *context, const AdvicePass *one, const AdvicePass *other,
                            uint32_t group) {
  g_autofree char *variable = advice_variable(context, group);
  if (variable == NULL || one->segment != other->segment) return false;
  g_autofree char *first = only_element(context, one, variable), *second = only_element(context, other, variable);
  return first != NULL && second != NULL && strcmp(first, second) == 0 && strchr(first, '@') != NULL;
}

/* Finds data that one pass writes and another pass uses. */
static void set_needed(const AdviceContext *context, const AdviceTrouble *trouble, AdvicePasses *passes) {
  const Profile *profile = context->view->profile;
  const guint n = passes->passes->len, groups = context->groups->data->len;
  g_autofree guint *writer = g_new0(guint, groups + 1); /* indexed by data group: number of a pass that writes the
                                                           group, plus 1; 0: no pass writes it */
  for (unsigned round = 0; round < 2; round++)
    for (uint32_t c = 0; c < profile->n_cells; c++) {
      const ProfileCell *cell = &profile->cells[c];
      const uint32_t group = context->groups->of_column[view_column(context->view, cell->bin)];
      const guint pass = pass_of(context, passes, cell->place);
      if (pass == n || group == trouble->data || advice_data(context->groups, group)->stack) continue;
      if (round == 0 && cell->counts.writes != 0) writer[group] = pass + 1;
      if (round == 0 || writer[group] == 0 || writer[group] == pass + 1 || passes->needed != ADVICE_NONE) continue;
      if (is_same_element(context, &g_array_index(passes->passes, AdvicePass, writer[group] - 1),
                          &g_array_index(passes->passes, AdvicePass, pass), group))
        continue;
      passes->needed = group;
      passes->writer = g_array_index(passes->passes, AdvicePass, writer[group] - 1).line;
      passes->user = g_array_index(passes->passes, AdvicePass, pass).line;
    }
}

/* Counts the references of each pass's loop to the data. Lines of the loop that do not miss count, too. */
static void count_references(const AdviceContext *context, const AdviceTrouble *trouble, GArray *passes) {
  const Profile *profile = context->view->profile;
  for (uint32_t c = 0; c < profile->n_cells; c++) {
    const ProfileCell *cell = &profile->cells[c];
    const ProfilePlace *place = &profile->places[cell->place];
    if (context->groups->of_column[view_column(context->view, cell->bin)] != trouble->data) continue;
    g_autoptr(GArray) loops = advice_loops_at(context, place->file, place->line);
    for (guint i = 0; i < passes->len && loops->len != 0; i++) {
      AdvicePass *pass = &g_array_index(passes, AdvicePass, i);
      if (pass->file != place->file || pass->loop != g_array_index(loops, AdviceLoop, 0).line) continue;
      pass->reads += cell->counts.reads;
      pass->writes += cell->counts.writes;
    }
  }
}

/* Returns whether each pass either only stores to the data or only loads from them, and no loading pass goes through
 * them much more often than the storing passes: then, each stored element is loaded soon, and never again. */
static bool is_handed_on(const GArray *passes) {
  double stores = 0, loads = 0;
  for (guint i = 0; i < passes->len; i++) {
    const AdvicePass *pass = &g_array_index(passes, AdvicePass, i);
    if ((pass->reads != 0) == (pass->writes != 0)) return false; /* both, or unknown */
    if (pass->writes != 0)
      stores += pass->times;
    else
      loads = MAX(loads, pass->times);
  }
  return stores > 0 && loads > 0 && loads <= SEVERAL * stores;
}

AdvicePasses advice_passes(const AdviceContext *context, const AdviceTrouble *trouble) {
  AdvicePasses passes = {.passes = g_array_new(FALSE, FALSE, sizeof(AdvicePass)), .needed = ADVICE_NONE};
  find_passes(context, trouble, ADVICE_LINES_REPLACED, passes.passes);
  keep_main_pass(passes.passes);
  if (passes.passes->len != 0) {
    set_again(context, trouble, &passes);
    set_blocked(context, &passes);
  } else {
    set_call(context, trouble, &passes);
  }
  const double times = passes.passes->len == 1 ? g_array_index(passes.passes, AdvicePass, 0).times : 0;
  /* A single pass that goes through the data once reuses data that another loop, which has no replacement misses, has
   * fetched. */
  if (times != 0 && times < SEVERAL && passes.again == NULL)
    find_passes(context, trouble, ADVICE_LINES_FETCHING, passes.passes);
  if (passes.passes->len != 0) set_functions(context, &passes);
  if (passes.passes->len > 1 && !trouble->by_code) count_references(context, trouble, passes.passes);
  if (passes.passes->len > 1) set_needed(context, trouble, &passes);
  passes.handed_on = passes.needed == ADVICE_NONE && !passes.blocked && is_handed_on(passes.passes);
  return passes;
}

/* Returns whether a pass stores to one of several blocks of the data: it can compute this block from another one. */
static bool is_block_from_block(const AdviceDataGroup *data, const GArray *passes) {
  bool stores = false;
  for (guint i = 0; i < passes->len; i++) stores |= g_array_index(passes, AdvicePass, i).writes != 0;
  return stores && data->blocks > data->ranks;
}

/* Returns the mean stall of a replacement miss, of the pass for which it is least. */
static double least_wait(const GArray *passes) {
  double least = G_MAXDOUBLE;
  for (guint i = 0; i < passes->len; i++) {
    const AdvicePass *pass = &g_array_index(passes, AdvicePass, i);
    if (pass->replaced > 0) least = MIN(least, pass->stall / pass->replaced);
  }
  return least < G_MAXDOUBLE ? least : 0;
}

double advice_passes_saved(const AdviceContext *context, const AdviceTrouble *trouble, const AdvicePasses *passes) {
  const AdviceDataGroup *data = advice_data(context->groups, trouble->data);
  const double misses = (double)(data->counts.cold + data->counts.replacement);
  /* fetches of each line in the bottleneck: by replacement misses, and by all of its misses */
  const double replaced = data->fetches * ui_text_ratio((double)trouble->counts.replacement, misses);
  const double all = replaced + data->fetches * ui_text_ratio((double)trouble->counts.cold, misses);
  if (passes->handed_on) return trouble->replacement + trouble->cold;
  if (passes->passes->len < 2 || is_block_from_block(data, passes->passes) || passes->needed != ADVICE_NONE ||
      replaced <= 0)
    return trouble->replacement;
  const double most = g_array_index(passes->passes, AdvicePass, most_frequent(passes->passes)).times;
  const double remaining = (double)trouble->counts.replacement * MAX(most - (all - replaced), 0) / replaced;
  return all <= most ? trouble->replacement : MAX(trouble->replacement - remaining * least_wait(passes->passes), 0);
}

static bool can_merge(const AdvicePasses *passes) {
  return passes->passes != NULL && passes->passes->len > 1 && passes->needed == ADVICE_NONE && !passes->blocked;
}

/* Returns whether one loop goes through both data, and the same loop, or calls of its function, repeat it. */
static bool is_one_pass(const AdvicePasses *one, const AdvicePasses *other) {
  if (one->passes == NULL || other->passes == NULL || one->passes->len != 1 || other->passes->len != 1) return false;
  const AdvicePass *a = &g_array_index(one->passes, AdvicePass, 0), *b = &g_array_index(other->passes, AdvicePass, 0);
  return a->file == b->file && a->loop == b->loop && (one->again != NULL || one->by_calls) &&
         g_strcmp0(one->again, other->again) == 0 && one->again_line == other->again_line &&
         one->by_calls == other->by_calls && one->blocked == other->blocked;
}

bool advice_passes_common(const AdvicePasses *one, const AdvicePasses *other) {
  if (is_one_pass(one, other)) return true;
  if (!can_merge(one) || !can_merge(other)) return false;
  for (guint i = 0; i < one->passes->len; i++)
    for (guint k = 0; k < other->passes->len; k++) {
      const AdvicePass *a = &g_array_index(one->passes, AdvicePass, i),
                       *b = &g_array_index(other->passes, AdvicePass, k);
      if (a->file == b->file && a->loop == b->loop) return true;
    }
  return false;
}

void advice_passes_clear(AdvicePasses *passes) {
  g_array_unref(passes->passes);
  g_free(passes->again);
}
