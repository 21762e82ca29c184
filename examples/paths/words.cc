// words.cc: an index of words with standard containers, for docs/call-paths.md. Both the construction
// of the index and the queries look words up in one table.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace {

struct Entry {
  std::vector<int> lines;
};

class Index {
 public:
  void add(const std::string &word, int line) { entry(word).lines.push_back(line); }

  std::size_t count(const std::string &word) const {
    const auto found = entries_.find(word);
    return found == entries_.end() ? 0 : found->second.lines.size();
  }

  std::vector<std::pair<std::size_t, std::string>> ranked() const {
    std::vector<std::pair<std::size_t, std::string>> words;
    for (const auto &entry : entries_) words.emplace_back(entry.second.lines.size(), entry.first);
    std::sort(words.begin(), words.end(), [](const auto &a, const auto &b) { return a > b; });
    return words;
  }

 private:
  Entry &entry(const std::string &word) { return entries_[word]; }

  std::unordered_map<std::string, Entry> entries_;
};

std::uint32_t next_number(std::uint32_t *state) {
  *state = *state * 1664525U + 1013904223U;
  return *state >> 8;
}

std::string next_word(std::uint32_t *state) {
  const std::uint32_t number = next_number(state) % 20000 * (next_number(state) % 3 + 1) / 3;
  return "a-rather-long-word-" + std::to_string(number);
}

Index build(int lines) {
  Index index;
  std::uint32_t state = 1;
  for (int line = 0; line < lines; line++)
    for (int i = 0; i < 8; i++) index.add(next_word(&state), line);
  return index;
}

std::size_t ask(const Index &index, int questions) {
  std::uint32_t state = 2;
  std::size_t sum = 0;
  for (int i = 0; i < questions; i++) sum += index.count(next_word(&state));
  return sum;
}

} // namespace

int main() {
  const Index index = build(10000);
  const auto ranked = index.ranked();
  std::printf("%zu words, most often %s: %zu times; %zu lines found\n", ranked.size(), ranked[0].second.c_str(),
              ranked[0].first, ask(index, 40000));
}
