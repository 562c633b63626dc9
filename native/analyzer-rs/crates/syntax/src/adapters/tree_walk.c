// Walks a tree of tree-sitter in one pass. Its cursor stores data to go back and to siblings, and queries the grammar for
// each node several times: a tenth of a scan. Compiled with tree-sitter's own headers, so that it always has the library's
// layout of nodes. Visible nodes, aliases and fields are as in `tree_cursor.c`.
#include "tree.h"
#include "language.h"
#include "walked_node.h"

// A node whose children are visited.
typedef struct {
  const Subtree *children;
  uint32_t child_count;
  uint32_t next_child;
  // Index of the next child among those of the grammar's rule.
  uint32_t rule_index;
  // End of the last child.
  uint32_t position;
  uint32_t depth;
  uint16_t production_id;
  // Field of all its children, if it is hidden and has a field itself.
  TSFieldId field;
} Frame;

typedef struct TreeWalk {
  const TSLanguage *language;
  Array(Frame) frames;
} TreeWalk;

static void enter(TreeWalk *self, Subtree node, uint32_t start, uint32_t depth, TSFieldId field) {
  if (ts_subtree_visible_child_count(node) == 0) return;
  Frame frame = {
    .children = ts_subtree_children(node),
    .child_count = node.ptr->child_count,
    .position = start,
    .depth = depth,
    .production_id = node.ptr->production_id,
    .field = field,
  };
  array_push(&self->frames, frame);
}

static TSFieldId field_of(const TSLanguage *language, const Frame *frame, uint32_t rule_index) {
  const TSFieldMapEntry *entry, *end;
  ts_language_field_map(language, frame->production_id, &entry, &end);
  for (; entry < end; entry++) {
    if (!entry->inherited && entry->child_index == rule_index) return entry->field_id;
  }
  return frame->field;
}

static WalkedNode walked(
  const TreeWalk *self, Subtree node, TSSymbol alias, TSFieldId field, uint32_t start, uint32_t depth
) {
  return (WalkedNode) {
    .start = start,
    .end = start + ts_subtree_size(node).bytes,
    .depth = depth,
    .symbol = ts_language_public_symbol(self->language, alias ? alias : ts_subtree_symbol(node)),
    .field = field,
    .is_missing = ts_subtree_missing(node),
  };
}

// Starts at the root, which it writes.
TreeWalk *analyzer_walk_new(const TSTree *tree, WalkedNode *root) {
  TreeWalk *self = ts_malloc(sizeof(TreeWalk));
  self->language = tree->language;
  array_init(&self->frames);
  uint32_t start = ts_subtree_padding(tree->root).bytes;
  *root = walked(self, tree->root, 0, 0, start, 0);
  enter(self, tree->root, start, 1, 0);
  return self;
}

void analyzer_walk_delete(TreeWalk *self) {
  array_delete(&self->frames);
  ts_free(self);
}

// Writes the next visible nodes, parents before children, at most `capacity`. At the end it writes none.
uint32_t analyzer_walk_next(TreeWalk *self, WalkedNode *nodes, uint32_t capacity) {
  uint32_t written = 0;
  while (self->frames.size > 0 && written < capacity) {
    Frame *frame = array_back(&self->frames);
    if (frame->next_child == frame->child_count) {
      array_pop(&self->frames);
      continue;
    }
    Subtree child = frame->children[frame->next_child];
    // A node starts at its first child.
    uint32_t start = frame->position + (frame->next_child == 0 ? 0 : ts_subtree_padding(child).bytes);
    uint32_t depth = frame->depth;
    TSSymbol alias = 0;
    TSFieldId field = 0;
    if (!ts_subtree_extra(child)) {
      alias = ts_language_alias_at(self->language, frame->production_id, frame->rule_index);
      field = field_of(self->language, frame, frame->rule_index);
      frame->rule_index++;
    }
    frame->position = start + ts_subtree_size(child).bytes;
    frame->next_child++;
    bool is_visible = alias || ts_subtree_visible(child);
    if (is_visible) nodes[written++] = walked(self, child, alias, field, start, depth);
    enter(self, child, start, depth + is_visible, is_visible ? 0 : field);
  }
  return written;
}
