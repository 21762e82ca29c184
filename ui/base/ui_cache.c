/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_cache.c: A file begins with a line that has the version of the format and the checksum of the content. The time of
 * the last use of an entry is the time of the last change of its file. The name of the file is the key. While the file is
 * written, a dot and six other characters follow the key. */
#include "ui/base/ui_cache.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define TEMPORARY ".XXXXXX" /* follows the key in the name of a file that is being written */

/* An entry in the folder. */
typedef struct {
  char *path;
  struct timespec used;
  uint64_t bytes;
} Entry;

/* Returns the folder of the cache, which the caller frees; NULL: the environment names none. */
static char *folder_path(void) {
  const char *below, *base = plat_cache_folder(g_getenv("XDG_CACHE_HOME"), g_getenv("HOME"), &below);
  return base != NULL ? g_strconcat(base, below, NULL) : NULL;
}

/* Returns the path of an entry, which the caller frees; NULL: there is no cache. */
static char *entry_path(const char *key) {
  g_autofree char *folder = folder_path();
  return folder != NULL ? g_build_filename(folder, key, NULL) : NULL;
}

/* ---- reading ---- */

/* Opens the file of an entry, and returns its size. Returns a negative number if the file is not a regular file of the
 * user, or has an implausible size. Otherwise, no other user can have written it. */
static gssize open_entry(const char *path, int *fd) {
  struct stat status;
  *fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
  if (*fd < 0 || fstat(*fd, &status) != 0 || !S_ISREG(status.st_mode) || status.st_uid != geteuid()) return -1;
  const off_t content = status.st_size - PLAT_CACHE_HEADER;
  return content >= 0 && content <= UI_CACHE_LARGEST ? status.st_size : -1;
}

/* Reads n bytes from the start of a file. Returns NULL on failure; the caller frees the bytes. */
static char *read_bytes(int fd, gsize n) {
  g_autofree char *bytes = g_malloc(n);
  for (gsize done = 0; done < n;) {
    const ssize_t got = read(fd, bytes + done, n - done);
    if (got <= 0) return NULL;
    done += (gsize)got;
  }
  return g_steal_pointer(&bytes);
}

/* Returns the first line of the file of an entry. The caller frees it. */
static char *header_of(gconstpointer content, gsize n) {
  g_autofree char *sum = g_compute_checksum_for_data(G_CHECKSUM_SHA256, content, n);
  return g_strconcat(PLAT_CACHE_FIRST, sum, "\n", NULL);
}

/* Returns the content of an entry whose file has n bytes. Returns NULL if the file is damaged. */
static GBytes *read_entry(int fd, gsize n) {
  g_autofree char *file = read_bytes(fd, n);
  if (file == NULL) return NULL;
  const char *const content = file + PLAT_CACHE_HEADER;
  const gsize size = n - PLAT_CACHE_HEADER;
  g_autofree char *header = header_of(content, size);
  return memcmp(file, header, PLAT_CACHE_HEADER) == 0 ? g_bytes_new(content, size) : NULL;
}

GBytes *ui_cache_find(const char *key) {
  g_autofree char *path = entry_path(key);
  int fd;
  if (path == NULL) return NULL;
  const gssize n = open_entry(path, &fd);
  GBytes *content = n >= 0 ? read_entry(fd, (gsize)n) : NULL;
  if (content != NULL) futimens(fd, NULL);
  if (fd >= 0) close(fd);
  return content;
}

/* ---- writing ---- */

static void entry_clear(gpointer data) { g_free(((Entry *)data)->path); }

static gint compare_entries(gconstpointer a, gconstpointer b) {
  const struct timespec x = ((const Entry *)a)->used, y = ((const Entry *)b)->used;
  if (x.tv_sec != y.tv_sec) return x.tv_sec < y.tv_sec ? -1 : 1;
  return (x.tv_nsec > y.tv_nsec) - (x.tv_nsec < y.tv_nsec);
}

