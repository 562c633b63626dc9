// Whether two forms of a grammar lead tree-sitter through an error in the same way. Only for tests.
#include "language.h"
#include "reduce_action.h"

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

// Number of states in which two forms of a grammar try different reductions, or the same ones in another order.
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
