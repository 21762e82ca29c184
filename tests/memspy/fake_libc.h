/* fake_libc.h: what the fakes of Valgrind's core need of the C library, for files that include Valgrind's headers: the
 * C library's own clash with those.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Memory: filled with a pattern that is no sensible value; zeroed; of another size. Never NULL. */
void *fake_malloc(size_t bytes);
void *fake_calloc(size_t bytes);
void *fake_realloc(void *block, size_t bytes);
void fake_free(void *block);

/* Zeroed pages; gives some of them back. */
void *fake_pages(size_t bytes);
void fake_unmap(void *start, size_t bytes);

void fake_copy(void *to, const void *from, size_t bytes); /* the two may overlap */
void fake_fill(void *to, int byte, size_t bytes);

int fake_compare(const char *a, const char *b);
char *fake_find(const char *text, const char *part); /* NULL: it is not there */
