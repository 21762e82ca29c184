/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_show.h: memspy show, for callers that have a profile which is not in a file of the user's. */
#ifndef UI_UI_SHOW_H
#define UI_UI_SHOW_H

/* A session about the profile in file `path`, in the way that the options of ui_show_subcommand, which were read, say.
 * Names are kept in the folder of the file `beside`. Returns the exit status. */
int ui_show_file(const char *path, const char *beside);

#endif
