/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_keys_file.c: reads and writes key files. GLib parses them without reporting line numbers. Therefore, the lines
 * are searched again for error messages. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ui/base/ui_fail.h"
#include "ui/base/ui_text.h"
#include "ui/view/view_keys.h"

G_DEFINE_QUARK(ui - keys - error - quark, view_keys_error)

enum { VERSION_READ = 1, NAME_LIMIT = 200 };

static const char head_group[] = "memspy-keys";

char *view_keys_path(const Profile *profile, const char *profile_path) {
  const char *program = profile->command[0] != NULL ? profile_basename(profile->command[0]) : "???";
  g_autofree char *valid = g_utf8_make_valid(program, NAME_LIMIT < strlen(program) ? NAME_LIMIT : -1);
  for (char *c = valid; *c != '\0'; c++)
    if ((unsigned char)*c < 0x20 || *c == 0x7f || *c == '/') *c = '_';
  g_autofree char *name = g_strdup_printf("%s.memspy-keys", valid);
  if (!g_file_test(profile_path, G_FILE_TEST_IS_REGULAR)) return g_steal_pointer(&name);
  g_autofree char *folder = g_path_get_dirname(profile_path);
  return strcmp(folder, ".") == 0 ? g_steal_pointer(&name) : g_build_filename(folder, name, NULL);
}

static GBytes *fail_reading(const char *path, int code, const char *message, GError **error) {
  ui_fail_file(error, path, code, message);
  return NULL;
}

GBytes *view_keys_read(const char *path, GError **error) {
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  struct stat status;
  if (fd < 0) return fail_reading(path, errno, NULL, error);
  if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size > VIEW_KEYS_LIMIT) {
    close(fd);
    return fail_reading(path, EINVAL, "it is not a regular file of at most 16 MB", error);
  }
  GByteArray *bytes = g_byte_array_new();
  guint8 block[4096];
  ssize_t n;
  while ((n = read(fd, block, sizeof block)) > 0 && bytes->len <= VIEW_KEYS_LIMIT)
    g_byte_array_append(bytes, block, (guint)n);
  const int code = n < 0 ? errno : 0;
  close(fd);
  if (code == 0) return g_byte_array_free_to_bytes(bytes);
  g_byte_array_unref(bytes);
  return fail_reading(path, code, NULL, error);
}

/* A key file that is being read. */
typedef struct {
  const char *path;
  char **lines; /* lines without spaces around them, ended by NULL */
  GKeyFile *file;
  ViewKeys *keys;
  GHashTable *seen; /* set of texts: the names and members that were already read, each after its axis */
  GError **error;
} Reading;

/* Sets *error to a message about line number `line`, counted from 1. Always returns false. */
static bool fail_at(const Reading *reading, unsigned line, const char *format, ...) G_GNUC_PRINTF(3, 4);
static bool fail_at(const Reading *reading, unsigned line, const char *format, ...) {
  va_list list;
  va_start(list, format);
  g_autofree char *message = g_strdup_vprintf(format, list);
  va_end(list);
  g_autofree char *escaped = ui_text_escaped(message);
  g_autofree char *path = ui_text_escaped(reading->path);
  return ui_fail(reading->error, VIEW_KEYS_ERROR, 0, "%s:%u: %s", path, line, escaped);
}

/* Returns the name of the group that begins on a line, such as "data 1" for "[data 1]"; NULL: no group begins there.
 * The caller owns the name. */
static char *group_of_line(const char *line) {
  const char *end = strrchr(line, ']');
  return *line == '[' && end != NULL ? g_strndup(line + 1, (gsize)(end - line - 1)) : NULL;
}

/* Returns the key on a line, such as "name" for "name = x"; NULL: the line has none. The caller owns the key. */
static char *key_of_line(const char *line) {
  const char *equals = strchr(line, '=');
  return *line != '#' && *line != '[' && equals != NULL ? g_strstrip(g_strndup(line, (gsize)(equals - line))) : NULL;
}

/* Returns the number of the line with a key of a group, counted from 1. If `key` is NULL or missing, returns the line
 * with the start of the group. */
