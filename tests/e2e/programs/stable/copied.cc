// Variables of a C++ library that the program copies (copy relocations). -DLIBRARY: the library.
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>

enum { N = 1500 };

namespace quay {
struct Berth {
  long length;
  short depth[4];
};
#ifdef LIBRARY
Berth berths[N] = {{1, {2}}};
#else
extern Berth berths[N];
#endif
} // namespace quay

#ifndef LIBRARY
int main() {
  long sum = 0;
  for (int i = 0; i < N; i++) quay::berths[i].length = i;
  for (int i = 0; i < N; i++) sum += quay::berths[i].length;
  std::printf("%ld\n", sum);
}
#endif
