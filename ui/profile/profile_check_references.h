/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_check_references.h: the identities of references and their evictors, for profile_check.c. */
#pragma once

#include "ui/profile/profile.h"

/* The state of the check. Initially, all fields are zero. */
typedef struct {
  guint cell;       /* index of the current cell; all earlier cells have had their reference */
  guint reference;  /* index of the current reference; the evictors of all earlier references are complete */
  uint64_t lost;    /* sum over the current reference's evictors so far */
  uint64_t sums[4]; /* over all references */
} ProfileCheckReferences;

/* Each of the next functions checks the last record of its kind in profile->rows; the last function completes the
 * check. Each returns NULL, or a message that the caller owns. */
char *profile_check_reference(ProfileCheckReferences *check, const Profile *profile);
char *profile_check_reference_evictor(ProfileCheckReferences *check, const Profile *profile);

/* Checks that the hits of the last reference equal those of its cell. A reference without a cell has had no hits since
 * counts were set to zero. Call it once for each reference that profile_check_reference() accepts. Returns NULL, or a
 * message about that cell alone, owned by the caller. */
char *profile_check_hits(ProfileCheckReferences *check, const Profile *profile);

char *profile_check_references_end(ProfileCheckReferences *check, const Profile *profile);
