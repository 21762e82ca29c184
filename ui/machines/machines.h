/* SPDX-License-Identifier: GPL-2.0-or-later
 * machines.h: machines by name: presets, and the host. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "machine/mach_config.h"

typedef struct {
  const char *name;
  char *source; /* source of its figures */
  mach_config config;
} MachinesRow;

/* Returns the machines of n names: MachinesRow, freed with the array. n == 0: all presets. `sys`: a copy of
 * another computer's /sys; NULL: this computer, with its measurements if there are any. Returns NULL and sets *error if a name is unknown. */
GArray *machines_new(unsigned n, char *const *names, const char *sys, GError **error);
