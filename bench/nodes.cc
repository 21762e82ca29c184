// nodes.cc: builds, searches and takes apart containers of small heap blocks.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdint>
#include <cstdio>
#include <list>
#include <map>
#include <string>
#include <unordered_map>

namespace {

constexpr int items = 90000;

std::uint32_t next_number() {
  static std::uint64_t state = 1;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return static_cast<std::uint32_t>(state >> 40);
}

std::uint64_t use_map() {
  std::map<std::uint32_t, std::uint32_t> map;
  for (int i = 0; i < items; i++) map[next_number()] += static_cast<std::uint32_t>(i);
  std::uint64_t sum = 0;
  for (int i = 0; i < items; i++) {
    const auto found = map.lower_bound(next_number());
    if (found != map.end()) sum += found->second;
  }
  return sum;
}

std::uint64_t use_hash() {
  std::unordered_map<std::string, int> counts;
  for (int i = 0; i < items; i++) counts["an item that is called " + std::to_string(next_number() % 20000)]++;
  std::uint64_t sum = 0;
  for (const auto &entry : counts) sum += static_cast<std::uint64_t>(entry.second) * entry.first.size();
  return sum;
}

std::uint64_t use_list() {
  std::list<std::uint32_t> list;
  for (int i = 0; i < items; i++) list.push_back(next_number());
  list.sort();
  std::uint64_t sum = 0;
  int i = 0;
  for (auto at = list.begin(); at != list.end(); i++) {
    sum += *at;
    at = i % 3 == 0 ? list.erase(at) : std::next(at);
  }
  return sum + list.size();
}

} // namespace

int main() {
  std::uint64_t sum = 0;
  for (int round = 0; round < 2; round++) sum += use_map() + use_hash() + use_list();
  std::printf("%llu\n", static_cast<unsigned long long>(sum));
  return 0;
}
