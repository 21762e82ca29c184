/* ui_command.h: what a command of a session is: one row of the table in ui_commands.c.
 *
 * From the rows come the parser, `help`, completion, the manual's chapter and manual page. To add a command, declare its
 * handler in ui_handlers.h, write it into the file of its topic, and give it a row.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_COMMAND_H
#define UI_UI_COMMAND_H

#include "ui/session/ui_session.h"

/* What may be typed for an argument, for completion. */
typedef enum {
  UI_ARGUMENT_CODE,    /* a selector of code segments (ui_select.h) */
  UI_ARGUMENT_DATA,    /* a selector of data bins */
  UI_ARGUMENT_ANY,     /* a selector of either (ui_select_any()) */
  UI_ARGUMENT_REFERENCE, /* a pattern of names of references (ui_references_choose()) */
  UI_ARGUMENT_VICTIM,  /* a selector of data bins, or a pattern of names of references */
  UI_ARGUMENT_COMMAND, /* name of a command */
  UI_ARGUMENT_FILE,    /* path of a file */
  UI_ARGUMENT_NUMBER,
  UI_ARGUMENT_OPTION,  /* "--word" or "--word=VALUE", at any place, not counted among the others */
  UI_ARGUMENT_WORD     /* one of `choice`, or, without that, anything */
} UiArgumentKind;

typedef enum {
  UI_ONCE,
  UI_OPTIONAL, /* it and all that follow may be left out */
  UI_MANY,     /* one or more, to the end */
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
 * ui_command_option() tells its options. What it has to say is appended to session->out. Returns false and sets *error
 * when it cannot be done; the session is then as it was. */
typedef bool UiHandler(UiSession *session, char **args, unsigned n, GError **error);

/* Under which heading help lists a command. */
typedef enum { UI_TOPIC_SHOW, UI_TOPIC_FIND, UI_TOPIC_CHANGE, UI_TOPIC_SESSION, UI_TOPICS } UiTopic;

enum {
  UI_ARGUMENTS_MOST = 5,
  UI_CHANGES_ALWAYS = 1000 /* for UiCommand.changes */
};

typedef struct {
  const char *name;
  UiTopic topic;
  UiHandler *handler;
  unsigned changes; /* with so many arguments, it changes the view or settings, which can be undone; 0: it never does */
  UiArgument arguments[UI_ARGUMENTS_MOST + 1]; /* ended by one without a name */
  const char *summary; /* a few words, starting with a small letter */
  const char *help;    /* what the summary leaves open, sentences; lines end with newline, but the last; or NULL */
  const char *example; /* a line that one could type */
} UiCommand;

#define UI_COMMAND_ERROR ui_command_error_quark()
GQuark ui_command_error_quark(void);

/* Sets *error to a message, which is escaped already. Returns false. */
bool ui_command_fail(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* The same; each %s in `format` (which holds no other %) stands for what the user typed: it is quoted and escaped. */
bool ui_command_fail_about(GError **error, const char *typed, const char *format);

/* The same for `typed`, which is none of what it should be, `what`: "there is no WHAT 'TYPED'" and the nearest of
 * `names` (ended by NULL), or else all of them, when they are few. */
bool ui_command_fail_unknown(GError **error, const char *what, const char *typed, const char *const *names);

/* The index in `names` (ended by NULL) of the one that is typed, or of the only one that starts so, in any case. Returns -1 and
 * sets *error when there is none, as above, or there are several: these are told. */
int ui_command_choose(const char *what, const char *typed, const char *const *names, GError **error);

/* The value of option `name` ("--fields") that was given behind args[n - 1]: "" when it has none. NULL: not given. */
const char *ui_command_option(char *const *args, unsigned n, const char *name);

/* Reads a whole number from `least` on. Returns false and sets *error ("COMMAND takes WHAT, from LEAST, not 'TYPED'"). */
bool ui_command_number(const char *typed, const char *what, uint32_t least, uint32_t *number, GError **error);

#endif