static unsigned line_of(const Reading *reading, const char *group, const char *key) {
  unsigned found = 1;
  bool inside = false;
  for (unsigned i = 0; reading->lines[i] != NULL; i++) {
    g_autofree char *this_group = group_of_line(reading->lines[i]);
    if (this_group != NULL) inside = strcmp(this_group, group) == 0;
    if (this_group != NULL && inside) found = i + 1;
    g_autofree char *this_key = key_of_line(reading->lines[i]);
    if (inside && key != NULL && this_key != NULL && strcmp(this_key, key) == 0) return i + 1;
  }
  return found;
}

/* Returns the number of the first line that GLib does not accept. */
static unsigned first_bad_line(const Reading *reading) {
  unsigned i = 0;
  bool good = true, in_group = false;
  for (; good && reading->lines[i] != NULL; i++) {
    if (*reading->lines[i] == '\0') continue;
    g_autofree char *text = g_strdup_printf("%s%s\n", in_group ? "[x]\n" : "", reading->lines[i]);
    g_autoptr(GKeyFile) file = g_key_file_new();
    good = g_key_file_load_from_data(file, text, strlen(text), G_KEY_FILE_NONE, NULL);
    in_group |= *reading->lines[i] == '[';
  }
  return i;
}

/* Returns false and sets *error if a key occurs twice in a group. GLib would use only the last occurrence, and the
 * other ones would be lost. */
static bool check_twice(const Reading *reading) {
  g_autoptr(GHashTable) groups = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GHashTable) keys = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (unsigned i = 0; reading->lines[i] != NULL; i++) {
    char *group = group_of_line(reading->lines[i]);
    char *key = key_of_line(reading->lines[i]);
    if (group != NULL) g_hash_table_remove_all(keys);
    g_autofree char *name = g_strdup(group != NULL ? group : key);
    const bool twice = (group != NULL && !g_hash_table_add(groups, g_steal_pointer(&group))) ||
                       (key != NULL && !g_hash_table_add(keys, g_steal_pointer(&key)));
    g_free(group);
    g_free(key);
    if (twice) return fail_at(reading, i + 1, "'%s' is there twice", name);
  }
  return true;
}

static bool check_head(const Reading *reading) {
  if (!g_key_file_has_group(reading->file, head_group))
    return fail_at(reading, 1, "it is no key file: it has no group [%s]", head_group);
  g_autofree char *version = g_key_file_get_string(reading->file, head_group, "version", NULL);
  if (version == NULL || strcmp(version, "1") != 0)
    return fail_at(reading, line_of(reading, head_group, "version"), "version is %s, and this memspy reads %d",
                   version != NULL ? version : "missing", VERSION_READ);
  return true;
}

/* Returns false and sets *error if a key of the group is not among `known` (ended by NULL). */
static bool check_keys(const Reading *reading, const char *group, const char *const *known) {
  g_auto(GStrv) keys = g_key_file_get_keys(reading->file, group, NULL, NULL);
  for (char **key = keys; *key != NULL; key++)
    if (!g_strv_contains(known, *key))
      return fail_at(reading, line_of(reading, group, *key), "'%s' is no key of [%s]", *key, group);
  return true;
}

/* Records a name or member. Returns false if it was already recorded. */
static bool note(const Reading *reading, const char *what, ViewAxisKind axis, const char *text) {
  return g_hash_table_add(reading->seen, g_strdup_printf("%s %d %s", what, axis, text));
}

static bool read_members(const Reading *reading, const char *group, ViewKey *key) {
  g_autoptr(GError) bad = NULL;
  key->members = g_key_file_get_string_list(reading->file, group, "members", NULL, &bad);
  if (bad != NULL || key->members == NULL || *key->members == NULL)
    return fail_at(reading, line_of(reading, group, "members"), "[%s] needs members, a list with ';' after each",
                   group);
  for (char **member = key->members; *member != NULL; member++)
    if (!note(reading, "member", key->axis, *member))
      return fail_at(reading, line_of(reading, group, "members"), "'%s' has two names", *member);
  return true;
}

