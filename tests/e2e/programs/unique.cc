/* unique.cc: refers to variables of the symbol binding STB_GNU_UNIQUE, each a different number of times. With OF_LIBRARY,
 * the file is a library; with WITH_LIBRARY, the program also calls that of the library.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifdef OF_LIBRARY
#define SPACE of_library
#else
#define SPACE of_program
#endif

namespace SPACE {
inline volatile long at_start[64];
template <class T>
struct cache {
  static volatile T slots[64];
};
template <class T>
volatile T cache<T>::slots[64];
inline volatile long *inside() {
  static volatile long counters[64];
  return counters;
}
volatile long ordinary[64];

__attribute__((noinline)) void touch(int n) {
  for (int i = 0; i < 7 * n; i++) (void)at_start[i % 64];
  for (int i = 0; i < 6 * n; i++) (void)cache<long>::slots[i % 64];
  for (int i = 0; i < 5 * n; i++) (void)cache<short>::slots[i % 64];
  for (int i = 0; i < 4 * n; i++) (void)inside()[i % 64];
  for (int i = 0; i < 3 * n; i++) (void)ordinary[i % 64];
}
} // namespace SPACE

#ifdef WITH_LIBRARY
namespace of_library {
void touch(int n);
}
#endif

#ifndef OF_LIBRARY
int main() {
  of_program::touch(100);
#ifdef WITH_LIBRARY
  of_library::touch(100);
#endif
}
#endif
