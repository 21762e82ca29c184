// breadth_first.cc: searches a mesh breadth-first, whose nodes have random numbers.
//
// Defect: neighbours have random numbers, so that each visit reads lines of distance, starts and targets anywhere.
// Expert: distance is gathered in the order of targets: renumber the nodes (in the order of the search).
// Remedy: with REPAIRED, neighbours have nearby numbers.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <utility>
#include <vector>

constexpr unsigned SIDE = 180, NODES = SIDE * SIDE;

struct Graph {
  std::vector<unsigned> starts, targets;
};

static std::vector<unsigned> numbers(NODES);

/* Numbers the nodes, which are at places of a square. */
static void renumber() {
  for (unsigned p = 0; p < NODES; p++) numbers[p] = p;
#ifndef REPAIRED
  unsigned state = 1;
  for (unsigned p = NODES - 1; p > 0; p--) {
    state = state * 1664525 + 1013904223;
    std::swap(numbers[p], numbers[(state >> 8) % (p + 1)]);
  }
#endif
}

static unsigned number(unsigned place) { return numbers[place]; }

static Graph mesh() {
  std::vector<unsigned> places(NODES);
  for (unsigned p = 0; p < NODES; p++) places[number(p)] = p;
  Graph g;
  for (unsigned n = 0; n < NODES; n++) {
    unsigned p = places[n];
    g.starts.push_back(static_cast<unsigned>(g.targets.size()));
    if (p % SIDE) g.targets.push_back(number(p - 1));
    if (p % SIDE != SIDE - 1) g.targets.push_back(number(p + 1));
    if (p >= SIDE) g.targets.push_back(number(p - SIDE));
    if (p < NODES - SIDE) g.targets.push_back(number(p + SIDE));
  }
  g.starts.push_back(static_cast<unsigned>(g.targets.size()));
  return g;
}

static unsigned search(const Graph &g, unsigned root, std::vector<unsigned> &distance, std::vector<unsigned> &queue) {
  for (unsigned &d : distance) d = ~0U;
  queue.clear();
  queue.push_back(root);
  distance[root] = 0;
  for (std::size_t head = 0; head < queue.size(); head++) {
    unsigned node = queue[head];
    for (unsigned k = g.starts[node]; k < g.starts[node + 1]; k++)
      if (distance[g.targets[k]] == ~0U) {
        distance[g.targets[k]] = distance[node] + 1;
        queue.push_back(g.targets[k]);
      }
  }
  return distance[queue.back()];
}

int main() {
  renumber();
  Graph g = mesh();
  std::vector<unsigned> distance(NODES), queue;
  queue.reserve(NODES);
  unsigned sum = 0;
  for (unsigned i = 0; i < 4; i++) sum += search(g, number(i * 1000), distance, queue);
  std::printf("%u\n", sum);
}
