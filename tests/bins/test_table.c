/* test_table.c: tests that records of the table are found again, and no others.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "bins/bin_slot.h"
#include "bins/bin_table.h"
#include "tests/check.h"
#include "tests/coherence/plat_test.h"

static void test_first_bin(void) {
  bin_table *t = bin_table_new();
  CHECK(bin_table_bins(t) == 1 && bin_table_places(t) == 0 && bin_table_objects(t) == 0);
  const bin_data *unknown = bin_table_get_bin(t, BIN_ID_UNKNOWN);
  CHECK(unknown->kind == BIN_UNKNOWN && !strcmp(unknown->name, "unknown") && unknown->n_key == 0);
  bin_table_free(t);
}

/* Strings are copied. Equal strings are one record; objects and files are separate. */
static void test_strings(void) {
  bin_table *t = bin_table_new();
  char path[] = "/lib/a.so";
  CHECK(bin_table_object(t, path) == 0);
  path[5] = 'b';
  CHECK(bin_table_object(t, path) == 1 && bin_table_object(t, "/lib/a.so") == 0 && bin_table_object(t, "") == 2);
  CHECK(bin_table_file(t, "/lib/b.so") == 0 && bin_table_files(t) == 1 && bin_table_objects(t) == 3);
  CHECK(!strcmp(bin_table_get_object(t, 0)->path, "/lib/a.so") && !strcmp(bin_table_get_object(t, 2)->path, ""));
  char build_id[] = "0a1b";
  bin_table_set_object(t, 1, build_id, UINT64_MAX);
  build_id[0] = 'x';
  CHECK(!strcmp(bin_table_get_object(t, 1)->build_id, "0a1b") && bin_table_get_object(t, 1)->bias == UINT64_MAX);
  CHECK(!strcmp(bin_table_get_object(t, 0)->build_id, "") && bin_table_get_object(t, 0)->bias == 0);
  CHECK(bin_table_object(t, "/lib/b.so") == 1 && !strcmp(bin_table_get_object(t, 1)->build_id, "0a1b"));
  bin_table_free(t);
}

/* Every part distinguishes segments and places. */
static void test_code(void) {
  bin_table *t = bin_table_new();
  CHECK(bin_table_segment(t, "f", 1, 2, 3) == 0 && bin_table_segment(t, "g", 1, 2, 3) == 1);
  CHECK(bin_table_segment(t, "f", 2, 2, 3) == 2 && bin_table_segment(t, "f", 1, 1, 3) == 3);
  CHECK(bin_table_segment(t, "f", 1, 2, 4) == 4 && bin_table_segment(t, "f", 1, 2, 3) == 0);
  CHECK(bin_table_place(t, 0, 2, 10, 0) == 0 && bin_table_place(t, 1, 2, 10, 0) == 1 &&
        bin_table_place(t, 0, 3, 10, 0) == 2);
  CHECK(bin_table_place(t, 0, 2, 11, 0) == 3 && bin_table_place(t, 0, 2, 10, 0) == 0 && bin_table_places(t) == 4);
  CHECK(bin_table_place(t, 0, 2, 10, 7) == 4 && bin_table_place(t, 0, 2, 10, 8) == 5 &&
        bin_table_place(t, 0, 2, 10, 7) == 4);
  CHECK(bin_table_get_place(t, 4)->address == 7 && bin_table_get_place(t, 0)->address == 0);
  const bin_segment *s = bin_table_get_segment(t, 4);
  CHECK(!strcmp(s->name, "f") && s->object == 1 && s->file == 2 && s->line == 4);
  bin_table_add_instructions(t, 3, 7);
  bin_table_add_instructions(t, 3, 8);
  CHECK(bin_table_get_place(t, 3)->instructions == 15 && bin_table_get_place(t, 0)->instructions == 0);
  bin_table_zero(t);
  CHECK(bin_table_get_place(t, 3)->instructions == 0 && bin_table_get_place(t, 3)->line == 11);
  bin_table_free(t);
}

/* Every part distinguishes calls. */
static void test_calls(void) {
  bin_table *t = bin_table_new();
  CHECK(bin_table_call(t, 1, 2, 3) == 0 && bin_table_call(t, 2, 2, 3) == 1 && bin_table_call(t, 1, 3, 3) == 2);
  CHECK(bin_table_call(t, 1, 2, 4) == 3 && bin_table_call(t, 1, 2, 3) == 0 && bin_table_calls(t) == 4);
  const bin_code *c = bin_table_get_call(t, 2);
  CHECK(c->object == 1 && c->address == 3 && c->place == 3);
  bin_table_free(t);
}

