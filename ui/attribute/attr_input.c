/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/attribute/attr_input.h"

const SamplesObject *attr_object(const AttrInput *input, const SamplesFrame *frame) {
  return &g_array_index(input->samples->objects, SamplesObject, frame->object);
}

const UsesFunction *attr_function(const AttrInput *input, const SamplesFrame *frame, guint64 address, unsigned *line) {
  const SamplesObject *object = attr_object(input, frame);
  *line = 0;
  return uses_at(input->uses, object->path, object->build_id, address, line);
}
