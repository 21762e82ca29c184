/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/report/report_packed.h"

#include <gio/gio.h>

#include "plat/plat.h"
#include "ui/base/ui_progress.h"

/* Compression level 6 gives half the size of the fastest level, and takes twice the time. */
enum { LEVEL = 6, PIECE = 3 * 1024 };

/* An encoder in base64 for consecutive pieces of data. */
typedef struct {
  FILE *file;
  gint state, save;
} Encoder;

static void encode(Encoder *encoder, const guchar *bytes, size_t n) {
  char text[PIECE / 3 * 4 + 8];
  const gsize length = g_base64_encode_step(bytes, n, FALSE, text, &encoder->state, &encoder->save);
  fwrite(text, 1, length, encoder->file);
}

static void encode_end(Encoder *encoder) {
  char text[8];
  const gsize length = g_base64_encode_close(FALSE, text, &encoder->state, &encoder->save);
  fwrite(text, 1, length, encoder->file);
}

void report_packed_put(FILE *file, const void *bytes, size_t n) {
  g_autoptr(GZlibCompressor) compressor = g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB, LEVEL);
  Encoder encoder = {.file = file};
  const guchar *rest = bytes;
  ui_progress_begin("Packing", n);
  GConverterResult result;
  do {
    guchar packed[PIECE];
    gsize used, made;
    /* Deflating cannot fail here, since all of the input is available, and there is room for the output. */
    result = g_converter_convert(G_CONVERTER(compressor), rest, n, packed, sizeof packed, G_CONVERTER_INPUT_AT_END,
                                 &used, &made, NULL);
    plat_assert(result != G_CONVERTER_ERROR);
    rest += used;
    n -= used;
    ui_progress_at((uint64_t)(rest - (const guchar *)bytes));
    encode(&encoder, packed, made);
  } while (result != G_CONVERTER_FINISHED);
  encode_end(&encoder);
  ui_progress_end();
}
