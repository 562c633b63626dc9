// A visible node of a syntax tree, as `tree_walk.rs` reads it.
#ifndef ANALYZER_WALKED_NODE_H
#define ANALYZER_WALKED_NODE_H

#include <stdint.h>

typedef struct {
  uint32_t start;
  uint32_t end;
  // Number of visible ancestors.
  uint32_t depth;
  uint16_t symbol;
  uint16_t field;
  uint32_t is_missing;
} WalkedNode;

#endif
