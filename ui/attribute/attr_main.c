/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_main.c: memspy samples attribute. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "ui/attribute/attr_access.h"
#include "ui/attribute/attr_parts.h"
#include "ui/attribute/attr_profile.h"
#include "ui/base/ui_nearest.h"
#include "ui/base/ui_output.h"
#include "ui/base/ui_text.h"

enum { NOTES = 4 };

/* The options. */
static char *method_text, *skid_text, *threshold_text, *trained_path, *commands_path, *event_name, *output, *skid_unit;
static gboolean no_calls, no_receivers, writes, no_source;

static const GOptionEntry options[] = {
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "Write the profile to OUT", "OUT"},
    {"method", 'm', 0, G_OPTION_ARG_STRING, &method_text,
     "Method of attribution: words separated by + (instruction, with --skid instruction+skid; with --trained, "
     "trained+loop and trained+skid+loop)",
     "raw|loop|skid|instruction|trained"},
    {"event", 0, 0, G_OPTION_ARG_STRING, &event_name, "Attribute the samples of an event (the event with most samples)",
     "EVENT"},
    {"skid", 0, 0, G_OPTION_ARG_STRING, &skid_text,
     "How far behind what missed samples come: a Gaussian distribution, or a file of distances and how often each was "
     "seen",
     "MEAN,VARIANCE|HISTOGRAM"},
    {"skid-in", 0, 0, G_OPTION_ARG_STRING, &skid_unit,
     "Unit of --skid (lines of code; always instructions with --method=instruction)", "lines|instructions"},
    {"threshold", 0, 0, G_OPTION_ARG_STRING, &threshold_text,
     "Loop compensation favours data with at least weight X, from 0 to 1 (0.75)", "X"},
    {"trained", 0, 0, G_OPTION_ARG_FILENAME, &trained_path,
     "For --method=trained: a profile of an earlier run, such as one on small input", "FILE"},
    {"compile-commands", 0, 0, G_OPTION_ARG_FILENAME, &commands_path,
     "How sources were compiled: a compile_commands.json, or its folder (looked for beside sources)", "FILE"},
    {"no-source", 0, 0, G_OPTION_ARG_NONE, &no_source, "Use machine code and debug information only", NULL},
    {"no-calls", 0, 0, G_OPTION_ARG_NONE, &no_calls, "Do not resolve parameters through the calls of a sample", NULL},
    {"no-receivers", 0, 0, G_OPTION_ARG_NONE, &no_receivers, "Do not name unknown targets of pointers by the pointers",
     NULL},
    {"writes", 0, 0, G_OPTION_ARG_NONE, &writes, "Treat data that a line writes like data that it reads", NULL},
    G_OPTION_ENTRY_NULL};

/* ---- options ---- */

typedef struct {
  AttrOptions attribute;
  AttrSkid *skid;
  AttrTraining *training;
  char *method;
  GArray *settings; /* ProfileOption, for the profile */
} Asked;

static bool fail(GError **error, const char *message) {
  g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, message);
  return false;
}

/* Sets the method. The default is the best one of docs/case-study-samples.md: by instruction; with an earlier run,
 * trained, and loop for lines that the run lacks. A skid in lines requires a method by line. */
static bool choose_method(Asked *asked, GError **error) {
  unsigned *steps = &asked->attribute.steps;
  const bool by_line = trained_path != NULL || g_strcmp0(skid_unit, "lines") == 0;
  *steps = (by_line ? ATTR_STEP_LOOP : ATTR_STEP_INSTRUCTION) | (skid_text != NULL ? ATTR_STEP_SKID : 0) |
           (trained_path != NULL ? ATTR_STEP_TRAINED : 0);
  if (method_text != NULL && !attr_method_parse(method_text, steps, error)) return false;
  if ((*steps & ATTR_STEP_SKID) != 0 && skid_text == NULL)
    return fail(error, "--method=skid needs --skid=MEAN,VARIANCE or --skid=HISTOGRAM: how far samples come behind");
  if ((*steps & ATTR_STEP_TRAINED) != 0 && trained_path == NULL)
    return fail(error, "--method=trained needs --trained=FILE, a profile of an earlier run");
  if ((*steps & ATTR_STEP_SKID) == 0 && skid_text != NULL)
    return fail(error, "--skid needs a --method with skid in it");
  if ((*steps & ATTR_STEP_TRAINED) == 0 && trained_path != NULL)
    return fail(error, "--trained needs a --method with trained in it");
  asked->method = attr_method_text(*steps);
  return true;
}

