/* test_reached.c: tests which data the references of an exact run accessed, by the names of their pointers.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/attribute/attr_alias_evidence.h"

#include <string.h>

#include "tests/check.h"
#include "tests/ui/fake_uses.h"
#include "ui/profile/profile.h"

enum { POOL = 1, TABLE, OTHER, BINS }; /* bins, and the variables that they represent; bin 0 represents none */

typedef struct {
  guint64 address;
  guint32 bin;
  guint64 reads, writes;
} Referred;

/* Makes a profile with cells of instructions. A cell with address 0 belongs to a line. */
static Profile *profile_of(const Referred *cells, size_t n) {
  Profile *profile = fake_profile();
  for (guint32 i = 0; i < BINS; i++) {
    const ProfileBin bin = {.kind = i == 0 ? "unknown" : "heap", .name = ""};
    g_array_append_val(profile->rows[BIN_RECORD_BIN], bin);
  }
  for (size_t i = 0; i < n; i++) {
    const ProfilePlace place = {.line = 7, .address = cells[i].address};
    const ProfileCell cell = {(uint32_t)i, cells[i].bin, {.reads = cells[i].reads, .writes = cells[i].writes}};
    g_array_append_val(profile->rows[BIN_RECORD_PLACE], place);
    g_array_append_val(profile->rows[BIN_RECORD_CELL], cell);
  }
  profile_seal(profile);
  return profile;
}

static guint32 add_data(UsesFunction *function, const char *name, const char *seen, const char *assigned) {
  const guint32 number = fake_data(function, USES_UNKNOWN, name);
  UsesData *data = &g_array_index(function->data, UsesData, number);
  data->pointed = true;
  data->holders = (NamePointers){seen, assigned};
  return number;
}

/* The code: instructions that access data through node.next and through row, and one instruction whose pointer is
 * uncertain. */
typedef struct {
  UsesFunction *function;
  guint64 next, row, either;
} Code;

static Code code_new(void) {
  fake_reset();
  Code code = {.function = fake_function("main", "prog.c")};
  code.next = fake_add(code.function, 7);
  code.row = fake_add(code.function, 8);
  code.either = fake_add(code.function, 9);
  const guint32 next = add_data(code.function, "p[]", "node.next\n", "head\n");
  const guint32 row = add_data(code.function, "row", "row in main\n", "");
  fake_access(code.function, 7, next, "p->next", false, code.next);
  fake_access(code.function, 8, row, "row[i]", true, code.row);
  fake_access(code.function, 9, next, "p->next", false, 0);
  fake_access(code.function, 9, row, "row[i]", false, 0);
  return code;
}

static void code_free(Code code) {
  fake_reset();
  fake_function_free(code.function);
}

static AttrAliasEvidence *reached_of(const Referred *cells, size_t n) {
  static const guint32 number_of[BINS] = {ATTR_VARIABLE_NONE, POOL, TABLE, OTHER};
  Profile *profile = profile_of(cells, n);
  AttrAliasEvidence *reached = attr_alias_evidence_new(profile, number_of, NULL, NULL);
  profile_free(profile);
  return reached;
}

static bool leads_to(const AttrAliasEvidence *reached, AttrAliasEvidenceWay way, const char *names, guint32 variable,
                     const char *by) {
  guint32 found = BINS;
  const char *name = NULL;
  return attr_alias_evidence_by(reached, way, names, &found, &name) && found == variable && strcmp(name, by) == 0;
}

static bool leads_nowhere(const AttrAliasEvidence *reached, AttrAliasEvidenceWay way, const char *names) {
  guint32 found = BINS;
  const char *name = NULL;
  return !attr_alias_evidence_by(reached, way, names, &found, &name) && found == BINS && name == NULL;
}

/* More than half of the references decide; reads and writes count equally, whether they missed or not. */
static void test_most(void) {
  const Code code = code_new();
  const Referred cells[] = {{code.next, POOL, 51, 0}, {code.next, TABLE, 20, 29},   {code.row, TABLE, 0, 90},
                            {code.row, 0, 0, 10},     {code.either, OTHER, 999, 0}, {0, OTHER, 999, 0}};
  AttrAliasEvidence *reached = reached_of(cells, G_N_ELEMENTS(cells));
  CHECK(leads_to(reached, ATTR_REACHED_SEEN, "node.next\n", POOL, "node.next"));
  CHECK(leads_to(reached, ATTR_REACHED_SEEN, "row in main\n", TABLE, "row in main"));
  CHECK(leads_to(reached, ATTR_REACHED_SEEN, "no one\nnode.next\nrow in main\n", TABLE, "node.next"));
  CHECK(leads_nowhere(reached, ATTR_REACHED_SEEN, "head\n") && leads_nowhere(reached, ATTR_REACHED_SEEN, ""));
  CHECK(leads_to(reached, ATTR_REACHED_ASSIGNED, "head\n", POOL, "head"));
  CHECK(leads_to(reached, ATTR_REACHED_ASSIGNED, "row in main\n", TABLE, "row in main"));
  attr_alias_evidence_free(reached);
  code_free(code);
}

/* Half is not more than half; data that are no variable are known to be none. */
static void test_half(void) {
  const Code code = code_new();
  const Referred cells[] = {{code.next, POOL, 50, 0},
                            {code.next, TABLE, 50, 0},
                            {code.row, 0, 60, 0},
                            {code.row, POOL, 40, 0}};
  AttrAliasEvidence *reached = reached_of(cells, G_N_ELEMENTS(cells));
  CHECK(leads_nowhere(reached, ATTR_REACHED_SEEN, "node.next\n"));
  CHECK(leads_to(reached, ATTR_REACHED_SEEN, "row in main\n", ATTR_VARIABLE_NONE, "row in main"));
  attr_alias_evidence_free(reached);
  code_free(code);
}

/* Without single instructions, no uses are requested, and no references are known. */
static void test_lines(void) {
  const Referred cells[] = {{0, POOL, 50, 0}};
  fake_reset();
  AttrAliasEvidence *reached = reached_of(cells, G_N_ELEMENTS(cells));
  CHECK(fake_asked == 0 && leads_nowhere(reached, ATTR_REACHED_ASSIGNED, "node.next\n"));
  attr_alias_evidence_free(reached);
  attr_alias_evidence_free(NULL);
}

int main(void) {
  test_most();
  test_half();
  test_lines();
  return check_failures != 0;
}
