/* plugin.c: a library that programs load and unload. It is compiled twice, with different names of its variable and
 * function.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
static volatile long PLUGIN_WORDS[100];

void PLUGIN_FILL(int n);
void plugin_use(int n);

__attribute__((noinline)) void PLUGIN_FILL(int n) {
  for (int i = 0; i < n; i++) PLUGIN_WORDS[i] = i;
}

void plugin_use(int n) { PLUGIN_FILL(n); }
