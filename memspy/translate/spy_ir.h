/* spy_ir.h: statements of VEX's intermediate representation that translated code is given in addition. Operands there
 * are temporaries or constants, so each value gets a temporary.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_IR_H
#define MEMSPY_SPY_IR_H

#include "memspy/core/spy_valgrind.h"

/* A constant of 64 bits. */
IRExpr *spy_ir_word(ULong value);

/* Adds a temporary to the block `out` that holds: `value`; the result of an operation; a part of the guest state; a
 * variable of the tool. Returns it. */
IRExpr *spy_ir_assign(IRSB *out, IRType type, IRExpr *value);
IRExpr *spy_ir_unary(IRSB *out, IRType type, IROp operation, IRExpr *operand);
IRExpr *spy_ir_binary(IRSB *out, IRType type, IROp operation, IRExpr *left, IRExpr *right);
IRExpr *spy_ir_get(IRSB *out, IRType type, Int offset);
IRExpr *spy_ir_load(IRSB *out, IRType type, const void *from);

/* A call of a function of the tool, which listings show as `name`; arguments: of mkIRExprVec_N(). */
IRDirty *spy_ir_call(const HChar *name, void *function, IRExpr **arguments);

/* What the call does with `bytes` bytes of the guest state. */
void spy_ir_add_effect(IRDirty *call, IREffect effect, Int offset, SizeT bytes);

#endif
