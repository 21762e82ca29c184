/* fake_libc.h: functions of the C library for the fakes of Valgrind's core. The files that include Valgrind's headers
 * cannot include the headers of the C library.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Allocates memory filled with a senseless pattern; allocates zeroed memory; changes the size of memory. They never
 * return NULL. */
void *fake_malloc(size_t bytes);
void *fake_calloc(size_t bytes);
void *fake_realloc(void *block, size_t bytes);
void fake_free(void *block);

/* Allocates zeroed pages; frees some of them. */
void *fake_pages(size_t bytes);
void fake_unmap(void *start, size_t bytes);

void fake_copy(void *to, const void *from, size_t bytes); /* the two ranges may overlap */
void fake_fill(void *to, int byte, size_t bytes);

int fake_compare(const char *a, const char *b);
char *fake_find(const char *text, const char *part); /* NULL: `part` is not in `text` */
