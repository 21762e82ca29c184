/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_reader.c: profile_load(): reads the lines and fields of a profile file. profile_check.c checks the identities
 * between the numbers.
 *
 * Records and columns come from bins/bin_format.def, and the place of each column in a Profile from profile_layout.h.
 * The columns of a record have the order that the file declares. */
#include <stdio.h>
#include <string.h>

#include "plat/plat.h"
#include "trace/trace_format.h"
#include "ui/base/ui_text.h"
#include "ui/profile/profile.h"
#include "ui/profile/profile_check.h"
#include "ui/profile/profile_digits.h"
#include "ui/profile/profile_layout.h"
#include "ui/profile/profile_lines.h"
#include "ui/profile/profile_of_samples.h"
#include "ui/profile/profile_quoted.h"
#include "ui/profile/profile_resolved.h"
#include "ui/profile/profile_scale.h"
#include "ui/profile/profile_suspects.h"

enum { MAX_COLUMNS = 32, MAX_ROW = 256, MAX_HEADER = 64, QUOTED = 40 };

typedef struct {
  bin_type type;
  size_t offset;
} Column;

typedef struct {
  Column columns[MAX_COLUMNS]; /* in the order of the file */
  unsigned count;
  bool tells_served; /* the profile has the columns for the misses by server */
} Layout;

typedef struct {
  ProfileLines *lines;
  Profile *profile;
  ProfileCheck *check;
  bin_format_kind kind;
  Layout *layouts;            /* indexed by bin_record */
  bool declared[BIN_RECORDS]; /* columns were declared */
  bool seen[BIN_RECORDS];
  bin_record current; /* kind of the last record */
  GString *scratch;   /* a string field without its escapes */
  const char *at;     /* next byte of the current line */
  const char *end;    /* its newline */
  bool held;          /* nothing of the current line was taken, so it is the next line, too */
  guint suspects;     /* number found by the check so far */
  uint64_t suspected; /* line of the first of them */
  GError **error;
} Reader;

/* Handles all failures. Takes ownership of `message`, and returns false. If a cell is contradictory, it is the cause of
 * wrong sums over cells, and of a wrong checksum. */
static bool fail(Reader *reader, char *message) {
  const GArray *suspects = profile_check_suspects(reader->check);
  const char *first = reader->suspects != 0 ? g_array_index(suspects, ProfileSuspect, 0).what : message;
  const uint64_t line = reader->suspects != 0 ? reader->suspected : profile_lines_number(reader->lines);
  profile_lines_set_error(reader->lines, line, PROFILE_ERROR_INVALID, first, reader->error);
  g_free(message);
  return false;
}

/* Counts suspects after the check of a record. */
static void note_suspects(Reader *reader) {
  const guint now = profile_check_suspects(reader->check)->len;
  if (reader->suspects == 0 && now != 0) reader->suspected = profile_lines_number(reader->lines);
  reader->suspects = now;
}

/* Quotes `n` bytes of the file for a message: printable, and shortened. Owned by the caller. */
static char *quoted(const char *bytes, size_t n) {
  g_autofree char *part = g_strndup(bytes, MIN(n, QUOTED));
  g_autofree char *printable = ui_text_escaped(part);
  return g_strdup_printf("'%s%s'", printable, n > QUOTED ? "..." : "");
}

static bool fail_quoting(Reader *reader, const char *message, const char *bytes, size_t n) {
  g_autofree char *quote = quoted(bytes, n);
  return fail(reader, g_strdup_printf("%s %s", message, quote));
}

/* Advances to the next line; the end of the file is an error. */
static bool next_line(Reader *reader, size_t limit) {
  size_t length;
  GError *error = NULL;
  if (reader->held) return !(reader->held = false);
  reader->at = profile_lines_next(reader->lines, limit, &length, &error);
  if (reader->at != NULL) {
    reader->end = reader->at + length;
    return true;
  }
  if (error == NULL) {
    const bool empty = profile_lines_number(reader->lines) == 1;
    return fail(reader, g_strdup(empty ? "the file is empty" : "the file is cut short: there is no end line"));
  }
  g_propagate_error(reader->error, error);
  return false;
}

