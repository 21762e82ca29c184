/* The other of the two files; its main part differs. SPDX-License-Identifier: GPL-2.0-or-later */
static volatile double ledger[4000];
struct log {
  long time, crates;
};
static volatile struct log log_of[900];
#ifdef UNRELATED
static volatile char stall[4096];
#endif

double market(void) {
  static volatile long seen[600];
  double sum = 0;
  for (int i = 0; i < 4000; i++) sum += ledger[i];
  for (int i = 0; i < 900; i++) log_of[i].crates = i;
  for (int i = 0; i < 600; i++) sum += seen[i];
#ifdef UNRELATED
  for (int i = 0; i < 4096; i++) stall[i] = 1;
#endif
  return sum;
}
