/* shared.h: a shared library with a variable.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

extern volatile long shared_words[100];

/* Writes the first n words of a variable of the library, and of shared_words. */
void shared_fill(int n);
