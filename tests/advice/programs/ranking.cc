// ranking.cc: ranks players, which are objects of their own, by their scores.
//
// Defect: each comparison of the sort reads the scores of two objects of 88 bytes anywhere on the heap.
// Expert: the comparison reaches score through pointers: sort pairs of score and pointer.
// Remedy: with REPAIRED, the array has the scores next to the pointers.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>
#include <cstdio>
#include <vector>

constexpr unsigned PLAYERS = 15000, ROUNDS = 5;

struct Player {
  char name[60];
  int games;
  long score;
  double history[2];
};

struct Rank {
#ifdef REPAIRED
  long score;
#endif
  Player *player;
};

static long score_of(const Rank &rank) {
#ifdef REPAIRED
  return rank.score;
#else
  return rank.player->score;
#endif
}

int main() {
  std::vector<Rank> ranks;
  unsigned state = 3;
  for (unsigned i = 0; i < PLAYERS; i++) {
    auto *player = new Player();
    state = state * 1103515245 + 12345;
    std::snprintf(player->name, sizeof player->name, "player %u", i);
    player->score = state >> 3;
#ifdef REPAIRED
    ranks.push_back({player->score, player});
#else
    ranks.push_back({player});
#endif
  }
  long sum = 0;
  for (unsigned round = 0; round < ROUNDS; round++) {
    for (unsigned i = 0; i < PLAYERS; i++) std::swap(ranks[i], ranks[i * 6967UL % PLAYERS]);
    std::sort(ranks.begin(), ranks.end(), [](const Rank &a, const Rank &b) { return score_of(a) < score_of(b); });
    sum += ranks[PLAYERS / 2].player->games + score_of(ranks[round]) % 1000;
  }
  std::printf("%ld\n", sum);
}
