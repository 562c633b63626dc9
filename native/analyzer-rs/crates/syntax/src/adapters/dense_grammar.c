// A grammar in which every state has a row of its own. In generated grammars all but a few hundred states share lists of
// symbols, which tree-sitter searches linearly for each token and each node: 5 % of a scan.
#include "language.h"

// The same grammar with rows for all states; the grammar itself if there is not enough memory. Never freed, like all
// grammars.
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
