import type { ExtractionPlanV1 } from '@analyzer/contracts/analyzer.extraction-plan.v1';
import type { FileFacts } from '#parse/facts.ts';
import { TOP_LEVEL } from '../plan/families.ts';
import { codeOf, gramsText } from '../result/code.ts';
import { fingerprintOf } from '../result/fingerprints.ts';
import type { Task } from '../result/model.ts';
import type { ResultFiles } from '../result/result-files.ts';
import { copiesOf, type NamedCopy } from '../result/subjects.ts';
import type { RecordedCopy } from '../state/model.ts';

const LARGEST_FILE = 256 * 1024 * 1024;

/** What the copies of a task are before it runs: later they are gone. */
export async function recordCopies(
  plan: ExtractionPlanV1,
  task: Task,
  filesOf: (project: string) => ResultFiles | undefined,
): Promise<RecordedCopy[]> {
  const copies: RecordedCopy[] = [];
  const largest = new Set<string>();
  for (const named of copiesOf(plan, task)) {
    const copy = await recordedCopy(named, filesOf(named.occurrence.project));
    // Equal functions have the same 5-grams; one of them is enough.
    const code = `${copy.family_id} ${copy.fingerprints.join()}`;
    copies.push(largest.has(code) && task.stage !== 'migrate' ? { ...copy, grams: '' } : copy);
    largest.add(code);
  }
  return copies;
}

async function recordedCopy({ family, occurrence }: NamedCopy, files: ResultFiles | undefined): Promise<RecordedCopy> {
  const { project, path, qualified_name: name, start_line: start, end_line: end } = occurrence;
  const read = await files?.check(path, LARGEST_FILE);
  const hash = read !== undefined && 'sha256' in read ? { sha256: read.sha256 } : {};
  const copy = { family_id: family.family_id, project, path, qualified_name: name, ...hash };
  const parsed = await files?.parse(path);
  if (parsed === undefined || !('facts' in parsed)) return { ...copy, fingerprints: [] };
  const { facts, language } = parsed;
  const { declarations, tree_hash: tree } = facts;
  if (name === TOP_LEVEL) {
    return { ...copy, language, kind: null, part: true, used: false, fingerprints: [tree], shapes: [], grams: '' };
  }
  const named = [...declarations.entries()].filter(([, one]) => one.qualified_name === name);
  // A name can be declared twice. A task before this one may have moved the lines.
  const exact = named.filter(([, one]) => one.start_line <= start && one.end_line >= end);
  const found = exact.length > 0 ? exact : named;
  const [first] = found;
  if (first === undefined) return { ...copy, fingerprints: [] };
  const [index, declaration] = first;
  return {
    ...copy,
    language,
    kind: declaration.kind,
    part: declaration.end_line - declaration.start_line > end - start,
    used: isCalled(declaration.name, index, facts),
    fingerprints: [...new Set(found.flatMap(([, one]) => fingerprintOf(one) ?? []))],
    shapes: [...new Set(found.flatMap(([, one]) => one.function_shape ?? []))],
    grams: gramsText(codeOf(facts, index).grams),
  };
}

/** Whether the file calls a declaration outside of it. */
function isCalled(name: string, index: number, { calls: { callee, within } }: FileFacts): boolean {
  return callee.some((one, at) => within[at] !== index && (one === name || one.endsWith(`.${name}`)));
}
