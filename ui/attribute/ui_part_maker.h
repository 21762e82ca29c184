/* ui_part_maker.h: what was missed on where an event was seen: the trained shares of the candidates, if the training
 * has any of them; else their reads, each with the probability of its candidate, times the weights of its loop.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_ATTRIBUTE_PART_MAKER_H
#define UI_ATTRIBUTE_PART_MAKER_H

#include "ui/attribute/ui_attribute_input.h"

typedef struct {
  UiRead read; /* of what is trained, function, line and weight alone; weight: may be 0. NULL as function: not known */
  guint32 variable;
  bool open;     /* a parameter: the variable depends on the calls */
  guint32 place; /* not set: for the number that the caller has of the function and line */
} UiPart;

typedef struct UiPartMaker UiPartMaker;

/* The input must outlive it. Free it with ui_part_maker_free(). */
UiPartMaker *ui_part_maker_new(const UiAttributeInput *input);
void ui_part_maker_free(UiPartMaker *maker);

/* The parts (UiPart) of an address; their weights add up to 1. None: nothing is known. Owned by the caller. */
GArray *ui_part_maker_parts(UiPartMaker *maker, const UiSamplesFrame *frame);

/* The same of an address that called code of which nothing is known but its symbol: by instruction, what the call hands
 * over. */
GArray *ui_part_maker_call_parts(UiPartMaker *maker, const UiSamplesFrame *frame, const char *symbol);

/* Whether it is known what was missed on at an address whose function is not, as of memcpy(): the training has it, or,
 * by instruction, the address of the data stands there. */
bool ui_part_maker_knows(const UiPartMaker *maker, const UiSamplesFrame *frame);

#endif
