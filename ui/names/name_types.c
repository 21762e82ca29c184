/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/names/name_types.h"

#include <stddef.h>

const NameField *name_types_field_at(const NameBinType *type, uint64_t offset, uint64_t *element) {
  if (type->element_size == 0) return NULL;
  if (element != NULL) *element = offset / type->element_size;
  const uint64_t within = offset % type->element_size;
  for (uint32_t i = 0; i < type->n_fields; i++) {
    const NameField *field = &type->fields[i];
    if (within >= field->offset && within - field->offset < field->size) return field;
  }
  return NULL;
}