/* Takes the word up to the next space or the end of the line; *n is its length. */
static const char *take_word(Reader *reader, size_t *n) {
  const char *word = reader->at;
  const char *space = memchr(word, ' ', (size_t)(reader->end - word));
  reader->at = space != NULL ? space : reader->end;
  *n = (size_t)(reader->at - word);
  return word;
}

static bool word_is(const char *word, size_t n, const char *name) {
  return strlen(name) == n && memcmp(word, name, n) == 0;
}

/* Takes the space before a field. */
static inline bool take_space(Reader *reader) {
  if (PLAT_LIKELY(*reader->at == ' ')) {
    reader->at++;
    return true;
  }
  if (reader->at == reader->end) return fail(reader, g_strdup("a field is missing"));
  return fail_quoting(reader, "there should be a space before", reader->at, (size_t)(reader->end - reader->at));
}

/* Takes a number, or reports the error. The newline at the end of the line stops the loop. */
static bool take_any_number(Reader *reader, uint64_t *number) {
  const char *from = reader->at;
  const char *p = from;
  uint64_t value = 0;
  bool good = true;
  for (; *p >= '0' && *p <= '9'; p++) {
    const unsigned digit = (unsigned)(*p - '0');
    if (PLAT_LIKELY(p - from < 19))
      value = value * 10 + digit;
    else
      good = good && !__builtin_mul_overflow(value, 10, &value) && !__builtin_add_overflow(value, digit, &value);
  }
  good = good && p != from && (*from != '0' || p == from + 1) && (*p == ' ' || p == reader->end);
  *number = value;
  reader->at = p;
  if (PLAT_LIKELY(good)) return true;
  reader->at = from;
  size_t n;
  const char *word = take_word(reader, &n);
  return fail_quoting(reader, "not a number of 64 bits in plain decimal:", word, n);
}

/* As take_any_number(), but fast for short numbers. */
static inline bool take_number(Reader *reader, uint64_t *number) {
  const char *from = reader->at;
  const unsigned n = profile_digits(from, number);
  const char *p = from + n;
  if (PLAT_UNLIKELY(n - 1 >= PROFILE_DIGITS_READ - 1 || (*from == '0' && n != 1) || (*p != ' ' && p != reader->end)))
    return take_any_number(reader, number);
  reader->at = p;
  return true;
}

/* Reads a number that must be below the number of records of a kind so far. */
static bool take_reference(Reader *reader, bin_record to, uint32_t *number) {
  uint64_t value;
  if (!take_number(reader, &value)) return false;
  if (PLAT_UNLIKELY(value >= reader->profile->rows[to]->len))
    return fail(reader, g_strdup_printf("there is no %s %" G_GUINT64_FORMAT " before this line",
                                        bin_format_record(to)->keyword, value));
  *number = (uint32_t)value;
  return true;
}

/* Takes the number, plus 1, of an earlier segment that is not inlined; or 0. */
static bool take_function(Reader *reader, uint32_t *number) {
  const GArray *segments = reader->profile->rows[BIN_RECORD_SEGMENT];
  uint64_t value;
  if (!take_number(reader, &value)) return false;
  if (value > segments->len || (value != 0 && g_array_index(segments, ProfileSegment, value - 1).inlined_in != 0))
    return fail(reader, g_strdup_printf("there is no function %" G_GUINT64_FORMAT " before this line", value));
  *number = (uint32_t)value;
  reader->profile->has_inlined |= value != 0;
  return true;
}

/* Takes the number, plus 1, of an earlier stage; or 0. */
static bool take_stage(Reader *reader, uint32_t *number) {
  uint64_t value;
  if (!take_number(reader, &value)) return false;
  if (value > reader->profile->rows[BIN_RECORD_STAGE]->len)
    return fail(reader, g_strdup_printf("there is no stage %" G_GUINT64_FORMAT " before this line", value));
  *number = (uint32_t)value;
  return true;
}

