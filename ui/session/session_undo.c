/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/session/session_undo.h"

#include "ui/base/ui_text.h"

/* The state of a session before a change, or after a change that was undone. */
typedef struct {
  char *line; /* line of the command that made the change */
  View *view;
  ViewKeys *keys;
  SessionSettings settings;
} State;

struct SessionUndo {
  GPtrArray *past;   /* array of State *: the state before each change */
  GPtrArray *future; /* array of State *: the state after each change that was undone; the change undone last is the
                        last one */
};

static void state_free(gpointer data) {
  State *state = data;
  g_free(state->line);
  view_free(state->view);
  view_keys_free(state->keys);
  g_free(state);
}

SessionUndo *session_undo_new(void) {
  SessionUndo *undo = g_new(SessionUndo, 1);
  undo->past = g_ptr_array_new_with_free_func(state_free);
  undo->future = g_ptr_array_new_with_free_func(state_free);
  return undo;
}

void session_undo_free(SessionUndo *undo) {
  g_ptr_array_free(undo->past, TRUE);
  g_ptr_array_free(undo->future, TRUE);
  g_free(undo);
}

void session_undo_start(Session *session, const char *line) {
  State *state = g_new(State, 1);
  g_autofree char *stripped = g_strstrip(g_strdup(line));
  state->line = ui_text_escaped(stripped);
  state->view = view_copy(session->view);
  state->keys = view_keys_share(session->keys);
  state->settings = session->settings;
  g_ptr_array_add(session->undo->past, state);
}

void session_undo_keep(Session *session) { g_ptr_array_set_size(session->undo->future, 0); }

/* Swaps *state and the session's state. */
static void exchange(Session *session, State *state) {
  const State other = {.view = session->view, .keys = session->keys, .settings = session->settings};
  session->view = state->view;
  session->keys = state->keys;
  session->settings = state->settings;
  state->view = other.view;
  state->keys = other.keys;
  state->settings = other.settings;
}

void session_undo_drop(Session *session) {
  State *state = g_ptr_array_steal_index(session->undo->past, session->undo->past->len - 1);
  exchange(session, state);
  state_free(state);
}

/* Moves the last state of one side to the other side, and swaps it with the state of the session. */
static const char *move(Session *session, GPtrArray *from, GPtrArray *to) {
  if (from->len == 0) return NULL;
  State *state = g_ptr_array_steal_index(from, from->len - 1);
  exchange(session, state);
  g_ptr_array_add(to, state);
  return state->line;
}

const char *session_undo_back(Session *session) { return move(session, session->undo->past, session->undo->future); }

const char *session_undo_again(Session *session) { return move(session, session->undo->future, session->undo->past); }
