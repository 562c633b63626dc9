// Parses texts without errors with the tables, the lexer and the scanner of a grammar, in less than half of the time of
// tree-sitter's own parser, which also recovers from errors, reads again what an edit changed, and counts for both. The
// tree is the same: versions of the stack, their order, merges and choices are those of `parser.c` for a text without
// errors. Where tree-sitter would recover from an error, or a limit of versions is reached, the caller has to use it.
#include "lexer.h"
#include "nodes.h"
#include "stack.h"
#include "walk.h"

#define OPERATIONS_PER_CHECK 256
#define NO_VERSION UINT32_MAX
#define ERROR_STATE 0

typedef enum {
  HasTree,
  // In every reading.
  HasError,
  IsUnsure,
  IsStopped,
} Outcome;

typedef bool (*ShouldStop)(void *);

typedef struct {
  // Null: not known.
  Node *node;
  uint32_t position;
  const ScannerState *scanner_state;
} LastToken;

typedef struct PlainTree {
  const TSLanguage *language;
  PlainLexer lexer;
  void *scanner;
  Stack stack;
  LastToken last_token;
  Node *root;
  Outcome outcome;
  NodeList nodes;
  Array(const Node *) compared;
  Frames frames;
  char scanner_bytes[TREE_SITTER_SERIALIZATION_BUFFER_SIZE];
} PlainTree;

static inline void find_entry(const TSLanguage *language, TSStateId state, TSSymbol symbol, TableEntry *entry) {
  const TSParseActionEntry *found = &language->parse_actions[ts_language_lookup(language, state, symbol)];
  entry->action_count = found->entry.count;
  entry->is_reusable = found->entry.reusable;
  entry->actions = (const TSParseAction *)(found + 1);
}

// Tokens

// Whether the external scanner finds a token, and its state then.
static bool scan(
  PlainTree *self, TSStateId state, TSStateId external_state, uint32_t start, const ScannerState **scanner_state,
  bool is_error_mode
) {
  const TSLanguage *language = self->language;
  PlainLexer *lexer = &self->lexer;
  const ScannerState *before = *scanner_state;
  lexer_start(lexer, start);
  language->external_scanner.deserialize(self->scanner, before ? before->bytes : NULL, before ? before->length : 0);
  const bool *symbols = ts_language_enabled_external_tokens(language, external_state);
  if (!language->external_scanner.scan(self->scanner, &lexer->data, symbols)) return false;
  lexer_finish(lexer);
  uint32_t length = language->external_scanner.serialize(self->scanner, self->scanner_bytes);
  bool is_changed = !is_scanner_state(before, self->scanner_bytes, length);
  TSSymbol symbol = language->external_scanner.symbol_map[lexer->data.result_symbol];
  // An empty token that changes nothing would be found again and again.
  if (
    lexer->token_end <= start && !is_changed &&
    (is_error_mode || ts_language_next_state(language, state, symbol) == state)
  ) return false;
  if (is_changed || !before) {
    ScannerState *after = memory_take(&self->stack.memory, sizeof(ScannerState) + length);
    after->length = length;
    memcpy(after->bytes, self->scanner_bytes, length);
    *scanner_state = after;
  }
  return true;
}

static bool is_keyword_of_state(const TSLanguage *language, TSStateId state, TSSymbol keyword) {
  return ts_language_has_actions(language, state, keyword) || ts_language_is_reserved_word(language, state, keyword);
}

