/* fuzz_checksums.h: makes a trace that was altered pass as whole.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdint.h>

/* Makes the header of a file of n bytes, and the headers of its blocks, as they must be, as far as that can be. */
void fuzz_set_checksums(uint8_t *file, uint64_t n);
