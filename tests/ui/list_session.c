/* list_session.c: lists lines for a session, from the table of its commands: "change LINE" for a command that changes
 * the view or a setting, "show LINE" for a command that prints.
 *
 * A command has a line for each value of each argument, with the first value of the arguments before it; and one line
 * without its optional arguments. An argument that is a choice takes each of its words, other arguments take a few
 * values of their kind.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <string.h>

#include "ui/session/session_command_table.h"
#include "ui/session/session_handlers.h"

/* By SessionArgumentKind: the values to try. For a choice, they are tried in addition to its words. */
static const char *const values[][4] = {
    [SESSION_ARGUMENT_CODE] = {"0", "*"},
    [SESSION_ARGUMENT_DATA] = {"0", "*", "1,0"},
    [SESSION_ARGUMENT_ANY] = {"data:*", "0", "code:*"},
    [SESSION_ARGUMENT_REFERENCE] = {"*", "none"},
    [SESSION_ARGUMENT_VICTIM] = {"*", "0"},
    [SESSION_ARGUMENT_COMMAND] = {"lines"},
    [SESSION_ARGUMENT_FILE] = {"session-file"},
    [SESSION_ARGUMENT_NUMBER] = {"1", "0", "70000"},
    [SESSION_ARGUMENT_WORD] = {"50", "1", "word"},
};

/* Adds the word as it can be typed. The words of conditions are no complete values: a pattern or an amount follows
 * them. */
static void add_word(GPtrArray *words, const SessionArgument *argument, const char *word) {
  if (g_str_has_suffix(word, ":")) {
    g_ptr_array_add(words, g_strconcat(word, "*", NULL));
    g_ptr_array_add(words, g_strconcat(word, "0", NULL));
  } else if (argument->choice == session_choice_condition) {
    g_ptr_array_add(words, g_strconcat(word, ">=1%", NULL));
    g_ptr_array_add(words, g_strconcat(word, "<2", NULL));
  } else {
    g_ptr_array_add(words, g_strdup(word));
  }
}

/* Returns all values of an argument. before: the values of the arguments before it. The caller owns the array. */
static GPtrArray *values_of(const SessionArgument *argument, GPtrArray *before) {
  GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
  const char *word;
  const Session session = {.commands = session_commands()};
  g_autoptr(GPtrArray) ended = g_ptr_array_new();
  for (guint i = 0; i < before->len; i++) g_ptr_array_add(ended, g_ptr_array_index(before, i));
  g_ptr_array_add(ended, NULL);
  const bool is_stage = argument->choice == session_choice_stage; /* the stages of a profile, which is not known here */
  if (is_stage) g_ptr_array_add(words, g_strdup("*"));
  for (unsigned i = 0;
       argument->choice != NULL && !is_stage && (word = argument->choice(&session, (char **)ended->pdata, i)) != NULL;
       i++)
    add_word(words, argument, word);
  if (argument->kind == SESSION_ARGUMENT_OPTION) {
    g_ptr_array_add(words, g_strdup(argument->name));
    return words;
  }
  for (unsigned i = 0; i < G_N_ELEMENTS(values[0]) && values[argument->kind][i] != NULL; i++)
    g_ptr_array_add(words, g_strdup(values[argument->kind][i]));
  return words;
}

static void print_line(const SessionCommand *command, const GPtrArray *before, const char *last) {
  const bool shows = command->changes == 0 &&
                     (command->topic == SESSION_TOPIC_SHOW || command->topic == SESSION_TOPIC_FIND);
  printf("%s %s", shows ? "show" : "change", command->name);
  for (guint i = 0; i < before->len; i++) printf(" '%s'", (const char *)g_ptr_array_index(before, i));
  if (last != NULL) printf(" '%s'", last);
  putchar('\n');
}

/* Lists the lines of a command from `argument` on, with each value of the argument. All values of later arguments
 * follow each value if they depend on it; else they follow only the first value. */
static void list_from(const SessionCommand *command, const SessionArgument *argument, GPtrArray *before) {
  if (argument->name == NULL || argument->form == SESSION_OPTIONAL || argument->form == SESSION_ANY_NUMBER)
    print_line(command, before, NULL);
  if (argument->name == NULL) return;
  g_autoptr(GPtrArray) words = values_of(argument, before);
  for (guint i = 0; i < words->len; i++) {
    char *word = g_ptr_array_index(words, i);
    if (i == 0 || argument->choice == session_choice_setting || argument->choice == session_choice_filter) {
      g_ptr_array_add(before, word);
      list_from(command, argument + 1, before);
      g_ptr_array_set_size(before, (gint)before->len - 1);
    } else {
      print_line(command, before, word);
    }
  }
  /* Options are optional: the line also continues without one. */
  if (argument->kind == SESSION_ARGUMENT_OPTION) list_from(command, argument + 1, before);
}

int main(void) {
  for (const SessionCommand *command = session_commands(); command->name != NULL; command++) {
    g_autoptr(GPtrArray) before = g_ptr_array_new();
    if (command->handler == session_handle_quit || command->handler == session_handle_undo ||
        command->handler == session_handle_redo)
      continue;
    list_from(command, command->arguments, before);
  }
  return 0;
}
