/* spy_text.c: see spy_text.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/core/spy_text.h"

enum { PAGE = 4096 };

/* The memory after a text can be unreadable, so each page is checked only when the text reaches it. */
SSizeT spy_text_copy(Addr from, HChar *to, SizeT bytes) {
  for (SizeT i = 0; i < bytes; i++) {
    if ((i == 0 || (from + i) % PAGE == 0) && !VG_(am_is_valid_for_client)(from + i, 1, VKI_PROT_READ)) return -1;
    to[i] = *(const HChar *)(from + i);
    if (to[i] == '\0') return (SSizeT)i;
  }
  return (SSizeT)bytes;
}
