/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_alias_evidence.h: for the name of a pointer in the code, finds the variables that an exact run accessed through
 * this pointer.
 *
 * A profile with --instructions=yes contains the references of each instruction. The machine code of the instruction
 * shows the pointer that it uses (NamePointers). So the name of a pointer leads to the variables that the run
 * referenced through this pointer. Misses are not used. */
#pragma once

#include "ui/attribute/attr_variables.h"
#include "ui/uses/uses.h"

typedef struct AttrAliasEvidence AttrAliasEvidence;

/* The kinds of names of a reference. */
typedef enum {
  ATTR_REACHED_SEEN,     /* NamePointers.seen */
  ATTR_REACHED_ASSIGNED, /* for NamePointers.seen, and for NamePointers.assigned: pointers that the function copies to
                            or from the pointer */
  ATTR_REACHED_WAYS
} AttrAliasEvidenceWay;

/* Reads the references of a profile. `number_of` has the variable of each bin, or ATTR_VARIABLE_NONE. `uses` and `code`
 * are as for attr_attribute(); they are not used if the profile has no single instructions. The arguments need not
 * outlive the result. Free it with attr_alias_evidence_free(), which accepts NULL. */
AttrAliasEvidence *attr_alias_evidence_new(const Profile *profile, const guint32 *number_of, Uses *uses, Uses *code);
void attr_alias_evidence_free(AttrAliasEvidence *reached);

/* Considers all references through a pointer that has one of the names `names` (NamePointers). Finds the variable that
 * more than half of these references accessed. Finds ATTR_VARIABLE_NONE if more than half of them accessed data that
 * are not a variable. A reference counts once for each of its names. Sets *by to the most frequent name, which
 * `reached` owns. If there is no such reference, or no majority, returns false and sets nothing. */
bool attr_alias_evidence_by(const AttrAliasEvidence *reached, AttrAliasEvidenceWay way, const char *names,
                            guint32 *variable, const char **by);
