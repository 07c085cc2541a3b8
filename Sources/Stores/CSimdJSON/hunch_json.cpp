#include "hunch_json.h"

#include <cstring>
#include <new>

#include <simdjson.h>

struct hunch_json_parser {
  simdjson::dom::parser dom;
  size_t max_length;
  size_t max_depth;
  hunch_json_parser(size_t length, size_t depth) : max_length(length), max_depth(depth) {}
};

static int32_t number_of(simdjson::error_code error) {
  switch (error) {
    case simdjson::SUCCESS: return HUNCH_JSON_OK;
    case simdjson::EMPTY: return HUNCH_JSON_EMPTY;
    case simdjson::TAPE_ERROR:
    case simdjson::INCOMPLETE_ARRAY_OR_OBJECT:
    case simdjson::TRAILING_CONTENT: return HUNCH_JSON_SYNTAX;
    case simdjson::STRING_ERROR: return HUNCH_JSON_STRING;
    case simdjson::UNCLOSED_STRING: return HUNCH_JSON_UNCLOSED_STRING;
    case simdjson::UNESCAPED_CHARS: return HUNCH_JSON_CONTROL;
    case simdjson::T_ATOM_ERROR:
    case simdjson::F_ATOM_ERROR:
    case simdjson::N_ATOM_ERROR: return HUNCH_JSON_ATOM;
    case simdjson::NUMBER_ERROR:
    case simdjson::NUMBER_OUT_OF_RANGE: return HUNCH_JSON_NUMBER;
    case simdjson::UTF8_ERROR: return HUNCH_JSON_UTF8;
    case simdjson::DEPTH_ERROR: return HUNCH_JSON_DEPTH;
    case simdjson::CAPACITY: return HUNCH_JSON_CAPACITY;
    case simdjson::MEMALLOC: return HUNCH_JSON_MEMORY;
    default: return HUNCH_JSON_UNEXPECTED;
  }
}

// The end of the last string of a tape, and so the used length of the text buffer.
static size_t text_in_use(const uint64_t *words, size_t count, const uint8_t *text) {
  size_t end = 0;
  for (size_t index = 0; index < count; index++) {
    switch (words[index] >> 56) {
      case '"': {
        const size_t offset = words[index] & 0x00FFFFFFFFFFFFFF;
        uint32_t length;
        std::memcpy(&length, text + offset, sizeof length);
        end = offset + sizeof length + length;  // strings are laid down one after another
        break;
      }
      case 'l':
      case 'u':
      case 'd': index++; break;
      default: break;
    }
  }
  return end;
}

// Doubles the capacity, so that lines of growing length do not allocate each time.
static simdjson::error_code reserve(hunch_json_parser &parser, size_t length) {
  size_t capacity = parser.dom.capacity();
  if (capacity >= length && capacity > 0) return simdjson::SUCCESS;
  if (capacity < 4096) capacity = 4096;
  while (capacity < length) capacity *= 2;
  const auto error = parser.dom.allocate(capacity, parser.max_depth);
  return error ? error : parser.dom.doc.allocate(capacity);
}

hunch_json_parser *hunch_json_parser_make(size_t max_length, size_t max_depth) {
  return new (std::nothrow) hunch_json_parser(max_length, max_depth);
}

void hunch_json_parser_free(hunch_json_parser *parser) { delete parser; }

hunch_json_tape hunch_json_parse(hunch_json_parser *parser, const uint8_t *text, size_t length) {
  hunch_json_tape tape = {nullptr, 0, nullptr, 0, HUNCH_JSON_OK};
  if (length > parser->max_length) {
    tape.error = HUNCH_JSON_CAPACITY;
    return tape;
  }
  // The address of an empty text may be null, and simdjson must not copy from null, not even 0
  // bytes.
  if (length == 0) {
    tape.error = HUNCH_JSON_EMPTY;
    return tape;
  }
  if (const auto error = reserve(*parser, length)) {
    tape.error = number_of(error);
    return tape;
  }
  simdjson::dom::element root;
  const auto error = parser->dom.parse(text, length, true).get(root);
  tape.error = number_of(error);
  if (error) return tape;
  tape.words = parser->dom.doc.tape.get();
  tape.word_count = tape.words[0] & 0x00FFFFFFFFFFFFFF;  // the root holds the index after its end
  tape.text = parser->dom.doc.string_buf.get();
  tape.text_count = text_in_use(tape.words, tape.word_count, tape.text);
  return tape;
}

size_t hunch_json_line_end(const uint8_t *text, size_t length) {
  if (length == 0) return 0;
  const void *found = std::memchr(text, '\n', length);
  return found ? static_cast<const uint8_t *>(found) - text : length;
}
