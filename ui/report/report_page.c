/* SPDX-License-Identifier: GPL-2.0-or-later
 * report_page.c: writes all pages from one template, page/page.html. The template contains marks of the form @NAME@, on
 * lines of their own or within lines. Other built-in texts, or words, replace the marks. */
#include "ui/report/report_page.h"

#include <gio/gio.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "plat/plat.h"
#include "ui/report/report_packed.h"

/* glib-compile-resources generates this function. The call ensures that the linker includes the built-in texts in the
 * program. */
GResource *report_page_get_resource(void);

/* The differences between the pages. */
static const struct {
  const char *title;    /* until the script of the page sets it */
  const char *contents; /* the name of the data in messages */
  const char *controls; /* the text with the controls at the top of the page; NULL: there are none */
  const char *script;
} pages[REPORT_PAGES] = {[REPORT_PAGE_PROFILE] = {"report", "profile", "controls.html", "report.js"},
                         [REPORT_PAGE_SWEEP] = {"sweep", "sweep", NULL, "sweep.js"},
                         [REPORT_PAGE_RUNS] = {"runs", "runs", NULL, "runs.js"}};

/* Returns a part of the page, which is a text that is built into the program. */
static GBytes *part(const char *name) {
  g_autofree char *path = g_strconcat("/memspy/page/", name, NULL);
  GBytes *bytes = g_resource_lookup_data(report_page_get_resource(), path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  plat_assert(bytes != NULL);
  return bytes;
}

static void put_part(FILE *file, const char *name) {
  g_autoptr(GBytes) bytes = part(name);
  gsize n;
  const void *text = g_bytes_get_data(bytes, &n);
  fwrite(text, 1, n, file);
}

/* Writes the SHA-256 of a part of the page, for a Content-Security-Policy. */
static void put_hash(FILE *file, const char *name) {
  g_autoptr(GBytes) bytes = part(name);
  g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
  gsize n;
  const guchar *text = g_bytes_get_data(bytes, &n);
  g_checksum_update(checksum, text, (gssize)n);
  guint8 digest[32];
  gsize length = sizeof digest;
  g_checksum_get_digest(checksum, digest, &length);
  g_autofree char *encoded = g_base64_encode(digest, length);
  fprintf(file, " 'sha256-%s'", encoded);
}

static void put_policy(FILE *file, ReportPage page) {
  fputs("default-src 'none'; script-src", file);
  put_hash(file, "d3.min.js");
  put_hash(file, pages[page].script);
  fputs("; style-src", file);
  put_hash(file, "style.css");
  fputs(
      "; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      file);
}

static void put_mark(FILE *file, ReportPage page, const char *mark, size_t n) {
  const struct {
    const char *mark;
    const char *part; /* the text that replaces the mark; NULL: `words` replaces it */
    const char *words;
  } marks[] = {
      {"contents", NULL, pages[page].contents}, {"controls", pages[page].controls, ""}, {"d3", "d3.min.js", NULL},
      {"licence", "d3-licence.txt", NULL},      {"script", pages[page].script, NULL},   {"style", "style.css", NULL},
      {"title", NULL, pages[page].title}};
  g_autofree char *name = g_strndup(mark, n);
  if (strcmp(name, "policy") == 0) {
    put_policy(file, page);
    return;
  }
  size_t i = 0;
  while (strcmp(name, marks[i].mark) != 0) {
    i++;
    plat_assert(i < G_N_ELEMENTS(marks));
  }
  if (marks[i].part != NULL)
    put_part(file, marks[i].part);
  else
    fputs(marks[i].words, file);
}

/* Writes `n` bytes of a template, and replaces the marks in them. */
static void put_template(FILE *file, ReportPage page, const char *text, size_t n) {
  const char *const end = text + n;
  for (;;) {
    const char *mark = memchr(text, '@', (size_t)(end - text));
    const char *after = mark != NULL ? memchr(mark + 1, '@', (size_t)(end - mark - 1)) : NULL;
    fwrite(text, 1, (size_t)((after != NULL ? mark : end) - text), file);
    if (after == NULL) return;
    put_mark(file, page, mark + 1, (size_t)(after - mark - 1));
    text = after + 1;
  }
}

/* Writes the template up to the mark at which the data are inserted, or from this mark on. */
static void put_half(FILE *file, ReportPage page, bool second) {
  static const char mark[] = "@data@";
  g_autoptr(GBytes) bytes = part("page.html");
  gsize n;
  const char *text = g_bytes_get_data(bytes, &n);
  const char *data = g_strstr_len(text, (gssize)n, mark);
  plat_assert(data != NULL);
  const char *after = data + sizeof mark - 1;
  if (second)
    put_template(file, page, after, (size_t)(text + n - after));
  else
    put_template(file, page, text, (size_t)(data - text));
}

void report_page_element(FILE *file, const char *id, const char *suffix, const void *bytes, size_t n) {
  fprintf(file, "<script type=\"application/octet-stream\" id=\"%s%s\">", id, suffix);
  report_packed_put(file, bytes, n);
  fputs("</script>\n", file);
}

void report_page_put(FILE *file, ReportPage page, ReportPagePut *put, const void *data) {
  char *document = NULL;
  size_t n = 0;
  const ReportPageData to = {open_memstream(&document, &n), file};
  put_half(file, page, false);
  put(data, &to);
  fclose(to.document);
  report_page_element(file, "document", "", document, n);
  put_half(file, page, true);
  free(document);
}
