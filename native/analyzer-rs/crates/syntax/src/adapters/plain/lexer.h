// The lexer that functions of a grammar see, over a valid UTF-8 text in memory. As `lexer.c` of tree-sitter, without rows,
// chunks and included ranges.
#ifndef ANALYZER_PLAIN_LEXER_H
#define ANALYZER_PLAIN_LEXER_H

#include <string.h>

#include "language.h"

#define BYTE_ORDER_MARK 0xfeff
#define NO_END UINT32_MAX

typedef struct {
  // First, because functions of a grammar get its address.
  TSLexer data;
  const uint8_t *text;
  uint32_t length;
  uint32_t position;
  uint32_t lookahead_size;
  uint32_t token_start;
  uint32_t token_end;
} PlainLexer;

static inline bool is_continuation(uint8_t byte) {
  return (byte & 0xc0) == 0x80;
}

static inline void lexer_read(PlainLexer *self) {
  if (self->position >= self->length) {
    self->data.lookahead = 0;
    self->lookahead_size = 1;
    return;
  }
  const uint8_t *at = self->text + self->position;
  if (at[0] < 0x80) {
    self->data.lookahead = at[0];
    self->lookahead_size = 1;
  } else if (at[0] < 0xe0) {
    self->data.lookahead = (at[0] & 0x1f) << 6 | (at[1] & 0x3f);
    self->lookahead_size = 2;
  } else if (at[0] < 0xf0) {
    self->data.lookahead = (at[0] & 0x0f) << 12 | (at[1] & 0x3f) << 6 | (at[2] & 0x3f);
    self->lookahead_size = 3;
  } else {
    self->data.lookahead = (at[0] & 0x07) << 18 | (at[1] & 0x3f) << 12 | (at[2] & 0x3f) << 6 | (at[3] & 0x3f);
    self->lookahead_size = 4;
  }
}

static void lexer_advance(TSLexer *data, bool skip) {
  PlainLexer *self = (PlainLexer *)data;
  if (self->position >= self->length) return;
  self->position += self->lookahead_size;
  if (skip) self->token_start = self->position;
  lexer_read(self);
}

static void lexer_mark_end(TSLexer *data) {
  PlainLexer *self = (PlainLexer *)data;
  self->token_end = self->position;
}

static bool lexer_is_at_end(const TSLexer *data) {
  const PlainLexer *self = (const PlainLexer *)data;
  return self->position >= self->length;
}

// In characters.
static uint32_t lexer_column(TSLexer *data) {
  const PlainLexer *self = (const PlainLexer *)data;
  uint32_t column = 0;
  uint32_t at = self->position;
  for (; at > 0 && self->text[at - 1] != '\n'; at--) column += !is_continuation(self->text[at - 1]);
  bool has_mark = at == 0 && self->position >= 3 && memcmp(self->text, "\xef\xbb\xbf", 3) == 0;
  return column - has_mark;
}

static bool lexer_is_at_range_start(const TSLexer *data) {
  return ((const PlainLexer *)data)->position == 0;
}

static void lexer_log(const TSLexer *data, const char *format, ...) {
  (void)data;
  (void)format;
}

static PlainLexer lexer_of(const uint8_t *text, uint32_t length) {
  return (PlainLexer) {
    .data = {
      .advance = lexer_advance,
      .mark_end = lexer_mark_end,
      .get_column = lexer_column,
      .is_at_included_range_start = lexer_is_at_range_start,
      .eof = lexer_is_at_end,
      .log = lexer_log,
    },
    .text = text,
    .length = length,
  };
}

static inline void lexer_start(PlainLexer *self, uint32_t position) {
  self->position = position;
  self->token_start = position;
  self->token_end = NO_END;
  self->data.result_symbol = 0;
  lexer_read(self);
  if (position == 0 && self->data.lookahead == BYTE_ORDER_MARK) lexer_advance(&self->data, true);
}

static inline void lexer_finish(PlainLexer *self) {
  if (self->token_end == NO_END) self->token_end = self->position;
  if (self->token_end < self->token_start) self->token_start = self->token_end;
}

#endif
