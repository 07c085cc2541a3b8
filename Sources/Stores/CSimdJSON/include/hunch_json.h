// The C interface to simdjson: parses one JSON text and shows the result as two flat buffers.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The error, or 0. These numbers are Hunch's own and stay the same when simdjson's change.
enum {
  HUNCH_JSON_OK = 0,
  HUNCH_JSON_EMPTY,            // only white space
  HUNCH_JSON_SYNTAX,           // a value, comma, colon or bracket is missing or out of place
  HUNCH_JSON_STRING,           // a bad escape in a string
  HUNCH_JSON_UNCLOSED_STRING,  // a string without its closing quote
  HUNCH_JSON_CONTROL,          // a control character in a string
  HUNCH_JSON_ATOM,             // a word other than true, false and null
  HUNCH_JSON_NUMBER,           // not a number, or one that no 64-bit number can hold
  HUNCH_JSON_UTF8,             // not UTF-8
  HUNCH_JSON_DEPTH,            // nested deeper than allowed
  HUNCH_JSON_CAPACITY,         // longer than allowed
  HUNCH_JSON_MEMORY,           // out of memory
  HUNCH_JSON_UNEXPECTED,       // anything else: a bug in this interface or in simdjson
};

/// Buffers that are reused for each text. Not thread-safe.
typedef struct hunch_json_parser hunch_json_parser;

/// simdjson's tape and the bytes of its strings. An element is one 64-bit word with its kind in the
/// top byte; numbers take a second word. Both belong to the parser and are valid until it parses
/// the next text.
typedef struct {
  const uint64_t *words;
  size_t word_count;
  const uint8_t *text;
  size_t text_count;
  int32_t error;
} hunch_json_tape;

/// Creates a parser of texts up to a length and a depth; NULL if out of memory.
hunch_json_parser *hunch_json_parser_make(size_t max_length, size_t max_depth);
void hunch_json_parser_free(hunch_json_parser *parser);

/// Parses a text. It copies the text into a padded buffer first, so it reads nothing beyond its
/// end.
hunch_json_tape hunch_json_parse(hunch_json_parser *parser, const uint8_t *text, size_t length);

/// Returns the index of the first line feed, or `length` if there is none.
size_t hunch_json_line_end(const uint8_t *text, size_t length);

#ifdef __cplusplus
}
#endif
