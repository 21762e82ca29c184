/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_session.h: a session: a profile, its view, and commands about it. */
#pragma once

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
  const UiCommand *commands; /* ended by one without a name */
  UiNames *names;            /* the view's */
  UiLevelNames *levels;      /* levels of the view's data */
  UiView *view;
  UiSettings settings;
  UiScreen screen; /* from the settings and the terminal, before each command */
  UiUndo *undo;
  char *tried;      /* JSON of the last `try`; NULL: none */
  UiCurves *curves; /* a sweep's; NULL: none given */
  UiKeys *keys;     /* the names loaded last; keeps those that have no item in this profile */
  UiNameFile *name_file;
  GString *out; /* output of the commands; printed and emptied after each */
  bool talks;   /* with a user at a terminal */
  bool bare;    /* nothing was printed yet: omit an empty line before the first answer */
  bool quit;    /* set by the command that ends the session */
  int failure;  /* errno of the first failed output, which ends the session; 0: none */
} UiSession;

/* Prints and empties session->out. With a user at a terminal, long output goes through a pager, and Ctrl-C ends it. */
void ui_session_print(UiSession *session);

/* As ui_session_print(), but without a pager: for the first screen, which stays above the prompt. */
void ui_session_print_first(UiSession *session);
