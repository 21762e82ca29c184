/* searched.h: functions that are inlined into inlined.c. They are compiled as if this file were below /usr/include.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
static inline __attribute__((always_inline)) long searched(const long *table, unsigned n, unsigned at) {
  long sum = 0;
  for (unsigned i = 0; i < 4; i++) sum += table[(at + i * 4099) % n]; /* read */
  return sum;
}

static inline __attribute__((always_inline)) long written(long *table, unsigned n, unsigned at) {
  table[at * 17 % n] += at; /* written */
  return at;
}
