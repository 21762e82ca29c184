/* SPDX-License-Identifier: GPL-2.0-or-later
 * samples_perf_head.c: perf prints fields in a fixed order, independent of the order of its -F: that of
 * samples_perf_fields.def. Commands can contain any character, and end in numbers ("worker 12"). So the command ends at
 * the first position after which the fields of the layout can be parsed. */
#include "ui/samples/samples_perf_head.h"

#include "ui/samples/samples_perf_rest-inl.h"

typedef bool Take(SamplesRest *rest, const SamplesPerfLayout *layout, SamplesPerfHead *head);

static bool take_cpu(SamplesRest *rest, const SamplesPerfLayout *layout, SamplesPerfHead *head) {
  gint64 number; /* -1: the processor is unknown, as in traces of a thread */
  (void)layout;
  return head->has_cpu = rest_take(rest, "[") && rest_take_signed(rest, &number) && rest_take(rest, "]");
}

/* Takes letters for the mode; perf can print none. */
static bool take_misc(SamplesRest *rest, const SamplesPerfLayout *layout, SamplesPerfHead *head) {
  SamplesRest word = *rest;
  (void)layout;
  (void)head;
  while (word.at < word.end && strchr("KUHGgMESp", *word.at) != NULL && *word.at != '\0') word.at++;
  if (rest_ends_word(&word)) *rest = word;
  return true;
}

/* "2024-01-31 12:00:00.123456", or "N/A". */
static bool take_time_of_day(SamplesRest *rest, const SamplesPerfLayout *layout, SamplesPerfHead *head) {
  (void)layout;
  (void)head;
  if (rest_take(rest, "N/A")) return true;
  rest_skip_word(rest);
  rest_skip_blanks(rest);
  const char *first = rest->at;
  rest_skip_word(rest);
  return memchr(first, ':', (size_t)(rest->at - first)) != NULL;
}

static bool take_time(SamplesRest *rest, const SamplesPerfLayout *layout, SamplesPerfHead *head) {
  enum { DIGITS = 9 };
  guint64 seconds, fraction = 0;
  (void)layout;
  if (!rest_take_decimal(rest, &seconds) || !rest_take(rest, ".")) return false;
  const char *first = rest->at;
  head->has_time = rest_take_decimal(rest, &fraction) && rest->at - first <= DIGITS && rest_take(rest, ":");
  for (const char *p = rest->at - 1; p - first < DIGITS; p++) fraction *= 10;
  head->time = seconds * 1000000000u + fraction;
  return head->has_time;
}

static bool take_period(SamplesRest *rest, const SamplesPerfLayout *layout, SamplesPerfHead *head) {
  (void)layout;
  if (rest_take_decimal_word(rest, &head->period)) return true;
  head->period = 0;
  return false;
}

/* Takes a word that ends with a colon. A time stamp also ends with a colon, but no event has such a name: the command
 * then ends later, as in "worker 3  4711  198.792736: 1000 cycles:". */
static bool take_event(SamplesRest *rest, const SamplesPerfLayout *layout, SamplesPerfHead *head) {
  const char *first = rest->at;
  (void)layout;
  rest_skip_word(rest);
  if (rest->at - first < 2 || rest->at[-1] != ':') return false;
  if (strspn(first, "0123456789.") == (size_t)(rest->at - 1 - first)) return false;
  head->event = (SamplesPerfText){first, (gsize)(rest->at - 1 - first)};
  return true;
}

/* Takes words about a branch. None of these words is a number. */
static bool take_flags(SamplesRest *rest, const SamplesPerfLayout *layout, SamplesPerfHead *head) {
  (void)layout;
  (void)head;
  for (;;) {
    SamplesRest number = *rest;
    guint64 value;
    if (rest->at == rest->end || rest_take_hex_word(&number, &value)) return true;
    rest_skip_word(rest);
    rest_skip_blanks(rest);
  }
}

/* Takes the symbol and object that perf prints after the address of a page fault. */
static bool take_name_of_data(SamplesRest *rest, const SamplesPerfLayout *layout) {
  const bool has_object = samples_perf_fields_have(layout, SAMPLES_PERF_DSO);
  const char *closes = rest->at;
  if (!has_object) {
    if (samples_perf_fields_have(layout, SAMPLES_PERF_SYM)) rest_skip_word(rest);
    return true;
  }
  while ((closes = memchr(closes, ')', (size_t)(rest->end - closes))) != NULL) {
    closes++;
    if (closes != rest->end && !rest_is_blank(*closes)) continue;
    rest->at = closes;
    return true;
  }
  return false;
}

