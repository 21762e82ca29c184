/* SPDX-License-Identifier: GPL-2.0-or-later
 * session.h: a session: a profile, its view, and the commands on it. */
#pragma once

#include <stdio.h>

#include "ui/names/name_level_names.h"
#include "ui/names/name_table.h"
#include "ui/session/session_settings.h"
#include "ui/view/view_curves.h"
#include "ui/view/view_keys.h"

typedef struct SessionCommand SessionCommand;
typedef struct SessionUndo SessionUndo;
typedef struct SessionNameFile SessionNameFile;

typedef struct {
  const SessionCommand *commands; /* table of commands, which a command without a name ends */
  NameTable *names;               /* names of the view */
  NameLevelNames *levels;         /* levels of the view's data */
  View *view;
  SessionSettings settings;
  Screen screen; /* properties of the screen, which are set from the settings and the terminal before each command */
  SessionUndo *undo;
  char *tried;        /* JSON of the results of the last `try`; NULL: there was none */
  ViewCurves *curves; /* curves of a sweep; NULL: the user gave none */
  ViewKeys *keys;     /* names that were loaded last, including names whose items this profile does not have */
  SessionNameFile *name_file;
  GString *out; /* output of the command; printed and emptied after each command */
  bool talks;   /* whether a user at a terminal uses the session */
  bool bare;    /* whether nothing was printed yet; if so, no empty line precedes the next answer */
  bool quit;    /* set by the command that ends the session */
  int failure;  /* errno of the first failed output, which ends the session; 0: none */
} Session;

/* Prints and empties session->out. With a user at a terminal, long output goes through a pager, and Ctrl-C ends it. */
void session_print(Session *session);

/* As session_print(), but without a pager: for the first screen, which stays above the prompt. */
void session_print_first(Session *session);