static const struct {
  const char *name;
  gsize digits;
} kinds[] = {{UI_CACHE_NAMES, UI_CACHE_NAMES_DIGITS}, {PLAT_CACHE_SECTION, PLAT_DIGEST_DIGITS}};

/* Returns whether a file name has the form of the names that the cache makes. */
static bool is_name(const char *name) {
  for (unsigned i = 0; i < G_N_ELEMENTS(kinds); i++) {
    if (!g_str_has_prefix(name, kinds[i].name)) continue;
    const char *digits = name + strlen(kinds[i].name), *rest = digits + strspn(digits, "0123456789abcdef");
    if ((gsize)(rest - digits) != kinds[i].digits) continue;
    if (*rest == '\0' || (*rest == '.' && strlen(rest) == strlen(TEMPORARY))) return true;
  }
  return false;
}

/* Returns all files of the cache in the folder. They include files that another process is writing, or did not complete.
 * The folder can also contain other files, for example if it is a link to a folder of the user. */
static GArray *list_entries(const char *folder) {
  GArray *entries = g_array_new(FALSE, FALSE, sizeof(Entry));
  g_array_set_clear_func(entries, entry_clear);
  GDir *files = g_dir_open(folder, 0, NULL);
  for (const char *name; files != NULL && (name = g_dir_read_name(files)) != NULL;) {
    struct stat status;
    if (!is_name(name)) continue;
    Entry entry = {.path = g_build_filename(folder, name, NULL)};
    if (lstat(entry.path, &status) != 0 || !S_ISREG(status.st_mode) || status.st_uid != geteuid()) {
      g_free(entry.path);
      continue;
    }
    entry.used = status.st_mtim;
    entry.bytes = (uint64_t)status.st_size;
    g_array_append_val(entries, entry);
  }
  if (files != NULL) g_dir_close(files);
  return entries;
}

/* Removes the oldest files until the rest takes at most UI_CACHE_MOST bytes. */
static void limit(const char *folder) {
  g_autoptr(GArray) entries = list_entries(folder);
  uint64_t bytes = 0;
  for (guint i = 0; i < entries->len; i++) bytes += g_array_index(entries, Entry, i).bytes;
  g_array_sort(entries, compare_entries);
  for (guint i = 0; i < entries->len && bytes > UI_CACHE_MOST; i++) {
    const Entry *oldest = &g_array_index(entries, Entry, i);
    unlink(oldest->path);
    bytes -= oldest->bytes;
  }
}

/* Writes the file of an entry. Returns whether it is complete. */
static bool write_entry(int fd, gconstpointer content, gsize n) {
  g_autofree char *header = header_of(content, n);
  FILE *file = fdopen(fd, "w");
  if (file == NULL) {
    close(fd);
    return false;
  }
  bool good = fwrite(header, 1, PLAT_CACHE_HEADER, file) == PLAT_CACHE_HEADER;
  good &= fwrite(content, 1, n, file) == n;
  return fclose(file) == 0 && good;
}

/* Returns whether the process can write a file of n bytes. A larger file would end the process (SIGXFSZ). */
static bool may_write(gsize n) {
  struct rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) == 0 && (limit.rlim_cur == RLIM_INFINITY || n <= limit.rlim_cur);
}

void ui_cache_keep(const char *key, GBytes *content) {
  gsize n;
  gconstpointer bytes = g_bytes_get_data(content, &n);
  g_autofree char *folder = folder_path(), *path = entry_path(key);
  if (path == NULL || n > UI_CACHE_LARGEST || !may_write(PLAT_CACHE_HEADER + n)) return;
  if (g_mkdir_with_parents(folder, 0700) != 0) return;
  g_autofree char *temporary = g_strconcat(path, TEMPORARY, NULL);
  const int fd = g_mkstemp_full(temporary, O_WRONLY | O_CLOEXEC, 0600);
  if (fd < 0) return;
  if (!write_entry(fd, bytes, n) || rename(temporary, path) != 0) unlink(temporary);
  limit(folder);
}