static bool choose_threshold(double *threshold, GError **error) {
  char *end;
  *threshold = ATTR_READS_THRESHOLD;
  if (threshold_text == NULL) return true;
  *threshold = g_ascii_strtod(threshold_text, &end);
  if (g_ascii_isdigit(*threshold_text) && *end == '\0' && *threshold >= 0 && *threshold <= 1) return true;
  g_autofree char *printable = ui_text_escaped(threshold_text);
  g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
              "bad option --threshold=%s: expected a number from 0 to 1", printable);
  return false;
}

static bool choose_unit(AttrOptions *attribute, GError **error) {
  const bool lines = g_strcmp0(skid_unit, "lines") == 0;
  attribute->skid_of_instructions = g_strcmp0(skid_unit, "instructions") == 0;
  if (skid_unit == NULL) return true;
  g_autofree char *printable = ui_text_escaped(skid_unit);
  if (lines && (attribute->steps & ATTR_STEP_INSTRUCTION) != 0)
    return fail(error, "--skid-in=lines: with --method=instruction the skid is one of instructions");
  if (lines || attribute->skid_of_instructions) return true;
  g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
              "bad option --skid-in=%s: expected lines or instructions", printable);
  return false;
}

static void note_setting(Asked *asked, const char *name, const char *value) {
  const ProfileOption setting = {name, value};
  if (value != NULL) g_array_append_val(asked->settings, setting);
}

/* Records the options on which the result depends, other than the method. */
static void note_settings(Asked *asked) {
  note_setting(asked, "event", event_name);
  note_setting(asked, "skid", skid_text);
  note_setting(asked, "skid-in", skid_unit);
  note_setting(asked, "threshold", threshold_text);
  note_setting(asked, "trained", trained_path);
  note_setting(asked, "compile-commands", commands_path);
  note_setting(asked, "source", no_source ? "no" : NULL);
  note_setting(asked, "calls", no_calls ? "no" : NULL);
  note_setting(asked, "receivers", no_receivers ? "no" : NULL);
  note_setting(asked, "writes", writes ? "yes" : NULL);
}

static bool read_options(Asked *asked, GError **error) {
  AttrOptions *attribute = &asked->attribute;
  asked->settings = g_array_new(FALSE, FALSE, sizeof(ProfileOption));
  if (output == NULL) return fail(error, "memspy samples attribute needs --output=OUT, the profile to write");
  if (!choose_method(asked, error) || !choose_threshold(&attribute->rules.threshold, error)) return false;
  if (!choose_unit(attribute, error)) return false;
  if (skid_text != NULL && (asked->skid = attr_skid_parse(skid_text, error)) == NULL) return false;
  attribute->rules.writes = writes;
  attribute->skid = asked->skid;
  attribute->calls = !no_calls;
  attribute->receivers = !no_receivers;
  note_settings(asked);
  return ui_output_check(strcmp(output, "-") != 0 ? output : NULL, error);
}

static void asked_clear(Asked *asked) {
  attr_skid_free(asked->skid);
  attr_training_free(asked->training);
  g_free(asked->method);
  if (asked->settings != NULL) g_array_unref(asked->settings);
}

/* ---- the work ---- */

static const SamplesEvent *event_at(const Samples *samples, guint32 i) {
  return &g_array_index(samples->events, SamplesEvent, i);
}

/* The event with most samples. */
static guint32 greatest_event(const Samples *samples) {
  g_autofree guint64 *counts = g_new0(guint64, samples->events->len);
  guint32 best = 0;
  for (guint i = 0; i < samples->samples->len; i++) {
    const SamplesSample *sample = &g_array_index(samples->samples, SamplesSample, i);
    counts[samples_first_event(samples, sample->event)] += sample->samples;
  }
  for (guint32 i = 1; i < samples->events->len; i++)
    if (counts[i] > counts[best]) best = i;
  return best;
}

