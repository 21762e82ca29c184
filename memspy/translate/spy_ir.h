/* spy_ir.h: adds statements of VEX's intermediate representation. Operands must be temporaries or constants, so each
 * value gets a temporary.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* A 64-bit constant. */
IRExpr *spy_ir_word(ULong value);

/* Each of the next functions adds a temporary to the block `out`, and returns it. The temporary contains `value`, the
 * result of an operation, a part of the guest state, or a variable of the tool. */
IRExpr *spy_ir_assign(IRSB *out, IRType type, IRExpr *value);
IRExpr *spy_ir_unary(IRSB *out, IRType type, IROp operation, IRExpr *operand);
IRExpr *spy_ir_binary(IRSB *out, IRType type, IROp operation, IRExpr *left, IRExpr *right);
IRExpr *spy_ir_get(IRSB *out, IRType type, Int offset);
IRExpr *spy_ir_load(IRSB *out, IRType type, const void *from);

/* Returns a call of a function of the tool. `name` is its name in listings. `arguments` are made with
 * mkIRExprVec_N(). */
IRDirty *spy_ir_call(const HChar *name, void *function, IRExpr **arguments);

/* Declares the effect of the call on `bytes` bytes of the guest state. */
void spy_ir_add_effect(IRDirty *call, IREffect effect, Int offset, SizeT bytes);