/* Takes a quoted string; *string is a copy that belongs to the profile. */
static bool take_string(Reader *reader, const char **string) {
  const char *from = reader->at;
  const bool good = profile_quoted_take(&reader->at, reader->end, reader->scratch);
  if (!good || (*reader->at != ' ' && reader->at != reader->end))
    return fail_quoting(reader, "not a quoted string:", from, (size_t)(reader->end - from));
  *string = g_string_chunk_insert_len(reader->profile->strings, reader->scratch->str, (gssize)reader->scratch->len);
  return true;
}

/* Takes strings to the end of the line. */
static bool take_strings(Reader *reader, GPtrArray *strings) {
  while (reader->at != reader->end) {
    const char *string;
    if (!take_space(reader) || !take_string(reader, &string)) return false;
    g_ptr_array_add(strings, (gpointer)string);
  }
  return true;
}

/* Takes call numbers to the end of the line. */
static bool take_calls(Reader *reader, ProfileFrames *frames) {
  GArray *store = reader->profile->frame_store;
  frames->first = store->len;
  while (reader->at != reader->end) {
    uint32_t call;
    if (!take_space(reader) || !take_reference(reader, BIN_RECORD_CALL, &call)) return false;
    if (store->len == G_MAXUINT32 / sizeof call) return fail(reader, g_strdup("too many frames"));
    g_array_append_val(store, call);
  }
  frames->count = store->len - frames->first;
  return true;
}

/* Takes numbers to the end of the line. */
static bool take_numbers(Reader *reader, ProfileNumbers *numbers) {
  GArray *store = reader->profile->number_store;
  numbers->first = store->len;
  while (reader->at != reader->end) {
    uint64_t number;
    if (!take_space(reader) || !take_number(reader, &number)) return false;
    if (store->len == G_MAXUINT32 / sizeof number) return fail(reader, g_strdup("too many numbers"));
    g_array_append_val(store, number);
  }
  numbers->count = store->len - numbers->first;
  return true;
}

/* Takes the record's own number, which must be that of the next row. */
static bool take_id(Reader *reader) {
  uint64_t id;
  if (!take_number(reader, &id)) return false;
  const guint expected = reader->profile->rows[reader->current]->len;
  if (id == expected) return true;
  return fail(reader, g_strdup_printf("the number of this %s should be %u, not %" G_GUINT64_FORMAT,
                                      bin_format_record(reader->current)->keyword, expected, id));
}

/* Takes the field of a column into `slot`. */
static bool take_field(Reader *reader, bin_type type, void *slot) {
  /* An empty list has no space before it. */
  if (type == BIN_TYPE_STRS) return take_strings(reader, *(GPtrArray **)slot);
  if (type == BIN_TYPE_CALLS) return take_calls(reader, slot);
  if (type == BIN_TYPE_U64S) return take_numbers(reader, slot);
  if (type == BIN_TYPE_LAST && reader->at == reader->end) return true;
  if (!take_space(reader)) return false;
  switch (type) {
    case BIN_TYPE_LAST:
    case BIN_TYPE_U64: return take_number(reader, slot);
    case BIN_TYPE_ID: return take_id(reader);
    case BIN_TYPE_REF_OBJECT: return take_reference(reader, BIN_RECORD_OBJECT, slot);
    case BIN_TYPE_REF_FILE: return take_reference(reader, BIN_RECORD_FILE, slot);
    case BIN_TYPE_REF_SEGMENT: return take_reference(reader, BIN_RECORD_SEGMENT, slot);
    case BIN_TYPE_REF_PLACE: return take_reference(reader, BIN_RECORD_PLACE, slot);
    case BIN_TYPE_REF_CALL: return take_reference(reader, BIN_RECORD_CALL, slot);
    case BIN_TYPE_REF_BIN: return take_reference(reader, BIN_RECORD_BIN, slot);
    case BIN_TYPE_REF_PROCESSOR: return take_reference(reader, BIN_RECORD_PROCESSOR, slot);
    case BIN_TYPE_REF_HOT_LINE: return take_reference(reader, BIN_RECORD_HOT_LINE, slot);
    case BIN_TYPE_REF_RANK: return take_reference(reader, BIN_RECORD_RANK, slot);
    case BIN_TYPE_REF_CONTEXT: return take_reference(reader, BIN_RECORD_CONTEXT, slot);
    case BIN_TYPE_INLINED: return take_function(reader, slot);
    case BIN_TYPE_STAGED: return take_stage(reader, slot);
    case BIN_TYPE_STR: return take_string(reader, slot);
    default: plat_assert(!"a type of bin_format.h that this reader does not know");
  }
  return false;
}

