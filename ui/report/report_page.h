/* SPDX-License-Identifier: GPL-2.0-or-later
 * report_page.h: writes the page of a report or of a sweep, except its data. The page consists of the files of page/
 * and d3, which are built into the program.
 *
 * Its Content-Security-Policy allows only the built-in scripts, and no access to other resources. */
#pragma once

#include <stdio.h>

typedef enum { REPORT_PAGE_PROFILE, REPORT_PAGE_SWEEP, REPORT_PAGES } ReportPage;

/* Writes a page up to the place of its data. The data are script elements with a type that browsers do not run. */
void report_page_begin(FILE *file, ReportPage page);

/* Writes the page after the data. */
void report_page_end(FILE *file, ReportPage page);
