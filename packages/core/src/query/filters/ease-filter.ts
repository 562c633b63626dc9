import type { CompleteClonesParams } from '@analyzer/contracts/query/clones.params';
import { codeOf, GROUP_KINDS } from '#index/codes.ts';
import type { Value } from '#index/port.ts';
import { DRAFT_LANGUAGES } from '#languages/draft-rules.ts';

type Ease = NonNullable<CompleteClonesParams['ease']>;

const BODY = codeOf(GROUP_KINDS, 'function-body');
const SHAPE = codeOf(GROUP_KINDS, 'function-shape');
/** A draft is for copies of one project. */
const TOGETHER = `
  EXISTS (
    SELECT 1 FROM group_project WHERE group_id = clone_group.id AND occurrences > 1 AND (project_id = ? OR ? = 0)
  )`;
const LANGUAGES = DRAFT_LANGUAGES.map((name) => `'${name}'`).join(', ');
const DRAFTED = `clone_group.language_id IN (SELECT id FROM language WHERE name IN (${LANGUAGES}))`;

/**
 * Groups of functions whose draft would need at most this, as their kind tells.
 *
 * @param project integer id; undefined for any project
 */
export function easeCondition(ease: Ease, project: number | undefined): { sql: string; values: readonly Value[] } {
  const kinds = ease === 'identical' ? [BODY] : [BODY, SHAPE];
  const sql = `clone_group.kind IN (${kinds.join(', ')}) AND ${DRAFTED} AND ${TOGETHER}`;
  return { sql, values: [project ?? 0, Number(project !== undefined)] };
}
