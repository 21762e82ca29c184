/* SPDX-License-Identifier: GPL-2.0-or-later
 * events_trace_cat.c: writes events as text. A line consists of pieces. The pieces that all events of a source have in
 * common are formatted only once and then copied. Each copy has a fixed size, which is at least the length of the
 * piece, because this is faster than a copy of variable length. */
#include "ui/trace/events_trace_cat.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "ui/base/ui_champsim.h"
#include "ui/base/ui_error.h"
#include "ui/trace/events_trace_counts.h"
#include "ui/trace/events_trace_names.h"

typedef struct Cat Cat;

/* Writes an event. `source` and `value` are those of the event. */
typedef void PutEvent(Cat *cat, uint32_t source, uint64_t value);
static PutEvent put_plain, put_din, put_lackey, put_champsim;

/* Writes the output that the format holds back until the last event. */
typedef void PutEnd(Cat *cat);
static PutEnd end_lackey, end_champsim;

enum {
  REFERENCES = 1 << TRACE_READ | 1 << TRACE_WRITE | 1 << TRACE_MODIFY,
  INSTRUCTIONS = REFERENCES | 1 << TRACE_RUN
};

static const struct {
  const char *name, *summary;
  uint64_t kinds; /* kinds of events that the format can express, as bits */
  PutEvent *put;
  PutEnd *end; /* writes the output that was held back; NULL: the format holds nothing back */
} formats[] = {
    [EVENTS_TRACE_PLAIN] = {"plain", "processor, kind, address, size, address of the instruction, number of the event",
                            UINT64_MAX, put_plain, NULL},
    [EVENTS_TRACE_DIN] = {"din", "references as Dinero reads them: 0 (a read) or 1 (a write), address", REFERENCES,
                          put_din, NULL},
    [EVENTS_TRACE_LACKEY] = {"lackey", "instructions and references as valgrind --tool=lackey prints them",
                             INSTRUCTIONS, put_lackey, end_lackey},
    [EVENTS_TRACE_CHAMPSIM] = {"champsim", "instructions as ChampSim reads them, of 64 bytes each", INSTRUCTIONS,
                               put_champsim, end_champsim},
};

const char *events_trace_format_name(unsigned format) {
  return format < EVENTS_TRACE_FORMATS ? formats[format].name : NULL;
}

const char *events_trace_format_summary(unsigned format) {
  return format < EVENTS_TRACE_FORMATS ? formats[format].summary : NULL;
}

enum {
  HEAD = 16,   /* maximum length, in bytes, of the piece between the number of the processor and the address */
  TAIL = 48,   /* maximum length, in bytes, of the piece between the address and the number of the event */
  NUMBER = 20, /* maximum number of digits of a decimal number */
  LINE = 2 * (2 * NUMBER + HEAD + TAIL + 16), /* maximum length, in bytes, of all lines of one event, without names */
  BUFFER = 1 << 18
};

/* The pieces that are the same in all lines of a source. */
typedef struct {
  char head[HEAD], tail[TAIL];
  uint8_t head_length, tail_length;
  bool known, shown;
  char *about; /* text that is appended to each line of the source; NULL: no text */
} Pieces;

/* A decimal number that is incremented in place. */
typedef struct {
  /* the digits end at digits[NUMBER]; the bytes after them are room for copies of a fixed size */
  char digits[2 * NUMBER];
  unsigned first;
} Counter;

struct Cat {
  const EventsTraceFile *file;
  const EventsTraceChoice *choice;
  int fd;
  int failure; /* errno of the write that failed; 0: no write failed */
  char *buffer, *at;
  Pieces *pieces;    /* pieces of each source */
  GPtrArray *scopes; /* name of each scope, computed at its first use; "": the name is unknown */
  Counter processor, event;
  uint64_t held;     /* number of instructions of `run` events, which are written with the next reference */
  uint64_t last;     /* address of the instruction that made the last reference */
  UiChampsim record; /* ChampSim's record of the instruction that made the last reference */
  bool begun;        /* whether `record` contains an instruction */
};

/* ---- output ---- */

