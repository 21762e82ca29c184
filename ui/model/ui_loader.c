/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/model/ui_loader.h"

bool ui_loader_is(const char *path) {
  const char *object = ui_profile_basename(path);
  return g_str_has_prefix(object, "ld-linux") || g_str_has_prefix(object, "ld-2.");
}

static bool has_bin(const UiProfile *profile, uint32_t number) {
  const UiVariable *variable = ui_profile_variable(profile, number);
  if (variable != NULL) return ui_loader_is(profile->objects[variable->object].path);
  const UiBin *bin = &profile->bins[number];
  return bin->frames.count > 0 && ui_loader_is(profile->objects[ui_profile_frame(profile, bin, 0)->object].path);
}

bool ui_loader_has(const UiView *view, UiAxisKind axis, uint32_t rank) {
  const UiProfile *profile = view->profile;
  const UiItem *item = ui_view_item(view, axis, rank);
  if (item->given != NULL) return false;
  for (guint i = 0; i < item->members->len; i++) {
    const uint32_t member = g_array_index(item->members, uint32_t, i);
    const bool has = axis == UI_CODE ? ui_loader_is(profile->objects[profile->segments[member].object].path)
                                     : has_bin(profile, member);
    if (!has) return false;
  }
  return true;
}
