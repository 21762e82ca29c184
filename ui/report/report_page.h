/* SPDX-License-Identifier: GPL-2.0-or-later
 * report_page.h: the page of a report or of a sweep without its data: page/ and d3, which are built into the program.
 *
 * Its Content-Security-Policy allows the built-in scripts only, and no access to other resources. */
#pragma once

#include <stdio.h>

typedef enum { REPORT_PAGE_PROFILE, REPORT_PAGE_SWEEP, REPORT_PAGES } ReportPage;

/* Writes a page up to the place of its data: script elements with a type that browsers do not run. */
void report_page_begin(FILE *file, ReportPage page);

/* Writes the rest. */
void report_page_end(FILE *file, ReportPage page);