static void flush(Cat *cat) {
  const char *from = cat->buffer;
  while (from != cat->at && cat->failure == 0) {
    const ssize_t n = write(cat->fd, from, (size_t)(cat->at - from));
    if (n >= 0)
      from += n;
    else if (errno != EINTR)
      cat->failure = errno;
  }
  cat->at = cat->buffer;
}

static void put_text(Cat *cat, const char *text) {
  for (size_t n = strlen(text); n != 0;) {
    const size_t room = MIN(n, (size_t)(cat->buffer + BUFFER - cat->at));
    memcpy(cat->at, text, room);
    cat->at += room;
    text += room;
    n -= room;
    if (n != 0) flush(cat);
  }
  if (cat->buffer + BUFFER - cat->at < LINE) flush(cat);
}

static void set_counter(Counter *counter, uint64_t number) {
  counter->first = NUMBER;
  do counter->digits[--counter->first] = (char)('0' + number % 10);
  while ((number /= 10) != 0);
}

static void count_up(Counter *counter) {
  unsigned i = NUMBER;
  while (i > counter->first && counter->digits[i - 1] == '9') counter->digits[--i] = '0';
  if (i == counter->first)
    counter->digits[--counter->first] = '1';
  else
    counter->digits[i - 1]++;
}

static char *put_counter(char *to, const Counter *counter) {
  memcpy(to, counter->digits + counter->first, NUMBER);
  return to + (NUMBER - counter->first);
}

static char *put_hexadecimal(char *to, uint64_t number) {
  static const char digits[] = "0123456789abcdef";
  unsigned n = number == 0 ? 1 : (67 - (unsigned)__builtin_clzll(number)) / 4;
  char *const end = to + n;
  for (; n > 1; n -= 2, number >>= 8) {
    to[n - 1] = digits[number & 15];
    to[n - 2] = digits[number >> 4 & 15];
  }
  if (n == 1) *to = digits[number & 15];
  return end;
}

/* ---- the pieces of a source ---- */

static void make_pieces(Cat *cat, Pieces *pieces, const trace_source *source) {
  const EventsTraceChoice *choice = cat->choice;
  const bool is_reference = source->kind <= TRACE_MODIFY;
  pieces->known = true;
  pieces->shown = (choice->kinds & formats[choice->format].kinds) >> source->kind & 1;
  pieces->head_length = (uint8_t)g_snprintf(pieces->head, HEAD, " %s 0x", trace_kind_name((trace_kind)source->kind));
  pieces->tail_length = (uint8_t)g_snprintf(pieces->tail, TAIL, " %" G_GUINT64_FORMAT " 0x%" G_GINT64_MODIFIER "x ",
                                            source->size, source->address);
  if (!choice->places || !is_reference) return;
  GString *about = g_string_new(" ");
  events_trace_names_place(cat->file, source->place, about);
  pieces->about = g_string_free(about, FALSE);
}

/* Returns the name of a scope that is entered or left; "": the name is unknown. */
static const char *scope_name(Cat *cat, uint64_t scope) {
  enum { KEPT = 1 << 20 };
  if (scope >= KEPT) return "";
  if (cat->scopes->len <= scope) g_ptr_array_set_size(cat->scopes, (gint)scope + 1);
  char **name = (char **)&g_ptr_array_index(cat->scopes, scope);
  if (*name != NULL) return *name;
  GString *text = g_string_new(" ");
  events_trace_names_scope(cat->file, scope, text);
  if (text->len == 1) g_string_truncate(text, 0);
  return *name = g_string_free(text, FALSE);
}

/* ---- lines ---- */

static void put_plain(Cat *cat, uint32_t source, uint64_t value) {
  const Pieces *pieces = &cat->pieces[source];
  const uint64_t kind = cat->file->sources[source].kind;
  char *to = put_counter(cat->at, &cat->processor);
  memcpy(to, pieces->head, HEAD);
  to = put_hexadecimal(to + pieces->head_length, value);
  memcpy(to, pieces->tail, TAIL);
  cat->at = put_counter(to + pieces->tail_length, &cat->event);
  if (kind == TRACE_ENTER || kind == TRACE_EXIT)
    put_text(cat, scope_name(cat, value));
  else if (pieces->about != NULL)
    put_text(cat, pieces->about);
  *cat->at++ = '\n';
}

