import bash from '../../languages/bash.json' with { type: 'json' };
import php from '../../languages/php.json' with { type: 'json' };
import python from '../../languages/python.json' with { type: 'json' };
import core from '../../packages/core/package.json' with { type: 'json' };

/** The versions of the measured packages. */
export const VERSIONS: Readonly<Record<string, string>> = {
  analyzer: core.version,
  'oxc-parser': core.dependencies['oxc-parser'],
  'web-tree-sitter': core.dependencies['web-tree-sitter'],
  [python.grammar.package]: python.grammar.version,
  [php.grammar.package]: php.grammar.version,
  'bash-syntax': bash.syntax.version,
};
