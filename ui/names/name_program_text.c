/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/names/name_program_text.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "ui/names/name_statement_text.h"

enum {
  LARGEST_FILE = 16 * 1024 * 1024,
  MOST_LINES = 6 /* maximum number of lines that a statement can have before the given line, and after it */
};

/* A source file that was divided into lines. */
typedef struct {
  char *text;       /* content of the file with zero bytes in place of newlines; NULL: the file cannot be read */
  GPtrArray *lines; /* char *: pointers to the lines in `text` */
} File;

struct NameProgramText {
  uint64_t time;
  GHashTable *files; /* File, by path */
};

static void file_free(gpointer data) {
  File *file = data;
  g_free(file->text);
  g_ptr_array_free(file->lines, TRUE);
  g_free(file);
}

NameProgramText *name_program_text_new(uint64_t time) {
  NameProgramText *program = g_new0(NameProgramText, 1);
  program->time = time;
  program->files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, file_free);
  return program;
}

void name_program_text_free(NameProgramText *program) {
  g_hash_table_destroy(program->files);
  g_free(program);
}

void name_program_text_files(const NameProgramText *program, GPtrArray *files) {
  GHashTableIter iter;
  gpointer path;
  g_hash_table_iter_init(&iter, program->files);
  while (g_hash_table_iter_next(&iter, &path, NULL)) g_ptr_array_add(files, g_strdup(path));
}

static File *read_file(const char *path, uint64_t time) {
  File *file = g_new0(File, 1);
  file->lines = g_ptr_array_new();
  GStatBuf about;
  gsize n;
  if (g_stat(path, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size > LARGEST_FILE) return file;
  if (about.st_mtime > 0 && (uint64_t)about.st_mtime > time) return file;
  if (!g_file_get_contents(path, &file->text, &n, NULL)) return file;
  for (char *line = file->text, *end; line < file->text + n; line = end + 1) {
    end = memchr(line, '\n', (size_t)(file->text + n - line));
    if (end == NULL) end = file->text + n;
    *end = '\0';
    g_ptr_array_add(file->lines, line);
  }
  return file;
}

/* Returns line number `number` of a file, from 1; NULL: the file does not have this line. */
static const char *line_of(NameProgramText *program, const char *path, uint64_t number) {
  File *file = g_hash_table_lookup(program->files, path);
  if (file == NULL) g_hash_table_insert(program->files, g_strdup(path), file = read_file(path, program->time));
  return number >= 1 && number <= file->lines->len ? g_ptr_array_index(file->lines, number - 1) : NULL;
}

/* Returns the closing quote of the quoted text that begins at `p`; NULL: none begins there. (A lifetime of Rust has
 * only one quote.) */
static const char *closing_quote(const char *p, bool fortran) {
  if (fortran) return *p == '"' || *p == '\'' ? strchr(p + 1, *p) : NULL;
  if (*p == '\'' && p[1] != '\\') return p[1] != '\0' && p[2] == '\'' ? p + 2 : NULL;
  if (*p != '"' && *p != '\'') return NULL;
  for (const char *end = p + 1; *end != '\0'; end += *end == '\\' && end[1] != '\0' ? 2 : 1)
    if (*end == *p) return end;
  return NULL;
}

/* Appends the code of a line, without comments and without the contents of quotes. */
static void append_code(GString *out, const char *line, bool fortran, uint64_t column, size_t *at) {
  *at = out->len;
  if (!fortran && line[strspn(line, " \t")] == '#') return;
  for (const char *p = line; *p != '\0'; p++) {
    if (p - line < (ptrdiff_t)column) *at = out->len;
    if (fortran && *p == '!') break;
    if (!fortran && p[0] == '/' && p[1] == '/') break;
    if (!fortran && p[0] == '/' && p[1] == '*') {
      const char *end = strstr(p + 2, "*/");
      if (end == NULL) break;
      p = end + 1;
      continue;
    }
    const char *close = closing_quote(p, fortran);
    g_string_append_c(out, fortran ? g_ascii_tolower(*p) : g_ascii_isspace(*p) ? ' ' : *p);
    if (close == NULL) continue;
    g_string_append_c(out, *close);
    p = close;
  }
}

/* Returns whether a statement ends with this source line. */
static bool ends_statement(const char *line, bool fortran) {
  GString *code = g_string_new(NULL);
  size_t at;
  append_code(code, line, fortran, 0, &at);
  g_strchomp(code->str);
  const size_t n = strlen(code->str);
  const char last = n != 0 ? code->str[n - 1] : '\0';
  g_string_free(code, TRUE);
  if (fortran) return last != '&';
  return last == '\0' || strchr(";{}:", last) != NULL;
}

char *name_program_text_statement(NameProgramText *program, const char *path, uint64_t line, uint64_t column,
                                  bool fortran, size_t *at) {
  const char *text = line_of(program, path, line);
  if (text == NULL) return NULL;
  uint64_t first = line, last = line;
  while (first > 1 && line - first < MOST_LINES && !ends_statement(line_of(program, path, first - 1), fortran)) first--;
  while (last - line < MOST_LINES && !ends_statement(line_of(program, path, last), fortran) &&
         line_of(program, path, last + 1) != NULL)
    last++;
  GString *statement = g_string_new(NULL);
  for (uint64_t i = first; i <= last; i++) {
    size_t here;
    append_code(statement, line_of(program, path, i), fortran, column, &here);
    if (i == line) *at = here;
    g_string_append_c(statement, ' ');
  }
  if (fortran) g_string_replace(statement, "&", " ", 0);
  return g_string_free(statement, FALSE);
}

bool name_program_text_has(NameProgramText *program, const char *path) { return line_of(program, path, 1) != NULL; }

bool name_program_text_returns(NameProgramText *program, const char *path, uint64_t first, uint64_t last,
                               const char *name) {
  for (uint64_t i = first; i <= last; i++) {
    const char *line = line_of(program, path, i);
    const char *found = line != NULL ? name_statement_text_word(line, "return") : NULL;
    found = found != NULL ? name_statement_text_word(found, name) : NULL;
    if (found != NULL && found[strlen(name) + strspn(found + strlen(name), " )")] == ';') return true;
  }
  return false;
}
