/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_alias_evidence.h: finds the variables that the references of an exact run accessed, by the name of the pointer
 * in the code.
 *
 * A profile with --instructions=yes has the references of each instruction, and the machine code of an instruction has
 * its pointer (NamePointers). So the name of a pointer leads to the variables that were referenced through it. Misses
 * are not used. */
#pragma once

#include "ui/attribute/attr_variables.h"
#include "ui/uses/uses.h"

typedef struct AttrAliasEvidence AttrAliasEvidence;

/* The kinds of names of a reference. */
typedef enum {
  ATTR_REACHED_SEEN,     /* NamePointers.seen */
  ATTR_REACHED_ASSIGNED, /* NamePointers.seen and .assigned: the latter are pointers that the function copies to or from
                            the pointer */
  ATTR_REACHED_WAYS
} AttrAliasEvidenceWay;

/* Reads the references of a profile. number_of: by bin, the variable of the bin; ATTR_VARIABLE_NONE: none. uses, code:
 * as for attr_attribute(); unused if the profile has no single instructions. The arguments need not outlive the result.
 * Free it with attr_alias_evidence_free(), which accepts NULL. */
AttrAliasEvidence *attr_alias_evidence_new(const Profile *profile, const guint32 *number_of, Uses *uses, Uses *code);
void attr_alias_evidence_free(AttrAliasEvidence *reached);

/* Finds the variable that more than half of the references through pointers called `names` (NamePointers) accessed;
 * ATTR_VARIABLE_NONE: they accessed data that are no variable. A reference counts once for each of its names. *by
 * becomes the most frequent name, owned by `reached`. Returns false, and sets nothing, if no reference has one of these
 * names, or no variable has more than half of the references. */
bool attr_alias_evidence_by(const AttrAliasEvidence *reached, AttrAliasEvidenceWay way, const char *names,
                            guint32 *variable, const char **by);
