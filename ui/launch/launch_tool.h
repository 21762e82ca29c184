/* SPDX-License-Identifier: GPL-2.0-or-later
 * launch_tool.h: finds valgrind and the tool, installed or in a build tree. */
#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct {
  char *valgrind; /* the program */
  char *library;  /* the value of VALGRIND_LIB with which it finds the tool; NULL: unchanged */
  bool temporary; /* library is a directory of links, made for this run */
} LaunchTool;

/* Finds valgrind and the tool. The tool in VALGRIND_LIB, if set, precedes one in this program's build tree, which
 * precedes an installed one. Returns false and sets *error if one is missing; else the caller ends with
 * launch_tool_release(). */
bool launch_tool_find(LaunchTool *tool, GError **error);

/* Removes the directory of links, if one was made, and frees the strings. */
void launch_tool_release(LaunchTool *tool);
