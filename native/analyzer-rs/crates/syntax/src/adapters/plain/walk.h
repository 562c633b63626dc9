// Walks a tree of the plain parser: the nodes that `tree_walk.c` gives for a tree of tree-sitter.
#ifndef ANALYZER_PLAIN_WALK_H
#define ANALYZER_PLAIN_WALK_H

#include "array.h"
#include "nodes.h"
#include "walked_node.h"

// A node whose children are visited.
typedef struct {
  const Node *parent;
  uint32_t next_child;
  // Index of the next child among those of the grammar's rule.
  uint32_t rule_index;
  uint32_t depth;
  // Field of all its children, if it is hidden and has a field itself.
  TSFieldId field;
} Frame;

typedef Array(Frame) Frames;

static inline void walk_enter(Frames *frames, const Node *node, uint32_t depth, TSFieldId field) {
  if (!node->has_visible_children) return;
  Frame frame = { .parent = node, .depth = depth, .field = field };
  array_push(frames, frame);
}

static inline WalkedNode walk_node(
  const TSLanguage *language, const Node *node, TSSymbol alias, TSFieldId field, uint32_t depth
) {
  return (WalkedNode) {
    .start = node->start,
    .end = node->end,
    .depth = depth,
    .symbol = language->public_symbol_map[alias ? alias : node->symbol],
    .field = field,
  };
}

static inline TSFieldId walk_field(const TSLanguage *language, const Frame *frame) {
  const TSFieldMapEntry *entry, *end;
  ts_language_field_map(language, frame->parent->production_id, &entry, &end);
  for (; entry < end; entry++) {
    if (!entry->inherited && entry->child_index == frame->rule_index) return entry->field_id;
  }
  return frame->field;
}

static uint32_t walk_next(Frames *frames, const TSLanguage *language, WalkedNode *nodes, uint32_t capacity) {
  uint32_t written = 0;
  while (frames->size > 0 && written < capacity) {
    Frame *frame = array_back(frames);
    if (frame->next_child == frame->parent->child_count) {
      frames->size--;
      continue;
    }
    const Node *child = frame->parent->children[frame->next_child++];
    uint32_t depth = frame->depth;
    TSSymbol alias = 0;
    TSFieldId field = 0;
    if (!child->is_extra) {
      alias = ts_language_alias_at(language, frame->parent->production_id, frame->rule_index);
      field = walk_field(language, frame);
      frame->rule_index++;
    }
    bool is_visible = alias || language->symbol_metadata[child->symbol].visible;
    if (is_visible) nodes[written++] = walk_node(language, child, alias, field, depth);
    walk_enter(frames, child, depth + is_visible, is_visible ? 0 : field);
  }
  return written;
}

#endif
