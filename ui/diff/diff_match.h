/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff_match.h: matches the items of two profiles.
 *
 * Items are code segments, data bins, or several of these combined in a view. Items match by their full names, which
 * are equal in every run of a program. If the full names differ only in line numbers, because the source was edited,
 * or, for code, only in files and objects, items match if the match is unique. Other items are only in one profile.
 * Items of a profile that have the same full name are one item of the difference. */
#pragma once

#include "ui/diff/diff.h"

/* Compares two views, which must outlive the result. The caller frees it with diff_free(). */
Diff *diff_match(const View *before, const View *after);
