/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_command.h: what a command of a session is: one row of the table in ui_commands.c.
 *
 * From the rows come the parser, `help`, completion, the manual's chapter and manual page. To add a command, declare
 * its handler in ui_handlers.h, write it into the file of its topic, and give it a row. */
#ifndef UI_UI_COMMAND_H
#define UI_UI_COMMAND_H

#include "ui/session/ui_command_error.h"
#include "ui/session/ui_session.h"

/* What may be typed for an argument, for completion. */
typedef enum {
  UI_ARGUMENT_CODE,      /* a selector of code segments (ui_select.h) */
  UI_ARGUMENT_DATA,      /* a selector of data bins */
  UI_ARGUMENT_ANY,       /* a selector of either (ui_select_any()) */
  UI_ARGUMENT_REFERENCE, /* a pattern of names of references (ui_references_choose()) */
  UI_ARGUMENT_VICTIM,    /* a selector of data bins, or a pattern of names of references */
  UI_ARGUMENT_COMMAND,   /* name of a command */
  UI_ARGUMENT_FILE,      /* path of a file */
  UI_ARGUMENT_NUMBER,
  UI_ARGUMENT_OPTION, /* "--word" or "--word=VALUE", at any place, not counted among the others */
  UI_ARGUMENT_WORD    /* one of `choice`, or, without that, anything */
} UiArgumentKind;

typedef enum {
  UI_ONCE,
  UI_OPTIONAL,  /* it and all that follow may be left out */
  UI_MANY,      /* one or more, to the end */
  UI_ANY_NUMBER /* none or more, to the end */
} UiArgumentForm;

/* Word `index` (0, 1, ...) of those that an argument may be, or NULL past the last. `before` are the arguments in front
 * of it, ended by NULL. */
typedef const char *UiChoice(const UiSession *session, char *const *before, unsigned index);

typedef struct {
  UiArgumentKind kind;
  const char *name; /* what the usage shows; NULL: no further argument */
  UiArgumentForm form;
  UiChoice *choice;
} UiArgument;

/* Carries a command out. args[0] to args[n - 1] are its arguments, of which there are as many as its row says;
 * ui_command_option() returns its options. Its output is appended to session->out. Returns false and sets *error when
 * it cannot be done; the session is then as it was. */
typedef bool UiHandler(UiSession *session, char **args, unsigned n, GError **error);

/* Under which heading help lists a command. */
typedef enum { UI_TOPIC_SHOW, UI_TOPIC_FIND, UI_TOPIC_CHANGE, UI_TOPIC_SESSION, UI_TOPICS } UiTopic;

enum {
  UI_ARGUMENTS_MOST = 5,
  UI_CHANGES_ALWAYS = 1000 /* for UiCommand.changes */
};

struct UiCommand {
  const char *name;
  UiTopic topic;
  UiHandler *handler;
  unsigned changes; /* with so many arguments, it changes the view or settings, which can be undone; 0: it never does */
  UiArgument arguments[UI_ARGUMENTS_MOST + 1]; /* ended by one without a name */
  const char *summary;                         /* a few words, starting with a small letter */
  const char *help;    /* what the summary leaves open, sentences; lines end with newline, but the last; or NULL */
  const char *example; /* a line that one could type */
  bool simulated;      /* it shows what only a simulation tells: not of profiles that are made of samples */
};

/* "CODE SEGMENTS AND DATA BINS" and the like: the heading of a topic. */
const char *ui_command_topic(UiTopic topic);

/* The arguments of a command as its usage shows them: "[CODE [DATA]]"; "" when there are none. Owned by the caller. */
char *ui_command_usage(const UiCommand *command);

/* The command of that name in a table (ended by one without a name), or the only one whose name starts so, in any case.
 * Returns NULL and sets *error when there is none, or more than one. */
const UiCommand *ui_command_find(const UiCommand *commands, const char *name, GError **error);

/* The value of option `name` ("--fields") that was given behind args[n - 1]: "" when it has none. NULL: not given. */
const char *ui_command_option(char *const *args, unsigned n, const char *name);

#endif
