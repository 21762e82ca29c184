/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff_match.h: matches the items of two profiles.
 *
 * Items (code segments, data bins, or several combined in a view) match by their full names, which are equal in every
 * run of a program. If these differ in line numbers only, because the source was edited, or, for code, in files and
 * objects, they match if the match is unique. Other items are in one profile only. Items of a profile with the same
 * full name are one item of the difference. */
#pragma once

#include "ui/diff/diff.h"

/* Compares two views, which must outlive the result. The caller frees it with diff_free(). */
Diff *diff_match(const View *before, const View *after);
