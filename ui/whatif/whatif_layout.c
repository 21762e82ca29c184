/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/whatif/whatif_layout.h"

#include "ui/base/ui_number.h"

enum { GROUP_ALIGNMENT = 64 };

WhatifLayout *whatif_layout_new(uint64_t unit) {
  WhatifLayout *layout = g_new0(WhatifLayout, 1);
  layout->unit = unit;
  layout->pieces = g_array_new(FALSE, FALSE, sizeof(WhatifPiece));
  layout->steps = g_array_new(FALSE, FALSE, sizeof(uint64_t));
  return layout;
}

void whatif_layout_free(WhatifLayout *layout) {
  if (layout == NULL) return;
  g_array_free(layout->pieces, TRUE);
  g_array_free(layout->steps, TRUE);
  g_free(layout);
}

static const WhatifPiece *piece_number(const WhatifLayout *layout, guint i) {
  return &g_array_index(layout->pieces, WhatifPiece, i);
}

static uint64_t step_of(const WhatifLayout *layout, uint32_t group) {
  return g_array_index(layout->steps, uint64_t, group);
}

uint32_t whatif_layout_group(WhatifLayout *layout, uint64_t step) {
  g_array_append_val(layout->steps, step);
  return layout->steps->len - 1;
}

void whatif_layout_piece(WhatifLayout *layout, uint64_t bytes, uint32_t group, uint64_t to) {
  const guint n = layout->pieces->len;
  const WhatifPiece *last = n != 0 ? piece_number(layout, n - 1) : NULL;
  const WhatifPiece piece = {.from = last != NULL ? last->from + last->bytes : 0,
                             .bytes = bytes,
                             .to = to,
                             .kept = bytes,
                             .group = group};
  g_array_append_val(layout->pieces, piece);
}

void whatif_layout_keep(WhatifLayout *layout, uint64_t kept, bool narrows) {
  WhatifPiece *last = &g_array_index(layout->pieces, WhatifPiece, layout->pieces->len - 1);
  last->kept = kept;
  last->narrows = narrows;
}

bool whatif_layout_fits(const WhatifLayout *layout, uint64_t bytes) {
  return layout->rows * layout->columns <= bytes / layout->unit;
}

uint64_t whatif_layout_place(const WhatifLayout *layout, uint64_t bytes, uint64_t *bases) {
  const uint64_t elements = bytes / layout->unit + (bytes % layout->unit != 0);
  uint64_t end = 0;
  for (guint g = 0; g < layout->steps->len; g++) {
    bases[g] = ui_number_round_up(end, GROUP_ALIGNMENT);
    if (__builtin_mul_overflow(elements, step_of(layout, g), &end) || end > WHATIF_ROOM - bases[g]) return UINT64_MAX;
    end += bases[g];
  }
  return end;
}

/* Returns the piece that contains the byte at offset `within` of an element. */
static const WhatifPiece *piece_at(const WhatifLayout *layout, uint64_t within) {
  guint low = 0, high = layout->pieces->len;
  while (high - low > 1) {
    const guint middle = (low + high) / 2;
    if (piece_number(layout, middle)->from <= within)
      low = middle;
    else
      high = middle;
  }
  return piece_number(layout, low);
}

/* Returns the new number of an element, which differs from the old number if a matrix is transposed. */
static uint64_t transposed(const WhatifLayout *layout, uint64_t element) {
  if (layout->rows == 0 || element >= layout->rows * layout->columns) return element;
  return element % layout->columns * layout->rows + element / layout->columns;
}

static uint64_t map_byte(const WhatifLayout *layout, const uint64_t *bases, uint64_t offset) {
  const uint64_t within = offset % layout->unit;
  const WhatifPiece *piece = piece_at(layout, within);
  return bases[piece->group] + transposed(layout, offset / layout->unit) * step_of(layout, piece->group) + piece->to +
         (within - piece->from);
}

/* Returns the number of bytes from `offset` to the end of the piece or, if `kept` is set, to the end of the piece's
 * remaining bytes. The result is at most `size`. */
static uint64_t reach(const WhatifLayout *layout, uint64_t offset, uint64_t size, bool kept) {
  const uint64_t within = offset % layout->unit;
  const WhatifPiece *piece = piece_at(layout, within);
  const uint64_t end = piece->from + (kept ? piece->kept : piece->bytes);
  return end > within ? MIN(end - within, size) : 0;
}

/* Returns whether some of the bytes are dropped in the new layout. */
static bool loses(const WhatifLayout *layout, uint64_t offset, uint64_t size) {
  for (uint64_t done = 0, next; done < size; done += next) {
    next = reach(layout, offset + done, size - done, false);
    if (reach(layout, offset + done, size - done, true) < next) return true;
  }
  return false;
}

/* Returns whether the bytes of a reference to several pieces are contiguous in the new layout. `to` is the new offset
 * of the first byte. */
static bool stays_whole(const WhatifLayout *layout, const uint64_t *bases, uint64_t offset, uint64_t size,
                        uint64_t to) {
  for (uint64_t done = 0; done < size; done += reach(layout, offset + done, size - done, false))
    if (map_byte(layout, bases, offset + done) != to + done) return false;
  return true;
}

