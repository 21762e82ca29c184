/* mach_option_value.c: see mach_option_value.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "machine/mach_option_value.h"

void mach_words_add(mach_words *words, const char *text) {
  while (*text && words->used + 1 < words->size) words->text[words->used++] = *text++;
  words->text[words->used] = '\0';
}

void mach_words_number(mach_words *words, uint64_t number) {
  char digits[21];
  unsigned at = sizeof digits - 1;
  digits[at] = '\0';
  do digits[--at] = (char)('0' + number % 10);
  while ((number /= 10) != 0);
  mach_words_add(words, digits + at);
}

void mach_words_decimal(mach_words *words, uint64_t thousandths) {
  mach_words_number(words, thousandths / 1000);
  uint64_t rest = thousandths % 1000;
  if (rest == 0) return;
  mach_words_add(words, ".");
  for (uint64_t digit = 100; rest != 0; rest %= digit, digit /= 10) mach_words_number(words, rest / digit);
}

bool mach_same_text(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}

static bool allow(char *allowed, const char *text) {
  mach_words words = mach_words_in(allowed, MACH_ALLOWED_MAX);
  mach_words_add(&words, text);
  return false;
}

/* Parses a number with an optional suffix K, M or G in [*text, end), and moves *text past it. */
static bool take_size(const char **text, char end, uint64_t *number) {
  const uint64_t most = (uint64_t)1 << 50;
  const char *at = *text;
  if (*at < '0' || *at > '9') return false;
  *number = 0;
  for (; *at >= '0' && *at <= '9'; at++)
    if ((*number = *number * 10 + (uint64_t)(*at - '0')) > most) return false;
  unsigned shift = 0;
  switch (*at) {
    case 'k':
    case 'K': shift = 10; break;
    case 'm':
    case 'M': shift = 20; break;
    case 'g':
    case 'G': shift = 30; break;
    default: break;
  }
  if (shift != 0) at++;
  if (*at != end || *number > most >> shift) return false;
  *number <<= shift;
  *text = at + (end != '\0');
  return true;
}

/* Returns the part of a value after a name, or NULL if the value does not begin with the name. */
static const char *rest_after(const char *value, const char *name) {
  while (*name && *value == *name) value++, name++;
  return *name ? NULL : value;
}

/* Appends a bound to a text. Writes a high power of ten as "10^12". */
static void add_bound(mach_words *words, uint64_t bound) {
  enum { SHORT = 10 }; /* maximum number of digits of a number that is easy to read */
  unsigned exponent = 0;
  uint64_t rest = bound;
  for (; rest != 0 && rest % 10 == 0; rest /= 10) exponent++;
  const bool is_power = rest == 1 && exponent >= SHORT;
  if (is_power) mach_words_add(words, "10^");
  mach_words_number(words, is_power ? exponent : bound);
}

/* Sets *allowed to a text such as "expected a number of cycles from 1 to 64". Returns false. */
static bool allow_range(char *allowed, uint64_t least, uint64_t most, const char *unit, const char *end) {
  mach_words words = mach_words_in(allowed, MACH_ALLOWED_MAX);
  mach_words_add(&words, *unit ? "expected a number of " : "expected a number");
  mach_words_add(&words, unit);
  mach_words_add(&words, " from ");
  mach_words_number(&words, least);
  mach_words_add(&words, " to ");
  add_bound(&words, most);
  mach_words_add(&words, end);
  return false;
}

bool mach_parse_number(const char *value, uint32_t least, uint32_t most, uint32_t *number, char *allowed) {
  uint64_t found;
  if (!take_size(&value, '\0', &found) || found < least || found > most)
    return allow_range(allowed, least, most, "", "");
  *number = (uint32_t)found;
  return true;
}

/* Returns a pointer to the field of an option. */
static void *field_of(const mach_option_row *row, void *fields) { return (char *)fields + row->offset; }
static const void *stored(const mach_option_row *row, const void *fields) { return (const char *)fields + row->offset; }

bool mach_set_number(const mach_option_row *row, const char *value, void *fields, char *allowed) {
  return mach_parse_number(value, (uint32_t)row->least, (uint32_t)row->most, field_of(row, fields), allowed) ||
         allow_range(allowed, row->least, row->most, row->unit, "");
}

