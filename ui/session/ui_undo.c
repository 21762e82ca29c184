/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/session/ui_undo.h"

#include "ui/base/ui_text.h"

/* The session before a change, or after one that was undone. */
typedef struct {
  char *line; /* the command that made the change */
  UiView *view;
  UiKeys *keys;
  UiSettings settings;
} State;

struct UiUndo {
  GPtrArray *past;   /* State *: before each change */
  GPtrArray *future; /* State *: after each change that was undone, the last one undone last */
};

static void state_free(gpointer data) {
  State *state = data;
  g_free(state->line);
  ui_view_free(state->view);
  ui_keys_free(state->keys);
  g_free(state);
}

UiUndo *ui_undo_new(void) {
  UiUndo *undo = g_new(UiUndo, 1);
  undo->past = g_ptr_array_new_with_free_func(state_free);
  undo->future = g_ptr_array_new_with_free_func(state_free);
  return undo;
}

void ui_undo_free(UiUndo *undo) {
  g_ptr_array_free(undo->past, TRUE);
  g_ptr_array_free(undo->future, TRUE);
  g_free(undo);
}

void ui_undo_start(UiSession *session, const char *line) {
  State *state = g_new(State, 1);
  g_autofree char *stripped = g_strstrip(g_strdup(line));
  state->line = ui_text_escaped(stripped);
  state->view = ui_view_copy(session->view);
  state->keys = ui_keys_share(session->keys);
  state->settings = session->settings;
  g_ptr_array_add(session->undo->past, state);
}

void ui_undo_keep(UiSession *session) { g_ptr_array_set_size(session->undo->future, 0); }

/* Swaps *state and the session's state. */
static void exchange(UiSession *session, State *state) {
  const State other = {.view = session->view, .keys = session->keys, .settings = session->settings};
  session->view = state->view;
  session->keys = state->keys;
  session->settings = state->settings;
  state->view = other.view;
  state->keys = other.keys;
  state->settings = other.settings;
}

void ui_undo_drop(UiSession *session) {
  State *state = g_ptr_array_steal_index(session->undo->past, session->undo->past->len - 1);
  exchange(session, state);
  state_free(state);
}

/* Moves the last state from one side to the other. */
static const char *move(UiSession *session, GPtrArray *from, GPtrArray *to) {
  if (from->len == 0) return NULL;
  State *state = g_ptr_array_steal_index(from, from->len - 1);
  exchange(session, state);
  g_ptr_array_add(to, state);
  return state->line;
}

const char *ui_undo_back(UiSession *session) { return move(session, session->undo->past, session->undo->future); }

const char *ui_undo_again(UiSession *session) { return move(session, session->undo->future, session->undo->past); }
