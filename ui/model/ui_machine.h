/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_machine.h: the simulated machine, from the options recorded in a profile. */
#pragma once

#include "ui/model/ui_profile.h"

typedef enum {
  UI_MACHINE_NOT,    /* no option of the machine */
  UI_MACHINE_TEXT,   /* name of a preset, protocol, ... */
  UI_MACHINE_NUMBER, /* number of processors, cycles */
  UI_MACHINE_CACHE,  /* size,ways,line */
  UI_MACHINE_TLB     /* entries,ways; the first level also has the page size */
} UiMachineKind;

typedef struct {
  uint64_t size; /* bytes; 0: no such cache */
  uint64_t ways;
  uint64_t line; /* bytes */
} UiCache;

/* Returns the kind of the option called `name`. */
UiMachineKind ui_machine_kind(const char *name);

/* Parse the value of an option of that kind. Return false if it is invalid. */
bool ui_machine_number(const char *value, uint64_t *number);
bool ui_machine_cache(const char *value, UiCache *cache);

/* Returns the cache of option `name` ("D1") of the run; zeros if the profile does not have it. */
UiCache ui_machine_cache_of(const UiProfile *profile, const char *name);

/* Returns the number of option `name` of the run; 0 if the profile does not have it. */
uint64_t ui_machine_number_of(const UiProfile *profile, const char *name);

/* Appends a description of the machine, in lines of at most `width` columns if possible. */
void ui_machine_describe(const UiProfile *profile, unsigned width, GString *out);
