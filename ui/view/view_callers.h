/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_callers.h: callers and callees: the calling contexts of a profile, with self and inclusive costs.
 *
 * Inclusive costs count each cost once: the inclusive cost of a function is the cost of all contexts whose call path
 * contains it, and that of a call is the cost of the contexts that it opens, unless its function was already open. So
 * recursion does not increase costs. */
#pragma once

#include "ui/view/view_metric.h"

/* Costs of contexts. Only the counts of view_callers_know() are set. */
typedef struct {
  uint64_t instructions;
  ProfileCounts counts;
} ViewCost;

typedef struct {
  const Profile *profile;
  ViewCost *self, *all; /* indexed by context: its own cost, and the cost of itself and all contexts below it */
  bool *outermost;      /* indexed by context: no context above it has a function of the same group */
} ViewCallers;

/* Returns the contexts of a profile that has callers. `group_of` is indexed by segment; functions with the same value
 * count as one function. NULL: each function counts separately. The caller frees the result with
 * view_callers_free(). */
ViewCallers *view_callers_new(const Profile *profile, const uint32_t *group_of);
void view_callers_free(ViewCallers *callers);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ViewCallers, view_callers_free)

/* Returns whether contexts have a metric. */
bool view_callers_know(ViewMetric metric);

/* Returns the counts of a cell of a context. Its references are unknown, and 0. */
ProfileCounts view_callers_counts(const ProfileContextCell *cell);

/* Adds a cost to a sum. */
void view_cost_add(ViewCost *sum, const ViewCost *more);

/* The calls of one function from one place in another function. */
typedef struct {
  uint32_t caller; /* segment; VIEW_NO_CALLER: threads that begin with the callee */
  uint32_t callee; /* segment */
  uint64_t place;  /* number of the place of the call + 1; 0: none, or unknown */
  const char *way; /* same words as ProfileContext.way */
  uint64_t calls;
  ViewCost all; /* inclusive */
} ViewCall;

#define VIEW_NO_CALLER G_MAXUINT32

/* Returns all calls, by caller, place, callee and way. Elements are ViewCall; the caller frees it with
 * g_array_unref(). */
GArray *view_callers_calls(const ViewCallers *callers);

/* For the functions whose segment has picked[segment]: returns their inclusive cost, and the number of their calls from
 * other functions. Groups must be picked as a whole. */
ViewCost view_callers_of(const ViewCallers *callers, const bool *picked, uint64_t *calls);
