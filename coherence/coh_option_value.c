/* coh_option_value.c: see coh_option_value.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "coherence/coh_option_value.h"

void coh_words_add(coh_words *words, const char *text) {
  while (*text && words->used + 1 < words->size) words->text[words->used++] = *text++;
  words->text[words->used] = '\0';
}

void coh_words_number(coh_words *words, uint64_t number) {
  char digits[21];
  unsigned at = sizeof digits - 1;
  digits[at] = '\0';
  do digits[--at] = (char)('0' + number % 10);
  while ((number /= 10) != 0);
  coh_words_add(words, digits + at);
}

bool coh_same_text(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}

static bool allow(char *allowed, const char *text) {
  coh_words words = coh_words_in(allowed, COH_ALLOWED_MAX);
  coh_words_add(&words, text);
  return false;
}

/* Parses a number with an optional K, M or G, up to `end`, and moves *text past it. */
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

bool coh_parse_number(const char *value, uint32_t least, uint32_t most, uint32_t *number, char *allowed) {
  uint64_t found;
  if (take_size(&value, '\0', &found) && found >= least && found <= most) {
    *number = (uint32_t)found;
    return true;
  }
  coh_words words = coh_words_in(allowed, COH_ALLOWED_MAX);
  coh_words_add(&words, "expected a number from ");
  coh_words_number(&words, least);
  coh_words_add(&words, " to ");
  coh_words_number(&words, most);
  return false;
}

bool coh_parse_geometry(const char *value, bool optional, coh_geometry *geometry, char *allowed) {
  if (optional && coh_same_text(value, "none")) {
    *geometry = (coh_geometry){0};
    return true;
  }
  uint64_t size, ways, line;
  if (!take_size(&value, ',', &size) || !take_size(&value, ',', &ways) || !take_size(&value, '\0', &line) ||
      size == 0 || ways > COH_MAX_WAYS || line > COH_MAX_LINE)
    return allow(allowed, optional ? "expected SIZE,WAYS,LINE, such as 32768,8,64, or none"
                                   : "expected SIZE,WAYS,LINE, such as 32768,8,64");
  *geometry = (coh_geometry){size, (uint32_t)ways, (uint32_t)line};
  return true;
}

bool coh_parse_tlb(const char *value, coh_entries *entries, uint64_t *page, char *allowed) {
  if (coh_same_text(value, "none")) {
    *entries = (coh_entries){0};
    return true;
  }
  uint64_t n, ways, bytes = 0;
  if (!take_size(&value, ',', &n) || !take_size(&value, page ? ',' : '\0', &ways) ||
      (page && !take_size(&value, '\0', &bytes)) || n == 0 || n > COH_MAX_ENTRIES || ways > COH_MAX_WAYS)
    return allow(allowed, page ? "expected ENTRIES,WAYS,PAGE, such as 64,4,4K, or none"
                               : "expected ENTRIES,WAYS, such as 1536,12, or none");
  *entries = (coh_entries){(uint32_t)n, (uint32_t)ways};
  if (page) *page = bytes;
  return true;
}

bool coh_parse_yes(const char *value, bool *yes, char *allowed) {
  *yes = coh_same_text(value, "yes");
  return *yes || coh_same_text(value, "no") || allow(allowed, "expected yes or no");
}

/* The rest of a value after a name, or NULL if the value does not begin with it. */
static const char *behind(const char *value, const char *name) {
  while (*name && *value == *name) value++, name++;
  return *name ? NULL : value;
}

/* Parses the name of a prefetcher that is not in *prefetch yet at the front of a list. */
static bool take_prefetcher(const char **list, uint32_t *prefetch) {
  for (unsigned i = 0; i < COH_PREFETCHERS; i++) {
    const char *rest = behind(*list, coh_prefetcher_name(i));
    if (!rest || (*rest != ',' && *rest != '\0') || *prefetch >> i & 1) continue;
    *prefetch |= 1u << i;
    *list = rest;
    return true;
  }
  return false;
}

bool coh_parse_prefetch(const char *value, uint32_t *prefetch, char *allowed) {
  *prefetch = 0;
  if (coh_same_text(value, "none")) return true;
  for (const char *list = value; take_prefetcher(&list, prefetch); list++)
    if (*list == '\0') return true;
  return allow(allowed, "expected some of next-line, stride and stream, such as next-line,stride, or none");
}

bool coh_parse_placement(const char *value, coh_config *machine, char *allowed) {
  for (unsigned i = 0; i < COH_PLACEMENTS; i++) {
    const char *rest = behind(value, coh_placement_name((coh_placement)i));
    uint64_t node = 0;
    if (!rest) continue;
    if (i == COH_FIXED_NODE && *rest++ != ':') continue;
    if (i == COH_FIXED_NODE ? !take_size(&rest, '\0', &node) || node >= COH_MAX_PROCESSORS : *rest != '\0') continue;
    machine->placement = (coh_placement)i;
    machine->fixed_node = (uint32_t)node;
    return true;
  }
  return allow(allowed, "expected first-touch, round-robin or node:N");
}

bool coh_parse_preset(const char *value, coh_config *machine, char *allowed) {
  if (coh_preset_find(value, machine)) return true;
  coh_words words = coh_words_in(allowed, COH_ALLOWED_MAX);
  for (unsigned i = 0; coh_preset_name(i); i++) {
    coh_words_add(&words, i == 0 ? "expected " : ", ");
    coh_words_add(&words, coh_preset_name(i));
  }
  coh_words_add(&words, " or " COH_HOST_NAME);
  return false;
}

void coh_geometry_text(const coh_geometry *geometry, coh_words *to) {
  if (geometry->size == 0) {
    coh_words_add(to, "none");
    return;
  }
  coh_words_number(to, geometry->size);
  coh_words_add(to, ",");
  coh_words_number(to, geometry->ways);
  coh_words_add(to, ",");
  coh_words_number(to, geometry->line);
}

void coh_tlb_text(const coh_entries *entries, uint64_t page, coh_words *to) {
  if (entries->n == 0) {
    coh_words_add(to, "none");
    return;
  }
  coh_words_number(to, entries->n);
  coh_words_add(to, ",");
  coh_words_number(to, entries->ways);
  if (page == 0) return;
  coh_words_add(to, ",");
  coh_words_number(to, page);
}

void coh_prefetch_text(uint32_t prefetch, coh_words *to) {
  if (prefetch == 0) coh_words_add(to, "none");
  bool first = true;
  for (unsigned i = 0; i < COH_PREFETCHERS; i++) {
    if (!(prefetch >> i & 1)) continue;
    if (!first) coh_words_add(to, ",");
    coh_words_add(to, coh_prefetcher_name(i));
    first = false;
  }
}

void coh_placement_text(const coh_config *machine, coh_words *to) {
  coh_words_add(to, coh_placement_name(machine->placement));
  if (machine->placement != COH_FIXED_NODE) return;
  coh_words_add(to, ":");
  coh_words_number(to, machine->fixed_node);
}