/* Writes a line in Dinero's format. A read-modify-write becomes a read and a write. */
static void put_din(Cat *cat, uint32_t source, uint64_t value) {
  const uint64_t kind = cat->file->sources[source].kind;
  for (uint64_t label = kind == TRACE_WRITE; label <= (kind != TRACE_READ); label++) {
    *cat->at++ = (char)('0' + label);
    *cat->at++ = ' ';
    cat->at = put_hexadecimal(cat->at, value);
    *cat->at++ = '\n';
  }
}

static void make_room(Cat *cat) {
  if (cat->buffer + BUFFER - cat->at < LINE) flush(cat);
}

/* ---- lackey ---- */

/* Writes "START ADDRESS,SIZE". */
static void put_range(Cat *cat, const char *start, uint64_t address, uint64_t size) {
  make_room(cat);
  const int n = g_snprintf(cat->at, LINE, "%s%08" G_GINT64_MODIFIER "x,%" G_GUINT64_FORMAT "\n", start, address, size);
  cat->at += n;
}

/* Writes n instructions at an address. Their sizes are written as 1, since a trace does not contain them. */
static void put_instructions(Cat *cat, uint64_t n, uint64_t address) {
  for (; n != 0 && cat->failure == 0; n--) put_range(cat, "I  ", address, 1);
}

static void put_lackey(Cat *cat, uint32_t source, uint64_t value) {
  static const char *const starts[] = {[TRACE_READ] = " L ", [TRACE_WRITE] = " S ", [TRACE_MODIFY] = " M "};
  const trace_source *s = &cat->file->sources[source];
  if (s->kind == TRACE_RUN) {
    cat->held += value;
    return;
  }
  put_instructions(cat, cat->held + s->gap, s->address);
  put_range(cat, starts[s->kind], value, s->size);
  cat->held = 0;
  cat->last = s->address;
}

static void end_lackey(Cat *cat) { put_instructions(cat, cat->held, cat->last); }

/* ---- ChampSim ---- */

static void put_record(Cat *cat) {
  make_room(cat);
  if (cat->begun) memcpy(cat->at, &cat->record, sizeof cat->record);
  if (cat->begun) cat->at += sizeof cat->record;
  cat->begun = false;
}

/* Writes n instructions at an address, except that the last one is kept in the record and not yet written. */
static void begin_instructions(Cat *cat, uint64_t n, uint64_t address) {
  for (; n != 0 && cat->failure == 0; n--) {
    put_record(cat);
    cat->record = (UiChampsim){.address = GUINT64_TO_LE(address)};
    cat->begun = true;
  }
}

/* Adds the address of a reference to a list of the record. Returns false if the list is full. */
static bool add_address(uint64_t *list, unsigned n, uint64_t address) {
  for (unsigned i = 0; i < n; i++) {
    if (list[i] != 0) continue;
    list[i] = GUINT64_TO_LE(address);
    return true;
  }
  return false;
}

/* Adds a reference to the record. Returns false if the record has no room for it. */
static bool add_reference(UiChampsim *record, uint64_t kind, uint64_t address) {
  const UiChampsim before = *record;
  if ((kind == TRACE_WRITE || add_address(record->loads, G_N_ELEMENTS(record->loads), address)) &&
      (kind == TRACE_READ || add_address(record->stores, G_N_ELEMENTS(record->stores), address)))
    return true;
  *record = before;
  return false;
}

static void put_champsim(Cat *cat, uint32_t source, uint64_t value) {
  const trace_source *s = &cat->file->sources[source];
  if (s->kind == TRACE_RUN) {
    cat->held += value;
    return;
  }
  begin_instructions(cat, cat->held + s->gap, s->address);
  cat->held = 0;
  cat->last = s->address;
  if (!cat->begun) begin_instructions(cat, 1, s->address);
  if (add_reference(&cat->record, s->kind, value)) return;
  begin_instructions(cat, 1, s->address);
  (void)add_reference(&cat->record, s->kind, value);
}

static void end_champsim(Cat *cat) {
  begin_instructions(cat, cat->held, cat->last);
  put_record(cat);
}

/* ---- events ---- */

