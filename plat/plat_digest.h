/* plat_digest.h: checksums of long contents. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { PLAT_DIGEST_WORDS = 2, PLAT_DIGEST_BYTES = PLAT_DIGEST_WORDS * sizeof(uint64_t) };

/* Computes the checksum of n bytes, which has 128 bits. Different contents practically never have the same checksum
 * by chance. A checksum does not protect against content that was constructed to have it. */
void plat_digest(const void *bytes, size_t n, uint64_t digest[PLAT_DIGEST_WORDS]);

enum { PLAT_DIGEST_DIGITS = 16 * PLAT_DIGEST_WORDS };

/* Writes a checksum as hexadecimal digits, and a zero byte. */
void plat_digest_spell(const uint64_t digest[PLAT_DIGEST_WORDS], char digits[PLAT_DIGEST_DIGITS + 1]);