/* Kind, name and key distinguish bins. Frames do not: the first ones stay until others are set. */
static void test_bins(void) {
  bin_table *t = bin_table_new();
  const uint64_t path[] = {0x10, 0x20, 0x30}, other[] = {0x10, 0x20, 0x31};
  const uint32_t frames[] = {4, 5}, more[] = {6, 7, 8};
  CHECK(bin_table_bin(t, BIN_HEAP, "", path, 3, frames, 2) == 1 &&
        bin_table_bin(t, BIN_HEAP, "", path, 2, NULL, 0) == 2);
  CHECK(bin_table_bin(t, BIN_HEAP, "", other, 3, NULL, 0) == 3 &&
        bin_table_bin(t, BIN_MMAP, "", path, 3, NULL, 0) == 4);
  CHECK(bin_table_bin(t, BIN_HEAP, "x", path, 3, NULL, 0) == 5 &&
        bin_table_bin(t, BIN_HEAP, "", NULL, 0, NULL, 0) == 6);
  CHECK(bin_table_bin(t, BIN_HEAP, "", path, 3, more, 3) == 1 && bin_table_bins(t) == 7);
  const bin_data *b = bin_table_get_bin(t, 1);
  CHECK(b->n_frames == 2 && b->frames[0] == 4 && b->frames[1] == 5);
  CHECK(b->n_key == 3 && b->key != path && b->key[2] == 0x30);
  bin_table_set_frames(t, 1, more, 3);
  b = bin_table_get_bin(t, 1);
  CHECK(b->n_frames == 3 && b->frames[0] == 6 && b->frames[2] == 8 && b->frames != more);
  bin_table_add_block(t, 1, 100);
  bin_table_add_block(t, 1, 0);
  b = bin_table_get_bin(t, 1);
  CHECK(b->bytes == 100 && b->blocks == 2 && bin_table_get_bin(t, 2)->blocks == 0);
  bin_table_zero(t);
  CHECK(bin_table_get_bin(t, 1)->bytes == 100);
  bin_table_free(t);
}

/* Makes a table with bins up to number `last`, all of the heap. */
static bin_table *make_bins(bin_id last) {
  bin_table *t = bin_table_new();
  for (uint64_t key = 1; key <= last; key++) CHECK(bin_table_bin(t, BIN_HEAP, "", &key, 1, NULL, 0) == key);
  return t;
}

/* Each once, and no more than there may be. */
static void test_receivers(void) {
  const bin_id heap = 1, other = 2;
  bin_table *t = make_bins(5);
  const bin_receiver some[] = {{1, 2, 3, 0}, {2, 2, 3, 0}, {1, 3, 3, 0}, {1, 2, 4, 0}};
  for (unsigned twice = 0; twice < 2; twice++)
    for (unsigned i = 0; i < 4; i++) bin_table_add_receiver(t, heap, &some[i]);
  const bin_data *b = bin_table_get_bin(t, heap);
  CHECK(b->n_receivers == 4 && !memcmp(b->receivers, some, sizeof some));
  for (uint64_t offset = 0; offset < 2 * BIN_RECEIVERS; offset++)
    bin_table_add_receiver(t, heap, &(bin_receiver){5, 5, offset, 0});
  CHECK(b->n_receivers == BIN_RECEIVERS && b->receivers[4].offset == 0 && b->receivers[BIN_RECEIVERS - 1].target == 5);
  CHECK(bin_table_get_bin(t, other)->n_receivers == 0);
  bin_table_free(t);
}

/* When a bin has the maximum, a receiver outside of stacks replaces the last one on a stack, and no other. */
static void test_receivers_on_stacks(void) {
  const bin_id heap = 1, variable = 2;
  bin_table *t = make_bins(2);
  const bin_id stack = bin_table_stack(t, bin_table_segment(t, "f", 0, 0, 0));
  bin_table_add_receiver(t, heap, &(bin_receiver){variable, 1, 0, 0});
  for (uint32_t call = 2; call < 20; call++) bin_table_add_receiver(t, heap, &(bin_receiver){stack, call, 8, 0});
  const bin_data *b = bin_table_get_bin(t, heap);
  CHECK(b->n_receivers == BIN_RECEIVERS && b->receivers[BIN_RECEIVERS - 1].call == BIN_RECEIVERS);
  bin_table_add_receiver(t, heap, &(bin_receiver){stack, 20, 8, 100});
  bin_table_add_receiver(t, heap, &(bin_receiver){variable, 21, 8, 0});
  CHECK(b->n_receivers == BIN_RECEIVERS + 1 && b->n_inside == 1);
  CHECK(b->receivers[BIN_RECEIVERS - 2].call == BIN_RECEIVERS - 1 && b->receivers[BIN_RECEIVERS - 1].inside == 100);
  CHECK(b->receivers[BIN_RECEIVERS].target == variable && b->receivers[BIN_RECEIVERS].call == 21);
  for (uint32_t call = 22; call < 40; call++) bin_table_add_receiver(t, heap, &(bin_receiver){variable, call, 8, 0});
  CHECK(b->n_receivers == BIN_RECEIVERS + 1 && b->receivers[0].call == 1);
  bin_table_free(t);
}