// The next token in a state; none if there is no token of the grammar.
static Node *read_token(PlainTree *self, const Version *version, TSStateId state) {
  const TSLanguage *language = self->language;
  PlainLexer *lexer = &self->lexer;
  TSLexerMode mode = language->lex_modes[state];
  uint32_t start = version->top->position;
  const ScannerState *scanner_state = version->scanner_state;
  bool is_external = false;
  for (bool is_error_mode = false;; is_error_mode = true) {
    is_external =
      mode.external_lex_state != 0 && scan(self, state, mode.external_lex_state, start, &scanner_state, is_error_mode);
    if (is_external) break;
    lexer_start(lexer, start);
    if (language->lex_fn(&lexer->data, mode.lex_state)) break;
    if (is_error_mode) return NULL;
    mode = language->lex_modes[ERROR_STATE];
  }
  TSSymbol symbol = lexer->data.result_symbol;
  if (is_external) {
    symbol = language->external_scanner.symbol_map[symbol];
  } else {
    lexer_finish(lexer);
  }
  uint32_t token_start = lexer->token_start;
  uint32_t token_end = lexer->token_end;
  bool is_keyword = false;
  if (!is_external && symbol == language->keyword_capture_token && symbol != 0) {
    lexer_start(lexer, token_start);
    is_keyword = language->keyword_lex_fn(&lexer->data, 0);
    lexer_finish(lexer);
    TSSymbol keyword = lexer->data.result_symbol;
    if (is_keyword && lexer->token_end == token_end && is_keyword_of_state(language, state, keyword)) symbol = keyword;
  }
  Node *token = node_new(&self->stack.memory, symbol, 0);
  token->start = token_start;
  token->end = token_end;
  token->parse_state = state;
  token->is_extra = symbol == ts_builtin_sym_end;
  token->is_keyword = is_keyword;
  token->scanner_state = is_external ? scanner_state : NULL;
  return token;
}

// Whether a token that was read in another state would be the same in this one.
static bool can_reuse(const TSLanguage *language, TSStateId state, const Node *token, const TableEntry *entry) {
  TSLexerMode mode = language->lex_modes[state];
  TSLexerMode token_mode = language->lex_modes[token->parse_state];
  if (mode.lex_state == (uint16_t)-1) return false;
  if (
    entry->action_count > 0 && memcmp(&mode, &token_mode, sizeof(mode)) == 0 &&
    (token->symbol != language->keyword_capture_token || (!token->is_keyword && token->parse_state == state))
  ) return true;
  if (token->end == token->start && token->symbol != ts_builtin_sym_end) return false;
  return mode.external_lex_state == 0 && entry->is_reusable;
}

static Node *last_token(PlainTree *self, const Version *version, TableEntry *entry) {
  const LastToken *last = &self->last_token;
  TSStateId state = version->top->state;
  if (
    !last->node || last->position != version->top->position ||
    !is_same_scanner_state(last->scanner_state, version->scanner_state)
  ) return NULL;
  find_entry(self->language, state, last->node->symbol, entry);
  return can_reuse(self->language, state, last->node, entry) ? last->node : NULL;
}

// Reductions

static inline uint32_t extras_on_top(Node **nodes, uint32_t size) {
  uint32_t count = 0;
  while (count < size && nodes[count]->is_extra) count++;
  return count;
}

static inline Node *parent_of(
  PlainTree *self, const TSParseAction *action, Node **nodes, uint32_t size, uint32_t position
) {
  uint32_t extras = extras_on_top(nodes, size);
  return node_new_parent(
    &self->stack.memory, self->language, action->reduce.symbol, action->reduce.production_id, nodes + extras,
    size - extras, position
  );
}

// Pushes a parent, and again the extras that were above its children.
static inline void push_parent(
  PlainTree *self, Version *version, Node *parent, const TSParseAction *action, Node **nodes, uint32_t size, bool ends_extra
) {
  TSStateId state = version->top->state;
  TSStateId next = ts_language_next_state(self->language, state, parent->symbol);
  if (ends_extra && next == state) parent->is_extra = true;
  parent->dynamic_precedence += action->reduce.dynamic_precedence;
  stack_push(&self->stack, version, parent, next);
  for (uint32_t i = extras_on_top(nodes, size); i > 0; i--) stack_push(&self->stack, version, nodes[i - 1], next);
}

