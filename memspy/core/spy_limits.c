/* spy_limits.c: see spy_limits.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/core/spy_limits.h"

#include "memspy/core/spy_core.h"

/* The size of the address space that the core gives a program. */
#define CLIENT_BYTES (64UL << 30)

/* First bytes of instructions. */
enum { EVEX = 0x62, TWO_BYTES = 0x0f, UD2 = 0x0b };

typedef enum {
#define LIMIT(symbol, words, advice) symbol,
#include "memspy/core/spy_limits.def"
#undef LIMIT
  N_LIMITS
} limit;

static const struct {
  const HChar *words, *advice;
} limits[] = {
#define LIMIT(symbol, words, advice) {words, advice},
#include "memspy/core/spy_limits.def"
#undef LIMIT
};

/* Prints a sentence once. Writes directly to the log, since the core may be printing a message at this time. */
static void explain(limit of) {
  static Bool explained[N_LIMITS];
  HChar line[1024];
  if (explained[of]) return;
  explained[of] = True;
  const UInt n = VG_(snprintf)(line, sizeof line, "memspy: %s\n", limits[of].advice);
  __real_vgPlain_write(VG_(log_output_sink).fd, line, (Int)n);
}

static Bool has_words(const HChar *text, Int bytes, const HChar *words) {
  const Int n = (Int)VG_(strlen)(words);
  for (Int at = 0; at + n <= bytes; at++)
    if (VG_(memcmp)(text + at, words, (SizeT)n) == 0) return True;
  return False;
}

Int __wrap_vgPlain_write(Int fd, const void *bytes, Int n) {
  const Int written = __real_vgPlain_write(fd, bytes, n);
  for (UInt i = 0; fd == VG_(log_output_sink).fd && i < N_LIMITS; i++)
    if (limits[i].words && has_words(bytes, n, limits[i].words)) explain((limit)i);
  return written;
}

/* Returns whether the program's action for a signal is the default action, so that a fault ends the program. */
static Bool is_fatal(Int signal) {
  vki_sigaction_fromK_t action;
  return !sr_isError(VG_(do_sys_sigaction)(signal, NULL, &action)) && action.ksa_handler == VKI_SIG_DFL;
}

/* (Compilers mark unreachable code with ud2. It also ends the program without Valgrind.) */
void spy_limits_fault(const vki_siginfo_t *info) {
  if (info->si_signo != VKI_SIGILL || info->si_code != VKI_ILL_ILLOPC || !is_fatal(info->si_signo)) return;
  const UChar *code = info->_sifields._sigfault._addr;
  if (!VG_(am_is_valid_for_client)((Addr)code, 2, VKI_PROT_READ)) return;
  if (code[0] == EVEX)
    explain(AVX512);
  else if (code[0] != TWO_BYTES || code[1] != UD2)
    explain(INSTRUCTION);
}

void spy_limits_not_mapped(UWord bytes) {
  if (bytes >= CLIENT_BYTES && VG_(clo_verbosity) > 0) explain(RESERVATION);
}
