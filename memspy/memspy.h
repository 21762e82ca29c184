/* memspy.h: requests of a program to the memspy tool of Valgrind.
 *
 * A request costs a few instructions, and does nothing if the program does not run under memspy.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MEMSPY_H
#define MEMSPY_H

#include <valgrind/valgrind.h>

typedef enum {
  VG_USERREQ__MEMSPY_START = VG_USERREQ_TOOL_BASE('M', 'S'),
  VG_USERREQ__MEMSPY_STOP,
  VG_USERREQ__MEMSPY_ZERO,
  VG_USERREQ__MEMSPY_DUMP,
  VG_USERREQ__MEMSPY_NAME,
  VG_USERREQ__MEMSPY_UNNAME,
  VG_USERREQ__MEMSPY_TRACE_START,
  VG_USERREQ__MEMSPY_TRACE_STOP,
  VG_USERREQ__MEMSPY_STAGE_BEGIN,
  VG_USERREQ__MEMSPY_STAGE_END
} Vg_MemspyClientRequest;

/* Starts the simulation of the program's references. */
#define MEMSPY_START VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__MEMSPY_START, 0, 0, 0, 0, 0)

/* Stops the simulated machine until MEMSPY_START: nothing is simulated or counted, and the caches keep their lines. */
#define MEMSPY_STOP VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__MEMSPY_STOP, 0, 0, 0, 0, 0)

/* With --trace-file: starts to trace the program's references. With --trace-atstart=no, no reference before the first
 * such request is traced. */
#define MEMSPY_TRACE_START VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__MEMSPY_TRACE_START, 0, 0, 0, 0, 0)

/* Pauses the trace until MEMSPY_TRACE_START. */
#define MEMSPY_TRACE_STOP VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__MEMSPY_TRACE_STOP, 0, 0, 0, 0, 0)

/* Sets all counts to zero. The caches keep their lines. */
#define MEMSPY_ZERO VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__MEMSPY_ZERO, 0, 0, 0, 0, 0)

/* Writes a profile of all counts so far, with a label (a string of at most 4095 bytes), and continues counting. The
 * name of the profile is that of the final profile, with a number appended. Returns 1 on success, otherwise 0. */
#define MEMSPY_DUMP(label) ((int)VALGRIND_DO_CLIENT_REQUEST_EXPR(0, VG_USERREQ__MEMSPY_DUMP, (label), 0, 0, 0, 0))

/* Makes the `bytes` bytes of memory at `start` a data bin with the name `name` (a string of at most 4095 bytes). */
#define MEMSPY_NAME(start, bytes, name) \
  VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__MEMSPY_NAME, (start), (bytes), (name), 0, 0)

/* Ends the bin that MEMSPY_NAME made at `start`. */
#define MEMSPY_UNNAME(start) VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__MEMSPY_UNNAME, (start), 0, 0, 0, 0)

/* Begins a stage of the run, such as "factor" or "level 12", with a name (a string of at most 199 bytes). Until its
 * end, all that the program does counts in this stage, in all threads: a stage belongs to the process, not to the
 * thread that begins it. Stages can be nested; a count belongs to the innermost one. A stage can begin many times.
 * Stages are not meant for inner loops: a request for a stage takes 30 microseconds or, if much code has run, up to a
 * millisecond. */
#define MEMSPY_STAGE_BEGIN(name) VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__MEMSPY_STAGE_BEGIN, (name), 0, 0, 0, 0)

/* Ends the innermost open stage of this name, and the stages that began inside it. */
#define MEMSPY_STAGE_END(name) VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__MEMSPY_STAGE_END, (name), 0, 0, 0, 0)

#endif