void mach_write_number(const mach_option_row *row, const void *fields, mach_words *to) {
  mach_words_number(to, *(const uint32_t *)stored(row, fields));
}

bool mach_parse_decimal(const char *value, uint32_t most, uint32_t *thousandths) {
  uint64_t number = 0;
  unsigned digits = 0, after_point = 0;
  bool point = false;
  for (; (*value >= '0' && *value <= '9') || (*value == '.' && !point && digits != 0); value++) {
    if (*value == '.') {
      point = true;
      continue;
    }
    number = number * 10 + (uint64_t)(*value - '0');
    digits++;
    after_point += point;
    if (number > (uint64_t)most * 1000) return false;
  }
  if (*value || digits == 0 || after_point > 3 || (point && after_point == 0)) return false;
  for (; after_point < 3; after_point++) number *= 10;
  if (number > (uint64_t)most * 1000) return false;
  *thousandths = (uint32_t)number;
  return true;
}

/* Parses a decimal number within the bounds of a row. `end` is the end of the sentence in *allowed. */
static bool parse_fraction(const mach_option_row *row, const char *value, uint32_t *thousandths, const char *end,
                           char *allowed) {
  if (mach_parse_decimal(value, (uint32_t)row->most, thousandths) && *thousandths != 0) return true;
  mach_words words = mach_words_in(allowed, MACH_ALLOWED_MAX);
  mach_words_add(&words, "expected a number of ");
  mach_words_add(&words, row->unit);
  mach_words_add(&words, " from 0.001 to ");
  mach_words_number(&words, row->most);
  mach_words_add(&words, end);
  return false;
}

bool mach_set_decimal(const mach_option_row *row, const char *value, void *fields, char *allowed) {
  uint32_t *const number = field_of(row, fields), thousandths = 0;
  if (!parse_fraction(row, value, &thousandths, "", allowed)) return false;
  number[0] = thousandths / 1000;
  number[1] = thousandths % 1000;
  return true;
}

void mach_write_decimal(const mach_option_row *row, const void *fields, mach_words *to) {
  const uint32_t *const number = stored(row, fields);
  mach_words_decimal(to, (uint64_t)number[0] * 1000 + number[1]);
}

bool mach_set_bandwidth(const mach_option_row *row, const char *value, void *fields, char *allowed) {
  uint32_t thousandths = 0;
  if (!mach_same_text(value, "none") && !parse_fraction(row, value, &thousandths, ", or none", allowed)) return false;
  *(uint32_t *)field_of(row, fields) = thousandths;
  return true;
}

void mach_write_bandwidth(const mach_option_row *row, const void *fields, mach_words *to) {
  const uint32_t thousandths = *(const uint32_t *)stored(row, fields);
  if (thousandths == 0)
    mach_words_add(to, "none");
  else
    mach_words_decimal(to, thousandths);
}

bool mach_set_long(const mach_option_row *row, const char *value, void *fields, char *allowed) {
  enum { DIGITS = 19 }; /* a number with this number of decimal digits always fits into 64 bits */
  uint64_t number = 0;
  unsigned n = 0;
  for (; value[n] >= '0' && value[n] <= '9' && n < DIGITS; n++) number = number * 10 + (uint64_t)(value[n] - '0');
  if (n == 0 || value[n] || number < row->least || number > row->most)
    return allow_range(allowed, row->least, row->most, row->unit, ", without K, M or G");
  *(uint64_t *)field_of(row, fields) = number;
  return true;
}

void mach_write_long(const mach_option_row *row, const void *fields, mach_words *to) {
  mach_words_number(to, *(const uint64_t *)stored(row, fields));
}

bool mach_set_yes(const mach_option_row *row, const char *value, void *fields, char *allowed) {
  return mach_parse_yes(value, field_of(row, fields), allowed);
}

void mach_write_yes(const mach_option_row *row, const void *fields, mach_words *to) {
  mach_words_add(to, *(const bool *)stored(row, fields) ? "yes" : "no");
}

/* Returns the end of the word that begins at `word` in a list "a|b|c". */
static const char *end_of_word(const char *word) {
  while (*word && *word != '|') word++;
  return word;
}

