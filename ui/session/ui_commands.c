/* ui_commands.c: see ui_commands.h. One table holds all commands: what runs them, and what help shows.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/session/ui_commands.h"

#include <string.h>

#include "ui/screens/ui_detail.h"
#include "ui/base/ui_nearest.h"
#include "ui/screens/ui_processors.h"
#include "ui/model/ui_select.h"
#include "ui/screens/ui_sharing.h"
#include "ui/base/ui_text.h"

G_DEFINE_QUARK(ui-command-error-quark, ui_command_error)

/* Carries a command out with its `n` arguments, of which there are as many as its table row says. */
typedef bool Handler(UiSession *session, char **args, unsigned n, GError **error);

typedef struct {
  const char *name;
  const char *arguments;
  unsigned least, most; /* arguments */
  Handler *handler;
  const char *summary;
  const char *help; /* what the summary leaves open; ends without newline */
  const char *example;
} Command;

static Handler run_display_all, run_matrix, run_processors, run_sharing, run_fullname, run_rename, run_combine, run_help, run_quit;

#define ANY G_MAXUINT

static const Command commands[] = {
    {"DisplayAll", "[CODE [DATA]]", 0, 2, run_display_all, "all statistics of a part of the matrix",
     "CODE and DATA each are a legend number, a name, a full name, a pattern with * and ?, or a list of\n"
     "these with commas. What is left out is everything. Names with spaces need quotes.",
     "DisplayAll 0 Matrix.Y,Matrix.Z"},
    {"matrix", "[N]", 0, 1, run_matrix, "the matrix, with at most N rows and columns",
     "Each number is the percentage of the total that the code of the row and the data of the column have;\n"
     "a dash stands for none at all. What does not fit is summed up.",
     "matrix 5"},
    {"processors", "", 0, 0, run_processors, "what each processor did, and how even that is",
     "Busy are the cycles of instructions and of what they waited for (Stall), idle those without a thread that\n"
     "could run. Imbalance is the greatest number of busy cycles over their mean.",
     NULL},
    {"sharing", "[N]", 0, 1, run_sharing, "the N (10) lines of memory that processors shared most",
     "Counted are the events of sharing: misses because the line was invalidated, misses that another\n"
     "processor's cache supplied, and upgrades. So the reads, writes and modifies (read-modify-write\n"
     "instructions) of a line are those that had to wait for another processor, not those that hit.",
     "sharing 3"},
    {"fullname", "BIN", 1, 1, run_fullname, "full names: call path and line of the allocation",
     "Also for code segments: their file, line and object. Takes what DisplayAll takes.", "fullname 0"},
    {"rename", "OLD NEW", 2, 2, run_rename, "gives a bin or code segment another name",
     "OLD is one bin or code segment; where both have the name, data:OLD or code:OLD tells which.\n"
     "A number is that of a bin.",
     "rename NewMatrix:31 Matrix.Y"},
    {"combine", "NEW NAME...", 2, ANY, run_combine, "makes one bin, or code segment, of several",
     "Each NAME is what DisplayAll takes. NEW is the name of the whole.", "combine Input Matrix.X Matrix.Y"},
    {"help", "[COMMAND]", 0, 1, run_help, "all commands, or one of them", NULL, "help DisplayAll"},
    {"quit", "", 0, 0, run_quit, "ends the session", "So does the end of input (Ctrl-D).", NULL},
};

static bool fail(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);
static bool fail(GError **error, const char *format, ...) {
  va_list list;
  va_start(list, format);
  g_autofree char *message = g_strdup_vprintf(format, list);
  va_end(list);
  g_set_error_literal(error, UI_COMMAND_ERROR, 0, message);
  return false;
}

/* The same; %s in `format` stands for what the user typed. */
static bool fail_about(GError **error, const char *typed, const char *format) {
  g_autofree char *printable = ui_text_escaped(typed);
  g_autofree char *quoted = g_strdup_printf("'%s'", printable);
  GString *message = g_string_new(format);
  g_string_replace(message, "%s", quoted, 1);
  fail(error, "%s", message->str);
  g_string_free(message, TRUE);
  return false;
}

static bool select_or_all(const UiView *view, UiAxisKind axis, const char *selector, UiSelection *selection,
                          GError **error) {
  if (selector != NULL) return ui_select(view, axis, selector, selection, error);
  ui_select_all(view, axis, selection);
  return true;
}

