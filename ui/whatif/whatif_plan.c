/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_plan.c: makes plans. The name in a change is first looked up among data, then among the types of the elements
 * of data. */
#include "ui/whatif/whatif_plan.h"

#include <string.h>

#include "bins/bin_table.h"
#include "ui/base/ui_error.h"
#include "ui/base/ui_number.h"
#include "ui/view/view_select.h"
#include "ui/whatif/whatif_fields.h"

enum { MALLOC_WORD = 8, LARGEST_ALIGNMENT = 1 << 20 };

static bool fail(const WhatifChange *change, const char *why, GError **error) {
  return ui_error_option(error, "bad change '%s': %s", change->text, why);
}

/* ---- the kinds of changes ---- */

static bool set_layout(WhatifPlan *plan, const WhatifChange *change, WhatifLayout *layout, GError **error) {
  if (plan->layout == NULL) {
    plan->layout = layout;
    return true;
  }
  whatif_layout_free(layout);
  return fail(change, "only one change of the layout of its elements is allowed", error);
}

static bool check_element(const WhatifChange *change, const NameBinType *type, GError **error) {
  if (type != NULL && type->element_size != 0) return true;
  return fail(change,
              "the type of these data, and so the size of an element, is unknown (compile the program with -g); "
              "allowed are pad, align, shift, row ... from M, aos ... of N, pool and private",
              error);
}

/* Sets a layout in which units of `unit` bytes begin at multiples of `step` bytes. */
static bool spread_out(WhatifPlan *plan, const WhatifChange *change, uint64_t unit, uint64_t step, GError **error) {
  if (step < unit) {
    g_autofree char *why = g_strdup_printf("it has %" G_GUINT64_FORMAT " bytes now: N must not be less", unit);
    return fail(change, why, error);
  }
  WhatifLayout *layout = whatif_layout_new(unit);
  whatif_layout_piece(layout, unit, whatif_layout_group(layout, step), 0);
  return set_layout(plan, change, layout, error);
}

static bool set_alignment(WhatifPlan *plan, const WhatifChange *change, GError **error) {
  if ((change->n & (change->n - 1)) != 0 || change->n > LARGEST_ALIGNMENT)
    return fail(change, "expected a power of two up to 1048576", error);
  plan->site.align = MAX(plan->site.align, change->n);
  return true;
}

static bool make_pad_elements(WhatifPlan *plan, const WhatifChange *change, const NameBinType *type, GError **error) {
  return check_element(change, type, error) && spread_out(plan, change, type->element_size, change->n, error);
}

static bool make_pad(WhatifPlan *plan, const WhatifChange *change, const NameBinType *type, GError **error) {
  (void)type;
  plan->room = change->n;
  return set_alignment(plan, change, error);
}

static bool make_align(WhatifPlan *plan, const WhatifChange *change, const NameBinType *type, GError **error) {
  (void)type;
  return set_alignment(plan, change, error);
}

static bool make_shift(WhatifPlan *plan, const WhatifChange *change, const NameBinType *type, GError **error) {
  (void)type, (void)error;
  plan->site.shift += change->n;
  return true;
}

static bool make_row_from(WhatifPlan *plan, const WhatifChange *change, const NameBinType *type, GError **error) {
  (void)type;
  return spread_out(plan, change, change->m, change->n, error);
}

static bool make_row(WhatifPlan *plan, const WhatifChange *change, const NameBinType *type, GError **error) {
  if (!check_element(change, type, error)) return false;
  const uint64_t row = whatif_row_bytes(type);
  if (row != 0) return spread_out(plan, change, row, change->n, error);
  g_autofree char *why = g_strdup_printf("its type, '%s', has no rows: give 'row BIN from M to N'", type->data_type);
  return fail(change, why, error);
}

/* Sets the layout of a plan. If `layout` is NULL, fails with the reason `wrong`, and frees it. */
static bool take_fields(WhatifPlan *plan, const WhatifChange *change, WhatifLayout *layout, char *wrong,
                        GError **error) {
  if (layout != NULL) return set_layout(plan, change, layout, error);
  const bool failed = fail(change, wrong, error);
  g_free(wrong);
  return failed;
}

/* Sets a layout that reorders the fields, or that divides them into groups. */
static bool set_fields(WhatifPlan *plan, const WhatifChange *change, const NameBinType *type, WhatifFields how,
                       GError **error) {
  if (!check_element(change, type, error)) return false;
  char *wrong;
  WhatifLayout *layout = whatif_fields_layout(type, how, change->fields, &wrong);
  return take_fields(plan, change, layout, wrong, error);
}

static bool make_split(WhatifPlan *plan, const WhatifChange *change, const NameBinType *type, GError **error) {
  return set_fields(plan, change, type, WHATIF_FIELDS_SPLIT, error);
}

