/* spy_enter.h: where threads of a sampled run enter translated code: in the form that records, or in the plain one.
 *
 * Neither form looks whether it is still wanted, which would cost a fifth of the time between samples. A thread that
 * skips is given so many looks at the core's event counter that it comes back before what it may skip is over, each
 * time nearer to that; or leaves before a large block, which does look. One that records leaves where it looks after
 * its queue.
 *
 * The core runs a thread by one function, which the linker has it call through the tool's (memspy/local.mk).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_ENTER_H
#define MEMSPY_SPY_ENTER_H

/* The kind of jump by which a block is left for itself, into the core's hands, because another form, or another thread,
 * is next. */
#define SPY_ENTER_JUMP Ijk_Yield

#endif