/* Sets *allowed to "expected a, b or c" for the list "a|b|c". Returns false. */
static bool allow_words(char *allowed, const char *list) {
  mach_words words = mach_words_in(allowed, MACH_ALLOWED_MAX);
  mach_words_add(&words, "expected ");
  for (const char *word = list; *word;) {
    const char *const end = end_of_word(word);
    for (; word < end; word++) mach_words_add(&words, (const char[]){*word, '\0'});
    if (*end == '\0') break;
    mach_words_add(&words, *end_of_word(end + 1) ? ", " : " or ");
    word = end + 1;
  }
  return false;
}

bool mach_set_choice(const mach_option_row *row, const char *value, void *fields, char *allowed) {
  uint32_t number = 0;
  for (const char *word = row->value;; number++) {
    const char *const rest = rest_after(word, value), *const end = end_of_word(word);
    if (rest == end && *value) {
      *(uint32_t *)field_of(row, fields) = number;
      return true;
    }
    if (!*end) return allow_words(allowed, row->value);
    word = end + 1;
  }
}

void mach_write_choice(const mach_option_row *row, const void *fields, mach_words *to) {
  const char *word = row->value;
  for (uint32_t n = *(const uint32_t *)stored(row, fields); n != 0; n--) word = end_of_word(word) + 1;
  for (const char *const end = end_of_word(word); word < end; word++) mach_words_add(to, (const char[]){*word, '\0'});
}

bool mach_set_geometry(const mach_option_row *row, const char *value, void *fields, char *allowed) {
  const bool optional = *rest_after(row->value, MACH_VALUE_GEOMETRY(d1)) == '|';
  mach_geometry *const geometry = field_of(row, fields);
  if (optional && mach_same_text(value, "none")) {
    *geometry = (mach_geometry){0};
    return true;
  }
  uint64_t size, ways, line;
  if (!take_size(&value, ',', &size) || !take_size(&value, ',', &ways) || !take_size(&value, '\0', &line) ||
      size == 0 || ways > MACH_MAX_WAYS || line > MACH_MAX_LINE)
    return allow(allowed, optional ? "expected SIZE,WAYS,LINE, such as 32768,8,64, or none"
                                   : "expected SIZE,WAYS,LINE, such as 32768,8,64");
  *geometry = (mach_geometry){size, (uint32_t)ways, (uint32_t)line};
  return true;
}

/* Parses ENTRIES,WAYS,PAGE, or ENTRIES,WAYS if `page` is NULL. Also accepts "none", which sets the number of entries to
 * 0. */
static bool parse_tlb(const char *value, mach_entries *entries, uint64_t *page, char *allowed) {
  if (mach_same_text(value, "none")) {
    *entries = (mach_entries){0};
    return true;
  }
  uint64_t n, ways, bytes = 0;
  if (!take_size(&value, ',', &n) || !take_size(&value, page ? ',' : '\0', &ways) ||
      (page && !take_size(&value, '\0', &bytes)) || n == 0 || n > MACH_MAX_ENTRIES || ways > MACH_MAX_WAYS)
    return allow(allowed, page ? "expected ENTRIES,WAYS,PAGE, such as 64,4,4K, or none"
                               : "expected ENTRIES,WAYS, such as 1536,12, or none");
  *entries = (mach_entries){(uint32_t)n, (uint32_t)ways};
  if (page) *page = bytes;
  return true;
}

bool mach_set_tlb(const mach_option_row *row, const char *value, void *fields, char *allowed) {
  mach_config *const machine = fields;
  return parse_tlb(value, field_of(row, fields), &machine->page, allowed);
}

bool mach_set_entries(const mach_option_row *row, const char *value, void *fields, char *allowed) {
  return parse_tlb(value, field_of(row, fields), NULL, allowed);
}

bool mach_parse_yes(const char *value, bool *yes, char *allowed) {
  *yes = mach_same_text(value, "yes");
  return *yes || mach_same_text(value, "no") || allow(allowed, "expected yes or no");
}

/* Removes the first name from a list, and adds the prefetcher of this name to *prefetch. Returns false if it is not the
 * name of one of the allowed prefetchers, or if *prefetch already contains the prefetcher. */
