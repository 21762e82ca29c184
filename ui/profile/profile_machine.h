/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_machine.h: the simulated machine, from the options recorded in a profile. */
#pragma once

#include "ui/profile/profile.h"

typedef enum {
  PROFILE_MACHINE_NOT,    /* no option of the machine */
  PROFILE_MACHINE_TEXT,   /* name of a preset, protocol, ... */
  PROFILE_MACHINE_NUMBER, /* number of processors, cycles */
  PROFILE_MACHINE_CPI,    /* cycles per instruction, possibly a fraction; see profile_step() */
  PROFILE_MACHINE_CACHE,  /* size,ways,line */
  PROFILE_MACHINE_TLB     /* entries,ways; the first level also has the page size */
} ProfileMachineKind;

typedef struct {
  uint64_t size; /* bytes; 0: no such cache */
  uint64_t ways;
  uint64_t line; /* bytes */
} ProfileCache;

/* Returns the kind of the option called `name`. */
ProfileMachineKind profile_machine_kind(const char *name);

/* The next functions parse the value of an option of one kind. They return false if the value is invalid. */
bool profile_machine_number(const char *value, uint64_t *number);
bool profile_machine_cache(const char *value, ProfileCache *cache);

/* Returns the cache of option `name` ("D1") of the run. Returns zeros if the profile does not have the option. */
ProfileCache profile_machine_cache_of(const Profile *profile, const char *name);

/* Returns the value of the numeric option `name` in the run, or 0 if the profile does not have the option. */
uint64_t profile_machine_number_of(const Profile *profile, const char *name);

/* Returns whether an option of the machine has different values in two profiles. */
bool profile_machine_differs(const Profile *profile, const Profile *other);

/* Appends a description of the machine, in lines of at most `width` columns if possible. */
void profile_machine_describe(const Profile *profile, unsigned width, GString *out);
