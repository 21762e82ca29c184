/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_page.h: the page of a report or of a sweep without its data: page/ and d3, which are built into the program.
 *
 * Its Content-Security-Policy allows the built-in scripts only, and no access to other resources. */
#pragma once

#include <stdio.h>

typedef enum { UI_PAGE_REPORT, UI_PAGE_SWEEP, UI_PAGES } UiPage;

/* Writes a page up to the place of its data: script elements with a type that browsers do not run. */
void ui_page_begin(FILE *file, UiPage page);

/* Writes the rest. */
void ui_page_end(FILE *file, UiPage page);
