/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_page.h: the page of a report or of a sweep, without what it shows: page/ and d3, as they were built into the
 * program.
 *
 * Its Content-Security-Policy lets run the scripts that it was built with and nothing else, and lets it ask no one for
 * anything. */
#ifndef UI_UI_PAGE_H
#define UI_UI_PAGE_H

#include <stdio.h>

typedef enum { UI_PAGE_REPORT, UI_PAGE_SWEEP, UI_PAGES } UiPage;

/* Writes a page up to the place of its data: script elements with a type that no browser runs. */
void ui_page_begin(FILE *file, UiPage page);

/* Writes the rest. */
void ui_page_end(FILE *file, UiPage page);

#endif
