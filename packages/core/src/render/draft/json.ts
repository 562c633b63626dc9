import { jsonText } from '@analyzer/contracts';
import type { Draft, Obstacle } from '#generalize/model.ts';
import { OBSTACLES } from '#languages/draft-rules.ts';

/** `analyzer.draft.v1`: properties in schema order. */
export function renderDraftJson({ root, group, copies, parameters, obstacle, written }: Draft): string {
  const document = {
    schema: 'analyzer.draft.v1',
    root,
    group,
    status: written === undefined ? 'none' : 'draft',
    ...(obstacle !== undefined && { obstacle: described(obstacle) }),
    copies: copies.map(({ obstacle: its, ...copy }) => ({
      ...copy,
      ...(its !== undefined && { obstacle: described(its) }),
    })),
    parameters,
    ...written,
  };
  return `${jsonText(document)}\n`;
}

function described({ id, ...place }: Obstacle) {
  return { id, reason: OBSTACLES[id], ...place };
}