/* Returns the buffer of the current record's row: `room`, or the profile's own fields. */
static void *row_base(Reader *reader, void *room) {
  if (reader->current == BIN_RECORD_TOTALS) return &reader->profile->totals;
  return bin_format_record(reader->current)->many ? room : reader->profile;
}

/* Memory served the misses that no other server of the current record has. */
static void complete_counts(const Reader *reader, char *base) {
  const size_t offset = profile_layout_counts(reader->current);
  if (offset == PROFILE_LAYOUT_NONE || !reader->layouts[reader->current].tells_served) return;
  const bool of_samples = reader->profile->of_samples;
  if (of_samples && reader->profile->event_kind.detail != PROFILE_ACCESSES_AND_SERVERS)
    return; /* the servers are unknown */
  ProfileCounts *of = (ProfileCounts *)(void *)(base + offset);
  of->memory = profile_counts_misses(of) - of->last_level - of->second_level - of->transfers;
}

/* Takes the fields of a record of the current kind, and checks it. */
static bool take_record(Reader *reader) {
  GArray *rows = reader->profile->rows[reader->current];
  const Layout *layout = &reader->layouts[reader->current];
  _Alignas(16) char room[MAX_ROW] = {0}; /* missing columns are 0 */
  char *base = row_base(reader, room);
  for (unsigned c = 0; c < layout->count; c++)
    if (!take_field(reader, layout->columns[c].type, base + layout->columns[c].offset)) return false;
  if (reader->at != reader->end)
    return fail_quoting(reader, "there is more on the line than its columns:", reader->at,
                        (size_t)(reader->end - reader->at));
  complete_counts(reader, base);
  if (rows != NULL) {
    if (rows->len == G_MAXINT32) return fail(reader, g_strdup("too many records"));
    g_array_append_vals(rows, room, 1);
  }
  char *wrong = profile_check_record(reader->check, reader->current);
  note_suspects(reader);
  return wrong == NULL || fail(reader, wrong);
}

/* Enters the part of the profile with records of kind `record`. Fails if a required record of an earlier part is
 * missing. */
static bool enter_record(Reader *reader, unsigned record) {
  for (unsigned r = reader->current; r < record; r++)
    if (!bin_format_record(r)->many && !reader->seen[r] && reader->declared[r])
      return fail(reader, g_strdup_printf("the record %s is missing before this line", bin_format_record(r)->keyword));
  if (record == BIN_RECORDS) return true;
  if (record < reader->current || (reader->seen[record] && !bin_format_record(record)->many))
    return fail(reader, g_strdup_printf("the record %s stands in the wrong place", bin_format_record(record)->keyword));
  reader->current = record;
  reader->seen[record] = true;
  return true;
}

/* Returns whether the first word of the first line is the start of a trace, whose magic number has a newline. */
static bool is_trace(const char *word, size_t n) {
  const uint64_t magic = GUINT64_TO_LE(TRACE_MAGIC_FILE);
  const char *newline = memchr(&magic, '\n', sizeof magic);
  return n == (size_t)(newline - (const char *)&magic) && memcmp(word, &magic, n) == 0;
}

