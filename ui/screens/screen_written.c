/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/screens/screen_written.h"

#include <stdio.h>
#include <unistd.h>

#include "ui/analysis/analysis_resolve.h"
#include "ui/base/ui_text.h"
#include "ui/names/name_level_names.h"
#include "ui/names/name_table.h"
#include "ui/screens/screen_first.h"

static void print_screen(const Profile *profile, const NameTable *names, const char *path, const char *before) {
  const Screen screen = screen_for(STDERR_FILENO);
  NameLevelNames *levels = name_level_names_new(profile, names);
  g_autoptr(View) view = view_new(profile, name_table_labels(names));
  name_level_names_start(levels, view);
  g_autoptr(GString) text = g_string_new(before);
  screen_first(&screen, view, names, NULL, text);
  g_autofree char *printable = ui_text_escaped(path);
  g_string_append_printf(text, "\nThe profile is in %s\n", printable);
  g_string_append_printf(text, "  memspy %s: a session about it\n", printable);
  g_string_append_printf(text, "  memspy advice %s: what to change, and why\n", printable);
  g_string_append_printf(text, "  memspy report %s: a page for a browser\n", printable);
  fputs(text->str, stderr);
  name_level_names_free(levels);
}

void screen_written_print(const Profile *profile, const char *path, const char *before) {
  g_autoptr(NameTable) names = name_table_new(profile, true);
  print_screen(profile, names, path, before);
}

/* Prints that names could not be added, and frees the error. */
static void tell_failure(GError *error) {
  if (error == NULL) return;
  /* (Another run of the program in the same folder can have added the names.) */
  if (!g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_AGAIN))
    fprintf(stderr, "memspy: cannot add names to the profile: %s\n", error->message);
  g_error_free(error);
}

void screen_written_finish(Profile *profile, const char *path, const char *before, bool cache) {
  GError *error = NULL;
  const bool lacks_names = profile->resolved == NULL && g_file_test(path, G_FILE_TEST_IS_REGULAR);
  const bool kept = lacks_names && cache && analysis_resolve_add_kept(path, profile, &error);
  if (before != NULL || (lacks_names && !kept)) {
    g_autoptr(NameTable) names = name_table_new(profile, true);
    if (lacks_names && !kept) analysis_resolve_add(path, profile, names, cache, &error);
    tell_failure(g_steal_pointer(&error));
    if (before != NULL) print_screen(profile, names, path, before);
  }
  tell_failure(error);
}