static bool run_display_all(UiSession *session, char **args, unsigned n, GError **error) {
  UiSelection code, data;
  if (!select_or_all(session->view, UI_CODE, n > 0 ? args[0] : NULL, &code, error)) return false;
  const bool good = select_or_all(session->view, UI_DATA, n > 1 ? args[1] : NULL, &data, error);
  if (good) {
    g_string_append_c(session->out, '\n');
    ui_detail(&session->screen, session->view, &code, &data, session->out);
    ui_selection_clear(&data);
  }
  ui_selection_clear(&code);
  return good;
}

static bool run_matrix(UiSession *session, char **args, unsigned n, GError **error) {
  UiScreen screen = session->screen;
  guint64 top;
  if (n > 0) {
    if (!g_ascii_string_to_unsigned(args[0], 10, 1, G_MAXUINT32, &top, NULL))
      return fail_about(error, args[0], "matrix takes a number of rows and columns, from 1, not %s");
    screen.top = (uint32_t)top;
  }
  g_string_append_c(session->out, '\n');
  ui_screen_matrix(&screen, session->view, session->out);
  return true;
}

static bool run_processors(UiSession *session, char **args, unsigned n, GError **error) {
  (void)args, (void)n, (void)error;
  g_string_append_c(session->out, '\n');
  ui_processors(&session->screen, session->view->profile, session->out);
  return true;
}

static bool run_sharing(UiSession *session, char **args, unsigned n, GError **error) {
  guint64 lines = 10;
  if (n > 0 && !g_ascii_string_to_unsigned(args[0], 10, 1, G_MAXUINT32, &lines, NULL))
    return fail_about(error, args[0], "sharing takes a number of lines, from 1, not %s");
  g_string_append_c(session->out, '\n');
  ui_sharing(&session->screen, session->view, (uint32_t)lines, session->out);
  return true;
}

static void append_full_names(UiSession *session, const UiItem *item, UiAxisKind axis) {
  const GArray *members = item->members;
  for (guint i = 0; i < members->len; i++) {
    const uint32_t number = g_array_index(members, uint32_t, i);
    g_autofree char *printable = ui_text_escaped(session->view->labels[axis].full[number]);
    g_string_append_printf(session->out, "%s: %s\n", item->name, printable);
  }
}

static bool run_fullname(UiSession *session, char **args, unsigned n, GError **error) {
  (void)n;
  UiSelection selection;
  if (!ui_select_any(session->view, args[0], &selection, error)) return false;
  for (uint32_t rank = 0; rank < ui_view_size(session->view, selection.axis); rank++)
    if (selection.picked[rank])
      append_full_names(session, ui_view_item(session->view, selection.axis, rank), selection.axis);
  ui_selection_clear(&selection);
  return true;
}

static bool fail_bad_name(GError **error, UiAxisKind axis, const char *name) {
  return fail_about(error, name,
                    axis == UI_CODE ? "another code segment has the name, or it is a number: %s"
                                    : "another data bin has the name, or it is a number: %s");
}

static bool run_rename(UiSession *session, char **args, unsigned n, GError **error) {
  (void)n;
  UiSelection selection;
  if (!ui_select_any(session->view, args[0], &selection, error)) return false;
  const UiAxisKind axis = selection.axis;
  const uint32_t count = selection.count;
  const uint32_t rank = ui_selection_first(&selection);
  ui_selection_clear(&selection);
  if (count != 1)
    return fail_about(error, args[0], "rename takes one, and combine makes one of several; there are more called %s");
  if (!ui_view_rename(session->view, axis, rank, args[1])) return fail_bad_name(error, axis, args[1]);
  g_string_append_printf(session->out, "%s %u is now %s\n", ui_view_axis_name(axis), rank,
                         ui_view_item(session->view, axis, rank)->name);
  return true;
}

/* Adds what `selector` names to *all, which so far has `n_before` selectors in it. */
static bool add_selection(const UiView *view, const char *selector, unsigned n_before, UiSelection *all,
                          GError **error) {
  UiSelection one;
  if (!ui_select_any(view, selector, &one, error)) return false;
  if (n_before == 0) {
    *all = one;
    return true;
  }
  const UiAxisKind axis = one.axis;
  for (uint32_t rank = 0; axis == all->axis && rank < ui_view_size(view, axis); rank++)
    all->picked[rank] |= one.picked[rank];
  ui_selection_clear(&one);
  return axis == all->axis || fail_about(error, selector, "code and data cannot be combined: see %s");
}

