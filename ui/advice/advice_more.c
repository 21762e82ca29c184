/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_more.c: suggests run options that the run lacked: some are off by default because of their costs, and
 * calling contexts can be switched off (--callers=no). With gzip, sort, perl and python, --instructions=yes
 * increases the run time by up to a third and the size of the profile by a factor of two to six; --conflicts=yes
 * increases the run time by a factor of three to five. */
#include "ui/advice/advice_more.h"

#include <string.h>

#include "ui/advice/advice_causes.h"
#include "ui/base/ui_text.h"
#include "ui/names/name_user_calls.h"

/* Returns the name of the run option that makes the finding more certain; NULL: none. */
static const char *option_for(const AdviceContext *context, const AdviceFinding *advice) {
  const Profile *profile = context->view->profile;
  const AdviceMore more = advice_rule_code((AdviceRuleId)(advice->rule - advice_rules()))->more;
  if (advice->sure == ADVICE_SURE && more != ADVICE_MORE_STACK_VARS) return NULL;
  switch (more) {
    case ADVICE_MORE_NOTHING: break;
    case ADVICE_MORE_CONFLICTS: return context->kinds ? NULL : "conflicts";
    case ADVICE_MORE_INSTRUCTIONS: return profile->n_spreads != 0 ? NULL : "instructions";
    case ADVICE_MORE_STACK_VARS: return profile->n_slots != 0 ? NULL : "stack-vars";
  }
  return NULL;
}

/* Returns whether calling contexts can show which lines of the program have the stall of a library's code. */
static bool lacks_callers(const AdviceContext *context, const AdviceFinding *advice) {
  const Profile *profile = context->view->profile;
  const AdviceRuleId rule = (AdviceRuleId)(advice->rule - advice_rules());
  return !profile->has_callers && advice->is_stall && advice->lines->len == 0 && advice->place != ADVICE_NONE &&
         rule != ADVICE_RULE_START && rule != ADVICE_RULE_ALLOCATOR &&
         name_user_calls_is_library(profile, advice->place);
}

/* Appends the --machine option of the profiled run. The profile does not show which other machine options the user
 * gave. */
static void append_machine(const Profile *profile, GString *out) {
  const char *machine = profile_option(profile, "machine");
  if (machine != NULL && strcmp(machine, "default") != 0) g_string_append_printf(out, " --machine=%s", machine);
}

char *advice_more(const AdviceContext *context, const GPtrArray *findings) {
  static const char *const options[] = {"callers", "conflicts", "instructions", "stack-vars"};
  const Profile *profile = context->view->profile;
  bool wanted[G_N_ELEMENTS(options)] = {false}, any = false;
  for (guint i = 0; i < findings->len; i++) {
    const char *option = option_for(context, findings->pdata[i]);
    if (option == NULL && lacks_callers(context, findings->pdata[i])) option = "callers";
    for (size_t k = 0; option != NULL && k < G_N_ELEMENTS(options); k++) {
      if (strcmp(options[k], option) != 0) continue;
      any = wanted[k] = true;
    }
  }
  if (!any) return NULL;
  g_autoptr(GString) command = g_string_new("memspy run");
  for (size_t k = 0; k < G_N_ELEMENTS(options); k++)
    if (wanted[k]) g_string_append_printf(command, " --%s=yes", options[k]);
  append_machine(profile, command);
  g_string_append(command, " --");
  for (const char *const *word = profile->command; *word != NULL; word++) {
    const bool plain = **word != '\0' &&
                       strspn(*word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%") ==
                           strlen(*word);
    g_autofree char *quoted = plain ? g_strdup(*word) : g_shell_quote(*word);
    g_string_append_printf(command, " %s", quoted);
  }
  return ui_text_escaped(command->str);
}
