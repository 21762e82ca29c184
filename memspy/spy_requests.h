/* spy_requests.h: requests of the program and of a user's vgdb. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Valgrind's hook for client requests, including monitor commands. */
Bool spy_request(ThreadId tid, UWord *arguments, UWord *result);
