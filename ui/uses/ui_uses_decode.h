/* ui_uses_decode.h: instructions of amd64, as far as they load, store, move addresses and jump.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_USES_DECODE_H
#define UI_USES_DECODE_H

#include <glib.h>
#include <stdbool.h>

/* General registers by their numbers in debug information: 0 is rax, 6 rbp, 7 rsp. */
enum { UI_REGISTERS = 16, UI_REGISTER_NONE = -1, UI_REGISTER_RESULT = 0, UI_REGISTER_STACK = 7, UI_OPERANDS = 2 };

typedef struct {
  gint8 base, index; /* registers; UI_REGISTER_NONE: none */
  guint8 scale;
  guint8 bytes;
  bool read, write;
  bool thread;   /* of the thread's segment */
  bool is_fixed; /* `at` is a link-time address: no register counts */
  gint64 at;     /* else what is added */
} UiOperand;

typedef enum {
  UI_FLOW_ON,     /* the next instruction follows */
  UI_FLOW_BRANCH, /* that, or the target */
  UI_FLOW_JUMP,   /* the target */
  UI_FLOW_CALL,   /* the next one, as a rule */
  UI_FLOW_END     /* nothing: a return, a trap */
} UiFlowKind;

/* What happens to register `to`. */
typedef enum {
  UI_EFFECT_NONE,
  UI_EFFECT_LOAD,    /* gets what is in operand 0 */
  UI_EFFECT_STORE,   /* `from` goes to operand 0 */
  UI_EFFECT_COPY,    /* gets `from` */
  UI_EFFECT_ADDRESS, /* gets the address of operand 0, which is not touched */
  UI_EFFECT_ADD,     /* `from` or operand 0 is added to it, or subtracted; `number` is added */
  UI_EFFECT_SCALE    /* is multiplied with `number` */
} UiEffect;

typedef struct {
  guint64 address;
  guint8 bytes;
  guint8 flow;       /* UiFlowKind */
  guint8 effect;     /* UiEffect */
  guint8 n_operands; /* in memory */
  gint8 to, from;    /* UI_REGISTER_NONE: none */
  bool is_wide;      /* the effect is one of 64 bits: it moves an address */
  bool subtracts;    /* with UI_EFFECT_ADD: from it */
  bool has_target;   /* of a jump or call: the target is `target`, and not computed */
  bool is_padding;   /* it does nothing */
  bool returns;      /* to the caller */
  bool uses_stack;   /* it stores or loads at the stack pointer besides: a push, a call */
  bool pushes, pops; /* that, and nothing else */
  guint16 changed;   /* registers that get other values, a bit each */
  guint32 most;      /* `to` gets no negative number, and no greater one; 0: not known */
  guint64 target;
  gint64 number;
  UiOperand operands[UI_OPERANDS];
} UiInstruction;

/* Decodes n bytes of code that begin at a link-time address, and appends each instruction (UiInstruction). Bytes that
 * are none are left out. */
void ui_uses_decode(const guint8 *bytes, gsize n, guint64 address, GArray *instructions);

/* "rax"; "?" of no register. */
const char *ui_uses_register_name(int number);

/* The register that argument `n` of a call is in; UI_REGISTER_NONE: none. */
int ui_uses_argument_register(unsigned n);

/* Registers that a call changes, a bit each. */
guint16 ui_uses_changed_by_calls(void);

#endif
