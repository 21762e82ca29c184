/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_session.h: a session: a profile, how the user sees it, and commands about it. */
#ifndef UI_UI_SESSION_H
#define UI_UI_SESSION_H

#include <stdio.h>

#include "ui/model/ui_curves.h"
#include "ui/model/ui_keys.h"
#include "ui/names/ui_level_names.h"
#include "ui/names/ui_names.h"
#include "ui/session/ui_settings.h"

typedef struct UiCommand UiCommand;
typedef struct UiUndo UiUndo;
typedef struct UiNameFile UiNameFile;

typedef struct {
  const UiCommand *commands; /* all that there are; the last is followed by one without a name */
  UiNames *names;            /* of the view */
  UiLevelNames *levels;      /* of data in the view */
  UiView *view;
  UiSettings settings;
  UiScreen screen; /* as the settings and the terminal are before each command */
  UiUndo *undo;
  char *tried;      /* what the last `try` wrote as JSON; NULL: there was none */
  UiCurves *curves; /* of a sweep; NULL: none was given */
  UiKeys *keys;     /* the names that were loaded last, to keep those that the profile has nothing for */
  UiNameFile *name_file;
  GString *out; /* what the commands have to say; the session prints and empties it after each */
  bool talks;   /* with a user at a terminal */
  bool bare;    /* nothing was printed yet: no empty line goes before the first answer */
  bool quit;    /* set by the command that ends the session */
  int failure;  /* errno of the first failure to print; 0: none. There is no point in going on after one */
} UiSession;

/* Prints what is in session->out and empties it. With a user at a terminal, what is long goes through a pager, and
 * Ctrl-C ends it. */
void ui_session_print(UiSession *session);

/* The same for the first screen, which never goes through a pager: the prompt stands below it. */
void ui_session_print_first(UiSession *session);

#endif
