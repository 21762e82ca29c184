/* SPDX-License-Identifier: GPL-2.0-or-later
 * report_packed.h: writes bytes as text for any place in a page: compressed by deflate, then encoded in base64.
 *
 * No character of base64 has a meaning in HTML, so the content cannot have an effect there. */
#pragma once

#include <stddef.h>
#include <stdio.h>

/* Writes `n` bytes in zlib's format (RFC 1950), as base64 without line ends. The caller checks the file for errors
 * at its end. */
void report_packed_put(FILE *file, const void *bytes, size_t n);
