/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/e2e/programs/owners/pieces.h"

int main(void) {
  static struct piece made, nested;
  pieces_make(&made);
  pieces_nest(&nested, 300);
  return made.count + nested.count == 0;
}