// False if there are several versions, or ways down: then nothing is changed.
static bool reduce_only_way(PlainTree *self, const TSParseAction *action, bool ends_extra) {
  Stack *stack = &self->stack;
  if (stack->version_count > 1 || !stack_pop_only_way(stack, action->reduce.child_count, &self->nodes)) return false;
  Version *version = &stack->versions[0];
  Node **nodes = self->nodes.contents;
  Node *parent = parent_of(self, action, nodes, self->nodes.size, version->top->position);
  push_parent(self, version, parent, action, nodes, self->nodes.size, ends_extra);
  return true;
}

// By the first symbol or number of children that differs.
static bool is_earlier(PlainTree *self, const Node *node, const Node *than) {
  array_clear(&self->compared);
  array_push(&self->compared, node);
  array_push(&self->compared, than);
  while (self->compared.size > 0) {
    const Node *right = array_pop(&self->compared);
    const Node *left = array_pop(&self->compared);
    if (left->symbol != right->symbol) return left->symbol < right->symbol;
    if (left->child_count != right->child_count) return left->child_count < right->child_count;
    for (uint32_t i = left->child_count; i > 0; i--) {
      array_push(&self->compared, left->children[i - 1]);
      array_push(&self->compared, right->children[i - 1]);
    }
  }
  return false;
}

static bool is_preferred(PlainTree *self, const Node *node, const Node *to) {
  if (node->dynamic_precedence != to->dynamic_precedence) return node->dynamic_precedence > to->dynamic_precedence;
  return is_earlier(self, node, to);
}

// Reduces in new versions, from which the first one is returned; none if all were merged into others.
static uint32_t reduce_every_way(PlainTree *self, uint32_t index, const TSParseAction *action, bool ends_extra) {
  Stack *stack = &self->stack;
  uint32_t first = stack->version_count;
  stack_slice(stack, index, action->reduce.child_count);
  uint32_t removed = 0;
  for (uint32_t i = 0; i < stack->slices.size && !stack->is_unsure; i++) {
    const Slice *slice = &stack->slices.contents[i];
    uint32_t version = slice->version - removed;
    uint32_t position = slice->way.at->position;
    Node *parent = parent_of(self, action, slice->way.nodes, slice->way.size, position);
    while (i + 1 < stack->slices.size && stack->slices.contents[i + 1].version == slice->version) {
      const Slice *other = &stack->slices.contents[++i];
      Node *other_parent = parent_of(self, action, other->way.nodes, other->way.size, position);
      if (is_preferred(self, other_parent, parent)) {
        parent = other_parent;
        slice = other;
      }
    }
    push_parent(self, &stack->versions[version], parent, action, slice->way.nodes, slice->way.size, ends_extra);
    for (uint32_t j = 0; j < version; j++) {
      if (j != index && stack_merge(stack, j, version)) {
        removed++;
        break;
      }
    }
  }
  return stack->version_count > first ? first : NO_VERSION;
}

// At the end of the text.
static void accept(PlainTree *self, Version *version, Node *end) {
  Stack *stack = &self->stack;
  stack_push(stack, version, end, 1);
  version->status = Halted;
  array_clear(&self->nodes);
  const Node *root = NULL;
  for (const StackNode *top = version->top; top->link_count > 0; top = top->link.previous) {
    Node *node = top->link.node;
    if (top->link_count > 1 || (root && !node->is_extra)) {
      stack->is_unsure = true;
      return;
    }
    if (node->is_extra) {
      array_push(&self->nodes, node);
      continue;
    }
    root = node;
    for (uint32_t i = node->child_count; i > 0; i--) array_push(&self->nodes, node->children[i - 1]);
  }
  if (!root) {
    stack->is_unsure = true;
    return;
  }
  Node *found = node_new_parent(
    &stack->memory, self->language, root->symbol, root->production_id, self->nodes.contents, self->nodes.size, 0
  );
  if (!self->root || is_preferred(self, found, self->root)) self->root = found;
}