static bool take_header(Reader *reader) {
  if (!next_line(reader, MAX_HEADER)) return false;
  size_t n;
  const char *word = take_word(reader, &n);
  if (is_trace(word, n)) return fail(reader, g_strdup("this is a trace, which memspy trace and memspy replay read"));
  if (!word_is(word, n, "memspy-profile")) return fail(reader, g_strdup("this is not a memspy profile"));
  uint64_t version;
  if (!take_space(reader) || !take_number(reader, &version)) return false;
  if (reader->at != reader->end) return fail(reader, g_strdup("this is not a memspy profile"));
  reader->kind = (bin_format_kind)version;
  reader->profile->by_phase = version == BIN_FORMAT_BY_PHASE;
  reader->profile->of_samples = version == BIN_FORMAT_OF_SAMPLES;
  reader->profile->sampled = version == BIN_FORMAT_SAMPLED || reader->profile->by_phase || reader->profile->of_samples;
  reader->profile->of_ranks = version == BIN_FORMAT_OF_RANKS;
  if (version >= BIN_FORMAT_OF_RUN && version <= BIN_FORMAT_TIMED) return true;
  if (version == 0) return fail(reader, g_strdup("there is no version 0 of the profile format"));
  g_autofree char *message = g_strdup_printf(
      "%s memspy wrote this profile: its format has version %" G_GUINT64_FORMAT ", this memspy reads up to version %d",
      version > BIN_FORMAT_TIMED ? "a newer" : "an older", version, BIN_FORMAT_TIMED);
  profile_lines_set_error(reader->lines, 1, PROFILE_ERROR_VERSION, message, reader->error);
  return false;
}

/* Adds the column of that name to the layout of a record. */
static bool declare_column(Reader *reader, bin_record record, const char *name, size_t length, unsigned *declared) {
  unsigned count;
  const bin_column_format *formats = bin_format_columns(record, &count);
  plat_assert(count <= MAX_COLUMNS);
  unsigned c = 0;
  while (c < count && !word_is(name, length, formats[c].name)) c++;
  if (c == count) return fail_quoting(reader, "unknown column", name, length);
  if (*declared & 1u << c) return fail_quoting(reader, "a column stands twice:", name, length);
  *declared |= 1u << c;
  Layout *layout = &reader->layouts[record];
  if (layout->count > 0) {
    const bin_type last = layout->columns[layout->count - 1].type;
    if (bin_format_is_list(last)) return fail_quoting(reader, "no column can follow a list:", name, length);
  }
  layout->columns[layout->count++] = (Column){formats[c].type, profile_layout_offset(record, &formats[c])};
  layout->tells_served |= strcmp(formats[c].name, profile_counts_name(COH_COUNT_TRANSFERS)) == 0;
  return true;
}

/* Takes the columns line of a kind of record, which is the current line. */
static bool take_columns(Reader *reader, bin_record record) {
  const char *keyword = bin_format_record(record)->keyword;
  size_t n;
  const char *word = take_word(reader, &n);
  if (!word_is(word, n, "columns")) return fail(reader, g_strdup_printf("here should be the columns of %s", keyword));
  if (!take_space(reader)) return false;
  word = take_word(reader, &n);
  if (!word_is(word, n, keyword)) return fail(reader, g_strdup_printf("here should be the columns of %s", keyword));
  unsigned declared = 0;
  reader->declared[record] = true;
  while (reader->at != reader->end) {
    if (!take_space(reader)) return false;
    word = take_word(reader, &n);
    if (!declare_column(reader, record, word, n, &declared)) return false;
  }
  unsigned count;
  const bin_column_format *formats = bin_format_columns(record, &count);
  for (unsigned c = 0; c < count; c++)
    if (!(declared & 1u << c) && formats[c].type != BIN_TYPE_LAST &&
        bin_format_part_of(formats[c].type) == BIN_FORMAT_PLAIN)
      return fail(reader, g_strdup_printf("the column %s is missing", formats[c].name));
  return true;
}

/* Takes an end line: number of lines, and checksum. */
static bool take_end(Reader *reader) {
  const uint64_t before = profile_lines_number(reader->lines) - 1;
  uint64_t count;
  if (!take_space(reader) || !take_number(reader, &count) || !take_space(reader)) return false;
  if (count != before)
    return fail(reader, g_strdup_printf("there are %" G_GUINT64_FORMAT " lines before this one, not %" G_GUINT64_FORMAT,
                                        before, count));
  size_t n;
  const char *word = take_word(reader, &n);
  g_autofree char *expected = g_strdup_printf("%016" G_GINT64_MODIFIER "x", profile_lines_hash(reader->lines));
  if (!word_is(word, n, expected) || reader->at != reader->end)
    return fail(reader, g_strdup("the checksum is wrong: the file was altered"));
  return true;
}

