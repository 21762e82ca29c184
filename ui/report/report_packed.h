/* SPDX-License-Identifier: GPL-2.0-or-later
 * report_packed.h: writes bytes into a page as text. The bytes are compressed by deflate and then encoded in base64.
 *
 * No character of base64 has a special meaning in HTML, so the bytes can be at any place of the page. */
#pragma once

#include <stddef.h>
#include <stdio.h>

/* Writes `n` bytes in zlib's format (RFC 1950), as base64 without line ends. The caller checks for write errors when
 * the file is complete. */
void report_packed_put(FILE *file, const void *bytes, size_t n);