static bool make_soa(WhatifPlan *plan, const WhatifChange *change, const NameBinType *type, GError **error) {
  return set_fields(plan, change, type, WHATIF_FIELDS_APART, error);
}

static bool make_reorder(WhatifPlan *plan, const WhatifChange *change, const NameBinType *type, GError **error) {
  return set_fields(plan, change, type, WHATIF_FIELDS_ORDER, error);
}

static bool make_shrink(WhatifPlan *plan, const WhatifChange *change, const NameBinType *type, GError **error) {
  if (!check_element(change, type, error)) return false;
  char *wrong;
  WhatifLayout *layout = whatif_fields_shrunk(type, change->fields, change->n, &wrong);
  return take_fields(plan, change, layout, wrong, error);
}

/* Sets a layout that turns the elements into a field of a struct. */
static bool make_aos_of(WhatifPlan *plan, const WhatifChange *change, const NameBinType *type, GError **error) {
  (void)type;
  const WhatifField *field = change->field;
  WhatifLayout *layout = whatif_layout_new(field->bytes);
  whatif_layout_piece(layout, field->bytes, whatif_layout_group(layout, field->step), field->to);
  if (!set_layout(plan, change, layout, error)) return false;
  plan->column = (WhatifColumn){field->join, field->number};
  return true;
}

static bool make_aos(WhatifPlan *plan, const WhatifChange *change, const NameBinType *type, GError **error) {
  if (!check_element(change, type, error)) return false;
  if (type->element_size == change->field->bytes) return make_aos_of(plan, change, type, error);
  return fail(change, "data of one of its names have elements of several sizes", error);
}

static bool make_transpose(WhatifPlan *plan, const WhatifChange *change, const NameBinType *type, GError **error) {
  uint64_t elements;
  if (__builtin_mul_overflow(change->rows, change->columns, &elements) || elements > WHATIF_MOST)
    return fail(change, "a matrix has at most 1099511627776 elements", error);
  if (!check_element(change, type, error) || !spread_out(plan, change, type->element_size, type->element_size, error))
    return false;
  plan->layout->rows = change->rows;
  plan->layout->columns = change->columns;
  return true;
}

static bool make_pool(WhatifPlan *plan, const WhatifChange *change, const NameBinType *type, GError **error) {
  (void)change, (void)type, (void)error;
  plan->site.header = 0;
  return true;
}

static bool make_private(WhatifPlan *plan, const WhatifChange *change, const NameBinType *type, GError **error) {
  (void)change, (void)type, (void)error;
  plan->is_private = true;
  return true;
}

static bool make_huge(WhatifPlan *plan, const WhatifChange *change, const NameBinType *type, GError **error) {
  (void)change, (void)type, (void)error;
  plan->is_huge = true;
  return true;
}

static bool set_home(WhatifPlan *plan, const WhatifChange *change, mach_placement placement, GError **error) {
  if (plan->is_placed) return fail(change, "only one change of the placement of its pages is allowed", error);
  plan->is_placed = true;
  plan->home = (WhatifHome){placement, (uint32_t)MIN(change->node, UINT32_MAX)};
  return true;
}

static bool make_place_node(WhatifPlan *plan, const WhatifChange *change, const NameBinType *type, GError **error) {
  (void)type;
  return set_home(plan, change, MACH_FIXED_NODE, error);
}

static bool make_place_interleave(WhatifPlan *plan, const WhatifChange *change, const NameBinType *type,
                                  GError **error) {
  (void)type;
  return set_home(plan, change, MACH_ROUND_ROBIN, error);
}

static bool make_place_first_touch(WhatifPlan *plan, const WhatifChange *change, const NameBinType *type,
                                   GError **error) {
  (void)type;
  return set_home(plan, change, MACH_FIRST_TOUCH, error);
}

typedef bool Maker(WhatifPlan *plan, const WhatifChange *change, const NameBinType *type, GError **error);

static Maker *const makers[] = {
#define CHANGE(name, form, meaning) make_##name,
#include "ui/whatif/whatif_changes.def"
#undef CHANGE
};

/* ---- the data of a name ---- */

static bool can_move(const ProfileBin *bin) {
  return strcmp(bin->kind, bin_kind_name(BIN_STACK)) != 0 && strcmp(bin->kind, bin_kind_name(BIN_UNKNOWN)) != 0;
}

static void add_type(const Profile *profile, const NameTable *names, const char *name, GArray *bins) {
  for (uint32_t bin = 0; bin < profile->n_bins; bin++) {
    const NameBinType *type = name_table_type(names, bin);
    if (type != NULL && strcmp(type->element, name) == 0 && can_move(&profile->bins[bin]))
      g_array_append_val(bins, bin);
  }
}