static void put_event(Cat *cat, uint32_t source, uint64_t value) {
  Pieces *pieces = &cat->pieces[source];
  if (!pieces->known) make_pieces(cat, pieces, &cat->file->sources[source]);
  if (pieces->shown) formats[cat->choice->format].put(cat, source, value);
  count_up(&cat->event);
  make_room(cat);
}

/* Writes those events of a batch that the user has chosen. */
static void put_batch(Cat *cat, const trace_batch *batch) {
  const EventsTraceChoice *choice = cat->choice;
  const uint64_t all = batch->n * batch->repeats;
  const uint64_t begin = choice->from > batch->event ? choice->from - batch->event : 0;
  const uint64_t end = choice->to > batch->event ? MIN(choice->to - batch->event, all) : 0;
  if (begin >= end || (choice->processor != UINT64_MAX && choice->processor != batch->processor)) return;
  set_counter(&cat->processor, batch->processor);
  set_counter(&cat->event, batch->event + begin);
  uint64_t repeat = begin / batch->n, i = begin % batch->n;
  for (uint64_t left = end - begin; left != 0 && cat->failure == 0; left--) {
    const trace_item *item = &batch->items[i];
    put_event(cat, item->source, item->value + repeat * item->stride);
    if (++i == batch->n) repeat++, i = 0;
  }
}

/* Returns the number of the trace part that contains event `from`; the number of parts if no part contains it. */
static uint32_t find_part(const trace_reader *reader, uint64_t from) {
  uint32_t n;
  const trace_part *parts = trace_reader_parts(reader, &n);
  uint32_t part = 0;
  while (part < n && parts[part].event + parts[part].events <= from) part++;
  return part;
}

static void put_events(Cat *cat, trace_error *wrong) {
  const trace_reader *reader = cat->file->reader;
  trace_expander *expander = trace_expander_new(reader, find_part(reader, cat->choice->from));
  trace_batch batch;
  uint64_t next = 0;
  while (cat->failure == 0 && next < cat->choice->to && trace_expander_next(expander, &batch, wrong)) {
    put_batch(cat, &batch);
    next = batch.event + batch.n * batch.repeats;
  }
  trace_expander_free(expander);
  if (formats[cat->choice->format].end != NULL) formats[cat->choice->format].end(cat);
  flush(cat);
}

static void free_cat(Cat *cat) {
  for (uint32_t i = 0; i < cat->file->n_sources; i++) g_free(cat->pieces[i].about);
  g_free(cat->pieces);
  g_ptr_array_unref(cat->scopes);
  g_free(cat->buffer);
}

/* Checks that all events are of a single processor, if they are written in ChampSim's format. */
static bool check_processors(const EventsTraceFile *file, const EventsTraceChoice *choice, GError **error) {
  if (choice->format != EVENTS_TRACE_CHAMPSIM || choice->processor != UINT64_MAX) return true;
  EventsTraceCounts *counts = events_trace_counts_new(file, error);
  if (counts == NULL) return false;
  unsigned n = 0;
  for (uint32_t i = 0; i < counts->n_processors; i++) n += counts->processors[i] != 0;
  events_trace_counts_free(counts);
  return n <= 1 ||
         ui_error_option(error,
                         "%s: the trace has events of %u processors, and a file of ChampSim of one; choose it "
                         "with --processor",
                         file->path, n);
}

bool events_trace_cat(const EventsTraceFile *file, const EventsTraceChoice *choice, int fd, GError **error) {
  if (!check_processors(file, choice, error)) return false;
  Cat cat = {.file = file, .choice = choice, .fd = fd};
  cat.at = cat.buffer = g_malloc(BUFFER);
  cat.pieces = g_new0(Pieces, file->n_sources);
  cat.scopes = g_ptr_array_new_with_free_func(g_free);
  trace_error wrong = {0, NULL};
  put_events(&cat, &wrong);
  free_cat(&cat);
  if (wrong.message != NULL)
    events_trace_file_set_error(file, &wrong, error);
  else if (cat.failure != 0 && cat.failure != EPIPE)
    g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(cat.failure), "standard output: %s",
                g_strerror(cat.failure));
  else
    return true;
  return false;
}
