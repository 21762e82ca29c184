/* SPDX-License-Identifier: GPL-2.0-or-later
 * report_page.h: writes the page of a report, of a sweep or of several runs, except its data. The page consists of the files in page/
 * and of d3, which are built into the program.
 *
 * The Content-Security-Policy of the page allows only the built-in scripts, and no access to other resources. */
#pragma once

#include <stdio.h>

typedef enum { REPORT_PAGE_PROFILE, REPORT_PAGE_SWEEP, REPORT_PAGE_RUNS, REPORT_PAGES } ReportPage;

/* Writes a page up to the place where the data are inserted. The data are script elements whose type is such that
 * browsers do not execute them. */
void report_page_begin(FILE *file, ReportPage page);

/* Writes the part of the page after the data. */
void report_page_end(FILE *file, ReportPage page);
