/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_serial.h: separates the work that only the main thread does from the work that it shares with other threads.
 * Only the files of ui/advice use this header. */
#pragma once

#include <glib.h>

#include "ui/profile/profile.h"

typedef struct {
  bool known;         /* the calling contexts show the functions with which threads begin; otherwise, all is 0 */
  bool joins;         /* the main thread calls these functions, too */
  uint64_t least;     /* the least number of calls of such a function that has a significant part of the work */
  double cycles;      /* cycles of the main thread outside of these functions, except those of the dynamic linker */
  double work;        /* instructions of these cycles */
  double *of_segment; /* the part of `cycles` in each function of the program, with the library functions that it calls,
                         indexed by segment; NULL: unknown */
} AdviceSerial;

/* Returns the work that only the main thread does. The caller clears it with advice_serial_clear(). */
AdviceSerial advice_serial(const Profile *profile);
void advice_serial_clear(AdviceSerial *serial);

/* Returns the names of the functions with the most of these cycles, such as "read (60.0%), sort (20.1%)"; "": unknown.
 * The names are escaped for printing. The caller owns the text. */
char *advice_serial_functions(const Profile *profile, const AdviceSerial *serial);
