/* trace_format.h: the kinds and fields of a trace file, as data. Made from trace_format.def.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdint.h>

enum { TRACE_FORMAT_VERSION = 2 };

/* A flag of a source, in addition to those of its site: the instruction is atomic. */
enum { TRACE_ATOMIC = 64 };

/* Limits of the format. A file that exceeds one of these limits is invalid. */
enum {
  TRACE_DEPTH_MAX = 32,     /* levels of a descriptor */
  TRACE_RAW_MAX = 1 << 20,  /* bytes of a block's content */
  TRACE_LANE_ORDER = 65535, /* the lane of turns */
  TRACE_PROCESSORS_MAX = 4096,
  TRACE_SOURCES_MAX = 1 << 24,
  TRACE_TEXT_MAX = 1 << 28, /* maximum bytes of the tables */
  TRACE_TEXT_PACKED = 256,  /* maximum bytes of the tables for each byte of the file, and maximum number of sources for
                               each byte of the file */
  TRACE_PART_BLOCKS_MAX = 1 << 16,
  TRACE_PART_MAX = 1 << 26 /* maximum bytes of the contents of a part's blocks */
};

typedef enum {
#define KIND(symbol, name, help) TRACE_##symbol,
#include "trace/trace_format.def"
  TRACE_KINDS
} trace_kind;

typedef enum {
#define BLOCK(symbol, name, help) TRACE_BLOCK_##symbol,
#include "trace/trace_format.def"
  TRACE_BLOCKS
} trace_block_kind;

typedef enum {
#define CODEC(symbol, name, help) TRACE_CODEC_##symbol,
#include "trace/trace_format.def"
  TRACE_CODECS
} trace_codec;

/* Bytes of the headers. */
enum {
#define FILE_FIELD(name, bytes, help) +bytes
  TRACE_FILE_HEADER =
#include "trace/trace_format.def"
      ,
#define BLOCK_FIELD(name, bytes, help) +bytes
  TRACE_BLOCK_HEADER =
#include "trace/trace_format.def"
      ,
#define TRAILER_FIELD(name, bytes, help) +bytes
  TRACE_TRAILER =
#include "trace/trace_format.def"
};

/* The header of a file, the header of a block, and the trailer, each as a struct of numbers, including the magic
 * numbers. */
typedef struct {
#define FILE_FIELD(name, bytes, help) uint64_t name;
#include "trace/trace_format.def"
} trace_file_header;

typedef struct {
#define BLOCK_FIELD(name, bytes, help) uint64_t name;
#include "trace/trace_format.def"
} trace_block_header;

typedef struct {
#define TRAILER_FIELD(name, bytes, help) uint64_t name;
#include "trace/trace_format.def"
} trace_trailer;

#define TRACE_MAGIC_FILE 0x1a0a0d5254534d89u
#define TRACE_MAGIC_BLOCK 0x6b42534du
#define TRACE_MAGIC_END 0x0a646e6554534d89u

/* A text block that begins with this string replaces the tables. */
#define TRACE_TEXT_BEGIN "memspy-profile "

/* A source: the static properties of an event. An event in the lane of the order has no source: its source number is
 * the number of a processor. */
typedef struct {
#define SOURCE_FIELD(name, help) uint64_t name;
#include "trace/trace_format.def"
} trace_source;

/* The next functions convert a header to bytes, and back. */
void trace_file_header_put(uint8_t *to, const trace_file_header *header);
void trace_file_header_get(const uint8_t *from, trace_file_header *header);
void trace_block_header_put(uint8_t *to, const trace_block_header *header);
void trace_block_header_get(const uint8_t *from, trace_block_header *header);
void trace_trailer_put(uint8_t *to, const trace_trailer *trailer);
void trace_trailer_get(const uint8_t *from, trace_trailer *trailer);

/* The next two functions return the name of a kind of event, or of a kind of block, in listings. */
const char *trace_kind_name(trace_kind kind);
const char *trace_block_name(trace_block_kind kind);

/* Returns the checksum of a block with the header `header` and the n bytes of content `stored`. */
uint64_t trace_block_checksum(const uint8_t *header, const uint8_t *stored, uint64_t n);

/* The next two functions return the chain (a running checksum) of the file's header, and that of a block's header. The
 * chain of a block's header continues the chain of the previous header. So a walk over the headers detects altered,
 * missing and added headers without reading the contents of the blocks. */
uint32_t trace_file_chain(const uint8_t *header);
uint32_t trace_block_chain(uint32_t before, const uint8_t *header);
