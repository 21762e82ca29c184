/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/profile/profile_machine.h"

#include <string.h>

#include "ui/base/ui_text.h"

static const struct {
  const char *name;
  ProfileMachineKind kind;
  const char *suffix; /* text after the value; NULL: the name precedes the value */
} parameters[] = {
    {"machine", PROFILE_MACHINE_TEXT, NULL},
    {"processors", PROFILE_MACHINE_NUMBER, "processors"},
    {"I1", PROFILE_MACHINE_CACHE, NULL},
    {"D1", PROFILE_MACHINE_CACHE, NULL},
    {"L2", PROFILE_MACHINE_CACHE, NULL},
    {"LL", PROFILE_MACHINE_CACHE, NULL},
    {"LL-hash", PROFILE_MACHINE_TEXT, NULL},
    {"L2-replacement", PROFILE_MACHINE_TEXT, NULL},
    {"LL-replacement", PROFILE_MACHINE_TEXT, NULL},
    {"DTLB", PROFILE_MACHINE_TLB, NULL},
    {"STLB", PROFILE_MACHINE_TLB, NULL},
    {"prefetch", PROFILE_MACHINE_TEXT, NULL},
    {"prefetch-degree", PROFILE_MACHINE_NUMBER, NULL},
    {"prefetch-distance", PROFILE_MACHINE_NUMBER, NULL},
    {"prefetch-next-page", PROFILE_MACHINE_TEXT, NULL},
    {"L2-prefetch", PROFILE_MACHINE_TEXT, NULL},
    {"L2-prefetch-degree", PROFILE_MACHINE_NUMBER, NULL},
    {"L2-prefetch-distance", PROFILE_MACHINE_NUMBER, NULL},
    {"protocol", PROFILE_MACHINE_TEXT, "protocol"},
    {"replacement", PROFILE_MACHINE_TEXT, "replacement"},
    {"cpi", PROFILE_MACHINE_CPI, NULL},
    {"processor", PROFILE_MACHINE_TEXT, NULL},
    {"window", PROFILE_MACHINE_NUMBER, NULL},
    {"outstanding-misses", PROFILE_MACHINE_NUMBER, NULL},
    {"store-buffer", PROFILE_MACHINE_NUMBER, NULL},
    {"set-misses", PROFILE_MACHINE_NUMBER, NULL},
    {"nodes", PROFILE_MACHINE_NUMBER, "nodes"},
    {"placement", PROFILE_MACHINE_TEXT, "placement"},
    {"contention", PROFILE_MACHINE_TEXT, NULL},
    {"occupancy", PROFILE_MACHINE_NUMBER, NULL},
    {"memory-bandwidth", PROFILE_MACHINE_TEXT, NULL},
    {"processor-bandwidth", PROFILE_MACHINE_TEXT, NULL},
    {"conflicts", PROFILE_MACHINE_TEXT, NULL},
    {"traffic", PROFILE_MACHINE_TEXT, NULL},
    {"context-switch", PROFILE_MACHINE_NUMBER, NULL},
    {"context-switch-interval", PROFILE_MACHINE_NUMBER, NULL},
};

ProfileMachineKind profile_machine_kind(const char *name) {
  for (size_t i = 0; i < G_N_ELEMENTS(parameters); i++)
    if (strcmp(parameters[i].name, name) == 0) return parameters[i].kind;
  return g_str_has_suffix(name, "latency") ? PROFILE_MACHINE_NUMBER : PROFILE_MACHINE_NOT;
}

bool profile_machine_number(const char *value, uint64_t *number) {
  guint64 parsed = 0;
  const bool good = g_ascii_string_to_unsigned(value, 10, 0, G_MAXUINT64, &parsed, NULL);
  *number = parsed;
  return good;
}

/* Parses a number with an optional K, M or G. */
static bool parse_size(const char *value, uint64_t *size) {
  static const char units[] = "KMG";
  g_autofree char *digits = g_strdup(value);
  const size_t n = strlen(digits);
  const char *unit = n > 1 ? strchr(units, g_ascii_toupper(digits[n - 1])) : NULL;
  const unsigned shift = unit != NULL && *unit != '\0' ? 10 * (unsigned)(unit - units + 1) : 0;
  if (shift != 0) digits[n - 1] = '\0';
  return profile_machine_number(digits, size) && !__builtin_mul_overflow(*size, UINT64_C(1) << shift, size);
}

bool profile_machine_cache(const char *value, ProfileCache *cache) {
  *cache = (ProfileCache){0, 0, 0};
  if (strcmp(value, "none") == 0 || strcmp(value, "0") == 0) return true;
  uint64_t *const parts[] = {&cache->size, &cache->ways, &cache->line};
  g_auto(GStrv) words = g_strsplit(value, ",", -1);
  if (g_strv_length(words) != G_N_ELEMENTS(parts)) return false;
  for (size_t i = 0; i < G_N_ELEMENTS(parts); i++)
    if (!parse_size(words[i], parts[i])) return false;
  return true;
}

ProfileCache profile_machine_cache_of(const Profile *profile, const char *name) {
  const char *value = profile_option(profile, name);
  ProfileCache cache = {0, 0, 0};
  if (value == NULL || !profile_machine_cache(value, &cache)) return (ProfileCache){0, 0, 0};
  return cache;
}

uint64_t profile_machine_number_of(const Profile *profile, const char *name) {
  const char *value = profile_option(profile, name);
  uint64_t number;
  return value != NULL && profile_machine_number(value, &number) ? number : 0;
}