/* Addresses inside of blocks have places of their own, and what fills an array with them counts once. */
static void test_receivers_inside(void) {
  const bin_id heap = 1;
  bin_table *t = make_bins(6);
  for (uint64_t i = 0; i < 9; i++) bin_table_add_receiver(t, heap, &(bin_receiver){5, 7, 8 * i, 100 * (i + 1)});
  const bin_data *b = bin_table_get_bin(t, heap);
  CHECK(b->n_receivers == 1 && b->n_inside == 1 && b->receivers[0].offset == 0 && b->receivers[0].inside == 100);
  bin_table_add_receiver(t, heap, &(bin_receiver){5, 7, 8, BIN_AT_START});
  CHECK(b->n_receivers == 2 && b->n_inside == 1 && b->receivers[1].inside == BIN_AT_START);
  for (uint32_t call = 10; call < 110; call++) bin_table_add_receiver(t, heap, &(bin_receiver){5, call, 0, 100});
  CHECK(b->n_inside == BIN_RECEIVERS_INSIDE && b->n_receivers == BIN_RECEIVERS_INSIDE + 1);
  for (uint32_t call = 10; call < 110; call++) bin_table_add_receiver(t, heap, &(bin_receiver){6, call, 0, 0});
  CHECK(b->n_receivers == BIN_RECEIVERS_INSIDE + BIN_RECEIVERS);
  bin_table_free(t);
}

/* Code is unloaded, and other code is loaded at its addresses: bins of call paths through it are new ones, all other
 * bins stay. */
static void test_retired_paths(void) {
  bin_table *t = bin_table_new();
  const uint64_t through[] = {0x1000, 0x5000, 0x2000}, beside[] = {0x1000, 0x6000, 0x4fff}, first[] = {0x5fff};
  const uint32_t frames[] = {1, 2};
  const bin_id heap = bin_table_bin(t, BIN_HEAP, "", through, 3, frames, 2);
  const bin_id map = bin_table_bin(t, BIN_MMAP, "", first, 1, NULL, 0);
  const bin_id kept = bin_table_bin(t, BIN_HEAP, "", beside, 3, NULL, 0);
  const bin_id variable = bin_table_bin(t, BIN_STATIC, "v", through + 1, 1, NULL, 0);
  bin_table_add_block(t, heap, 64);
  bin_table_retire_paths(t, 0x5000, 0x6000);
  CHECK(bin_table_bin(t, BIN_HEAP, "", beside, 3, NULL, 0) == kept);
  CHECK(bin_table_bin(t, BIN_STATIC, "v", through + 1, 1, NULL, 0) == variable);
  CHECK(bin_table_bins(t) == 5);
  const bin_id again = bin_table_bin(t, BIN_HEAP, "", through, 3, NULL, 0);
  CHECK(again == 5 && bin_table_bin(t, BIN_MMAP, "", first, 1, NULL, 0) == 6 && map == 2);
  CHECK(bin_table_bin(t, BIN_HEAP, "", through, 3, NULL, 0) == again);
  CHECK(bin_table_bin(t, BIN_HEAP, "", NULL, 0, NULL, 0) == 7); /* no key is not the key of a retired bin */
  const bin_data *old = bin_table_get_bin(t, heap);
  CHECK(old->bytes == 64 && old->n_frames == 2 && old->frames[1] == 2);
  bin_table_free(t);
}

/* There is one for each function, also if two functions have the same name; it is made when it is requested. */
static void test_stacks(void) {
  bin_table *t = bin_table_new();
  for (uint32_t i = 0; i < 40; i++) bin_table_segment(t, i % 2 ? "f" : "g", 0, 0, i);
  const bin_id last = bin_table_stack(t, 39), first = bin_table_stack(t, 1);
  CHECK(last == 1 && first == 2 && bin_table_stack(t, 39) == last && bin_table_bins(t) == 3);
  const bin_data *b = bin_table_get_bin(t, last);
  CHECK(b->kind == BIN_STACK && !strcmp(b->name, "f") && b->n_key == 1 && b->key[0] == 39 && b->n_frames == 0);
  bin_table_free(t);
}

