/* decode_file.h: reads the code of a program or library.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Calls visit() for each section that contains code. Returns false if the file cannot be read, or is not an ELF file
 * for amd64. */
bool decode_file_visit(const char *name, void (*visit)(void *data, const uint8_t *bytes, size_t n, uint64_t address),
                       void *data);
