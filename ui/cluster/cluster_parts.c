/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/cluster/cluster_parts.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "ui/base/ui_error.h"
#include "ui/base/ui_output.h"

enum { FINGERPRINT = 24 }; /* number of digits of the checksum in a file name */

struct ClusterParts {
  char *folder, *kind;
  GChecksum *work;
};

ClusterParts *cluster_parts_open(const char *folder, const char *kind, GError **error) {
  if (g_mkdir_with_parents(folder, 0777) != 0) {
    ui_error_set(error, G_FILE_ERROR, (gint)g_file_error_from_errno(errno), "--parts=%s: cannot make the folder: %s",
                 folder, g_strerror(errno));
    return NULL;
  }
  ClusterParts *parts = g_new(ClusterParts, 1);
  *parts = (ClusterParts){g_strdup(folder), g_strdup(kind), g_checksum_new(G_CHECKSUM_SHA256)};
  cluster_parts_note(parts, VERSION, sizeof VERSION); /* include the version, because results of another version can
                                                         differ */
  return parts;
}

void cluster_parts_free(ClusterParts *parts) {
  if (parts == NULL) return;
  g_free(parts->folder);
  g_free(parts->kind);
  g_checksum_free(parts->work);
  g_free(parts);
}

void cluster_parts_note(ClusterParts *parts, const void *bytes, gsize n) {
  const guint64 size = n;
  g_checksum_update(parts->work, (const guchar *)&size, sizeof size);
  g_checksum_update(parts->work, bytes, (gssize)n);
}

void cluster_parts_note_file(ClusterParts *parts, const char *path) {
  struct stat status = {0};
  gint64 facts[3] = {-1, 0, 0};
  if (stat(path, &status) == 0) {
    facts[0] = status.st_size;
    facts[1] = status.st_mtim.tv_sec;
    facts[2] = status.st_mtim.tv_nsec;
  }
  cluster_parts_note(parts, path, strlen(path));
  cluster_parts_note(parts, facts, sizeof facts);
}

/* Returns the prefix of the file names for this work. The caller owns the prefix. */
static char *prefix_of(const ClusterParts *parts) {
  GChecksum *work = g_checksum_copy(parts->work); /* copy the checksum, because g_checksum_get_string() ends it */
  char *prefix = g_strdup_printf("%s-%.*s-", parts->kind, FINGERPRINT, g_checksum_get_string(work));
  g_checksum_free(work);
  return prefix;
}

char *cluster_parts_path(ClusterParts *parts, ClusterShare share) {
  g_autofree char *prefix = prefix_of(parts);
  g_autofree char *name = g_strdup_printf("%s%u.of.%u", prefix, share.number, share.of);
  return g_build_filename(parts->folder, name, NULL);
}

bool cluster_parts_has(ClusterParts *parts, ClusterShare share) {
  g_autofree char *path = cluster_parts_path(parts, share);
  return g_file_test(path, G_FILE_TEST_IS_REGULAR);
}

static gint compare_paths(gconstpointer a, gconstpointer b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* Returns whether a share's file is complete. The name of an incomplete file, which is still being written, has a
 * suffix. */
static bool is_complete(const char *share) {
  unsigned number, of;
  int end = 0;
  return sscanf(share, "%u.of.%u%n", &number, &of, &end) == 2 && share[end] == '\0';
}

GPtrArray *cluster_parts_list(ClusterParts *parts) {
  GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
  g_autofree char *prefix = prefix_of(parts);
  GDir *folder = g_dir_open(parts->folder, 0, NULL);
  const char *name;
  while (folder != NULL && (name = g_dir_read_name(folder)) != NULL)
    if (g_str_has_prefix(name, prefix) && is_complete(name + strlen(prefix)))
      g_ptr_array_add(paths, g_build_filename(parts->folder, name, NULL));
  if (folder != NULL) g_dir_close(folder);
  g_ptr_array_sort(paths, compare_paths);
  return paths;
}

bool cluster_parts_write(ClusterParts *parts, ClusterShare share, const GString *bytes, GError **error) {
  g_autofree char *path = cluster_parts_path(parts, share);
  UiOutput output;
  if (!ui_output_start(&output, path, error)) return false;
  fwrite(bytes->str, 1, bytes->len, output.file); /* write errors are detected at the end */
  return ui_output_finish(&output, error);
}

bool cluster_parts_check(const char *folder, ClusterShare share, GError **error) {
  if (folder != NULL ? *folder != '\0' : share.of == 1) return true;
  return ui_error_option(error, "%s",
                         folder != NULL ? "--parts= needs the name of a folder"
                                        : "--share needs --parts=DIR, the folder for the results of shares");
}