static void add_selected(const View *view, const ViewSelection *selection, GArray *bins) {
  for (uint32_t rank = 0; rank < view_size(view, VIEW_DATA); rank++) {
    const GArray *members = view_item(view, VIEW_DATA, rank)->members;
    if (selection->picked[rank]) g_array_append_vals(bins, members->data, members->len);
  }
}

/* Returns the bins with a name, as an array of uint32_t that the caller owns. Returns NULL and sets *error if there are
 * none. */
static GArray *find_bins(const View *view, const NameTable *names, const WhatifChange *change, GError **error) {
  GArray *bins = g_array_new(FALSE, FALSE, sizeof(uint32_t));
  ViewSelection selection;
  GError *unknown = NULL;
  if (view_select_exactly(view, VIEW_DATA, change->name, &selection, &unknown)) {
    add_selected(view, &selection, bins);
    view_selection_clear(&selection);
    return bins;
  }
  add_type(view->profile, names, change->name, bins);
  if (bins->len == 0) {
    (void)fail(change, unknown->message, error);
    g_clear_pointer(&bins, g_array_unref);
  }
  g_error_free(unknown);
  return bins;
}

static bool check_kind(const WhatifChange *change, const ProfileBin *bin, GError **error) {
  return can_move(bin) ||
         fail(change,
              "only blocks, variables, mappings and named ranges can move; these data are on the stack "
              "or unknown",
              error);
}

/* Returns the number of the plan for a bin. If there is none, adds it. */
static uint32_t plan_of(GArray *plans, GPtrArray *texts, uint32_t bin) {
  for (guint i = 0; i < plans->len; i++)
    if (g_array_index(plans, WhatifPlan, i).bin == bin) return i;
  const WhatifPlan plan = {.bin = bin, .site = {.header = MALLOC_WORD}};
  g_array_append_val(plans, plan);
  g_ptr_array_add(texts, g_strdup(""));
  return plans->len - 1;
}

static void add_text(GPtrArray *texts, uint32_t plan, const char *text) {
  char *before = g_ptr_array_index(texts, plan);
  texts->pdata[plan] = g_strdup_printf("%s%s%s", before, *before != '\0' ? ", " : "", text);
  g_free(before);
}

/* Makes the change for one of its bins. On failure, removes the plan if this function has added it. */
static bool change_bin(WhatifPlans *made, GArray *plans, const View *view, const NameTable *names,
                       const WhatifChange *change, uint32_t bin, GError **error) {
  if (!check_kind(change, &view->profile->bins[bin], error)) return false;
  const guint n = plans->len;
  const uint32_t plan = plan_of(plans, made->texts, bin);
  if (makers[change->kind](&g_array_index(plans, WhatifPlan, plan), change, name_table_type(names, bin), error)) {
    add_text(made->texts, plan, change->text);
    return true;
  }
  g_array_set_size(plans, n);
  g_ptr_array_set_size(made->texts, (gint)n);
  return false;
}

/* Makes a change for all bins with its name. It is sufficient if the change is possible for one of these bins, because
 * the user possibly does not mean the other ones, which can belong to libraries. */
static bool add_change(WhatifPlans *made, GArray *plans, const View *view, const NameTable *names,
                       const WhatifChange *change, GError **error) {
  g_autoptr(GArray) bins = find_bins(view, names, change, error);
  GError *first = NULL;
  bool good = false;
  for (guint i = 0; bins != NULL && i < bins->len; i++)
    good |= change_bin(made, plans, view, names, change, g_array_index(bins, uint32_t, i),
                       first == NULL ? &first : NULL);
  if (good)
    g_clear_error(&first);
  else if (first != NULL)
    g_propagate_error(error, first);
  return good;
}

/* ---- several arrays that become one array of structs ---- */

/* Returns change->n if it is not 0, otherwise the size in bytes of an element of the data that `change` names. Returns
 * 0 and sets *error if the size is unknown. */
static uint64_t element_bytes(const View *view, const NameTable *names, const WhatifChange *change, GError **error) {
  if (change->n != 0) return change->n;
  g_autoptr(GArray) bins = find_bins(view, names, change, error);
  if (bins == NULL) return 0;
  for (guint i = 0; i < bins->len; i++) {
    const NameBinType *type = name_table_type(names, g_array_index(bins, uint32_t, i));
    if (type != NULL && type->element_size != 0) return type->element_size;
  }
  (void)check_element(change, NULL, error);
  return 0;
}

/* Returns a copy of the change that applies only to the data `name`, which become the field `field`. */
static WhatifChange change_of(const WhatifChange *change, char *name, WhatifField *field) {
  WhatifChange one = *change;
  one.name = name;
  one.field = field;
  return one;
}