uint64_t whatif_stay(uint64_t at, uint64_t stride, uint64_t low, uint64_t high) {
  if (stride == 0) return UINT64_MAX;
  if (at < low || at >= high) return 1;
  return stride >> 63 ? (at - low) / -stride + 1 : (high - 1 - at) / stride + 1;
}

/* Sets run->stride and run->times for references whose stride is `k` elements. */
static void run_elements(const WhatifLayout *layout, uint64_t element, int64_t k, uint64_t step, WhatifRun *run) {
  const uint64_t rows = layout->rows, columns = layout->columns;
  const int64_t width = (int64_t)columns;
  run->stride = (uint64_t)k * step;
  if (rows == 0) return;
  run->times = 1;
  if (element >= rows * columns) return;
  if (k % width == 0) {
    run->stride = (uint64_t)(k / width) * step;
    run->times = whatif_stay(element, (uint64_t)k, 0, rows * columns);
  } else if (k < width && k > -width) {
    run->stride = (uint64_t)k * rows * step;
    run->times = whatif_stay(element % columns, (uint64_t)k, 0, columns);
  }
}

bool whatif_layout_run(const WhatifLayout *layout, const uint64_t *bases, uint64_t offset, uint64_t size,
                       uint64_t stride, uint64_t most, WhatifRun *run) {
  const uint64_t element = offset / layout->unit, within = offset % layout->unit;
  const WhatifPiece *piece = piece_at(layout, within);
  const uint64_t step = step_of(layout, piece->group), end = piece->from + piece->kept;
  const bool narrowed = piece->narrows && within == piece->from && size > piece->kept && size <= piece->bytes;
  const bool inside = narrowed || within + size <= end;
  *run = (WhatifRun){.offset = bases[piece->group] + transposed(layout, element) * step + piece->to + within -
                               piece->from,
                     .stride = stride,
                     .times = 1,
                     .size = narrowed ? piece->kept : size,
                     .is_lost = !inside && loses(layout, offset, size)};
  if (run->is_lost || (!inside && !stays_whole(layout, bases, offset, size, run->offset))) return false;
  if (most == 1 || !inside) return true;
  run->times = most;
  if ((int64_t)stride % (int64_t)layout->unit == 0)
    run_elements(layout, element, (int64_t)stride / (int64_t)layout->unit, step, run);
  else
    run->times = whatif_stay(within, stride, piece->from, narrowed ? within + 1 : end - size + 1);
  run->times = MIN(run->times, most);
  return true;
}

/* An offset, or the step between two references, divided into its parts. Adding steps avoids a division for each
 * reference. */
typedef struct {
  uint64_t within, element; /* within: offset of the byte in the element; element: number of the element */
  uint64_t column, row;     /* position of the element in the matrix */
} Step;

/* Divides a stride into its parts. If the stride is negative, only `element` is negative (modulo 2^64). */
static Step step_for(const WhatifLayout *layout, uint64_t stride, bool turns) {
  const int64_t unit = (int64_t)layout->unit, columns = (int64_t)layout->columns;
  const int64_t within = ((int64_t)stride % unit + unit) % unit, element = ((int64_t)stride - within) / unit;
  const int64_t column = turns ? (element % columns + columns) % columns : 0;
  return (Step){(uint64_t)within, (uint64_t)element, (uint64_t)column,
                turns ? (uint64_t)((element - column) / columns) : 0};
}

static Step go_on(const WhatifLayout *layout, Step at, Step by, bool turns) {
  const uint64_t within = at.within + by.within, next = within >= layout->unit ? 1 : 0;
  at.within = next ? within - layout->unit : within;
  at.element += by.element + next;
  if (!turns) return at;
  const uint64_t column = at.column + by.column + next, down = column >= layout->columns ? 1 : 0;
  at.column = down ? column - layout->columns : column;
  at.row += by.row + down;
  return at;
}

/* Maps each of n references to its new offset. turns: whether the layout transposes a matrix. */
__attribute__((always_inline)) static inline uint32_t map_each(const WhatifLayout *layout, const uint64_t *bases,
                                                               uint64_t offset, uint64_t size, uint64_t stride,
                                                               uint32_t n, uint64_t *to, const bool turns) {
  const Step by = step_for(layout, stride, turns);
  Step at = step_for(layout, offset, turns);
  const WhatifPiece *piece = piece_at(layout, at.within);
  for (uint32_t r = 0; r < n; r++, at = go_on(layout, at, by, turns)) {
    if (at.within - piece->from >= piece->bytes) piece = piece_at(layout, at.within);
    const uint64_t element = turns && at.row < layout->rows ? at.column * layout->rows + at.row : at.element;
    const uint64_t beyond = at.within - piece->from;
    to[r] = bases[piece->group] + element * step_of(layout, piece->group) + piece->to + beyond;
    if (G_UNLIKELY(beyond + size > piece->kept) &&
        (loses(layout, offset + r * stride, size) || !stays_whole(layout, bases, offset + r * stride, size, to[r])))
      return r;
  }
  return n;
}

uint32_t whatif_layout_each(const WhatifLayout *layout, const uint64_t *bases, uint64_t offset, uint64_t size,
                            uint64_t stride, uint32_t n, uint64_t *to) {
  return layout->rows != 0 ? map_each(layout, bases, offset, size, stride, n, to, true)
                           : map_each(layout, bases, offset, size, stride, n, to, false);
}
