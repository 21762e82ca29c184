/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_part_maker.h: divides an event at an address among data: by the trained shares of the candidates, if the training
 * has one of them; else by their reads, each with the probability of its candidate times its weight in the loop. */
#pragma once

#include "ui/attribute/ui_attribute_input.h"

typedef struct {
  UiRead read; /* for trained parts only function (NULL: unknown), line and weight; the weight can be 0 */
  guint32 variable;
  bool open;     /* the data is a parameter, so the variable depends on the calls */
  guint32 place; /* for the caller; not set here */
} UiPart;

typedef struct UiPartMaker UiPartMaker;

/* The input must outlive it. Free it with ui_part_maker_free(). */
UiPartMaker *ui_part_maker_new(const UiAttributeInput *input);
void ui_part_maker_free(UiPartMaker *maker);

/* The parts (UiPart) of an address, with weights of sum 1. Empty: unknown. Owned by the caller. */
GArray *ui_part_maker_parts(UiPartMaker *maker, const UiSamplesFrame *frame);

/* As ui_part_maker_parts(), of the address of a call of unknown code with a symbol: by instruction, the arguments. */
GArray *ui_part_maker_call_parts(UiPartMaker *maker, const UiSamplesFrame *frame, const char *symbol);

/* Whether the data of an address in an unknown function, as memcpy(), is known: from the training, or, by instruction,
 * because the instruction contains the address of the data. */
bool ui_part_maker_knows(const UiPartMaker *maker, const UiSamplesFrame *frame);
