/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_files.h: lists the files on which the debug information of an object file depends. */
#pragma once

#include "ui/names/name_module.h"

/* Adds the paths of all files that contain debug information of the module, and of all files that would contain it if
 * they existed, to `files`. The module was opened from the object file `path`, which is not added. `build_id` is the
 * build id in the profile ("": none). `files` owns the paths. Returns false if the module depends on further files:
 * the compiler has left a part of the debug information in separate files. */
bool name_files_of(NameModule *module, const char *path, const char *build_id, GPtrArray *files);
