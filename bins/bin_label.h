/* bin_label.h: labels of the lines in a D1 (coh_system-inl.h): bins, and a few numbers besides.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BINS_BIN_LABEL_H
#define BINS_BIN_LABEL_H

/* Labels that are not bins. */
#define BIN_LABEL_STACK 0xfffffffeu /* a stack: the bin follows from the calls */
#define BIN_LABEL_MIXED 0xfffffffdu /* several bins: look every address up */
#define BIN_LABEL_NONE 0xfffffffcu  /* of a site that has no cell yet; no line has it */

/* Of a site that takes no plain hits inline; no line has it: calls and returns, and references longer than a line,
 * whose last byte may be in a line that the filter keeps where the first one's would be; and all sites where references
 * are kept (bin_references.h). */
#define BIN_LABEL_NEVER 0xfffffffbu

/* Bins are below. */
#define BIN_LABELS BIN_LABEL_NEVER

#endif