// Parsing

// A token and the actions for it. No token: the end of a rule for extras, or, without actions, no token of the grammar.
typedef struct {
  Node *token;
  TableEntry entry;
} Lookahead;

static Lookahead look_ahead(PlainTree *self, const Version *version) {
  TSStateId state = version->top->state;
  Lookahead found = { .token = NULL };
  if (self->language->lex_modes[state].lex_state == (uint16_t)-1) {
    find_entry(self->language, state, ts_builtin_sym_end, &found.entry);
    return found;
  }
  found.token = read_token(self, version, state);
  self->last_token = (LastToken) { found.token, version->top->position, version->scanner_state };
  if (found.token) find_entry(self->language, state, found.token->symbol, &found.entry);
  return found;
}

// A keyword as a name, if only that is valid.
static bool read_as_word(PlainTree *self, TSStateId state, Lookahead *ahead) {
  const TSLanguage *language = self->language;
  TSSymbol word = language->keyword_capture_token;
  const Node *token = ahead->token;
  if (
    !token || !token->is_keyword || token->symbol == word || ts_language_is_reserved_word(language, state, token->symbol)
  ) return false;
  find_entry(language, state, word, &ahead->entry);
  if (ahead->entry.action_count == 0) return false;
  ahead->token = node_copy_of_token(&self->stack.memory, token);
  ahead->token->symbol = word;
  return true;
}

static void shift(PlainTree *self, Version *version, const TSParseAction *action, Node *token) {
  bool is_extra = action->shift.extra;
  if (is_extra != token->is_extra) {
    token = node_copy_of_token(&self->stack.memory, token);
    token->is_extra = is_extra;
  }
  stack_push(&self->stack, version, token, is_extra ? version->top->state : action->shift.state);
  if (token->scanner_state) version->scanner_state = token->scanner_state;
}

// What the actions for a token did to a version.
typedef enum { IsFinished, IsReduced, IsInvalid } Step;

static Step act(PlainTree *self, uint32_t index, const Lookahead *ahead) {
  Stack *stack = &self->stack;
  const TSParseAction *actions = ahead->entry.actions;
  bool is_reduced = false;
  uint32_t last = NO_VERSION;
  for (uint32_t i = 0; i < ahead->entry.action_count && !stack->is_unsure; i++) {
    const TSParseAction *action = &actions[i];
    if (action->type == TSParseActionTypeReduce) {
      is_reduced = true;
      if (ahead->entry.action_count == 1 && reduce_only_way(self, action, !ahead->token)) return IsReduced;
      uint32_t reduced = reduce_every_way(self, index, action, !ahead->token);
      if (reduced != NO_VERSION) last = reduced;
    } else if (action->type == TSParseActionTypeShift && action->shift.repetition) {
      continue;
    } else if (action->type == TSParseActionTypeShift && ahead->token) {
      shift(self, &stack->versions[index], action, ahead->token);
      return IsFinished;
    } else if (action->type == TSParseActionTypeAccept && ahead->token) {
      accept(self, &stack->versions[index], ahead->token);
      return IsFinished;
    } else {
      stack->is_unsure = true;
    }
  }
  if (last != NO_VERSION) {
    stack->versions[index] = stack->versions[last];
    stack_remove(stack, last);
    return IsReduced;
  }
  if (!is_reduced) return IsInvalid;
  stack->versions[index].status = Halted;
  return IsFinished;
}