/* Takes the end line of the records. */
static bool take_records_end(Reader *reader) {
  reader->profile->n_lines = profile_lines_number(reader->lines) - 1;
  reader->profile->hash = profile_lines_hash(reader->lines);
  if (!take_end(reader) || !enter_record(reader, BIN_RECORDS)) return false;
  char *wrong = profile_check_end(reader->check);
  return wrong == NULL || fail(reader, wrong);
}

/* Takes the lines of base64 after "names", up to their own end line; unpacks and checks them. */
static bool take_names(Reader *reader) {
  uint64_t version, size;
  if (!take_space(reader) || !take_number(reader, &version)) return false;
  if (version == 0 || version > PROFILE_RESOLVED_VERSION)
    return fail(reader, g_strdup_printf("another memspy wrote these names: their format has version %" G_GUINT64_FORMAT
                                        ", this memspy reads up to version %d",
                                        version, PROFILE_RESOLVED_VERSION));
  if (!take_space(reader) || !take_number(reader, &size)) return false;
  if (reader->at != reader->end) return fail(reader, g_strdup("there is more on the line of the names"));
  g_autoptr(GByteArray) packed = g_byte_array_new();
  gint state = 0;
  guint save = 0;
  for (;;) {
    if (!next_line(reader, PROFILE_LINES_LIMIT)) return false;
    size_t n;
    const char *from = reader->at, *word = take_word(reader, &n);
    if (word_is(word, n, "end")) break;
    const guint before = packed->len;
    g_byte_array_set_size(packed, before + (guint)(reader->end - from));
    n = g_base64_decode_step(from, (gsize)(reader->end - from), packed->data + before, &state, &save);
    g_byte_array_set_size(packed, before + (guint)n);
  }
  if (!take_end(reader)) return false;
  char *wrong = profile_resolved_take(reader->profile, version, packed->data, packed->len, size);
  return wrong == NULL || fail(reader, wrong);
}

/* Takes the part after the first end line: nothing, or the names. */
static bool take_rest(Reader *reader) {
  GError *error = NULL;
  size_t n;
  for (bool names = false;; names = true) {
    reader->at = profile_lines_next(reader->lines, PROFILE_LINES_LIMIT, &n, &error);
    if (reader->at == NULL) break;
    reader->end = reader->at + n;
    const char *word = take_word(reader, &n);
    if (names || !word_is(word, n, "names")) return fail(reader, g_strdup("there is something after the end line"));
    if (!take_names(reader)) return false;
  }
  if (error != NULL) g_propagate_error(reader->error, error);
  return error == NULL;
}

/* Returns whether the next line is a record of the same kind as the last one: the usual case. */
static bool same_kind(Reader *reader) {
  const char *keyword = bin_format_record(reader->current)->keyword;
  const size_t n = strlen(keyword);
  if ((size_t)(reader->end - reader->at) < n || memcmp(reader->at, keyword, n) != 0) return false;
  if (reader->at[n] != ' ' || !reader->seen[reader->current] || !bin_format_record(reader->current)->many) return false;
  reader->at += n;
  return true;
}

static bool take_records(Reader *reader) {
  for (;;) {
    if (!next_line(reader, PROFILE_LINES_LIMIT)) return false;
    if (!same_kind(reader)) {
      size_t n;
      const char *word = take_word(reader, &n);
      if (word_is(word, n, "end")) return take_records_end(reader) && take_rest(reader);
      unsigned r = 0;
      while (r < BIN_RECORDS && !(word_is(word, n, bin_format_record(r)->keyword) && reader->declared[r])) r++;
      if (r == BIN_RECORDS) return fail_quoting(reader, "unknown record", word, n);
      if (!enter_record(reader, r)) return false;
    }
    if (!take_record(reader)) return false;
  }
}

/* Returns whether the current line declares the columns of a kind of record. */
static bool declares(Reader *reader, bin_record record) {
  const char *from = reader->at;
  size_t n;
  const char *word = take_word(reader, &n);
  bool found = word_is(word, n, "columns") && *reader->at == ' ';
  if (found) {
    reader->at++;
    word = take_word(reader, &n);
    found = word_is(word, n, bin_format_record(record)->keyword);
  }
  reader->at = from;
  return found;
}

