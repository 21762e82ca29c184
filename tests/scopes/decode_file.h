/* decode_file.h: the code of a program or library.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Calls visit() for each section that holds code. False: the file cannot be read, or is not ELF of amd64. */
bool decode_file_visit(const char *name, void (*visit)(void *data, const uint8_t *bytes, size_t n, uint64_t address),
                       void *data);
