import { changesSince, workTreeBase } from '#tree/git/work-tree.ts';
import { TOP_LEVEL } from '../plan/families.ts';
import { fingerprintOf } from '../result/fingerprints.ts';
import type { Task } from '../result/model.ts';
import type { ResultFiles } from '../result/result-files.ts';
import { copiesToReplace, type NamedCopy } from '../result/subjects.ts';
import { type Attempt, type AttemptBase, type AttemptChanges, currentPlan, type RecordedCopy } from '../state/model.ts';
import type { Journal } from './journal.ts';
import type { Projects } from './survey.ts';

/**
 * What is recorded before a task runs: the commit of its project with the files that differ from it, and the copies that
 * the task replaces.
 *
 * @throws AnalyzerError `cancelled`
 */
export async function recordBase(
  journal: Journal,
  task: Task,
  { rootOf, filesOf }: Projects,
  signal?: AbortSignal,
): Promise<AttemptBase> {
  const root = rootOf(task.project);
  const base = await workTreeBase(root, journal.ownFilesOf(root), signal);
  const files = filesOf(task.project);
  const copies: RecordedCopy[] = [];
  for (const copy of copiesToReplace(currentPlan(journal.state), task)) copies.push(await recordedCopy(copy, files));
  if ('problem' in base) return { commit: null, problem: base.problem, differing: [], copies };
  return { commit: base.commit, problem: null, differing: [...base.differing], copies };
}

/**
 * What Git shows after an attempt.
 *
 * @returns undefined if no commit was recorded before it
 * @throws AnalyzerError `cancelled`
 */
export async function recordChanges(
  { base }: Pick<Attempt, 'base'>,
  project: string,
  journal: Journal,
  { rootOf }: Pick<Projects, 'rootOf'>,
  signal?: AbortSignal,
): Promise<AttemptChanges | undefined> {
  if (base === undefined || base.commit === null) return undefined;
  const { commit, differing } = base;
  const root = rootOf(project);
  const changes = await changesSince(root, { commit, differing }, journal.ownFilesOf(root), signal);
  return 'problem' in changes ? { problem: changes.problem, files: [] } : { problem: null, files: changes };
}

async function recordedCopy({ family, occurrence }: NamedCopy, files: ResultFiles | undefined): Promise<RecordedCopy> {
  const { path, qualified_name: name } = occurrence;
  const copy = { family_id: family.family_id, path, qualified_name: name };
  const parsed = await files?.parse(path);
  if (parsed === undefined || !('facts' in parsed)) return { ...copy, fingerprints: [] };
  const { declarations, tree_hash: tree } = parsed.facts;
  if (name === TOP_LEVEL) return { ...copy, fingerprints: [tree] };
  const its = declarations.filter((one) => one.qualified_name === name);
  // A name can be declared twice. A task before this one may have moved the lines.
  const exact = its.filter((one) => one.start_line <= occurrence.start_line && one.end_line >= occurrence.end_line);
  const found = exact.length > 0 ? exact : its;
  return { ...copy, fingerprints: [...new Set(found.flatMap((one) => fingerprintOf(one) ?? []))] };
}
