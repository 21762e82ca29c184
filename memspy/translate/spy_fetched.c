/* spy_fetched.c: see spy_fetched.h.
 *
 * Valgrind also discards translations for lack of room. Then the code is unchanged, and stays in the simulated caches;
 * so the code's bytes are compared.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/translate/spy_fetched.h"

#include "memspy/core/spy_core.h"
#include "memspy/setup/spy_state.h"

static XArray *instructions; /* array of fetch_instruction */
static XArray *numbers;      /* array of UInt: numbers of the exits */
static XArray *lengths;      /* array of UInt: number of instructions up to each exit */

static XArray *emptied(XArray *array, SizeT size) {
  if (!array) return VG_(newXA)(VG_(malloc), "spy.fetched", VG_(free), (Word)size);
  VG_(dropTailXA)(array, VG_(sizeXA)(array));
  return array;
}

void spy_fetched_begin(void) {
  if (!spy_caches) return;
  instructions = emptied(instructions, sizeof(fetch_instruction));
  numbers = emptied(numbers, sizeof(UInt));
  lengths = emptied(lengths, sizeof(UInt));
}

static fetch_instruction *last_instruction(void) {
  const Word n = VG_(sizeXA)(instructions);
  return n > 0 ? VG_(indexXA)(instructions, n - 1) : NULL;
}

void spy_fetched_instruction(Addr address, UInt bytes, UInt place) {
  if (!spy_caches) return;
  fetch_instruction *last = last_instruction();
  if (last && last->address + last->bytes != address && last->flow == FETCH_GOES_ON) last->flow = FETCH_ENDS;
  const fetch_instruction next = {.address = address, .place = place, .bytes = (UChar)(bytes == 0 ? 1 : bytes)};
  VG_(addToXA)(instructions, &next);
}

void spy_fetched_exit(UInt number, spy_end end) {
  if (!spy_caches) return;
  const UInt length = (UInt)VG_(sizeXA)(instructions);
  last_instruction()->flow = end == SPY_END_CALL ? FETCH_CALLS : end == SPY_END_RETURN ? FETCH_RETURNS : FETCH_ENDS;
  VG_(addToXA)(numbers, &number);
  VG_(addToXA)(lengths, &length);
}

static UInt hash_of(const VexGuestExtents *extents) {
  ULong hash = 1;
  for (UInt i = 0; i < extents->n_used; i++)
    for (UInt byte = 0; byte < extents->len[i]; byte++)
      hash = bin_hash_mix(hash, ((const UChar *)extents->base[i])[byte]);
  return (UInt)hash;
}

UInt spy_fetched_end(const VexGuestExtents *extents) {
  if (!spy_caches) return 0;
  fetch_enter(spy_caches, VG_(indexXA)(instructions, 0), (UInt)VG_(sizeXA)(instructions), VG_(indexXA)(numbers, 0),
              VG_(indexXA)(lengths, 0), (UInt)VG_(sizeXA)(numbers));
  return hash_of(extents);
}

static Bool is_there(const VexGuestExtents *extents) {
  for (UInt i = 0; i < extents->n_used; i++)
    if (!VG_(am_is_valid_for_client)(extents->base[i], extents->len[i], VKI_PROT_READ)) return False;
  return True;
}

void spy_fetched_discard(const VexGuestExtents *extents, UInt code_hash) {
  if (!spy_caches || (is_there(extents) && hash_of(extents) == code_hash)) return;
  for (UInt i = 0; i < extents->n_used; i++) fetch_code_changed(spy_caches, extents->base[i], extents->len[i]);
}
