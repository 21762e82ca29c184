/* spy_dataflow_ir.c: see spy_dataflow_ir.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/translate/spy_dataflow_ir.h"

#include "memspy/setup/spy_state.h"
#include "memspy/translate/spy_dataflow.h"

static const IRTypeEnv *types;
static spy_origins *values; /* origins, by temporary */
static Int room;
static const spy_origins nothing;

Bool spy_dataflow_is_wanted(void) { return bin_account_dependences(spy_account) != NULL; }

void spy_dataflow_ir_begin(const IRSB *in) {
  types = in->tyenv;
  if (types->types_used > room) {
    VG_(free)(values);
    room = 2 * types->types_used;
    values = VG_(malloc)("spy.dataflow.values", (SizeT)room * sizeof *values);
  }
  VG_(memset)(values, 0, (SizeT)types->types_used * sizeof *values);
  spy_dataflow_begin();
}

/* ---- expressions, whose operands are temporaries and constants ---- */

static spy_origins of_atom(const IRExpr *e) { return e && e->tag == Iex_RdTmp ? values[e->Iex.RdTmp.tmp] : nothing; }

static spy_origins of_atoms(const IRExpr *a, const IRExpr *b) { return spy_dataflow_join(of_atom(a), of_atom(b)); }

static spy_origins of_arguments(IRExpr *const *arguments) {
  spy_origins all = nothing;
  for (; *arguments; arguments++) all = spy_dataflow_join(all, of_atom(*arguments));
  return all;
}

static spy_origins of_expression(const IRExpr *e) {
  switch (e->tag) {
    case Iex_Get: return spy_dataflow_get(e->Iex.Get.offset, sizeofIRType(e->Iex.Get.ty));
    case Iex_RdTmp: return of_atom(e);
    case Iex_Qop: {
      const IRQop *op = e->Iex.Qop.details;
      return spy_dataflow_join(of_atoms(op->arg1, op->arg2), of_atoms(op->arg3, op->arg4));
    }
    case Iex_Triop: {
      const IRTriop *op = e->Iex.Triop.details;
      return spy_dataflow_join(of_atoms(op->arg1, op->arg2), of_atom(op->arg3));
    }
    case Iex_Binop: return of_atoms(e->Iex.Binop.arg1, e->Iex.Binop.arg2);
    case Iex_Unop: return of_atom(e->Iex.Unop.arg);
    case Iex_ITE: return spy_dataflow_join(of_atom(e->Iex.ITE.cond), of_atoms(e->Iex.ITE.iftrue, e->Iex.ITE.iffalse));
    case Iex_CCall: return of_arguments(e->Iex.CCall.args);
    default: return nothing; /* a constant, or an element of an array of registers */
  }
}

/* ---- statements ---- */

/* Sets the origins of the temporary `to` that a statement loads at the latest site. */
static void load(const IRExpr *address, IRTemp to, spy_origins otherwise) {
  values[to] = spy_dataflow_join(spy_dataflow_refer(of_atom(address)), otherwise);
}

static void store(const IRExpr *address, spy_origins value, Bool new_site) {
  if (new_site) spy_dataflow_refer(of_atom(address));
  spy_dataflow_store(value);
}

static void swap(const IRCAS *cas, Bool new_site) {
  const spy_origins address = of_atom(cas->addr), value = of_atoms(cas->dataLo, cas->dataHi);
  const spy_origins loaded = new_site ? spy_dataflow_refer(address) : spy_dataflow_latest();
  spy_dataflow_store(value);
  values[cas->oldLo] = loaded;
  if (cas->oldHi != IRTemp_INVALID) values[cas->oldHi] = loaded;
}

/* Processes a call of a helper. Its result, and its changes of memory and registers, depend on its arguments and its
 * load. */
static void call(const IRDirty *dirty, Bool new_site) {
  spy_origins result = of_arguments(dirty->args);
  if (new_site) {
    const spy_origins arguments = result, loaded = spy_dataflow_refer(of_atom(dirty->mAddr));
    if (dirty->mFx != Ifx_Write) result = spy_dataflow_join(result, loaded);
    if (dirty->mFx != Ifx_Read) spy_dataflow_store(arguments);
  }
  if (dirty->tmp != IRTemp_INVALID) values[dirty->tmp] = result;
  for (Int i = 0; i < dirty->nFxState; i++)
    for (Int k = 0; dirty->fxState[i].fx != Ifx_Read && k <= dirty->fxState[i].nRepeats; k++)
      spy_dataflow_put(dirty->fxState[i].offset + k * dirty->fxState[i].repeatLen, dirty->fxState[i].size, result);
}

void spy_dataflow_ir_statement(const IRStmt *st, Bool new_site) {
  switch (st->tag) {
    case Ist_Put:
      spy_dataflow_put(st->Ist.Put.offset, sizeofIRType(typeOfIRExpr(types, st->Ist.Put.data)),
                       of_atom(st->Ist.Put.data));
      break;
    case Ist_PutI: {
      const IRRegArray *array = st->Ist.PutI.details->descr;
      spy_dataflow_put(array->base, array->nElems * sizeofIRType(array->elemTy), nothing);
    } break;
    case Ist_WrTmp:
      if (st->Ist.WrTmp.data->tag == Iex_Load && new_site)
        load(st->Ist.WrTmp.data->Iex.Load.addr, st->Ist.WrTmp.tmp, nothing);
      else
        values[st->Ist.WrTmp.tmp] = of_expression(st->Ist.WrTmp.data); /* `nothing` if the expression is a load without
                                                                          a site */
      break;
    case Ist_LoadG:
      load(st->Ist.LoadG.details->addr, st->Ist.LoadG.details->dst, of_atom(st->Ist.LoadG.details->alt));
      break;
    case Ist_Store: store(st->Ist.Store.addr, of_atom(st->Ist.Store.data), new_site); break;
    case Ist_StoreG: store(st->Ist.StoreG.details->addr, of_atom(st->Ist.StoreG.details->data), new_site); break;
    case Ist_CAS: swap(st->Ist.CAS.details, new_site); break;
    case Ist_LLSC:
      if (st->Ist.LLSC.storedata)
        store(st->Ist.LLSC.addr, of_atom(st->Ist.LLSC.storedata), new_site);
      else
        load(st->Ist.LLSC.addr, st->Ist.LLSC.result, nothing);
      break;
    case Ist_Dirty: call(st->Ist.Dirty.details, new_site); break;
    case Ist_MBE:
      if (new_site) spy_dataflow_refer(nothing); /* a fence has a site, but no address */
      break;
    default: break;
  }
}
