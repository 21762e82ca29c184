/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/attribute/ui_attribute_input.h"

const UiSamplesObject *ui_attribute_object(const UiAttributeInput *input, const UiSamplesFrame *frame) {
  return &g_array_index(input->samples->objects, UiSamplesObject, frame->object);
}

const UiUsesFunction *ui_attribute_function(const UiAttributeInput *input, const UiSamplesFrame *frame, guint64 address,
                                            unsigned *line) {
  const UiSamplesObject *object = ui_attribute_object(input, frame);
  *line = 0;
  return ui_uses_at(input->uses, object->path, object->build_id, address, line);
}
