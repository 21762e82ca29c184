/* spy_joined.h: blocks in which VEX has joined two conditions, as in `a && b`.
 *
 * VEX moves the second condition into the block of the first one, if the second condition has no loads and stores. The
 * block always executes the instructions of the second condition, and ignores their results if the first jump is taken.
 * In that case, the original program does not execute these instructions.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* A block that ends in two joined conditions. */
typedef struct {
  Int first;     /* number of the statement at which the instructions of the second condition begin; -1: no conditions
                    are joined */
  IRExpr *guard; /* a temporary whose value is whether the program executes these instructions */
} spy_joined;

/* Returns the joined conditions among statements [from, end) of a block. */
spy_joined spy_joined_find(const IRSB *in, Int from, Int end);
