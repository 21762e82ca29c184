/* fuzz_checksums.h: corrects the checksums of a trace that was altered.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdint.h>

/* Corrects the headers of a file of n bytes, and the headers of its blocks, as far as possible. */
void fuzz_set_checksums(uint8_t *file, uint64_t n);
