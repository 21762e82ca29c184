/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stddef.h>

/* Two arrays. */
struct piece {
  size_t count;
  void *keys, *values;
};

void pieces_make(struct piece *piece);            /* through functions that are called once */
void pieces_nest(struct piece *piece, int depth); /* in a function that calls itself */
