/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/view/view_loader.h"

bool view_loader_is(const char *path) {
  const char *object = profile_basename(path);
  return g_str_has_prefix(object, "ld-linux") || g_str_has_prefix(object, "ld-2.");
}

static bool has_bin(const Profile *profile, uint32_t number) {
  const ProfileVariable *variable = profile_variable(profile, number);
  if (variable != NULL) return view_loader_is(profile->objects[variable->object].path);
  const ProfileBin *bin = &profile->bins[number];
  return bin->frames.count > 0 && view_loader_is(profile->objects[profile_frame(profile, bin, 0)->object].path);
}

bool view_loader_has(const View *view, ViewAxisKind axis, uint32_t rank) {
  const Profile *profile = view->profile;
  const ViewItem *item = view_item(view, axis, rank);
  if (item->given != NULL) return false;
  for (guint i = 0; i < item->members->len; i++) {
    const uint32_t member = g_array_index(item->members, uint32_t, i);
    const bool has = axis == VIEW_CODE ? view_loader_is(profile->objects[profile->segments[member].object].path)
                                       : has_bin(profile, member);
    if (!has) return false;
  }
  return true;
}
