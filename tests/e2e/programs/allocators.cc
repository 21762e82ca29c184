// allocators.cc: allocates a block in each way that C++ has; see allocators.c. With CUSTOM, the program has its own
// operators, whose blocks are inside of blocks of the heap; with POOL, its operators divide one large block.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdlib>
#include <new>

enum { WORDS = 100 };

extern "C" void fill(volatile long *words);
extern "C" void cxx_ways();

#if defined(CUSTOM)
enum { HEADER = 16 };

void *operator new(std::size_t bytes) {
  char *const block = static_cast<char *>(std::malloc(bytes + HEADER));
  if (!block) throw std::bad_alloc();
  return block + HEADER;
}

void operator delete(void *block) noexcept {
  if (block) std::free(static_cast<char *>(block) - HEADER);
}

void operator delete(void *block, std::size_t) noexcept { operator delete(block); }
#elif defined(POOL)
static char *pool;
static std::size_t used;

void *operator new(std::size_t bytes) {
  if (!pool) pool = static_cast<char *>(std::malloc(1 << 20));
  void *const block = pool + used;
  used += (bytes + 15) / 16 * 16;
  return block;
}

void operator delete(void *) noexcept {}
void operator delete(void *, std::size_t) noexcept {}
#endif

struct Plain {
  long words[WORDS];
};

struct alignas(64) Aligned {
  long words[WORDS + 4]; // 832 bytes
};

// Each function allocates in the same line, as in allocators.c.
#define WAY(name, allocation)                         \
  extern "C" __attribute__((noinline)) void *name() { \
    void *const made = allocation;                    \
    return made;                                      \
  }

/* clang-format off */
WAY(new_one, new Plain)
WAY(new_array, new long[WORDS])
WAY(new_one_nothrow, new (std::nothrow) Plain)
WAY(new_array_nothrow, new (std::nothrow) long[WORDS])
WAY(new_aligned, new Aligned)
WAY(new_aligned_array, new Aligned[2])
WAY(new_aligned_nothrow, new (std::nothrow) Aligned)
WAY(new_aligned_array_nothrow, new (std::nothrow) Aligned[2])
WAY(operator_new, ::operator new(WORDS * sizeof(long)))
WAY(operator_new_array, ::operator new[](WORDS * sizeof(long)))
WAY(after_delete, new Plain)

// Placement is no allocation. If it is not inlined, the operator is one of the program's functions.
static void *(*volatile place)(std::size_t, void *) = ::operator new;
WAY(placed_in, std::malloc(WORDS * sizeof(long)))
WAY(placed, place(WORDS * sizeof(long), placed_in()))
/* clang-format on */

static void *filled(void *block) {
  fill(static_cast<long *>(block));
  return block;
}

// A size that is larger than any heap; the compiler must not know it.
static volatile std::size_t huge = static_cast<std::size_t>(1) << 62;

static void fail() {
  try {
    ::operator delete(::operator new(huge));
    std::abort();
  } catch (const std::bad_alloc &) {
  }
  if (::operator new(huge, std::nothrow)) std::abort();
}

extern "C" void cxx_ways() {
  delete static_cast<Plain *>(filled(new_one()));
  delete[] static_cast<long *>(filled(new_array()));
  delete static_cast<Plain *>(filled(new_one_nothrow()));
  delete[] static_cast<long *>(filled(new_array_nothrow()));
  delete static_cast<Aligned *>(filled(new_aligned()));
  delete[] static_cast<Aligned *>(filled(new_aligned_array()));
  delete static_cast<Aligned *>(filled(new_aligned_nothrow()));
  delete[] static_cast<Aligned *>(filled(new_aligned_array_nothrow()));
  ::operator delete(filled(operator_new()));
  ::operator delete[](filled(operator_new_array()));
  std::free(filled(placed()));
#if !defined(POOL)
  fail();
#endif
  delete static_cast<Plain *>(filled(after_delete()));
}
