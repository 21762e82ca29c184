/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_alias_evidence.h: finds the variables to which the references of an exact run went, by the pointer that the code
 * used.
 *
 * A profile with --instructions=yes has the references of each instruction, and the machine code of an instruction has
 * its pointer (NamePointers). So each such name leads to the variables of the references through it. Misses are not
 * used. */
#pragma once

#include "ui/attribute/attr_variables.h"
#include "ui/uses/uses.h"

typedef struct AttrAliasEvidence AttrAliasEvidence;

/* The kinds of names of a reference. */
typedef enum {
  ATTR_REACHED_SEEN,     /* NamePointers.seen */
  ATTR_REACHED_ASSIGNED, /* NamePointers.seen and .assigned: also pointers that the function copies to or from it */
  ATTR_REACHED_WAYS
} AttrAliasEvidenceWay;

/* Reads the references of a profile. number_of: by bin, the variable of the bin; ATTR_VARIABLE_NONE: none. uses, code:
 * as for attr_attribute(); unused if the profile has no single instructions. The arguments need not outlive the result.
 * Free it with attr_alias_evidence_free(), which accepts NULL. */
AttrAliasEvidence *attr_alias_evidence_new(const Profile *profile, const guint32 *number_of, Uses *uses, Uses *code);
void attr_alias_evidence_free(AttrAliasEvidence *reached);

/* Finds the variable of more than half of the references by any of `names` (NamePointers); ATTR_VARIABLE_NONE: these
 * went to no variable. A reference counts once for each of its names. *by becomes the most frequent name, owned by
 * `reached`. Returns false, and sets nothing, if no reference has these names, or no variable has more than half. */
bool attr_alias_evidence_by(const AttrAliasEvidence *reached, AttrAliasEvidenceWay way, const char *names,
                            guint32 *variable, const char **by);