static bool choose_event(const Samples *samples, guint32 *event, GError **error) {
  UiNearest nearest;
  *event = greatest_event(samples);
  if (event_name == NULL) return true;
  ui_nearest_start(&nearest, event_name);
  const char *found = NULL;
  for (guint32 i = 0; i < samples->events->len && found == NULL; i++) {
    const char *name = event_at(samples, i)->name;
    ui_nearest_offer(&nearest, name);
    if (strcmp(name, event_name) != 0) continue;
    *event = i;
    found = name;
  }
  const char *near = ui_nearest_take(&nearest);
  if (found != NULL) return true;
  g_autofree char *printable = ui_text_escaped(event_name);
  g_autofree char *other = ui_text_escaped(near != NULL ? near : event_at(samples, *event)->name);
  g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
              "bad option --event=%s: there are no samples of it; there are some of '%s'", printable, other);
  return false;
}

/* Whether a profile contains an object of the samples, or another build of it. The object's folder in the profile can
 * be another one. */
typedef enum { KNOWS_IT, KNOWS_ANOTHER_BUILD, KNOWS_NOTHING } Knowledge;

static Knowledge knowledge_of(const Profile *profile, const SamplesObject *object) {
  g_autofree char *name = g_path_get_basename(object->path);
  Knowledge best = KNOWS_NOTHING;
  for (guint32 i = 0; i < profile->n_objects; i++) {
    const ProfileObject *known = &profile->objects[i];
    const bool tell = *known->build_id != '\0' && *object->build_id != '\0';
    g_autofree char *other = g_path_get_basename(known->path);
    if (tell ? strcmp(known->build_id, object->build_id) == 0 : strcmp(name, other) == 0) return KNOWS_IT;
    if (strcmp(name, other) == 0) best = KNOWS_ANOTHER_BUILD;
  }
  return best;
}

/* Returns the object with most samples of an event. */
static const SamplesObject *busiest_object(const Samples *samples, guint32 event) {
  g_autofree guint64 *counts = g_new0(guint64, samples->objects->len);
  guint32 best = 0;
  for (guint i = 0; i < samples->samples->len; i++) {
    const SamplesSample *sample = &g_array_index(samples->samples, SamplesSample, i);
    if (!samples_is_of(samples, sample, event) || sample->count == 0) continue;
    const guint32 object = g_array_index(samples->frames, SamplesFrame, sample->first).object;
    counts[object] += sample->samples;
    if (counts[object] > counts[best]) best = object;
  }
  return &g_array_index(samples->objects, SamplesObject, best);
}

/* Warns if the profile is of another build, whose lines can have moved, or of another program. */
static void warn_of_other_code(const Profile *profile, const Samples *samples, guint32 event) {
  g_autofree char *trained = ui_text_escaped(trained_path);
  const SamplesObject *busiest = samples->objects->len != 0 ? busiest_object(samples, event) : NULL;
  for (guint i = 0; i < samples->objects->len; i++) {
    const SamplesObject *object = &g_array_index(samples->objects, SamplesObject, i);
    g_autofree char *path = ui_text_escaped(object->path);
    const Knowledge knows = knowledge_of(profile, object);
    if (knows == KNOWS_ANOTHER_BUILD)
      fprintf(stderr,
              "memspy samples: %s is of another build of %s: samples are divided wrongly where lines have moved\n",
              trained, path);
    else if (knows == KNOWS_NOTHING && object == busiest)
      fprintf(stderr, "memspy samples: %s has no data of %s, which has most samples\n", trained, path);
  }
}

/* Reads the misses of the earlier run, if there is one. */
static bool train(Asked *asked, const Samples *samples, guint32 event, AttrVariables *variables, GError **error) {
  if (trained_path == NULL) return true;
  Profile *profile = profile_load(trained_path, error);
  if (profile == NULL) return false;
  warn_of_other_code(profile, samples, event);
  NameTable *names = name_table_new(profile, true);
  ViewMetric metric = attr_training_metric(event_at(samples, event)->name);
  if (view_metric_of(metric, &profile->totals.counts) == 0) metric = VIEW_METRIC_MISSES;
  asked->training = attr_training_new(profile, names, metric, variables);
  asked->attribute.training = asked->training;
  name_table_free(names);
  profile_free(profile);
  return true;
}

/* Prints only the first warnings, because without sources there is a warning for each file. */
static void print_notes(const Uses *uses) {
  g_auto(GStrv) notes = uses_notes(uses);
  const guint n = g_strv_length(notes);
  for (guint i = 0; i < MIN(n, NOTES); i++) {
    g_autofree char *printable = ui_text_escaped(notes[i]);
    fprintf(stderr, "memspy samples: %s\n", printable);
  }
  if (n > NOTES) fprintf(stderr, "memspy samples: and %u more of these\n", n - NOTES);
}

