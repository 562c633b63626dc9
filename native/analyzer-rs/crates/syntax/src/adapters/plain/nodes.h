// Nodes of a tree, and their memory.
#ifndef ANALYZER_PLAIN_NODES_H
#define ANALYZER_PLAIN_NODES_H

#include "alloc.h"
#include "array.h"
#include "language.h"

// A few fit into a chunk of the allocator.
#define BYTES_PER_CHUNK ((1 << 16) - 64)

typedef struct Chunk {
  struct Chunk *next;
  uint64_t bytes[];
} Chunk;

// Freed at once.
typedef struct {
  Chunk *chunks;
  char *at;
  char *end;
} Memory;

// Serialized state of the external scanner after a token.
typedef struct {
  uint32_t length;
  char bytes[];
} ScannerState;

typedef struct Node {
  uint32_t start;
  uint32_t end;
  int32_t dynamic_precedence;
  uint32_t child_count;
  TSSymbol symbol;
  uint16_t production_id;
  // State in which a token was read.
  TSStateId parse_state;
  bool is_extra : 1;
  bool is_keyword : 1;
  bool has_visible_children : 1;
  // Of a token of the external scanner.
  const ScannerState *scanner_state;
  struct Node *children[];
} Node;

typedef Array(Node *) NodeList;

static void *memory_take(Memory *self, size_t size) {
  size = (size + 7) & ~(size_t)7;
  if ((size_t)(self->end - self->at) < size) {
    size_t bytes = size > BYTES_PER_CHUNK ? size : BYTES_PER_CHUNK;
    Chunk *chunk = ts_malloc(sizeof(Chunk) + bytes);
    chunk->next = self->chunks;
    self->chunks = chunk;
    self->at = (char *)chunk->bytes;
    self->end = self->at + bytes;
  }
  void *taken = self->at;
  self->at += size;
  return taken;
}

static void chunks_free(Chunk *chunk) {
  while (chunk) {
    Chunk *next = chunk->next;
    ts_free(chunk);
    chunk = next;
  }
}

// Keeps the last chunk.
static void memory_clear(Memory *self) {
  if (!self->chunks) return;
  chunks_free(self->chunks->next);
  self->chunks->next = NULL;
  self->at = (char *)self->chunks->bytes;
}

static void memory_free(Memory *self) {
  chunks_free(self->chunks);
  self->chunks = NULL;
}

static bool is_scanner_state(const ScannerState *self, const char *bytes, uint32_t length) {
  uint32_t own_length = self ? self->length : 0;
  return own_length == length && (length == 0 || memcmp(self->bytes, bytes, length) == 0);
}

static inline bool is_same_scanner_state(const ScannerState *left, const ScannerState *right) {
  return left == right || is_scanner_state(left, right ? right->bytes : NULL, right ? right->length : 0);
}

static inline Node *node_new(Memory *memory, TSSymbol symbol, uint32_t child_count) {
  Node *node = memory_take(memory, sizeof(Node) + child_count * sizeof(Node *));
  *node = (Node) { .symbol = symbol, .child_count = child_count };
  return node;
}

static Node *node_copy_of_token(Memory *memory, const Node *token) {
  Node *node = memory_take(memory, sizeof(Node));
  *node = *token;
  return node;
}

// `nodes`: the children, the last first. `position`: of a node without children.
static inline Node *node_new_parent(
  Memory *memory, const TSLanguage *language, TSSymbol symbol, uint16_t production_id, Node **nodes, uint32_t child_count,
  uint32_t position
) {
  Node *parent = node_new(memory, symbol, child_count);
  parent->production_id = production_id;
  if (child_count == 0) {
    parent->start = parent->end = position;
    return parent;
  }
  uint32_t rule_index = 0;
  for (uint32_t i = 0; i < child_count; i++) {
    Node *child = nodes[child_count - 1 - i];
    parent->children[i] = child;
    parent->dynamic_precedence += child->dynamic_precedence;
    bool is_aliased = false;
    if (!child->is_extra) {
      is_aliased = child->symbol != 0 && ts_language_alias_at(language, production_id, rule_index) != 0;
      rule_index++;
    }
    parent->has_visible_children |=
      is_aliased || language->symbol_metadata[child->symbol].visible || child->has_visible_children;
  }
  parent->start = parent->children[0]->start;
  parent->end = parent->children[child_count - 1]->end;
  return parent;
}

#endif
