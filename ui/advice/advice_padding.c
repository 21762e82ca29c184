/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_padding.c: the rule of advice for structs with padding.
 *
 * A compiler inserts padding before a field, so that the offset of the field is a multiple of its alignment, and after the
 * last field, so that the size is a multiple of the alignment of the struct. If the fields are sorted by alignment, the
 * padding before fields disappears. Padding after the last field that exceeds the largest alignment of a field is due to
 * an alignment of the struct itself, such as alignas(64). The debug information contains the sizes of fields, not their
 * alignments: a field is assumed to be aligned to the largest power of two that divides its size, at most a word. */
#include <string.h>

#include "ui/advice/advice_rule_code.h"
#include "ui/base/ui_text.h"

enum {
  WORD = 8 /* bytes */,
  PADDED = 4 /* at least a quarter of the struct */,
  REPLACED = 4 /* a quarter */,
  SHOWN = 8
};

/* The padding of a struct, in bytes. */
typedef struct {
  uint64_t size, least; /* size of the struct; size with the fields in the order of their alignment */
  uint64_t alignment;   /* the largest alignment of a field */
  uint64_t after;       /* bytes after the last field */
} Padding;

static uint64_t alignment_of(const NameField *field) {
  uint64_t alignment = 1;
  while (alignment < WORD && field->size % (alignment * 2) == 0) alignment *= 2;
  return field->size != 0 ? alignment : 1;
}

/* Returns the padding of the elements. The fields must begin at the start of the element; otherwise, it has parts that
 * the debug information does not describe as fields, such as a pointer to virtual functions. */
static Padding padding_of(const NameBinType *type) {
  Padding padding = {.size = type->element_size, .alignment = 1};
  uint64_t end = 0, used = 0;
  for (uint32_t f = 0; f < type->n_fields; f++) {
    const NameField *field = &type->fields[f];
    const uint64_t begin = MAX(field->offset, end), past = field->offset + field->size;
    padding.alignment = MAX(padding.alignment, alignment_of(field));
    if (past > begin) used += past - begin;
    if (begin > end + WORD) used += begin - end; /* an unknown part, not padding */
    end = MAX(end, past);
  }
  padding.after = padding.size > end ? padding.size - end : 0;
  padding.least = (used + padding.alignment - 1) / padding.alignment * padding.alignment;
  return padding;
}

/* Returns whether an alignment of the struct itself causes padding. */
static bool is_aligned(const Padding *padding) { return padding->after >= padding->alignment; }

bool advice_is_padding(const AdviceLook *look) {
  const NameBinType *type = look->data->type;
  if (!look->one || type == NULL || type->n_fields < 2 || type->fields[0].offset != 0) return false;
  if (strpbrk(type->element, "<(") != NULL || advice_language(look->context, look->trouble) == ADVICE_LANGUAGE_OTHER)
    return false;
  const Padding padding = padding_of(type);
  if (padding.least >= padding.size || (padding.size - padding.least) * PADDED < padding.size) return false;
  if (is_aligned(&padding) && look->context->processors > 1) return false;
  if (look->trouble->replacement < look->trouble->cycles / REPLACED) return false;
  look->cause->sure = ADVICE_LIKELY;
  look->cause->why = "the debug information has the sizes of the fields";
  look->cause->gain = look->trouble->cycles * (double)(padding.size - padding.least) / (double)padding.size;
  return true;
}

/* Appends the names of the fields in the order of their alignment, the largest one first. */
static void say_order(const AdviceWords *words, const NameBinType *type) {
  guint shown = 0;
  for (uint64_t alignment = WORD; alignment != 0; alignment /= 2)
    for (uint32_t f = 0; f < type->n_fields; f++) {
      if (alignment_of(&type->fields[f]) != alignment) continue;
      g_autofree char *name = ui_text_escaped(type->fields[f].name);
      if (shown < SHOWN) advice_say_remedy(words, "%s%s", shown != 0 ? ", " : "", name);
      shown++;
    }
  if (shown > SHOWN) advice_say_remedy(words, ", and %u others", shown - SHOWN);
}

void advice_explain_padding(const AdviceWords *words) {
  const NameBinType *type = words->facts->type;
  const Padding padding = padding_of(type);
  advice_say(words,
             "Each element of %s has %" G_GUINT64_FORMAT " bytes, %" G_GUINT64_FORMAT
             " of which are padding that is fetched with the fields.",
             words->data, padding.size, padding.size - padding.least);
  advice_say_sizes(words);
  if (is_aligned(&padding)) {
    advice_say_remedy(
        words,
        "An alignment of the struct makes it that large. Remove the alignment, unless different threads "
        "write different elements, or vector instructions require it: then an element has %" G_GUINT64_FORMAT " bytes.",
        padding.least);
  } else {
    advice_say_remedy(words, "Sort the members by size, the largest first: ");
    say_order(words, type);
    advice_say_remedy(words, ". Then an element has %" G_GUINT64_FORMAT " bytes.", padding.least);
  }
  advice_say_figure(words, "bytes of an element", (double)padding.size, ADVICE_FIGURE_BYTES);
  advice_say_figure(words, "bytes of padding", (double)(padding.size - padding.least), ADVICE_FIGURE_BYTES);
  advice_say_references(words);
  advice_say_size(words);
}