/* Returns whether the other profile lacks an option of the machine of this profile, or has another value. */
static bool has_other_option(const Profile *profile, const Profile *other) {
  for (uint32_t i = 0; i < profile->n_options; i++) {
    const char *name = profile->options[i].name;
    if (profile_machine_kind(name) != PROFILE_MACHINE_NOT &&
        g_strcmp0(profile_option(profile, name), profile_option(other, name)) != 0)
      return true;
  }
  return false;
}

bool profile_machine_differs(const Profile *profile, const Profile *other) {
  return has_other_option(profile, other) || has_other_option(other, profile);
}

static void describe_cache(GString *out, const char *name, const ProfileCache *cache) {
  g_string_append_printf(out, "%s ", name);
  if (cache->size == 0) {
    g_string_append(out, "none");
    return;
  }
  ui_text_append_bytes(out, cache->size);
  if (cache->ways == 1)
    g_string_append(out, " direct-mapped");
  else
    g_string_append_printf(out, " %" G_GUINT64_FORMAT "-way", cache->ways);
  g_string_append_printf(out, " %" G_GUINT64_FORMAT "-byte lines", cache->line);
}

static bool is_absent(const Profile *profile, const char *cache) {
  return profile_option(profile, cache) != NULL && profile_machine_cache_of(profile, cache).size == 0;
}

static bool has_one(const Profile *profile, const char *what) { return profile_machine_number_of(profile, what) == 1; }

static bool has_tlb(const Profile *profile, const char *name) {
  const char *value = profile_option(profile, name);
  return value != NULL && strcmp(value, "none") != 0;
}

/* Appends "DTLB 64 entries 4-way 4-KB pages". Returns false if the value is invalid. */
static bool describe_tlb(GString *out, const ProfileOption *option) {
  uint64_t parts[3];
  g_auto(GStrv) words = g_strsplit(option->value, ",", -1);
  const guint n = g_strv_length(words);
  if (n < 2 || n > G_N_ELEMENTS(parts)) return false;
  for (guint i = 0; i < n; i++)
    if (!parse_size(words[i], &parts[i])) return false;
  g_string_append_printf(out, "%s %" G_GUINT64_FORMAT " entries %" G_GUINT64_FORMAT "-way", option->name, parts[0],
                         parts[1]);
  if (n == 2) return true;
  g_string_append_c(out, ' ');
  ui_text_append_bytes(out, parts[2]);
  g_string_append(out, " pages");
  return true;
}

/* Returns whether the option is of a level of memory, or of a bus, that the machine does not have. */
static bool is_of_nothing(const Profile *profile, const char *name) {
  const char *contention = profile_option(profile, "contention");
  if (strcmp(name, "L2-latency") == 0) return is_absent(profile, "L2");
  if (strcmp(name, "LL-latency") == 0) return is_absent(profile, "LL");
  if (strcmp(name, "tlb-latency") == 0) return !has_tlb(profile, "STLB");
  if (strcmp(name, "walk-latency") == 0) return !has_tlb(profile, "DTLB");
  if (g_str_has_prefix(name, "remote-")) return has_one(profile, "nodes");
  if (strcmp(name, "occupancy") == 0) return contention != NULL && strcmp(contention, "no") == 0;
  return strcmp(name, "transfer-latency") == 0 && has_one(profile, "processors");
}

/* Describes a parameter; NULL if the option is none. Owned by the caller. */
static char *describe_option(const ProfileOption *option) {
  const ProfileMachineKind kind = profile_machine_kind(option->name);
  if (kind == PROFILE_MACHINE_NOT) return NULL;
  GString *out = g_string_new(NULL);
  g_autofree char *value = ui_text_escaped(option->value);
  ProfileCache cache;
  if (kind == PROFILE_MACHINE_CACHE && profile_machine_cache(option->value, &cache)) {
    describe_cache(out, option->name, &cache);
    return g_string_free(out, FALSE);
  }
  if (kind == PROFILE_MACHINE_TLB && describe_tlb(out, option)) return g_string_free(out, FALSE);
  for (size_t i = 0; i < G_N_ELEMENTS(parameters); i++)
    if (strcmp(parameters[i].name, option->name) == 0 && parameters[i].suffix != NULL) {
      const bool one = strcmp(value, "1") == 0 && kind == PROFILE_MACHINE_NUMBER;
      g_string_append_printf(out, "%s %.*s", value, (int)strlen(parameters[i].suffix) - one, parameters[i].suffix);
      return g_string_free(out, FALSE);
    }
  g_autofree char *name = g_strdelimit(ui_text_escaped(option->name), "-", ' ');
  if (strcmp(option->name, "machine") == 0)
    g_string_append(out, value);
  else
    g_string_append_printf(out, "%s %s", name, value);
  return g_string_free(out, FALSE);
}

void profile_machine_describe(const Profile *profile, unsigned width, GString *out) {
  static const char title[] = "Machine: ";
  const unsigned indent = sizeof title - 1;
  unsigned column = 0;
  for (uint32_t i = 0; i < profile->n_options; i++) {
    if (is_of_nothing(profile, profile->options[i].name)) continue;
    g_autofree char *words = describe_option(&profile->options[i]);
    if (words == NULL) continue;
    const unsigned need = ui_text_width(words) + 2;
    if (column == 0) {
      g_string_append(out, title);
      column = indent;
    } else if (column + need > width) {
      g_string_append_printf(out, ",\n%*s", (int)indent, "");
      column = indent;
    } else {
      g_string_append(out, ", ");
    }
    g_string_append(out, words);
    column += need;
  }
  if (column != 0) g_string_append_c(out, '\n');
}
