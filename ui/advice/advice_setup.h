/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_setup.h: finds the code that sets the data of a bottleneck up. Only the files of ui/advice use this header. */
#pragma once

#include "ui/advice/advice_text.h"

/* The code that uses data first. */
typedef struct {
  uint32_t code;         /* number of its code group */
  uint32_t place;        /* the place with most of its first references */
  uint64_t cold, stores; /* cold: number of its first references to the data; stores: upper bound of the stores among
                            them */
  uint64_t misses, remote;
} AdviceSetup;

/* Returns the code with the most first references to the data that are stores; if no first reference is a store, the
 * code with the most first references. */
AdviceSetup advice_setup(const AdviceWords *words);

/* Returns whether the code made almost all first references to lines of the data. */
bool advice_setup_is_all(const AdviceWords *words, const AdviceSetup *setup);

/* Returns the name of the code's place, escaped for printing. The caller owns the name. */
char *advice_setup_name(const AdviceWords *words, const AdviceSetup *setup);
