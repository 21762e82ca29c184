/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_part_maker.h: divides an event at an address among data. If the training contains one of the candidates
 * (attr_candidates.h), the shares of the data are those of the training. Otherwise, they are the weights of the
 * candidates' reads. The weight of a read is the probability of its candidate times the read's weight in the loop. */
#pragma once

#include "ui/attribute/attr_input.h"

typedef struct {
  AttrRead read; /* for trained parts, only function (NULL: unknown), line and weight are set; the weight can be 0 */
  guint32 variable;
  bool open;     /* whether the data are the target of a parameter, so that the variable depends on the calls */
  guint32 place; /* a number that the caller sets */
} AttrPart;

typedef struct AttrPartMaker AttrPartMaker;

/* Makes a part maker. The input must outlive the result. Free it with attr_part_maker_free(). */
AttrPartMaker *attr_part_maker_new(const AttrInput *input);
void attr_part_maker_free(AttrPartMaker *maker);

/* Returns the parts (AttrPart) of an address, with weights of sum 1. The array is empty if they are unknown. The caller
 * owns it. */
GArray *attr_part_maker_make(AttrPartMaker *maker, const SamplesFrame *frame);

/* As attr_part_maker_make(), but for the address of a call to unknown code with a symbol. With ATTR_STEP_INSTRUCTION,
 * the parts are the arguments of the call. */
GArray *attr_part_maker_make_call(AttrPartMaker *maker, const SamplesFrame *frame, const char *symbol);

/* Returns whether the data that an address in an unknown function, such as memcpy(), uses are known. They are known if
 * the training contains them. By instruction, they are also known if the instruction contains the address of the
 * data. */
bool attr_part_maker_knows(const AttrPartMaker *maker, const SamplesFrame *frame);
