/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_alias_evidence.h: finds the variables that the references of an exact run accessed, by the name of the pointer
 * in the code.
 *
 * A profile with --instructions=yes has the references of each instruction, and the machine code of an instruction
 * shows the pointer that it uses (NamePointers). So the name of a pointer leads to the variables that were referenced
 * through it. Misses are not used. */
#pragma once

#include "ui/attribute/attr_variables.h"
#include "ui/uses/uses.h"

typedef struct AttrAliasEvidence AttrAliasEvidence;

/* The kinds of names of a reference. */
typedef enum {
  ATTR_REACHED_SEEN,     /* NamePointers.seen */
  ATTR_REACHED_ASSIGNED, /* for NamePointers.seen and NamePointers.assigned; the latter are pointers that the function
                            copies to or from the pointer */
  ATTR_REACHED_WAYS
} AttrAliasEvidenceWay;

/* Reads the references of a profile. `number_of` has the variable of each bin, or ATTR_VARIABLE_NONE. `uses` and `code`
 * are as for attr_attribute(); they are not used if the profile has no single instructions. The arguments need not
 * outlive the result. Free it with attr_alias_evidence_free(), which accepts NULL. */
AttrAliasEvidence *attr_alias_evidence_new(const Profile *profile, const guint32 *number_of, Uses *uses, Uses *code);
void attr_alias_evidence_free(AttrAliasEvidence *reached);

/* Finds the variable that more than half of the references through pointers with one of the names `names`
 * (NamePointers) accessed. Finds ATTR_VARIABLE_NONE if they accessed data that are not a variable. A reference counts
 * once for each of its names. Sets *by to the most frequent name, which `reached` owns. Returns false, and sets
 * nothing, if no reference has one of these names, or no variable has more than half of the references. */
bool attr_alias_evidence_by(const AttrAliasEvidence *reached, AttrAliasEvidenceWay way, const char *names,
                            guint32 *variable, const char **by);
