/* shared.c: see shared.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/e2e/programs/shared.h"

volatile long shared_words[100];
static volatile long private_words[100];

void shared_fill(int n) {
  for (int i = 0; i < n; i++) private_words[i] = i;
  for (int i = 0; i < n; i++) shared_words[i] = i;
}
