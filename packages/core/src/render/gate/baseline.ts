import type { Baseline } from '#gate/model.ts';

/**
 * `analyzer.baseline.v1` as it is committed: every group and cycle on a line of its own, so that a review shows each
 * that comes or goes, and two branches seldom meet on one line.
 */
export function renderBaseline({ schema, fingerprint, options, groups, cycles }: Baseline): string {
  return [
    '{',
    `  "schema": ${JSON.stringify(schema)},`,
    `  "fingerprint": ${fingerprint},`,
    `  "options": ${JSON.stringify(options)},`,
    `  "groups": ${rows(groups)},`,
    `  "cycles": ${rows(cycles)}`,
    '}\n',
  ].join('\n');
}

function rows(items: readonly object[]): string {
  if (items.length === 0) return '[]';
  return `[\n${items.map((item) => `    ${JSON.stringify(item)}`).join(',\n')}\n  ]`;
}
