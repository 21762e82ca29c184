/* memspy_calls.c: the requests of memspy.h as functions, for programs in languages other than C and C++.
 *
 * Compile this file together with the program, with the folder of Valgrind's headers in the include path. memspy.f90
 * has the interfaces for Fortran. The tool itself does not contain this file.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stddef.h>
#include <valgrind/memspy.h>

void memspy_call_start(void) { MEMSPY_START; }
void memspy_call_stop(void) { MEMSPY_STOP; }
void memspy_call_trace_start(void) { MEMSPY_TRACE_START; }
void memspy_call_trace_stop(void) { MEMSPY_TRACE_STOP; }
void memspy_call_zero(void) { MEMSPY_ZERO; }
int memspy_call_dump(const char *label) { return MEMSPY_DUMP(label); }
void memspy_call_name(const void *start, size_t bytes, const char *name) { MEMSPY_NAME(start, bytes, name); }
void memspy_call_unname(const void *start) { MEMSPY_UNNAME(start); }
void memspy_call_stage_begin(const char *name) { MEMSPY_STAGE_BEGIN(name); }
void memspy_call_stage_end(const char *name) { MEMSPY_STAGE_END(name); }