static bool run_combine(UiSession *session, char **args, unsigned n, GError **error) {
  UiSelection all = {.picked = NULL};
  bool good = true;
  for (unsigned i = 1; i < n && good; i++) good = add_selection(session->view, args[i], i - 1, &all, error);
  if (good) {
    const uint32_t before = ui_view_size(session->view, all.axis);
    good = ui_view_combine(session->view, all.axis, all.picked, args[0]) || fail_bad_name(error, all.axis, args[0]);
    if (good)
      g_string_append_printf(session->out, "%u %ss are now one\n",
                             before - ui_view_size(session->view, all.axis) + 1, ui_view_axis_name(all.axis));
  }
  ui_selection_clear(&all);
  return good;
}

/* The command of that name, or the only one whose name starts so. */
static const Command *find_command(const char *name, GError **error) {
  const Command *found = NULL;
  bool ambiguous = false;
  for (size_t i = 0; i < G_N_ELEMENTS(commands); i++) {
    if (g_ascii_strcasecmp(commands[i].name, name) == 0) return &commands[i];
    if (g_ascii_strncasecmp(commands[i].name, name, strlen(name)) != 0) continue;
    ambiguous = found != NULL;
    found = &commands[i];
  }
  if (found != NULL && !ambiguous) return found;
  if (ambiguous) {
    fail_about(error, name, "more than one command starts with %s: see help");
    return NULL;
  }
  UiNearest nearest;
  ui_nearest_start(&nearest, name);
  for (size_t i = 0; i < G_N_ELEMENTS(commands); i++) ui_nearest_offer(&nearest, commands[i].name);
  const char *near = ui_nearest_take(&nearest);
  g_autofree char *format = near != NULL ? g_strdup_printf("there is no command %%s; the nearest is '%s'", near)
                                         : g_strdup("there is no command %s: see help");
  fail_about(error, name, format);
  return NULL;
}

static void append_usage(GString *out, const Command *command, unsigned width) {
  g_autofree char *usage = g_strdup_printf("%s %s", command->name, command->arguments);
  g_string_append_printf(out, "%-*s  %s\n", (int)width, g_strchomp(usage), command->summary);
}

static bool run_help(UiSession *session, char **args, unsigned n, GError **error) {
  GString *out = session->out;
  if (n == 0) {
    for (size_t i = 0; i < G_N_ELEMENTS(commands); i++) append_usage(out, &commands[i], 24);
    g_string_append(out, "The start of a name is enough, in any case. help COMMAND says more.\n");
    return true;
  }
  const Command *command = find_command(args[0], error);
  if (command == NULL) return false;
  append_usage(out, command, 0);
  if (command->help != NULL) g_string_append_printf(out, "%s\n", command->help);
  if (command->example != NULL) g_string_append_printf(out, "Example: %s\n", command->example);
  return true;
}

static bool run_quit(UiSession *session, char **args, unsigned n, GError **error) {
  (void)args;
  (void)n;
  (void)error;
  session->quit = true;
  return true;
}

static bool run_words(UiSession *session, char **words, unsigned n, GError **error) {
  const Command *command = find_command(words[0], error);
  if (command == NULL) return false;
  if (n - 1 < command->least || n - 1 > command->most)
    return *command->arguments == '\0' ? fail(error, "%s takes no arguments", command->name)
                                       : fail(error, "%s takes other arguments: %s %s", command->name, command->name,
                                              command->arguments);
  return command->handler(session, words + 1, n - 1, error);
}

bool ui_command_run(UiSession *session, const char *line, GError **error) {
  g_auto(GStrv) words = NULL;
  int n;
  GError *bad = NULL;
  if (g_shell_parse_argv(line, &n, &words, &bad)) return run_words(session, words, (unsigned)n, error);
  if (g_error_matches(bad, G_SHELL_ERROR, G_SHELL_ERROR_EMPTY_STRING)) {
    g_error_free(bad);
    return true;
  }
  g_error_free(bad);
  return fail(error, "a quotation mark or backslash is not closed");
}