static bool take_address(SamplesRest *rest, const SamplesPerfLayout *layout, SamplesPerfHead *head) {
  guint64 number;
  if (!rest_take_hex_word(rest, &head->address)) return false;
  head->has_address = true;
  SamplesRest next = *rest;
  rest_skip_blanks(&next);
  SamplesRest word = next;
  if (next.at == next.end || rest_take_hex_word(&word, &number)) return true;
  *rest = next;
  return take_name_of_data(rest, layout);
}

/* Takes "68100142 |OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK No|BLK  N/A". */
static bool take_source(SamplesRest *rest, const SamplesPerfLayout *layout, SamplesPerfHead *head) {
  static const char *const last[] = {"N/A", "Yes", "No", "Data", "Addr"};
  (void)layout;
  head->has_source = rest_take_hex_word(rest, &head->source);
  rest_skip_blanks(rest);
  if (!head->has_source) return false;
  const char *lock = memmem(rest->at, (size_t)(rest->end - rest->at), "|LCK ", 5);
  if (lock == NULL) return false;
  const char *block = memmem(lock, (size_t)(rest->end - lock), "|BLK ", 5);
  rest->at = (block != NULL ? block : lock) + 5;
  for (guint i = 0; i < G_N_ELEMENTS(last); i++) { /* the fields, in the order of the line */
    SamplesRest word = *rest;
    rest_skip_blanks(&word);
    if (rest_take(&word, last[i]) && rest_ends_word(&word)) *rest = word;
  }
  return rest_ends_word(rest);
}

static bool take_weight(SamplesRest *rest, const SamplesPerfLayout *layout, SamplesPerfHead *head) {
  (void)layout;
  return head->has_latency = rest_take_decimal_word(rest, &head->latency);
}

static bool take_number(SamplesRest *rest, const SamplesPerfLayout *layout, SamplesPerfHead *head) {
  guint64 number;
  (void)layout;
  (void)head;
  return rest_take_decimal_word(rest, &number);
}

/* The fields after the process and thread, in the order of the line. */
static const struct {
  SamplesPerfField field;
  Take *take;
} after_thread[] = {
    {SAMPLES_PERF_CPU, take_cpu},       {SAMPLES_PERF_MISC, take_misc},      {SAMPLES_PERF_TOD, take_time_of_day},
    {SAMPLES_PERF_TIME, take_time},     {SAMPLES_PERF_PERIOD, take_period},  {SAMPLES_PERF_EVENT, take_event},
    {SAMPLES_PERF_FLAGS, take_flags},   {SAMPLES_PERF_ADDR, take_address},   {SAMPLES_PERF_DATA_SRC, take_source},
    {SAMPLES_PERF_WEIGHT, take_weight}, {SAMPLES_PERF_INS_LAT, take_number}, {SAMPLES_PERF_RETIRE_LAT, take_number}};

/* Returns whether an event is a tracepoint, GROUP:NAME: other events have at most modifiers after the colon. */
static bool is_tracepoint(const SamplesPerfText *event) {
  const char *colon = memchr(event->bytes, ':', event->n);
  if (colon == NULL || memchr(event->bytes, '/', event->n) != NULL) return false;
  for (const char *p = colon + 1; p < event->bytes + event->n; p++)
    if (strchr("ukhGHIpPSDWebR", *p) == NULL) return true;
  return false;
}

/* Returns whether a head has the text of an event: a tracepoint, or an event that perf made of an instruction trace. */
static bool has_text(const SamplesPerfLayout *layout, const SamplesPerfHead *head) {
  if (samples_perf_fields_have(layout, SAMPLES_PERF_SYNTH)) return true;
  return (!layout->is_named || samples_perf_fields_have(layout, SAMPLES_PERF_TRACE)) && is_tracepoint(&head->event);
}

/* For the branches of an instruction trace, perf prints no fields of data. */
static bool lacks(const SamplesRest *rest, SamplesPerfField field) {
  return field >= SAMPLES_PERF_ADDR && samples_perf_branch_target(rest->at, rest->end) != NULL;
}

