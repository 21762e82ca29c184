/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_tool.h: finds valgrind and our tool, installed or not. */
#ifndef UI_UI_TOOL_H
#define UI_UI_TOOL_H

#include <glib.h>
#include <stdbool.h>

typedef struct {
  char *valgrind; /* the program */
  char *library;  /* what VALGRIND_LIB must be for it to find the tool; NULL: as it is */
  bool temporary; /* library is a directory of links, made for this run */
} UiTool;

/* Finds them. A tool beside this program, in its build tree, goes before an installed one, and what the user
 * set VALGRIND_LIB to, if the tool is there, before both. Returns false and sets *error when one is missing;
 * else the caller ends with ui_tool_release(). */
bool ui_tool_find(UiTool *tool, GError **error);

/* Removes the directory of links, if one was made, and frees the strings. */
void ui_tool_release(UiTool *tool);

#endif