static bool take_prefetcher(const char **list, uint64_t kinds, uint32_t *prefetch) {
  for (unsigned i = 0; i < MACH_PREFETCHERS; i++) {
    const char *rest = rest_after(*list, mach_prefetcher_name(i));
    if (!rest || (*rest != ',' && *rest != '\0') || *prefetch >> i & 1 || !(kinds >> i & 1)) continue;
    *prefetch |= 1u << i;
    *list = rest;
    return true;
  }
  return false;
}

bool mach_set_prefetchers(const mach_option_row *row, const char *value, void *fields, char *allowed) {
  uint32_t *const prefetch = field_of(row, fields);
  *prefetch = 0;
  if (mach_same_text(value, "none")) return true;
  for (const char *list = value; take_prefetcher(&list, row->most, prefetch); list++)
    if (*list == '\0') return true;
  return allow(allowed, row->most & MACH_STRIDE
                            ? "expected some of next-line, stride and stream, such as next-line,stride, or none"
                            : "expected next-line, stream, or next-line,stream, or none");
}

bool mach_set_placement(const mach_option_row *row, const char *value, void *fields, char *allowed) {
  (void)row;
  mach_config *const machine = fields;
  for (unsigned i = 0; i < MACH_PLACEMENTS; i++) {
    const char *rest = rest_after(value, mach_placement_name((mach_placement)i));
    uint64_t node = 0;
    if (!rest) continue;
    if (i == MACH_FIXED_NODE && *rest++ != ':') continue;
    if (i == MACH_FIXED_NODE ? !take_size(&rest, '\0', &node) || node >= MACH_MAX_PROCESSORS : *rest != '\0') continue;
    machine->placement = (mach_placement)i;
    machine->fixed_node = (uint32_t)node;
    return true;
  }
  return allow(allowed, "expected first-touch, round-robin or node:N");
}

bool mach_parse_preset(const char *value, mach_config *machine, char *allowed) {
  if (mach_preset_find(value, machine)) return true;
  mach_words words = mach_words_in(allowed, MACH_ALLOWED_MAX);
  for (unsigned i = 0; mach_preset_name(i); i++) {
    mach_words_add(&words, i == 0 ? "expected " : ", ");
    mach_words_add(&words, mach_preset_name(i));
  }
  mach_words_add(&words, " or " MACH_HOST_NAME);
  return false;
}

void mach_write_geometry(const mach_option_row *row, const void *fields, mach_words *to) {
  const mach_geometry *const geometry = stored(row, fields);
  if (geometry->size == 0) {
    mach_words_add(to, "none");
    return;
  }
  mach_words_number(to, geometry->size);
  mach_words_add(to, ",");
  mach_words_number(to, geometry->ways);
  mach_words_add(to, ",");
  mach_words_number(to, geometry->line);
}

void mach_write_entries(const mach_option_row *row, const void *fields, mach_words *to) {
  const mach_entries *const entries = stored(row, fields);
  if (entries->n == 0) {
    mach_words_add(to, "none");
    return;
  }
  mach_words_number(to, entries->n);
  mach_words_add(to, ",");
  mach_words_number(to, entries->ways);
}

void mach_write_tlb(const mach_option_row *row, const void *fields, mach_words *to) {
  const mach_config *const machine = fields;
  const mach_entries *const entries = stored(row, fields);
  mach_write_entries(row, fields, to);
  if (entries->n == 0) return;
  mach_words_add(to, ",");
  mach_words_number(to, machine->page);
}

void mach_write_prefetchers(const mach_option_row *row, const void *fields, mach_words *to) {
  const uint32_t prefetch = *(const uint32_t *)stored(row, fields);
  if (prefetch == 0) mach_words_add(to, "none");
  bool first = true;
  for (unsigned i = 0; i < MACH_PREFETCHERS; i++) {
    if (!(prefetch >> i & 1)) continue;
    if (!first) mach_words_add(to, ",");
    mach_words_add(to, mach_prefetcher_name(i));
    first = false;
  }
}

void mach_write_placement(const mach_option_row *row, const void *fields, mach_words *to) {
  (void)row;
  const mach_config *const machine = fields;
  mach_words_add(to, mach_placement_name(machine->placement));
  if (machine->placement != MACH_FIXED_NODE) return;
  mach_words_add(to, ":");
  mach_words_number(to, machine->fixed_node);
}
