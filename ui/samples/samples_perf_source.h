/* SPDX-License-Identifier: GPL-2.0-or-later
 * samples_perf_source.h: decodes the source of the data of an access, as the kernel reports it for a sample. */
#pragma once

#include "ui/samples/samples.h"

/* Decodes a perf_mem_data_src (<linux/perf_event.h>). The data of the result are 0. */
SamplesAccess samples_perf_source(guint64 bits);
