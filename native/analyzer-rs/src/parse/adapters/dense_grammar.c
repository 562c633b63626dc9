// A grammar whose every state has a row of its own. As they come, the states of a grammar but for a few hundred share
// lists of symbols, and tree-sitter searches these from the front for each token and each node: 5 % of a scan.
#include "language.h"
#include "reduce_action.h"

// The same grammar with rows for all states; the grammar itself where there is no memory for them. Never freed, as
// grammars are static.
const TSLanguage *analyzer_dense_grammar(const TSLanguage *grammar) {
  size_t symbols = grammar->symbol_count;
  size_t large = grammar->large_state_count;
  uint16_t *rows = calloc(grammar->state_count * symbols, sizeof(uint16_t));
  TSLanguage *dense = malloc(sizeof(TSLanguage));
  if (!rows || !dense) {
    free(rows);
    free(dense);
    return grammar;
  }
  memcpy(rows, grammar->parse_table, large * symbols * sizeof(uint16_t));
  for (size_t state = large; state < grammar->state_count; state++) {
    uint16_t *row = rows + state * symbols;
    const uint16_t *at = grammar->small_parse_table + grammar->small_parse_table_map[state - large];
    for (uint16_t groups = *at++; groups > 0; groups--) {
      uint16_t value = *at++;
      for (uint16_t count = *at++; count > 0; count--) row[*at++] = value;
    }
  }
  *dense = *grammar;
  dense->parse_table = rows;
  dense->large_state_count = grammar->state_count;
  return dense;
}

// The reductions that tree-sitter tries in a state when it meets an error, in its order
// (`ts_parser__do_all_potential_reductions` of parser.c).
static ReduceActionSet reductions(const TSLanguage *grammar, TSStateId state) {
  ReduceActionSet found = array_new();
  LookaheadIterator symbols = ts_language_lookaheads(grammar, state);
  while (ts_lookahead_iterator__next(&symbols)) {
    if (symbols.symbol == ts_builtin_sym_end || symbols.symbol >= grammar->token_count) continue;
    for (uint16_t i = 0; i < symbols.action_count; i++) {
      TSParseAction action = symbols.actions[i];
      if (action.type != TSParseActionTypeReduce || action.reduce.child_count == 0) continue;
      ts_reduce_action_set_add(&found, (ReduceAction) {
        .symbol = action.reduce.symbol,
        .count = action.reduce.child_count,
        .dynamic_precedence = action.reduce.dynamic_precedence,
        .production_id = action.reduce.production_id,
      });
    }
  }
  for (uint32_t i = 1; i < found.size; i++) {
    ReduceAction one = found.contents[i];
    uint32_t to = i;
    for (; to > 0 && found.contents[to - 1].symbol < one.symbol; to--) found.contents[to] = found.contents[to - 1];
    found.contents[to] = one;
  }
  return found;
}

// How many states of two forms of a grammar try other reductions, or the same ones in another order.
uint32_t analyzer_recovery_differs(const TSLanguage *left, const TSLanguage *right) {
  uint32_t states = 0;
  for (uint32_t state = 0; state < left->state_count; state++) {
    ReduceActionSet one = reductions(left, state);
    ReduceActionSet other = reductions(right, state);
    bool differs = one.size != other.size;
    for (uint32_t i = 0; !differs && i < one.size; i++) {
      ReduceAction a = one.contents[i];
      ReduceAction b = other.contents[i];
      differs = a.symbol != b.symbol || a.count != b.count || a.dynamic_precedence != b.dynamic_precedence ||
        a.production_id != b.production_id;
    }
    states += differs;
    array_delete(&one);
    array_delete(&other);
  }
  return states;
}