static bool take_fields(SamplesRest *rest, const SamplesPerfLayout *layout, SamplesPerfHead *head) {
  for (guint i = 0; i < G_N_ELEMENTS(after_thread); i++) {
    const SamplesPerfField field = after_thread[i].field;
    SamplesRest then = *rest;
    if (!samples_perf_fields_have(layout, field) || lacks(rest, field)) continue;
    const bool good = after_thread[i].take(&then, layout, head);
    if (good) *rest = then;
    rest_skip_blanks(rest);
    if (!good && (layout->is_named || field == SAMPLES_PERF_EVENT)) return false;
    if (field == SAMPLES_PERF_EVENT && has_text(layout, head)) return true;
  }
  return true;
}

/* Takes "PROCESS/THREAD", or one of them, and blanks. */
static bool take_thread(SamplesRest *rest, const SamplesPerfLayout *layout, SamplesPerfHead *head) {
  gint64 first, second;
  const bool both = samples_perf_fields_have(layout, SAMPLES_PERF_PID) &&
                    samples_perf_fields_have(layout, SAMPLES_PERF_TID);
  if (!rest_take_signed(rest, &first)) return false;
  second = first;
  const bool slash = (both || !layout->is_named) && rest_take(rest, "/");
  if (slash && !rest_take_signed(rest, &second)) return false;
  if (both && layout->is_named && !slash) return false;
  const bool has_process = slash || !samples_perf_fields_have(layout, SAMPLES_PERF_TID);
  head->process = first < 0 ? SAMPLES_PERF_ENDED : has_process ? (guint32)first : 0;
  head->thread = second < 0 ? SAMPLES_PERF_ENDED : (guint32)second;
  if (rest->at == rest->end || !rest_is_blank(*rest->at)) return false;
  rest_skip_blanks(rest);
  return true;
}

/* Returns whether a number is an address: a symbol follows it, if perf printed symbols. ("f (/bin/prog)" is a symbol.) */
static bool is_address(const char *at, const char *end, const SamplesPerfLayout *layout) {
  SamplesRest rest = {at, end};
  guint64 number;
  if (!rest_take_hex_word(&rest, &number)) return false;
  rest_skip_blanks(&rest);
  return rest.at < end && (*rest.at != '(' || !samples_perf_fields_have(layout, SAMPLES_PERF_SYM));
}

/* Returns the frame at the end of a text; NULL: none. */
static const char *frame_after_text(const char *from, const char *end, const SamplesPerfLayout *layout) {
  const char *found = NULL;
  for (const char *p = from; p < end; p++) {
    SamplesPerfFrame frame;
    const char *wrong = NULL;
    if ((p > from && !rest_is_blank(p[-1])) || !is_address(p, end, layout)) continue;
    if (samples_perf_frame(p, end, layout, &frame, &wrong) && frame.object.n != 0) found = p;
  }
  return found;
}

/* Sets the frame of the line. */
static bool take_frame(SamplesRest *rest, const char *end, const SamplesPerfLayout *layout, SamplesPerfHead *head,
                       const char **wrong) {
  SamplesPerfFrame frame;
  const char *target = samples_perf_branch_target(rest->at, end);
  if (target != NULL) end = target;
  if (has_text(layout, head)) {
    head->frame = frame_after_text(rest->at, end, layout);
    head->may_lack_frames = head->frame == NULL;
    return true;
  }
  head->frame = rest->at < end ? rest->at : NULL;
  if (head->frame == NULL || samples_perf_frame(rest->at, end, layout, &frame, wrong)) return true;
  if (*wrong == NULL)
    *wrong =
        "there is no address after the event; use perf script -F comm,pid,tid,time,event,period,ip,sym,symoff,dso, "
        "or name the fields of the text: --fields=LIST";
  return false;
}

bool samples_perf_head(const char *line, const char *end, const SamplesPerfLayout *layout, SamplesPerfHead *head,
                       const char **wrong) {
  enum { COMMAND_MOST = 64 }; /* bytes, with perf's padding; the kernel stores 15 */
  const char *first = line;
  while (first < end && rest_is_blank(*first)) first++;
  for (const char *p = first; p < end && p - line < COMMAND_MOST; p++) {
    SamplesRest rest = {p, end};
    if ((!g_ascii_isdigit(*p) && *p != '-') || (p > first && !rest_is_blank(p[-1]))) continue;
    *head = (SamplesPerfHead){.command = rest_text_between(line, p)};
    if (take_thread(&rest, layout, head) && take_fields(&rest, layout, head))
      return take_frame(&rest, end, layout, head, wrong);
    if (!samples_perf_fields_have(layout, SAMPLES_PERF_COMM)) return false;
  }
  return false;
}
