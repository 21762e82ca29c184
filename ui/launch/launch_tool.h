/* SPDX-License-Identifier: GPL-2.0-or-later
 * launch_tool.h: finds valgrind and the tool, installed or in a build tree. */
#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct {
  char *valgrind; /* the program */
  char *library;  /* value of VALGRIND_LIB with which valgrind finds the tool; NULL: the variable need not be changed */
  bool temporary; /* whether `library` is a directory of links that was made for this run */
} LaunchTool;

/* Finds valgrind and the tool. The order of the search for the tool is: VALGRIND_LIB, if set; the build tree of this
 * program; the installation. On success, the caller ends with launch_tool_release(). If valgrind or the tool is
 * missing, returns false and sets *error. */
bool launch_tool_find(LaunchTool *tool, GError **error);

/* Removes the directory of links if there is one, and frees the strings. */
void launch_tool_release(LaunchTool *tool);
