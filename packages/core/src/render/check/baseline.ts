import { jsonText } from '@analyzer/contracts';
import type { Baseline } from '#check/model.ts';

/**
 * `analyzer.baseline.v2` for version control: one line per entry, so that a review shows each change and two
 * branches rarely conflict.
 */
export function renderBaseline({ schema, fingerprint, options, groups, members, blocks, cycles }: Baseline): string {
  return [
    '{',
    `  "schema": ${jsonText(schema)},`,
    `  "fingerprint": ${fingerprint},`,
    `  "options": ${jsonText(options)},`,
    `  "groups": ${rows(groups)},`,
    `  "members": ${rows(members)},`,
    `  "blocks": ${rows(blocks)},`,
    `  "cycles": ${rows(cycles)}`,
    '}\n',
  ].join('\n');
}

function rows(items: readonly object[]): string {
  if (items.length === 0) return '[]';
  return `[\n${items.map((item) => `    ${jsonText(item)}`).join(',\n')}\n  ]`;
}
