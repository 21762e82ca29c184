/* SPDX-License-Identifier: GPL-2.0-or-later
 * session_command.h: a command of a session: one row of the table in session_command_table.c.
 *
 * The parser, `help`, completion, the manual's chapter and the manual page are generated from the rows. To add a
 * command, declare its handler in session_handlers.h, write it into the file of its topic, and add a row. */
#pragma once

#include "ui/session/session.h"
#include "ui/session/session_command_error.h"

/* SESSION_ARGUMENT_CODE Kinds of arguments, for completion. */
typedef enum {
  SESSION_ARGUMENT_CODE,      /* selector of code segments (view_select.h) */
  SESSION_ARGUMENT_DATA,      /* selector of data bins */
  SESSION_ARGUMENT_ANY,       /* selector of either (view_select_any()) */
  SESSION_ARGUMENT_REFERENCE, /* pattern of names of references (analysis_references_choose()) */
  SESSION_ARGUMENT_VICTIM,    /* selector of data bins, or pattern of names of references */
  SESSION_ARGUMENT_COMMAND,   /* name of a command */
  SESSION_ARGUMENT_FILE,      /* path of a file */
  SESSION_ARGUMENT_NUMBER,
  SESSION_ARGUMENT_OPTION, /* "--word" or "--word=VALUE" in any position; not counted as an argument */
  SESSION_ARGUMENT_WORD    /* one of `choice`, or any word if that is NULL */
} SessionArgumentKind;

typedef enum {
  SESSION_ONCE,
  SESSION_OPTIONAL,  /* this argument and all later ones can be left out */
  SESSION_MANY,      /* one or more, to the end */
  SESSION_ANY_NUMBER /* none or more, to the end */
} SessionArgumentForm;

/* Returns word `index` (0, 1, ...) of the choices for an argument, or NULL after the last. `before` are the
 * preceding arguments, ended by NULL. */
typedef const char *SessionChoice(const Session *session, char *const *before, unsigned index);

typedef struct {
  SessionArgumentKind kind;
  const char *name; /* in the usage; NULL: no further argument */
  SessionArgumentForm form;
  SessionChoice *choice;
} SessionArgument;

/* Runs a command. args[0] to args[n - 1] are its arguments, whose number its row allows; session_command_option()
 * returns its options. Appends the output to session->out. Returns false and sets *error if it cannot be done; the
 * session is then unchanged. */
typedef bool SessionHandler(Session *session, char **args, unsigned n, GError **error);

/* Headings in `help`. */
typedef enum {
  SESSION_TOPIC_SHOW,
  SESSION_TOPIC_FIND,
  SESSION_TOPIC_CHANGE,
  SESSION_TOPIC_SESSION,
  SESSION_TOPICS
} SessionTopic;

enum {
  SESSION_ARGUMENTS_MOST = 5,
  SESSION_CHANGES_ALWAYS = 1000 /* for SessionCommand.changes */
};

struct SessionCommand {
  const char *name;
  SessionTopic topic;
  SessionHandler *handler;
  unsigned changes; /* from this number of arguments on, it makes a change that can be undone; 0: never */
  SessionArgument arguments[SESSION_ARGUMENTS_MOST + 1]; /* ended by one without a name */
  const char *summary;                                   /* a few words, starting with a small letter */
  const char *help;                                      /* more sentences, in lines; or NULL */
  const char *example;                                   /* a command line */
  bool simulated;                                        /* not available for profiles made of samples */
};

/* Returns the heading of a topic. */
const char *session_command_topic(SessionTopic topic);

/* Returns the command's arguments as its usage shows them: "[CODE [DATA]]"; "" if there are none. Owned by the
 * caller. */
char *session_command_usage(const SessionCommand *command);

/* Returns the command of that name in a table (ended by one without a name), or the only one whose name starts so,
 * ignoring case. Returns NULL and sets *error if there is none, or more than one. */
const SessionCommand *session_command_find(const SessionCommand *commands, const char *name, GError **error);

/* Returns the value of option `name` ("--fields"), given after args[n - 1]: "" if it has no value, NULL if it was
 * not given. */
const char *session_command_option(char *const *args, unsigned n, const char *name);
