/* spy_news.h: what happens to threads at any moment: they come back, their time is up, signals and files come from
 * outside.
 *
 * Who sees it only leaves a mark. The thread that decides who is next hears of it, so that nothing else is ever changed
 * by two threads at once.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_NEWS_H
#define MEMSPY_SPY_NEWS_H

#include "memspy/core/spy_valgrind.h"

/* Something has happened to a thread: one of the SPY_NEWS_... of spy_thread-inl.h. */
void spy_news_note(ThreadId tid, UChar what);

/* A thread that waits for its turn looks around: has its time run out, have signals come, do all wait for each other?
 * `idle`: the lock is free. */
void spy_news_look(ThreadId tid, Bool idle);

/* Whether a thread that waits is to look for signals: not for what the program blocks there; if it waits for files, for
 * what it has not seen. A bit each, the lowest for 1. */
Bool spy_news_concerns(ThreadId tid, ULong signals);

/* `pending`, a bit each, are the signals that a thread has seen. What was sent to the process, and is blocked by that
 * thread, is the first one's that waits and does not block it. */
void spy_news_tell_others(ThreadId tid, ULong pending);

/* Whether something has happened that was not heard of. */
Bool spy_news_has_come(void);

/* Lets those threads go on to which something has happened, at the first clock. */
void spy_news_hear(void);

/* No thread could run but for the alarm of one that waits for files, too: what comes to these from outside has the
 * host's time to do so. Returns whether that goes on. */
Bool spy_news_waits_outside(ThreadId tid);

/* A thread is about to wait for files, or has waited; no thread does any more. Whether there is one, so that somebody
 * must look for what comes from outside more often. */
void spy_news_watch(ThreadId tid);
void spy_news_watched(ThreadId tid);
void spy_news_forget(void);
Bool spy_news_is_watching(void);

/* Milliseconds until a thread's deadline, at most a second; -1: none. */
Int spy_news_patience(ThreadId tid);

#endif
