/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_tool.h: finds valgrind and the tool, installed or in a build tree. */
#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct {
  char *valgrind; /* the program */
  char *library;  /* the value of VALGRIND_LIB with which it finds the tool; NULL: unchanged */
  bool temporary; /* library is a directory of links, made for this run */
} UiTool;

/* Finds valgrind and the tool. The tool in VALGRIND_LIB, if set, precedes one in this program's build tree, which
 * precedes an installed one. Returns false and sets *error if one is missing; else the caller ends with
 * ui_tool_release(). */
bool ui_tool_find(UiTool *tool, GError **error);

/* Removes the directory of links, if one was made, and frees the strings. */
void ui_tool_release(UiTool *tool);
