/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/launch/launch_run_hints.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "ui/base/ui_text.h"
#include "ui/profile/profile.h"

static bool follows_children(char *const *options, unsigned n) {
  bool follows = false;
  for (unsigned i = 0; i < n; i++)
    if (g_str_has_prefix(options[i], "--trace-children=")) follows = g_str_has_suffix(options[i], "=yes");
  return follows;
}

/* Returns the name of the interpreter in a script's first line, without its folder; the caller frees it. Returns NULL
 * if the file is not a script. */
static char *interpreter(const char *path) {
  char line[256] = "";
  FILE *file = fopen(path, "re");
  if (file == NULL) return NULL;
  const bool is_script = fgets(line, sizeof line, file) != NULL && g_str_has_prefix(line, "#!");
  fclose(file);
  if (!is_script) return NULL;
  char *word = g_strchug(line + 2);
  word[strcspn(word, " \t\r\n")] = '\0';
  return g_strdup(profile_basename(word));
}

static bool is_shell(const char *name) {
  static const char *const shells[] = {"sh", "bash", "dash", "zsh", "ksh", "env", "make", "xargs", NULL};
  return g_strv_contains(shells, name);
}

void launch_run_hint_script(const char *program, char *const *options, unsigned n) {
  g_autofree char *path = strchr(program, '/') != NULL ? g_strdup(program) : g_find_program_in_path(program);
  if (path == NULL || follows_children(options, n)) return;
  g_autofree char *name = interpreter(path);
  if (name == NULL && is_shell(profile_basename(program))) name = g_strdup(profile_basename(program));
  if (name == NULL) return;
  g_autofree char *printable = ui_text_escaped(name);
  fprintf(stderr, "%s was profiled; the programs that it started were not: --trace-children=yes\n", printable);
}
