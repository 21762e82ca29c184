/* trace_odometer.c: see trace_odometer.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "trace/trace_odometer.h"

void trace_odometer_begin(trace_odometer *odometer, unsigned below, uint64_t address, uint64_t sequence) {
  for (unsigned l = 0; l < below; l++) {
    odometer->digits[l].index = 0;
    odometer->digits[l].address = address;
    odometer->digits[l].sequence = sequence;
  }
  odometer->address = address;
  odometer->sequence = sequence;
  odometer->left = odometer->digits[0].count;
  odometer->stride = odometer->digits[0].stride;
  odometer->sequence_stride = odometer->digits[0].sequence_stride;
}

bool trace_odometer_roll(trace_odometer *odometer) {
  unsigned l = 1;
  while (l < odometer->depth && ++odometer->digits[l].index == odometer->digits[l].count) l++;
  if (l >= odometer->depth) return false;
  const trace_digit *digit = &odometer->digits[l];
  trace_odometer_begin(odometer, l, digit->address + digit->index * digit->stride,
                       digit->sequence + digit->index * digit->sequence_stride);
  return true;
}
