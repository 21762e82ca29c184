/* SPDX-License-Identifier: GPL-2.0-or-later
 * session_command.h: a command of a session: one row of the table in session_command_table.c.
 *
 * The parser, `help`, completion, a chapter of the manual, and the manual page use the rows. To add a command, declare
 * its handler in session_handlers.h, write it into the file of its topic, and add a row. */
#pragma once

#include "ui/session/session.h"
#include "ui/session/session_command_error.h"

/* Kinds of arguments, for completion. */
typedef enum {
  SESSION_ARGUMENT_CODE,      /* selector of code segments (view_select.h) */
  SESSION_ARGUMENT_DATA,      /* selector of data bins */
  SESSION_ARGUMENT_ANY,       /* selector of code segments or data bins (view_select_any()) */
  SESSION_ARGUMENT_REFERENCE, /* pattern of names of references (analysis_references_choose()) */
  SESSION_ARGUMENT_VICTIM,    /* selector of data bins, or pattern of names of references */
  SESSION_ARGUMENT_COMMAND,   /* name of a command */
  SESSION_ARGUMENT_FILE,      /* path of a file */
  SESSION_ARGUMENT_NUMBER,
  SESSION_ARGUMENT_OPTION, /* "--word" or "--word=VALUE" in any position; not counted as an argument */
  SESSION_ARGUMENT_WORD    /* one of the words of `choice`, or any word if `choice` is NULL */
} SessionArgumentKind;

typedef enum {
  SESSION_ONCE,
  SESSION_OPTIONAL,  /* whether this argument and all later ones are optional */
  SESSION_MANY,      /* one or more arguments, to the end of the line */
  SESSION_ANY_NUMBER /* any number of arguments, to the end of the line */
} SessionArgumentForm;

/* Returns word `index` (0, 1, ...) of the choices for an argument, or NULL after the last word. `before` are the
 * arguments before it, terminated by NULL. */
typedef const char *SessionChoice(const Session *session, char *const *before, unsigned index);

typedef struct {
  SessionArgumentKind kind;
  const char *name; /* name in the usage; NULL: there is no further argument */
  SessionArgumentForm form;
  SessionChoice *choice;
} SessionArgument;

/* Runs a command. args[0] to args[n - 1] are its arguments; the command's row limits their number.
 * session_command_option() returns its options. Appends the output to session->out. Returns false and sets *error if
 * the command is impossible: the session is then unchanged. */
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
  SESSION_CHANGES_ALWAYS = 1000 /* a value for SessionCommand.changes */
};

struct SessionCommand {
  const char *name;
  SessionTopic topic;
  SessionHandler *handler;
  unsigned changes; /* with this number of arguments or more, the command makes a change that can be undone; 0: it never
                       does */
  SessionArgument arguments[SESSION_ARGUMENTS_MOST + 1]; /* ended by an argument without a name */
  const char *summary;                                   /* summary of the command in a few words, which begin with a
                                                            small letter */
  const char *help;                                      /* further sentences about the command, divided into lines; or
                                                            NULL */
  const char *example;                                   /* a command line */
  bool simulated;                                        /* whether the command needs a simulation, so that it is not
                                                            available for profiles made of samples */
};

/* Returns the heading of a topic. */
const char *session_command_topic(SessionTopic topic);

/* Returns the arguments of a command as its usage shows them, for example "[CODE [DATA]]"; Returns "" if there are
 * none. The caller owns the result. */
char *session_command_usage(const SessionCommand *command);

/* Returns the command with a name in a table, which ends with a command without a name. Otherwise returns the only
 * command whose name starts with `name`, ignoring case. Returns NULL and sets *error if there is none, or more than
 * one. */
const SessionCommand *session_command_find(const SessionCommand *commands, const char *name, GError **error);

/* Returns the value of option `name` ("--fields"). Options come after args[n - 1]. Returns "" if the option has no
 * value, and NULL if it was not given. */
const char *session_command_option(char *const *args, unsigned n, const char *name);
