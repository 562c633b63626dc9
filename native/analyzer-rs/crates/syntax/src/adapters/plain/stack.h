// Stacks of a parse: several versions while a text can be read in several ways. As `stack.c` of tree-sitter, without
// errors and counts of references.
#ifndef ANALYZER_PLAIN_STACK_H
#define ANALYZER_PLAIN_STACK_H

#include "array.h"
#include "nodes.h"

// As in tree-sitter.
#define MAX_VERSIONS 6
#define MAX_VERSIONS_AT_ONCE 10
#define MAX_LINKS 8
#define MAX_WAYS 64
// A deeper merge is left to tree-sitter.
#define MAX_MERGE_DEPTH 1000

typedef struct {
  struct StackNode *previous;
  Node *node;
} Link;

typedef struct StackNode {
  Link link;
  // Further links, if readings of the same text came together here.
  Link *more;
  uint32_t link_count;
  int32_t dynamic_precedence;
  uint32_t position;
  TSStateId state;
} StackNode;

typedef enum { Active, Paused, Halted } Status;

typedef struct {
  StackNode *top;
  // After the last token of the external scanner.
  const ScannerState *scanner_state;
  Status status;
} Version;

// Nodes down from the top of a version, the topmost first.
typedef struct {
  StackNode *at;
  Node **nodes;
  uint32_t size;
  uint32_t capacity;
  // Nodes that are no extras.
  uint32_t count;
} Way;

// A way, and the version that begins below it.
typedef struct {
  Way way;
  uint32_t version;
} Slice;

typedef struct {
  Memory memory;
  StackNode *free_nodes;
  Version versions[MAX_VERSIONS_AT_ONCE];
  uint32_t version_count;
  Array(Way) ways;
  Array(Slice) slices;
  // Lists of nodes of the last ways.
  Memory way_memory;
  // A limit was reached: tree-sitter decides.
  bool is_unsure;
} Stack;

static void stack_start(Stack *self) {
  StackNode *base = memory_take(&self->memory, sizeof(StackNode));
  *base = (StackNode) { .state = 1 };
  self->versions[0] = (Version) { .top = base };
  self->version_count = 1;
}

static void stack_delete(Stack *self) {
  array_delete(&self->ways);
  array_delete(&self->slices);
  memory_free(&self->way_memory);
  memory_free(&self->memory);
}

static inline void stack_push(Stack *self, Version *version, Node *node, TSStateId state) {
  StackNode *top = self->free_nodes;
  if (top) {
    self->free_nodes = top->link.previous;
  } else {
    top = memory_take(&self->memory, sizeof(StackNode));
  }
  *top = (StackNode) {
    .link = { version->top, node },
    .link_count = 1,
    .dynamic_precedence = version->top->dynamic_precedence + node->dynamic_precedence,
    .position = node->end,
    .state = state,
  };
  version->top = top;
}

static void stack_remove(Stack *self, uint32_t version) {
  self->version_count--;
  memmove(&self->versions[version], &self->versions[version + 1], (self->version_count - version) * sizeof(Version));
}

static void stack_swap(Stack *self, uint32_t left, uint32_t right) {
  Version version = self->versions[left];
  self->versions[left] = self->versions[right];
  self->versions[right] = version;
}

static inline Link *link_at(StackNode *node, uint32_t index) {
  return index == 0 ? &node->link : &node->more[index - 1];
}

static bool is_equivalent(Link left, Link right) {
  const Node *one = left.node;
  const Node *other = right.node;
  return one == other || (
    one->symbol == other->symbol &&
    one->end - one->start == other->end - other->start &&
    one->start - left.previous->position == other->start - right.previous->position &&
    one->child_count == other->child_count &&
    one->is_extra == other->is_extra &&
    is_same_scanner_state(one->scanner_state, other->scanner_state)
  );
}

