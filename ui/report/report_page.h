/* SPDX-License-Identifier: GPL-2.0-or-later
 * report_page.h: writes the page of a report, of a sweep or of several runs. The page consists of its data, of the files
 * in page/, and of d3. The files and d3 are built into the program.
 *
 * The data are script elements whose type is such that browsers do not execute them. Their content is packed (see
 * report_packed.h). The Content-Security-Policy of the page allows only the built-in scripts, and no access to other
 * resources. */
#pragma once

#include <stdio.h>

typedef enum { REPORT_PAGE_PROFILE, REPORT_PAGE_SWEEP, REPORT_PAGE_RUNS, REPORT_PAGES } ReportPage;

/* Destinations of the data of a page. */
typedef struct {
  FILE *document; /* JSON, from which the script of the page draws the page: the element "document" */
  FILE *elements; /* further elements, see report_page_element() */
} ReportPageData;

/* Writes the data of a page. */
typedef void ReportPagePut(const void *data, const ReportPageData *to);

/* Writes a page. Calls `put` once, with `data`. The caller checks for write errors. */
void report_page_put(FILE *file, ReportPage page, ReportPagePut *put, const void *data);

/* Writes an element that contains `n` bytes. Its id is `id`, followed by a suffix. */
void report_page_element(FILE *file, const char *id, const char *suffix, const void *bytes, size_t n);
