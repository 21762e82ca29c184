/* dump_uses.c: prints which data the functions of a program use, as ui/uses finds them, for tests.
 *
 *   dump_uses WAYS COMMANDS OBJECT FIRST BEHIND   the functions at the addresses FIRST to before BEHIND, inlined ones
 * too dump_uses WAYS COMMANDS OBJECT before ADDRESS N
 *
 * WAYS: source, code or both; COMMANDS: "" or a compile_commands.json. The output has lines of words, separated by
 * tabs.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/uses/uses.h"

static const char *const kinds[] = {"static", "stack", "heap", "parameter", "unknown"};

/* Prints each name with a comma after it. */
static void print_names(const char *names, const char *end) {
  for (; *names != '\0'; names++) putchar(*names == '\n' ? ',' : *names);
  fputs(end, stdout);
}

static void print_function(const UsesFunction *function) {
  printf("function\t%s\t%s\t%s\t%u\t%u\n", function->name, function->way == USES_BY_SOURCE ? "source" : "code",
         function->file, function->first, function->last);
  for (guint i = 0; i < function->data->len; i++) {
    const UsesData *data = &g_array_index(function->data, UsesData, i);
    printf("data\t%u\t%s\t%s\t%s\t%s\t%u\t%u\t%d\t%d\t%" G_GUINT64_FORMAT "\t", i, kinds[data->kind], data->name,
           data->owner, data->file, data->line, data->argument, data->scalar, data->pointed, data->bytes);
    print_names(data->holders.seen, "\t");
    print_names(data->holders.assigned, "\n");
  }
  for (guint i = 0; i < function->accesses->len; i++) {
    const UsesAccess *access = &g_array_index(function->accesses, UsesAccess, i);
    printf("access\t%u\t%s\t%u\t%s\t%#" G_GINT64_MODIFIER "x\n", access->line,
           access->spilled ? (access->write ? "ws" : "rs") : (access->write ? "w" : "r"), access->data, access->text,
           access->address);
  }
  for (guint i = 0; i < function->instructions->len; i++) {
    const UsesInstruction *one = &g_array_index(function->instructions, UsesInstruction, i);
    printf("instruction\t%#" G_GINT64_MODIFIER "x\t%u\n", one->address, one->access);
  }
  for (guint i = 0; i < function->loops->len; i++) {
    const UsesLoop *loop = &g_array_index(function->loops, UsesLoop, i);
    GArray *lines = uses_loop_lines(function, i);
    printf("loop\t%u\t%u\t%d\t%d\t", loop->first, loop->last, (int)loop->around, (int)uses_loop(function, loop->first));
    for (guint k = 0; k < lines->len; k++) printf("%s%u", k > 0 ? " " : "", g_array_index(lines, unsigned, k));
    printf("\n");
    g_array_unref(lines);
  }
  for (guint i = 0; i < function->calls->len; i++) {
    const UsesCall *call = &g_array_index(function->calls, UsesCall, i);
    printf("call\t%u\t%s\t%d\t", call->line, call->callee, call->by_pointer);
    for (guint32 k = 0; k < call->n_arguments; k++)
      printf("%s%d", k > 0 ? " " : "", (int)uses_argument(function, call->line, call->callee, k));
    printf("\n");
  }
  for (guint i = 0; i < function->copies->len; i++) {
    const UsesCopy *copy = &g_array_index(function->copies, UsesCopy, i);
    printf("copy\t%s\t%s\n", copy->to, copy->from);
  }
  for (guint i = 0; i < function->parameters->len; i++)
    printf("parameter\t%s\n", g_array_index(function->parameters, const char *, i));
}

static void print_functions(Uses *uses, const char *object, guint64 first, guint64 behind) {
  GHashTable *seen = g_hash_table_new(NULL, NULL);
  for (guint64 address = first; address < behind; address++) {
    unsigned line;
    const UsesFunction *function = uses_at(uses, object, "", address, &line);
    for (unsigned depth = 1; function != NULL || depth == 1; depth++) {
      if (function != NULL && g_hash_table_add(seen, (gpointer)function)) print_function(function);
      function = uses_around(uses, object, "", address, depth, &line);
    }
  }
  g_hash_table_destroy(seen);
}

static void print_before(Uses *uses, const char *object, guint64 address, guint far) {
  enum { MOST = 1000 };
  UsesBefore before[MOST];
  const guint found = uses_before(uses, object, "", address, far, MOST, before);
  for (guint i = 0; i < found; i++)
    printf("before\t%#" G_GINT64_MODIFIER "x\t%u\t%.3f\n", before[i].address, before[i].distance, before[i].share);
}

int main(int argc, char **argv) {
  enum { WAYS = 1, COMMANDS, OBJECT, FIRST, BEHIND, N };
  if (argc < N) return 2;
  const unsigned ways = strcmp(argv[WAYS], "source") == 0 ? 1U << USES_BY_SOURCE
                        : strcmp(argv[WAYS], "code") == 0 ? 1U << USES_BY_CODE
                                                          : 1U << USES_BY_SOURCE | 1U << USES_BY_CODE;
  Uses *uses = uses_new(*argv[COMMANDS] != '\0' ? argv[COMMANDS] : NULL, ways);
  if (strcmp(argv[FIRST], "before") == 0)
    print_before(uses, argv[OBJECT], strtoull(argv[BEHIND], NULL, 0), argc > N ? (guint)atoi(argv[N]) : 1);
  else
    print_functions(uses, argv[OBJECT], strtoull(argv[FIRST], NULL, 0), strtoull(argv[BEHIND], NULL, 0));
  char **notes = uses_notes(uses);
  for (char **note = notes; *note != NULL; note++) printf("note\t%s\n", *note);
  g_strfreev(notes);
  uses_free(uses);
  return 0;
}
