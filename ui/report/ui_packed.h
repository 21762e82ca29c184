/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_packed.h: bytes made short, and fit to stand anywhere in a page: deflated, then base64.
 *
 * No character of base64 means anything in HTML, so that what the bytes say cannot do anything there. */
#ifndef UI_UI_PACKED_H
#define UI_UI_PACKED_H

#include <stddef.h>
#include <stdio.h>

/* Writes `n` bytes in zlib's format (RFC 1950), as base64 without line ends. Whether the file took it shows when the
 * caller ends it. */
void ui_packed_put(FILE *file, const void *bytes, size_t n);

#endif
