import { AnalyzerError } from '@analyzer/contracts';
import { mergeBaseOf } from '@analyzer/core/tree/git/merge-base.ts';
import { objectOf } from '@analyzer/core/tree/git/object-of.ts';
import { workTreeCommits } from '@analyzer/core/tree/git/work-tree-commits.ts';
import { say } from '../output/messages.ts';
import type { Sides } from './sides.ts';

/** Digits of a commit's id, as in messages of Git. */
const SHORT = 12;

/**
 * Replaces a side that is a merge base by its commit, and says on stderr which commit is compared: also for a revision that
 * has other commits than the work tree, where a user may mean the merge base.
 *
 * @throws {AnalyzerError} `not_found` for a missing revision or merge base; `unreadable` without git
 */
export async function withMergeBase(sides: Sides): Promise<Sides> {
  if (sides.baseOf !== undefined) return sidesFromBase(sides, sides.baseOf);
  const rev = /^([^:]+):\.$/.exec(sides.before)?.[1];
  if (rev === undefined || sides.after !== '.') return sides;
  const commit = await commitOf(rev);
  if (commit === undefined) return sides;
  const { commit: base } = (await mergeBaseOf('.', commit, await workTreeCommits('.')).catch(asNone)) ?? {};
  if (base !== undefined && base !== commit) {
    say(`diff compares with ${rev} itself; ${rev}... is its merge base with HEAD, ${base.slice(0, SHORT)}`);
  }
  return sides;
}

async function sidesFromBase({ before, after }: Sides, [left, right]: [string, string]): Promise<Sides> {
  const [from, to] = [await commitOf(left), await commitOf(right)];
  if (from === undefined || to === undefined) {
    // The comparison reports the revision that is missing.
    return { before: from === undefined ? before : `${right}:.`, after };
  }
  const heads = after === '.' ? await workTreeCommits('.') : [to];
  const base = await mergeBaseOf('.', from, heads);
  if (base === undefined)
    throw new AnalyzerError('not_found', { what: 'merge base', name: `${left} and ${right}` }, { hint: HINT });
  say(`diff compares with ${base.commit.slice(0, SHORT)}, the merge base of ${left} and ${right}`);
  if (base.others.length > 0)
    say(`diff: ${left} and ${right} have ${base.others.length} more: ${base.others.join(', ')}`);
  return { before: `${base.commit}:.`, after };
}

const HINT =
  'Their histories are unrelated, or the clone is shallow: git fetch --unshallow. Without dots the revision itself is compared.';

function commitOf(rev: string): Promise<string | undefined> {
  return objectOf(process.cwd(), `${rev}^{commit}`).catch(asNone);
}

/** Without git or a repository the comparison itself reports it. */
function asNone(error: unknown): undefined {
  if (!(error instanceof AnalyzerError)) throw error;
}
