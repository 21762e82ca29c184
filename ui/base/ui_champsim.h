/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_champsim.h: the format of ChampSim's traces, which are sequences of these records without a header. */
#pragma once

#include <glib.h>
#include <stdint.h>

enum { UI_CHAMPSIM_STORES = 2, UI_CHAMPSIM_LOADS = 4 };

/* An executed instruction. All numbers are little-endian. In `stores` and `loads`, 0 stands for no reference. */
typedef struct {
  uint64_t address;
  uint8_t is_branch, taken;
  uint8_t written[UI_CHAMPSIM_STORES], read[UI_CHAMPSIM_LOADS]; /* numbers of registers; 0: none */
  uint64_t stores[UI_CHAMPSIM_STORES], loads[UI_CHAMPSIM_LOADS];
} UiChampsim;
G_STATIC_ASSERT(sizeof(UiChampsim) == 64);