static bool read_name(const Reading *reading, const char *group, ViewKey *key) {
  g_autoptr(GError) bad = NULL;
  key->name = g_key_file_get_string(reading->file, group, "name", &bad);
  if (bad != NULL || key->name == NULL || key->name[strspn(key->name, "0123456789")] == '\0')
    return fail_at(reading, line_of(reading, group, "name"), "[%s] needs a name, which is no number", group);
  return note(reading, "name", key->axis, key->name) ||
         fail_at(reading, line_of(reading, group, "name"), "the name '%s' is there twice", key->name);
}

static bool read_group(Reading *reading, const char *group) {
  const bool code = g_str_has_prefix(group, "code ");
  if (strcmp(group, head_group) == 0)
    return check_keys(reading, group, (const char *const[]){"version", "program", NULL});
  if (!code && !g_str_has_prefix(group, "data "))
    return fail_at(reading, line_of(reading, group, NULL), "a group is [data NUMBER] or [code NUMBER], not [%s]",
                   group);
  if (!check_keys(reading, group, (const char *const[]){"name", "members", NULL})) return false;
  ViewKey *key = g_new0(ViewKey, 1);
  g_ptr_array_add(reading->keys->entries, key);
  key->axis = code ? VIEW_CODE : VIEW_DATA;
  return read_name(reading, group, key) && read_members(reading, group, key);
}

static bool read_all(Reading *reading, const char *text, gsize length) {
  if (length > 0 && !g_utf8_validate(text, (gssize)length, NULL)) {
    for (unsigned i = 0; reading->lines[i] != NULL; i++)
      if (!g_utf8_validate(reading->lines[i], -1, NULL)) return fail_at(reading, i + 1, "it is not in UTF-8");
    return fail_at(reading, g_strv_length(reading->lines), "there is a NUL byte in it");
  }
  if (!g_key_file_load_from_data(reading->file, text, length, G_KEY_FILE_NONE, NULL) && length > 0)
    return fail_at(reading, first_bad_line(reading), "it is neither a group, as [data 1], nor KEY=VALUE in one");
  if (!check_head(reading) || !check_twice(reading)) return false;
  g_auto(GStrv) groups = g_key_file_get_groups(reading->file, NULL);
  for (char **group = groups; *group != NULL; group++)
    if (!read_group(reading, *group)) return false;
  return true;
}

ViewKeys *view_keys_parse(GBytes *bytes, const char *path, GError **error) {
  gsize length;
  const char *data = g_bytes_get_data(bytes, &length);
  g_autofree char *text = g_strndup(data != NULL ? data : "", length);
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  for (char **line = lines; *line != NULL; line++) g_strstrip(*line);
  Reading reading = {.path = path,
                     .lines = lines,
                     .file = g_key_file_new(),
                     .keys = view_keys_new(),
                     .seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                     .error = error};
  if (!read_all(&reading, data != NULL ? data : "", length)) g_clear_pointer(&reading.keys, view_keys_free);
  g_key_file_free(reading.file);
  g_hash_table_destroy(reading.seen);
  return reading.keys;
}

char *view_keys_text(const ViewKeys *keys, const Profile *profile) {
  g_autoptr(GKeyFile) file = g_key_file_new();
  g_autofree char *program = ui_text_escaped_utf8(profile->command[0] != NULL ? profile_basename(profile->command[0])
                                                                              : "");
  g_key_file_set_integer(file, head_group, "version", VERSION_READ);
  g_key_file_set_string(file, head_group, "program", program);
  unsigned n[VIEW_AXES] = {0};
  for (guint i = 0; i < keys->entries->len; i++) {
    const ViewKey *key = g_ptr_array_index(keys->entries, i);
    g_autofree char *group = g_strdup_printf("%s %u", key->axis == VIEW_CODE ? "code" : "data", ++n[key->axis]);
    g_key_file_set_string(file, group, "name", key->name);
    g_key_file_set_string_list(file, group, "members", (const char *const *)key->members, g_strv_length(key->members));
  }
  g_autofree char *data = g_key_file_to_data(file, NULL, NULL);
  return g_strdup_printf("# Names given in memspy, which reads them next to each profile of the program.\n%s", data);
}
