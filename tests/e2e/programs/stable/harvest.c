/* One of two files with static variables of the same names. SPDX-License-Identifier: GPL-2.0-or-later */
static volatile double ledger[3000];
struct log {
  long time, crates;
};
static volatile struct log log_of[700];

double harvest(void) {
  static volatile long seen[500];
  double sum = 0;
  for (int i = 0; i < 3000; i++) sum += ledger[i];
  for (int i = 0; i < 700; i++) log_of[i].crates = i;
  for (int i = 0; i < 500; i++) sum += seen[i];
  return sum;
}