// Reads on in a version over its next token.
static void advance(PlainTree *self, uint32_t index) {
  Stack *stack = &self->stack;
  Lookahead ahead = { .token = NULL };
  ahead.token = last_token(self, &stack->versions[index], &ahead.entry);
  bool needs_token = !ahead.token;
  while (!stack->is_unsure) {
    const Version *version = &stack->versions[index];
    if (needs_token) ahead = look_ahead(self, version);
    needs_token = false;
    TSStateId state = version->top->state;
    switch (act(self, index, &ahead)) {
      case IsFinished:
        return;
      case IsReduced:
        needs_token = !ahead.token;
        if (ahead.token) {
          find_entry(self->language, stack->versions[index].top->state, ahead.token->symbol, &ahead.entry);
        }
        break;
      case IsInvalid:
        if (read_as_word(self, state, &ahead)) break;
        stack->versions[index].status = Paused;
        return;
    }
  }
}

// Removes versions that ended, merges those that agree, and puts those with a higher precedence first.
static void condense(PlainTree *self) {
  Stack *stack = &self->stack;
  bool has_active = false;
  for (uint32_t i = 0; i < stack->version_count; i++) has_active |= stack->versions[i].status == Active;
  for (uint32_t i = 0; i < stack->version_count; i++) {
    if (stack->versions[i].status != Active) {
      stack_remove(stack, i--);
      continue;
    }
    for (uint32_t j = 0; j < i; j++) {
      int32_t left = stack->versions[j].top->dynamic_precedence;
      int32_t right = stack->versions[i].top->dynamic_precedence;
      if (stack_merge(stack, j, i)) {
        i--;
        j = i;
      } else if (right > left) {
        stack_swap(stack, i, j);
      }
    }
  }
  if (stack->version_count > MAX_VERSIONS) stack->is_unsure = true;
  if (!has_active && !self->root) self->outcome = HasError;
}

static void parse(PlainTree *self, ShouldStop should_stop, void *payload) {
  Stack *stack = &self->stack;
  uint32_t last_position = 0;
  uint32_t operations = 0;
  while (stack->version_count > 0) {
    for (uint32_t index = 0; index < stack->version_count; index++) {
      while (stack->versions[index].status == Active) {
        if (++operations % OPERATIONS_PER_CHECK == 0 && should_stop(payload)) {
          self->outcome = IsStopped;
          return;
        }
        advance(self, index);
        if (stack->is_unsure) {
          self->outcome = IsUnsure;
          return;
        }
        uint32_t position = stack->versions[index].top->position;
        if (position > last_position || (index > 0 && position == last_position)) {
          last_position = position;
          break;
        }
      }
    }
    if (stack->version_count > 1 || stack->versions[0].status != Active) condense(self);
    if (stack->is_unsure) self->outcome = IsUnsure;
  }
}

// Ownership: the caller deletes it, with any outcome. The text is valid UTF-8.
PlainTree *analyzer_plain_parse(
  const TSLanguage *language, const uint8_t *text, uint32_t length, ShouldStop should_stop, void *payload
) {
  PlainTree *self = ts_calloc(1, sizeof(PlainTree));
  self->language = language;
  self->lexer = lexer_of(text, length);
  if (language->external_scanner.create) self->scanner = language->external_scanner.create();
  stack_start(&self->stack);
  parse(self, should_stop, payload);
  if (self->scanner) language->external_scanner.destroy(self->scanner);
  return self;
}

uint32_t analyzer_plain_outcome(const PlainTree *self) {
  return self->outcome;
}

// Starts a walk at the root, which it writes.
void analyzer_plain_root(PlainTree *self, WalkedNode *root) {
  array_clear(&self->frames);
  *root = walk_node(self->language, self->root, 0, 0, 0);
  walk_enter(&self->frames, self->root, 1, 0);
}

// Writes the next visible nodes, parents before children, at most `capacity`. At the end it writes none.
uint32_t analyzer_plain_next(PlainTree *self, WalkedNode *nodes, uint32_t capacity) {
  return walk_next(&self->frames, self->language, nodes, capacity);
}

void analyzer_plain_delete(PlainTree *self) {
  stack_delete(&self->stack);
  array_delete(&self->nodes);
  array_delete(&self->compared);
  array_delete(&self->frames);
  ts_free(self);
}
