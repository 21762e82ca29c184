/* bin_label.h: labels of the lines in a D1 (coh_system-inl.h). A label is a bin, or one of a few special values.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

/* Labels that are not bins. */
#define BIN_LABEL_STACK 0xfffffffeu /* the line is in a stack; its bin follows from the calls */
#define BIN_LABEL_MIXED 0xfffffffdu /* the line has several bins: each address must be looked up */
#define BIN_LABEL_NONE 0xfffffffcu  /* the label of a site without a cell; no line has it */

/* The label of a site whose plain hits never take the inline path; no line has this label. Such sites are calls and
 * returns, references longer than a line (the filter can hold their last line in the place of the first), and all sites
 * if references are recorded (bin_references.h). */
#define BIN_LABEL_NEVER 0xfffffffbu

/* Labels below this are bins. */
#define BIN_LABELS BIN_LABEL_NEVER
