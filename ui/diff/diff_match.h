/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff_match.h: matches the items of two profiles.
 *
 * Items are code segments, data bins, or several of these combined in a view. Two items match if their full names are
 * equal. Full names do not differ between runs of the same program. Items whose full names differ only in line numbers,
 * because the source was edited, also match if the match is unique. For code, the files and objects can differ, too.
 * All other items count as items of only one profile. Several items of a profile with the same full name become one
 * item of the difference. */
#pragma once

#include "ui/diff/diff.h"

/* Compares two views, and returns the difference. The views must outlive it. The caller frees it with diff_free(). */
Diff *diff_match(const View *before, const View *after);
