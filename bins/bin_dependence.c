/* SPDX-License-Identifier: GPL-2.0-or-later
 * bin_dependence.c: see bin_dependence.h. No dependence is known: all loads are independent. */
#include "bins/bin_dependence.h"

#include "plat/plat.h"

struct bin_dependences {
  unsigned processors;
};

bin_dependences *bin_dependences_new(unsigned processors) {
  bin_dependences *dependences = plat_alloc(sizeof *dependences);
  dependences->processors = processors;
  return dependences;
}

void bin_dependences_free(bin_dependences *dependences) { plat_free(dependences); }

uint64_t bin_dependences_producer(bin_dependences *dependences, unsigned processor, const bin_site *site,
                                  uint64_t address) {
  plat_assert(processor < dependences->processors);
  (void)site;
  (void)address;
  return 0;
}

void bin_dependences_complete(bin_dependences *dependences, unsigned processor, const bin_site *site, uint64_t address,
                              uint64_t completion) {
  plat_assert(processor < dependences->processors);
  (void)site;
  (void)address;
  (void)completion;
}
