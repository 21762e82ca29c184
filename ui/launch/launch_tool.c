/* SPDX-License-Identifier: GPL-2.0-or-later
 * launch_tool.c: finds valgrind and the tool. Valgrind searches for tools and for its own files in a single directory.
 * If the tool is in another directory, a private directory with links to the tool and to valgrind's files is made, without
 * the files that no run of the tool uses. */
#include "ui/launch/launch_tool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ui/base/ui_fail.h"
#include "ui/launch/launch_folder.h"

static const char tool_name[] = "memspy-" TOOL_PLATFORM;

static bool has_tool(const char *directory) {
  g_autofree char *path = g_build_filename(directory, tool_name, NULL);
  return access(path, X_OK) == 0;
}

/* Returns the directory that contains the tool, in the build tree or in the installation, or NULL if there is none. The
 * caller frees the path. */
static char *find_directory(void) {
  static const char *const folders[] = {"..", "."}; /* ".." is for the build tree, in which this program is ui/memspy */
  g_autofree char *self = g_file_read_link("/proc/self/exe", NULL);
  g_autofree char *home = g_path_get_dirname(self != NULL ? self : "");
  for (size_t i = 0; i < G_N_ELEMENTS(folders); i++) {
    g_autofree char *directory = g_build_filename(home, folders[i], NULL);
    if (has_tool(directory)) return g_canonicalize_filename(directory, NULL);
  }
  if (has_tool(PKGLIBEXECDIR)) return g_strdup(PKGLIBEXECDIR);
  return has_tool(VALGRIND_LIBEXECDIR) ? g_strdup(VALGRIND_LIBEXECDIR) : NULL;
}

static bool fail(GError **error, const char *what, const char *path) {
  const int code = errno;
  return ui_fail(error, G_FILE_ERROR, (gint)g_file_error_from_errno(code), "%s %s: %s", what, path, g_strerror(code));
}

/* Creates a symbolic link `name` in directory `to`, which points to the file `name` in directory `from`. If the link
 * already exists, keeps it. */
static bool link_file(const char *from, const char *to, const char *name, GError **error) {
  g_autofree char *target = g_build_filename(from, name, NULL);
  g_autofree char *link = g_build_filename(to, name, NULL);
  return symlink(target, link) == 0 || errno == EEXIST || fail(error, "cannot make a link", link);
}

/* The starts of the names of Valgrind's files for other platforms, and for other tools. The tool's directory exists only
 * for one run, and each link in it takes 0.1 ms. */
static const char *const unused[] = {"32bit-",    "arm",  "cachegrind-", "callgrind-", "dhat-",   "dh_",
                                     "drd-",      "exp-", "i386-",       "helgrind-",  "lackey-", "massif-",
                                     "memcheck-", "mips", "none-",       "power",      "s390"};

/* Returns whether a run of the tool can use Valgrind's file `name`. */
static bool is_used(const char *name) {
  static const char preloaded[] = "vgpreload_", core[] = "vgpreload_core-" TOOL_PLATFORM;
  if (g_str_has_prefix(name, preloaded)) return g_str_has_prefix(name, core);
  for (size_t i = 0; i < G_N_ELEMENTS(unused); i++)
    if (g_str_has_prefix(name, unused[i])) return false;
  return true;
}

static bool fill_directory(const char *directory, const char *tool_directory, GError **error) {
  if (!link_file(tool_directory, directory, tool_name, error)) return false;
  g_autoptr(GDir) files = g_dir_open(VALGRIND_LIBEXECDIR, 0, error);
  if (files == NULL) return false;
  bool good = true;
  const char *name;
  while (good && (name = g_dir_read_name(files)) != NULL)
    good = !is_used(name) || link_file(VALGRIND_LIBEXECDIR, directory, name, error);
  return good;
}

static char *find_valgrind(void) {
  if (access(VALGRIND_PROGRAM, X_OK) == 0) return g_strdup(VALGRIND_PROGRAM);
  return g_find_program_in_path("valgrind");
}

/* Sets tool->library so that valgrind finds the tool in `directory`. */
static bool set_library(LaunchTool *tool, const char *directory, GError **error) {
  if (strcmp(directory, VALGRIND_LIBEXECDIR) == 0) {
    tool->library = g_strdup(directory);
    return true;
  }
  tool->library = launch_folder_make(error);
  tool->temporary = tool->library != NULL;
  return tool->temporary && fill_directory(tool->library, directory, error);
}

bool launch_tool_find(LaunchTool *tool, GError **error) {
  *tool = (LaunchTool){.valgrind = find_valgrind()};
  if (tool->valgrind == NULL)
    return ui_fail(error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "valgrind is neither %s nor on PATH", VALGRIND_PROGRAM);
  const char *chosen = getenv("VALGRIND_LIB");
  if (chosen != NULL && has_tool(chosen)) return true;
  g_autofree char *directory = find_directory();
  const bool good = directory != NULL
                        ? set_library(tool, directory, error)
                        : ui_fail(error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
                                  "the tool %s is neither next to this program nor in %s", tool_name, PKGLIBEXECDIR);
  if (!good) launch_tool_release(tool);
  return good;
}

void launch_tool_release(LaunchTool *tool) {
  if (tool->temporary) launch_folder_remove(tool->library);
  g_free(tool->library);
  g_free(tool->valgrind);
  *tool = (LaunchTool){.valgrind = NULL};
}