/* Places the fields of the struct one after the other, with their natural alignment. */
static bool lay_fields(WhatifField *fields, char **data, const View *view, const NameTable *names,
                       const WhatifChange *change, GError **error) {
  uint64_t end = 0, widest = 1;
  const guint n = g_strv_length(data);
  for (guint i = 0; i < n; i++) {
    const WhatifChange one = change_of(change, data[i], &fields[i]);
    fields[i].bytes = element_bytes(view, names, &one, error);
    if (fields[i].bytes == 0) return false;
    const uint64_t align = whatif_alignment(fields[i].bytes);
    fields[i].to = ui_number_round_up(end, align);
    end = fields[i].to + fields[i].bytes;
    widest = MAX(widest, align);
  }
  for (guint i = 0; i < n; i++) fields[i].step = ui_number_round_up(end, widest);
  return true;
}

static bool join_all(WhatifPlans *made, GArray *plans, const View *view, const NameTable *names,
                     const WhatifChange *change, GError **error) {
  g_auto(GStrv) data = whatif_change_names(change);
  const guint n = g_strv_length(data);
  if (n < 2) return fail(change, "a struct has several fields: give more data, as in 'aos x,y'", error);
  g_autofree WhatifField *fields = g_new0(WhatifField, n);
  bool good = lay_fields(fields, data, view, names, change, error);
  made->joins++;
  for (guint i = 0; i < n && good; i++) {
    fields[i].join = made->joins;
    fields[i].number = i;
    const WhatifChange one = change_of(change, data[i], &fields[i]);
    good = add_change(made, plans, view, names, &one, error);
  }
  return good;
}

static bool add_changes(WhatifPlans *made, GArray *plans, const View *view, const NameTable *names,
                        const WhatifChange *change, GError **error) {
  return change->kind == WHATIF_aos || change->kind == WHATIF_aos_of
             ? join_all(made, plans, view, names, change, error)
             : add_change(made, plans, view, names, change, error);
}

bool whatif_plans_make(WhatifPlans *plans, const View *view, const NameTable *names, const GPtrArray *changes,
                       GError **error) {
  GArray *made = g_array_new(FALSE, FALSE, sizeof(WhatifPlan));
  bool good = true;
  plans->texts = g_ptr_array_new_with_free_func(g_free);
  for (guint i = 0; i < changes->len && good; i++)
    good = add_changes(plans, made, view, names, changes->pdata[i], error);
  plans->n = made->len;
  plans->plans = (WhatifPlan *)(void *)g_array_free(made, FALSE);
  return good;
}

/* Returns the reason why data that become a field of a struct cannot have their other changes; NULL: they can. */
static const char *unfit_field(const WhatifPlan *plan) {
  const WhatifSite *site = &plan->site;
  if (plan->column.join == 0) return NULL;
  if (plan->is_private || plan->room != 0) return "data that become a struct cannot be padded or private";
  if (plan->column.number != 0 &&
      (site->align != 0 || site->shift != 0 || site->header != MALLOC_WORD || plan->is_huge || plan->is_placed))
    return "changes of the place of a struct are allowed only for the first of its data";
  return NULL;
}

/* Returns the reason why a plan is impossible or has no effect on a machine, followed by what is allowed; NULL: the
 * plan has an effect. The caller owns the text. */
static char *misfit(const WhatifPlan *plan, const mach_config *machine) {
  if (unfit_field(plan) != NULL) return g_strdup(unfit_field(plan));
  const char *const smaller = "allowed are machines with a TLB for smaller pages (--DTLB=64,4,4K)";
  if (plan->is_huge && machine->dtlb.n == 0) return g_strdup_printf("the machine has no TLB; %s", smaller);
  if (plan->is_huge && machine->page >= WHATIF_HUGE) return g_strdup_printf("its pages are not smaller; %s", smaller);
  if (!plan->is_placed) return NULL;
  if (machine->nodes <= 1)
    return g_strdup("the machine has one node; allowed are machines of several nodes (--nodes, --machine)");
  if (plan->home.placement == MACH_FIXED_NODE && plan->home.node >= machine->nodes)
    return g_strdup_printf("the machine has no such node; allowed are 0 to %u", machine->nodes - 1);
  return NULL;
}

bool whatif_plans_check(const WhatifPlans *plans, const mach_config *machine, GError **error) {
  for (uint32_t i = 0; i < plans->n; i++) {
    g_autofree char *why = misfit(&plans->plans[i], machine);
    if (why == NULL) continue;
    return ui_error_option(error, "cannot '%s': %s", (const char *)g_ptr_array_index(plans->texts, i), why);
  }
  return true;
}

void whatif_plans_clear(WhatifPlans *plans) {
  for (uint32_t i = 0; i < plans->n; i++) whatif_layout_free(plans->plans[i].layout);
  g_free(plans->plans);
  if (plans->texts != NULL) g_ptr_array_free(plans->texts, TRUE);
}
