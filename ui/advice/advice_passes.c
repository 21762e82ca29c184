/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/advice/advice_passes.h"

#include <string.h>

#include "ui/advice/advice_code.h"
#include "ui/advice/advice_loops.h"
#include "ui/advice/advice_walk.h"

enum { LOOKED_AT = 12 /* lines */ };

static gint compare_passes(gconstpointer a, gconstpointer b) {
  const AdvicePass *x = a, *y = b;
  if (x->file != y->file) return x->file < y->file ? -1 : 1;
  return x->line < y->line ? -1 : x->line > y->line;
}

static void add_pass(const AdviceContext *context, AdvicePasses *passes, const NameUserLine *line) {
  GArray *loops = advice_loops_at(context, line->file, line->line);
  if (loops->len != 0) {
    const AdvicePass pass = {line->file, line->line, g_array_index(loops, AdviceLoop, 0).line};
    bool known = false;
    for (guint i = 0; i < passes->passes->len; i++) {
      const AdvicePass *other = &g_array_index(passes->passes, AdvicePass, i);
      known |= other->file == pass.file && other->loop == pass.loop;
    }
    if (!known) g_array_append_val(passes->passes, pass);
  }
  g_array_unref(loops);
}

static bool has_loop(const GArray *loops, uint64_t line) {
  for (guint i = 1; i < loops->len; i++)
    if (g_array_index(loops, AdviceLoop, i).line == line) return true;
  return false;
}

/* Returns the rest of the line after the heads of for loops. */
static const char *behind_heads(const char *text) {
  const char *head;
  while ((head = advice_walk_word(text, "for")) != NULL && head[3 + strspn(head + 3, " ")] == '(') {
    int depth = 0;
    for (text = head + 3; *text != '\0'; text++) {
      depth += (*text == '(') - (*text == ')');
      if (depth == 0 && *text == ')') break;
    }
    if (*text == '\0') break;
    text++;
  }
  return text;
}

/* Returns whether the pass uses other elements in each iteration of the loop. It does if its source line contains the
 * loop's variable, or a variable that is derived from the loop's variable. */
static bool moves_with(const AdviceContext *context, const AdvicePass *pass, const AdviceLoop *loop) {
  const AnalysisSourceText *source = advice_text(context, pass->file);
  const char *text = behind_heads(analysis_source_text_line(source, pass->line));
  if (advice_walk_word(text, loop->variable) != NULL) return true;
  bool moves = false;
  g_auto(GStrv) words = g_strsplit_set(text, " \t()[]{}+-*/%=<>!&|^~?:;,.\"'", -1);
  for (char **word = words; *word != NULL && !moves; word++) {
    if (**word == '\0' || g_ascii_isdigit(**word)) continue;
    g_autofree char *definition = advice_loops_definition(source->lines, loop->line, pass->line, *word);
    moves = definition != NULL && advice_walk_word(definition, loop->variable) != NULL;
  }
  return moves;
}

/* Finds the innermost loop that contains all passes, and repeats them on the same elements. This loop is not a pass
 * itself. */
static void set_again(const AdviceContext *context, AdvicePasses *passes) {
  const AdvicePass *first = &g_array_index(passes->passes, AdvicePass, 0);
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
      passes->needed = group;
      passes->writer = g_array_index(passes->passes, AdvicePass, writer[group] - 1).line;
      passes->user = g_array_index(passes->passes, AdvicePass, pass).line;
    }
}

AdvicePasses advice_passes(const AdviceContext *context, const AdviceTrouble *trouble) {
  AdvicePasses passes = {.passes = g_array_new(FALSE, FALSE, sizeof(AdvicePass)), .needed = ADVICE_NONE};
  NameUserLine lines[LOOKED_AT * NAME_USER_LINES_MOST];
  const guint n = advice_lines(context, trouble, true, LOOKED_AT, lines);
  for (guint i = 0; i < n; i++) add_pass(context, &passes, &lines[i]);
  g_array_sort(passes.passes, compare_passes);
  if (passes.passes->len != 0) set_again(context, &passes);
  if (passes.passes->len > 1) set_needed(context, trouble, &passes);
  return passes;
}

void advice_passes_clear(AdvicePasses *passes) {
  g_array_unref(passes->passes);
  g_free(passes->again);
}
