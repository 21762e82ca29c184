/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_look.c: properties of a bottleneck that several rules check. */
#include "ui/advice/advice_rule_code.h"

enum {
  SEVERAL = 4, /* number of arrays that a source line uses in the same way, plus a margin */
  WORD = 8     /* bytes */
};

double advice_look_word(const AdviceLook *look) {
  const NameBinType *type = look->data->type;
  return type != NULL && type->element_size != 0 ? (double)MIN(type->element_size, WORD) : WORD;
}

bool advice_look_few_rows(const AdviceLook *look) {
  const AdviceElement *element = &look->cause->element;
  const ProfileCache *cache = &look->context->cache;
  const uint64_t lines = element->trips * MAX(element->streams, 1) * SEVERAL;
  return look->one && element->walk == ADVICE_WALK_ACROSS && element->next_along && lines != 0 && cache->line != 0 &&
         lines <= cache->size / cache->line;
}
