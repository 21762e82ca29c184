/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_command.h: a command of a session: one row of the table in ui_commands.c.
 *
 * The parser, `help`, completion, the manual's chapter and the manual page are generated from the rows. To add a
 * command, declare its handler in ui_handlers.h, write it into the file of its topic, and add a row. */
#pragma once

#include "ui/session/ui_command_error.h"
#include "ui/session/ui_session.h"

/* UI_ARGUMENT_CODE Kinds of arguments, for completion. */
typedef enum {
  UI_ARGUMENT_CODE,      /* selector of code segments (ui_select.h) */
  UI_ARGUMENT_DATA,      /* selector of data bins */
  UI_ARGUMENT_ANY,       /* selector of either (ui_select_any()) */
  UI_ARGUMENT_REFERENCE, /* pattern of names of references (ui_references_choose()) */
  UI_ARGUMENT_VICTIM,    /* selector of data bins, or pattern of names of references */
  UI_ARGUMENT_COMMAND,   /* name of a command */
  UI_ARGUMENT_FILE,      /* path of a file */
  UI_ARGUMENT_NUMBER,
  UI_ARGUMENT_OPTION, /* "--word" or "--word=VALUE" in any position; not counted as an argument */
  UI_ARGUMENT_WORD    /* one of `choice`, or any word if that is NULL */
} UiArgumentKind;

typedef enum {
  UI_ONCE,
  UI_OPTIONAL,  /* this argument and all later ones can be left out */
  UI_MANY,      /* one or more, to the end */
  UI_ANY_NUMBER /* none or more, to the end */
} UiArgumentForm;

/* Returns word `index` (0, 1, ...) of the choices for an argument, or NULL after the last. `before` are the
 * preceding arguments, ended by NULL. */
typedef const char *UiChoice(const UiSession *session, char *const *before, unsigned index);

typedef struct {
  UiArgumentKind kind;
  const char *name; /* in the usage; NULL: no further argument */
  UiArgumentForm form;
  UiChoice *choice;
} UiArgument;

/* Runs a command. args[0] to args[n - 1] are its arguments, whose number its row allows; ui_command_option() returns
 * its options. Appends the output to session->out. Returns false and sets *error if it cannot be done; the session
 * is then unchanged. */
typedef bool UiHandler(UiSession *session, char **args, unsigned n, GError **error);

/* Headings in `help`. */
typedef enum { UI_TOPIC_SHOW, UI_TOPIC_FIND, UI_TOPIC_CHANGE, UI_TOPIC_SESSION, UI_TOPICS } UiTopic;

enum {
  UI_ARGUMENTS_MOST = 5,
  UI_CHANGES_ALWAYS = 1000 /* for UiCommand.changes */
};

struct UiCommand {
  const char *name;
  UiTopic topic;
  UiHandler *handler;
  unsigned changes; /* from this number of arguments on, it makes a change that can be undone; 0: never */
  UiArgument arguments[UI_ARGUMENTS_MOST + 1]; /* ended by one without a name */
  const char *summary;                         /* a few words, starting with a small letter */
  const char *help;                            /* more sentences, in lines; or NULL */
  const char *example;                         /* a command line */
  bool simulated;                              /* not available for profiles made of samples */
};

/* Returns the heading of a topic. */
const char *ui_command_topic(UiTopic topic);

/* Returns the command's arguments as its usage shows them: "[CODE [DATA]]"; "" if there are none. Owned by the
 * caller. */
char *ui_command_usage(const UiCommand *command);

/* Returns the command of that name in a table (ended by one without a name), or the only one whose name starts so,
 * ignoring case. Returns NULL and sets *error if there is none, or more than one. */
const UiCommand *ui_command_find(const UiCommand *commands, const char *name, GError **error);

/* Returns the value of option `name` ("--fields"), given after args[n - 1]: "" if it has no value, NULL if it was
 * not given. */
const char *ui_command_option(char *const *args, unsigned n, const char *name);
