/* spy_ipc_waits.c: see spy_ipc_waits.h. If the tool cannot ask the kernel about a call, it assumes that the call does
 * not wait. A thread that does not return is detected later.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/schedule/spy_ipc_waits.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"

/* Constants of the kernel that Valgrind's headers do not have. */
enum { GET_VALUE = 12, UNLOCKED = 2, OFD_GET_LOCK = 36, OFD_SET_LOCK = 37, SET_PIPE_SIZE = 1031 };
enum { AIO_MAGIC = (Int)0xa10a10a1 };

static Bool is_readable(UWord start, SizeT bytes) { return VG_(am_is_valid_for_client)(start, bytes, VKI_PROT_READ); }

/* ---- semaphores ---- */

/* Returns the value of semaphore `number` of a set after the first `n` operations of a call. None of these operations
 * waits. Returns a negative number if the value is unknown. */
static Word value_after(UWord set, const struct vki_sembuf *operations, UInt n, UInt number) {
  Word value = spy_core_syscall(SPY_SYS_SEMCTL, set, number, GET_VALUE, 0, 0, 0);
  for (UInt i = 0; value >= 0 && i < n; i++)
    if (operations[i].sem_num == number) value += operations[i].sem_op;
  return value;
}

Bool spy_ipc_semop_waits(const UWord *a) {
  enum { MOST = 64 };
  const struct vki_sembuf *operations = (const struct vki_sembuf *)a[1];
  if (a[2] > MOST || !is_readable(a[1], a[2] * sizeof *operations)) return False;
  for (UInt i = 0; i < a[2]; i++) {
    const struct vki_sembuf *o = &operations[i];
    const Word value = value_after(a[0], operations, i, o->sem_num);
    if (value < 0) return False;
    if (o->sem_op == 0 ? value != 0 : value + o->sem_op < 0) return !(o->sem_flg & VKI_IPC_NOWAIT);
  }
  return False;
}

/* ---- queues ---- */

static Bool queue_state(UWord queue, struct vki_msqid64_ds *state) {
  return spy_core_syscall(SPY_SYS_MSGCTL, queue, VKI_IPC_STAT, (UWord)state, 0, 0, 0) == 0;
}

Bool spy_ipc_msgsnd_waits(const UWord *a) {
  struct vki_msqid64_ds state;
  if (a[3] & VKI_IPC_NOWAIT || !queue_state(a[0], &state)) return False;
  return state.msg_cbytes + a[2] > state.msg_qbytes || state.msg_qnum + 1 > state.msg_qbytes;
}

Bool spy_ipc_msgrcv_waits(const UWord *a) {
  struct vki_msqid64_ds state;
  return !(a[4] & VKI_IPC_NOWAIT) && queue_state(a[0], &state) && state.msg_qnum == 0;
}

/* ---- locks ---- */

Bool spy_ipc_is_waiting_lock(UWord command) { return command == VKI_F_SETLKW || command == VKI_F_OFD_SETLKW; }

Bool spy_ipc_lock_waits(const UWord *a) {
  struct vki_flock lock;
  if (!spy_ipc_is_waiting_lock(a[1]) || !is_readable(a[2], sizeof lock)) return False;
  VG_(memcpy)(&lock, (const void *)a[2], sizeof lock);
  const UWord ask = a[1] == VKI_F_SETLKW ? VKI_F_GETLK : OFD_GET_LOCK;
  return lock.l_type != UNLOCKED && spy_core_syscall(SPY_SYS_FCNTL, a[0], ask, (UWord)&lock, 0, 0, 0) == 0 &&
         lock.l_type != UNLOCKED;
}

Bool spy_ipc_fcntl_lets_go(UWord command) {
  return spy_ipc_is_waiting_lock(command) || command == VKI_F_SETLK || command == OFD_SET_LOCK ||
         command == VKI_F_SETFL || command == SET_PIPE_SIZE;
}

/* ---- asynchronous input and output ---- */

/* Returns whether io_getevents would wait. A context is the address of a ring that the kernel has mapped into the
 * program's memory. */
Bool spy_ipc_aio_waits(const UWord *a) {
  const struct vki_aio_ring *ring = (const struct vki_aio_ring *)a[0];
  if (!is_readable(a[0], sizeof *ring) || ring->magic != (UInt)AIO_MAGIC || ring->nr == 0) return False;
  const UInt events = (ring->tail + ring->nr - ring->head) % ring->nr;
  return (Word)a[1] > (Word)events;
}
