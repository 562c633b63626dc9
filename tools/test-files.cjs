/**
 * The paths of tests and of files that only tests load: they may import any module, product code imports none of them,
 * and they do not count as product code.
 */
const NAMES = [
  'built-here',
  'facts-vector',
  'line-engine',
  'recorded-pairs',
  'scripted-parent',
  'scripted-worker',
  'slow-operations',
  'slow-thread',
  'table-lookups',
  'test-project',
  '[\\w-]*fixture',
  'fixture-folder',
];

exports.TEST_FILES = `\\.(test|peer|suite)\\.ts$|/(${NAMES.join('|')})\\.ts$|/testing/|^tools/tests/|/grammar/oracle/`;
