/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_machine.h: the simulated machine, as the options recorded in a profile describe it. */
#ifndef UI_UI_MACHINE_H
#define UI_UI_MACHINE_H

#include "ui/model/ui_profile.h"

typedef enum {
  UI_MACHINE_NOT,    /* an option that says nothing of the machine */
  UI_MACHINE_TEXT,   /* a name: of a preset, protocol, ... */
  UI_MACHINE_NUMBER, /* of processors, cycles */
  UI_MACHINE_CACHE,  /* size,ways,line */
  UI_MACHINE_TLB     /* entries,ways, and of the first level the size of a page */
} UiMachineKind;

typedef struct {
  uint64_t size; /* bytes; 0: the machine has no such cache */
  uint64_t ways;
  uint64_t line; /* bytes */
} UiCache;

/* What the option called `name` says of the machine. */
UiMachineKind ui_machine_kind(const char *name);

/* Reads the value of an option of that kind. Returns false when it is no such value. */
bool ui_machine_number(const char *value, uint64_t *number);
bool ui_machine_cache(const char *value, UiCache *cache);

/* The cache that option `name` ("D1") of the run describes; all 0 where the profile does not have it. */
UiCache ui_machine_cache_of(const UiProfile *profile, const char *name);

/* The number that option `name` of the run has; 0 where the profile does not have it. */
uint64_t ui_machine_number_of(const UiProfile *profile, const char *name);

/* Appends the machine in words, in lines of at most `width` columns where that is possible. */
void ui_machine_describe(const UiProfile *profile, unsigned width, GString *out);

#endif