/* Returns whether the profile can omit the columns of a kind of record. Profiles of version 10 must declare the
 * records of intervals. */
static bool is_optional(const Reader *reader, bin_record record) {
  const unsigned part = bin_format_record(record)->part;
  return part != BIN_FORMAT_PLAIN && !(part == BIN_FORMAT_WITH_TIME && reader->kind == BIN_FORMAT_TIMED);
}

/* Checks that the profile declares all or none of the kinds of records of a part. Sets *has to whether it declares
 * them. */
static bool take_part(Reader *reader, unsigned part, const char *what, bool *has) {
  unsigned declared = 0, all = 0;
  for (unsigned r = 0; r < BIN_RECORDS; r++) {
    if (bin_format_record(r)->part != part) continue;
    all++;
    declared += reader->declared[r];
  }
  *has = declared != 0;
  return declared == 0 || declared == all ||
         fail(reader, g_strdup_printf("some records of %s are declared, others are not", what));
}

static bool take_file(Reader *reader) {
  if (!take_header(reader)) return false;
  for (unsigned r = 0; r < BIN_RECORDS; r++) {
    if (!bin_format_may_have(reader->kind, r)) continue;
    if (!next_line(reader, PROFILE_LINES_LIMIT)) return false;
    reader->held = is_optional(reader, r) && !declares(reader, r);
    if (!reader->held && !take_columns(reader, r)) return false;
  }
  bool has_time;
  return take_part(reader, BIN_FORMAT_WITH_MODELS, "models", &reader->profile->has_models) &&
         take_part(reader, BIN_FORMAT_WITH_TIME, "intervals", &has_time) &&
         take_part(reader, BIN_FORMAT_WITH_CALLERS, "contexts", &reader->profile->has_callers) && take_records(reader);
}

enum { LEFT_OUT_SHOWN = 5 };

/* Omits contradictory cells, and prints a message. */
static void leave_out(const Reader *reader) {
  const GArray *suspects = profile_check_suspects(reader->check);
  if (suspects->len == 0) return;
  profile_suspects_leave_out(reader->profile, suspects);
  g_autofree char *name = ui_text_escaped(profile_lines_name(reader->lines));
  fprintf(stderr, "memspy: %s: %u cell%s left out, because the numbers contradict each other; the totals include %s:\n",
          name, suspects->len, suspects->len == 1 ? " is" : "s are", suspects->len == 1 ? "it" : "them");
  for (guint i = 0; i < suspects->len && i < LEFT_OUT_SHOWN; i++)
    fprintf(stderr, "memspy:   %s\n", (const char *)reader->profile->left_out->pdata[i]);
  if (suspects->len > LEFT_OUT_SHOWN) fprintf(stderr, "memspy:   and %u more\n", suspects->len - LEFT_OUT_SHOWN);
}

/* Takes ownership of `lines`. If `lines` is NULL, the file could not be opened, and *error is set. */
static Profile *load(ProfileLines *lines, GError **error) {
  if (lines == NULL) return NULL;
  Reader reader = {.error = error, .lines = lines, .layouts = g_new0(Layout, BIN_RECORDS)};
  reader.profile = profile_new();
  reader.check = profile_check_new(reader.profile);
  reader.scratch = g_string_new(NULL);
  const bool good = take_file(&reader);
  if (good) leave_out(&reader);
  g_free(reader.layouts);
  g_string_free(reader.scratch, TRUE);
  profile_check_free(reader.check);
  profile_lines_close(reader.lines);
  if (good) {
    if (reader.profile->of_samples)
      profile_of_samples_complete(reader.profile);
    else if (reader.profile->sampled)
      profile_scale(reader.profile);
    profile_seal(reader.profile);
    return reader.profile;
  }
  profile_free(reader.profile);
  return NULL;
}

Profile *profile_load(const char *path, GError **error) { return load(profile_lines_open(path, error), error); }

Profile *profile_load_text(const char *name, const char *text, size_t n, GError **error) {
  return load(profile_lines_of_text(name, text, n), error);
}