static void stack_add_link(Stack *self, StackNode *node, Link link, uint32_t depth) {
  if (link.previous == node) return;
  if (depth > MAX_MERGE_DEPTH || node->link_count == 0) {
    self->is_unsure = true;
    return;
  }
  int32_t dynamic_precedence = link.previous->dynamic_precedence + link.node->dynamic_precedence;
  for (uint32_t i = 0; i < node->link_count; i++) {
    Link *existing = link_at(node, i);
    if (!is_equivalent(*existing, link)) continue;
    StackNode *previous = existing->previous;
    if (previous == link.previous) {
      if (link.node->dynamic_precedence > existing->node->dynamic_precedence) {
        existing->node = link.node;
        node->dynamic_precedence = dynamic_precedence;
      }
      return;
    }
    if (previous->state == link.previous->state && previous->position == link.previous->position) {
      for (uint32_t j = 0; j < link.previous->link_count; j++) {
        stack_add_link(self, previous, *link_at(link.previous, j), depth + 1);
      }
      if (dynamic_precedence > node->dynamic_precedence) node->dynamic_precedence = dynamic_precedence;
      return;
    }
  }
  if (node->link_count == MAX_LINKS) return;
  if (!node->more) node->more = memory_take(&self->memory, (MAX_LINKS - 1) * sizeof(Link));
  node->more[node->link_count++ - 1] = link;
  if (dynamic_precedence > node->dynamic_precedence) node->dynamic_precedence = dynamic_precedence;
}

// False if the versions cannot be continued as one.
static bool stack_merge(Stack *self, uint32_t into, uint32_t from) {
  const Version *left = &self->versions[into];
  const Version *right = &self->versions[from];
  if (
    left->status != Active ||
    right->status != Active ||
    left->top->state != right->top->state ||
    left->top->position != right->top->position ||
    !is_same_scanner_state(left->scanner_state, right->scanner_state)
  ) return false;
  for (uint32_t i = 0; i < right->top->link_count; i++) {
    stack_add_link(self, left->top, *link_at(right->top, i), 0);
  }
  stack_remove(self, from);
  return true;
}

static void way_add(Memory *memory, Way *way, Link link) {
  if (way->size == way->capacity) {
    uint32_t capacity = way->size < 8 ? 8 : way->size * 2;
    Node **nodes = memory_take(memory, capacity * sizeof(Node *));
    if (way->size > 0) memcpy(nodes, way->nodes, way->size * sizeof(Node *));
    way->nodes = nodes;
    way->capacity = capacity;
  }
  way->nodes[way->size++] = link.node;
  way->count += !link.node->is_extra;
  way->at = link.previous;
}

// Slices of one version are next to each other.
static void stack_add_slice(Stack *self, uint32_t version, const Way *way) {
  for (uint32_t i = self->slices.size; i > 0; i--) {
    uint32_t known = self->slices.contents[i - 1].version;
    if (self->versions[known].top == way->at) {
      Slice slice = { *way, known };
      array_insert(&self->slices, i, slice);
      return;
    }
  }
  if (self->version_count == MAX_VERSIONS_AT_ONCE) {
    self->is_unsure = true;
    return;
  }
  Version *below = &self->versions[self->version_count];
  *below = self->versions[version];
  below->top = way->at;
  below->status = Active;
  Slice slice = { *way, self->version_count++ };
  array_push(&self->slices, slice);
}

// Slices of all ways over `count` nodes that are no extras, in the order of tree-sitter.
static void stack_slice(Stack *self, uint32_t version, uint32_t count) {
  array_clear(&self->ways);
  array_clear(&self->slices);
  memory_clear(&self->way_memory);
  Way first = { .at = self->versions[version].top };
  array_push(&self->ways, first);
  while (self->ways.size > 0) {
    for (uint32_t i = 0, size = self->ways.size; i < size; i++) {
      const Way *way = &self->ways.contents[i];
      StackNode *at = way->at;
      bool is_complete = way->count == count;
      if (is_complete) stack_add_slice(self, version, way);
      if (self->is_unsure) return;
      if (is_complete || at->link_count == 0) {
        array_erase(&self->ways, i);
        i--, size--;
        continue;
      }
      for (uint32_t j = 1; j < at->link_count && self->ways.size < MAX_WAYS; j++) {
        Way other = self->ways.contents[i];
        // Adding a node copies the list.
        other.capacity = other.size;
        way_add(&self->way_memory, &other, *link_at(at, j));
        array_push(&self->ways, other);
      }
      way_add(&self->way_memory, &self->ways.contents[i], at->link);
    }
  }
}

// Writes the top nodes of the only version, the topmost first, and removes them; false if there are several ways down.
static bool stack_pop_only_way(Stack *self, uint32_t count, NodeList *nodes) {
  Version *version = &self->versions[0];
  array_clear(nodes);
  StackNode *top = version->top;
  StackNode *last = NULL;
  while (count > 0) {
    if (top->link_count != 1) return false;
    count -= !top->link.node->is_extra;
    array_push(nodes, top->link.node);
    last = top;
    top = top->link.previous;
  }
  if (last) {
    // No other version refers to them.
    last->link.previous = self->free_nodes;
    self->free_nodes = version->top;
    version->top = top;
  }
  return true;
}

#endif
