/* ui_whatif_replay.h: a trace simulated with some data elsewhere.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_WHATIF_REPLAY_H
#define UI_UI_WHATIF_REPLAY_H

#include "ui/replay/ui_replay.h"
#include "ui/whatif/ui_whatif_plan.h"

/* Does what ui_replay() does, with the changes of some plans, which note what was done. Returns false and sets *error,
 * a G_OPTION_ERROR when a change cannot be made of these references. */
bool ui_whatif_replay(const UiTraceFile *file, const UiReplay *plain, UiWhatifPlans *plans, const char *path,
                      GError **error);

#endif
