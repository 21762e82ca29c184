/* SPDX-License-Identifier: GPL-2.0-or-later
 * machines.h: finds machines by name: the presets, and the host. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "machine/mach_config.h"

typedef struct {
  const char *name;
  char *source;             /* where the machine's properties come from */
  mach_config config;       /* the machine with --processor=blocking */
  mach_config window;       /* the machine with --processor=window */
  mach_processor processor; /* the kind of its processors without --processor */
} MachinesRow;

/* Returns the machines with these n names as an array of MachinesRow. The array owns its elements: g_array_unref()
 * frees them. If n is 0, returns all presets. `sys`: the folder with a copy of another computer's /sys; NULL: this
 * computer, with its measurements if they exist. If a name is unknown, returns NULL and sets *error. */
GArray *machines_new(unsigned n, char *const *names, const char *sys, GError **error);
