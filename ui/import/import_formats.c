/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/import/import_formats.h"

static const ImportFormat formats[] = {
#define FORMAT(name, summary) {#name, summary, import_##name},
#include "ui/import/import_readers.def"
};

const ImportFormat *import_formats_get(unsigned i) { return i < G_N_ELEMENTS(formats) ? &formats[i] : NULL; }