/* A slot is identified by its segment and its place in the frame; it is not a whole stack. */
static void test_slots(void) {
  static const uint64_t slots[][3] = {
      /* distance, below, bytes */
      {0, 0, 8},           {1, 8, 8}, {8, 8, 8}, {9, 16, 8}, {65529, 65536, 8}, {65536, 65536, 8}, {65537, 69632, 4096},
      {69633, 73728, 4096}};
  for (unsigned i = 0; i < sizeof slots / sizeof slots[0]; i++)
    CHECK(bin_slot_below(slots[i][0]) == slots[i][1] && bin_slot_bytes(slots[i][1]) == slots[i][2]);
  bin_table *t = bin_table_new();
  for (uint32_t i = 0; i < 3; i++) bin_table_segment(t, "f", 0, 0, i);
  const bin_id whole = bin_table_stack(t, 1), slot = bin_table_slot(t, 1, 8), unknown = bin_table_slot(t, 1, 0);
  CHECK(bin_table_slot(t, 2, 8) != slot && unknown != whole && unknown != slot && slot != whole);
  CHECK(bin_table_slot(t, 1, 8) == slot && bin_table_slot(t, 1, 0) == unknown && bin_table_bins(t) == 5);
  for (uint64_t below = 16; below < 8000; below += 8) bin_table_slot(t, 0, below);
  bin_slot found = {0};
  CHECK(bin_table_get_slot(t, slot, &found) && found.segment == 1 && found.below == 8);
  CHECK(bin_table_get_slot(t, bin_table_slot(t, 0, 800), &found) && found.segment == 0 && found.below == 800);
  CHECK(!bin_table_get_slot(t, whole, &found) && !bin_table_get_slot(t, 0, &found));
  const bin_data *b = bin_table_get_bin(t, slot);
  CHECK(b->kind == BIN_STACK && !strcmp(b->name, "f"));
  bin_table_free(t);
}

/* Adds enough records for arrays and indexes to grow several times. */
static void test_many(void) {
  enum { MANY = 5000 };
  bin_table *t = bin_table_new();
  char name[16];
  for (unsigned round = 0; round < 2; round++)
    for (uint32_t i = 0; i < MANY; i++) {
      const uint64_t key[] = {i % 7, i};
      snprintf(name, sizeof name, "n%u", i / 3);
      CHECK(bin_table_segment(t, name, 0, 0, i) == i && bin_table_place(t, i, 0, 1, 0) == i);
      CHECK(bin_table_bin(t, BIN_STATIC, name, key, 2, NULL, 0) == i + 1);
      snprintf(name, sizeof name, "%u", i);
      CHECK(bin_table_file(t, name) == i);
      if (check_failures) break;
    }
  CHECK(bin_table_segments(t) == MANY && bin_table_bins(t) == MANY + 1);
  bin_table_free(t);
}

static void get_missing_bin(void *table) { bin_table_get_bin(table, bin_table_bins(table)); }
static void get_missing_place(void *table) { bin_table_get_place(table, bin_table_places(table)); }
static void get_missing_segment(void *table) { bin_table_get_segment(table, 0); }
static void get_missing_object(void *table) { bin_table_get_object(table, 0); }

static void get_missing_call(void *table) { bin_table_get_call(table, 0); }

static void test_missing(void) {
  bin_table *t = bin_table_new();
  CHECK_ASSERTS(get_missing_bin, t);
  CHECK_ASSERTS(get_missing_place, t);
  CHECK_ASSERTS(get_missing_segment, t);
  CHECK_ASSERTS(get_missing_object, t);
  CHECK_ASSERTS(get_missing_call, t);
  bin_table_free(t);
}

int main(void) {
  static const char *const kinds[] = {"unknown", "heap", "static", "stack", "mmap", "range", "tls"};
  for (unsigned k = 0; k < BIN_KINDS; k++) CHECK(!strcmp(bin_kind_name((bin_kind)k), kinds[k]));
  test_first_bin();
  test_strings();
  test_code();
  test_calls();
  test_bins();
  test_receivers();
  test_receivers_inside();
  test_receivers_on_stacks();
  test_retired_paths();
  test_stacks();
  test_slots();
  test_many();
  test_missing();
  CHECK(plat_test_outstanding() == 0);
  return check_failures != 0;
}