static void print_result(const AttrAttribution *attribution, const SamplesEvent *event) {
  GString *out = g_string_new(NULL);
  g_autofree char *path = ui_text_escaped(output), *name = ui_text_escaped(event->name);
  g_string_append_printf(out, "%s has ", path);
  ui_text_append_count(out, (double)attribution->samples);
  g_string_append_printf(out, " sample%s of %s, ", attribution->samples == 1 ? "" : "s", name);
  ui_text_append_percent(out, attribution->attributed, (double)attribution->samples);
  puts(g_string_append(out, " of them attributed to data")->str);
  g_string_free(out, TRUE);
}

static void remove_unknown(Samples *samples, guint32 event) {
  const guint64 removed = attr_access_remove_unknown(samples, event);
  if (removed != 0)
    fprintf(stderr,
            "memspy samples: left out %" G_GUINT64_FORMAT
            " samples: the counter did not report what supplied their data, "
            "so they are neither hits nor misses\n",
            removed);
}

static guint64 time_of(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && status.st_mtime > 0 ? (guint64)status.st_mtime : 0;
}

static bool attribute(Asked *asked, const char *path, Samples *samples, GError **error) {
  const unsigned by_code = 1u << USES_BY_CODE, by_source = 1u << USES_BY_SOURCE;
  const guint64 time = time_of(path);
  /* libclang changes the folder that paths are relative to. */
  g_autofree char *absolute = strcmp(output, "-") != 0 ? g_canonicalize_filename(output, NULL) : NULL;
  AttrVariables *variables = attr_variables_new();
  guint32 event;
  bool good = choose_event(samples, &event, error) && train(asked, samples, event, variables, error);
  if (good) {
    remove_unknown(samples, event);
    Uses *uses = uses_new(commands_path, no_source ? by_code : by_code | by_source);
    Uses *code = uses_new(commands_path, by_code);
    AttrAttribution *result = attr_attribute(samples, event, uses, code, &asked->attribute, variables);
    const AttrOrigin origin = {.samples = samples,
                               .event = event,
                               .variables = variables,
                               .method = asked->method,
                               .settings = (const ProfileOption *)(const void *)asked->settings->data,
                               .n_settings = asked->settings->len,
                               .time = time};
    good = attr_profile(result, &origin, absolute, error);
    print_notes(uses);
    if (good && absolute != NULL) print_result(result, event_at(samples, event));
    attr_attribution_free(result);
    uses_free(uses);
    uses_free(code);
  }
  attr_variables_free(variables);
  return good;
}

static int run_attribute(int n, char **args) {
  ui_subcommand_options(&n, &args, &attr_part);
  GError *error = NULL;
  Asked asked = {.method = NULL};
  Samples *samples = read_options(&asked, &error) ? samples_read(args[1], &error) : NULL;
  const bool good = samples != NULL && attribute(&asked, args[1], samples, &error);
  samples_free(samples);
  asked_clear(&asked);
  return good ? UI_EXIT_GOOD : ui_subcommand_fail(error);
}

static UiSubcommandValue method_at(unsigned i) {
  UiSubcommandValue value = {.name = NULL};
  value.name = attr_method_word(i, &value.summary);
  return value;
}

const UiSubcommand attr_part = {
    .name = "attribute",
    .arguments = "SAMPLES",
    .summary = "attribute samples to data, and write a profile",
    .help =
        "memspy samples record or import, or the tool's option --samples, writes SAMPLES. A sample has an instruction,\n"
        "but no data address. attribute finds the data that can have missed in the program's source and machine code;\n"
        "docs/samples.md describes the methods and their accuracy. The profile has estimated misses, with 95% confidence\n"
        "intervals for the sampling only; all commands that read profiles accept it. Stall, hits and causes are unknown.",
    .options = options,
    .listed_option = "method",
    .listed_value = method_at,
    .examples = (const char *const[]){"memspy samples attribute -o prog.memspy prog.samples",
                                      "misses by code and data of a program",
                                      "memspy samples attribute --skid=6,9 -o prog.memspy prog.samples",
                                      "for a counter with interrupts six instructions late",
                                      "memspy samples attribute --trained=small.memspy -o prog.memspy prog.samples",
                                      "divides each line as in a simulated run on small input", NULL},
    .least = 1,
    .most = 1,
    .main = run_attribute,
};
