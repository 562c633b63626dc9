import { jsonText } from '@analyzer/contracts';
import type { Check, Copy, CycleFinding, GroupFinding, MirrorReport, SilencedFinding } from '#check/model.ts';
import { coverageText } from '../json.ts';
import { countFindings } from './counts.ts';
import { copiesInOrder, numberApart } from './wording.ts';

/**
 * `analyzer.check.v1`, formatted like `analyzer.scan.v1`: properties in schema order, no white space, a line feed after
 * each item of a top-level array and at the end.
 */
export function* renderCheckJson(check: Check): Generator<string> {
  const { against, groups, cycles, ignored, apart, edited, shrunk, continued, scan } = check;
  const { silenced = [], ignore_problems: problems = [], became_generated: generated = [], mirrors = [] } = check;
  yield `{"schema":"analyzer.check.v1","engine":${jsonText(scan.engine)},"root":${jsonText(scan.root)}`;
  yield `,"against":${jsonText(against)},"options":${jsonText(scan.options)}`;
  yield `,"coverage":${coverageText(scan)},"summary":${jsonText(countFindings(check))}`;
  if (ignored !== undefined) yield `,"ignored":${jsonText(ignored)}`;
  const small = apart.get('small') ?? 0;
  if (small > 0) yield `,"small_findings":${small}`;
  if (numberApart(check) > 0) yield `,"apart_findings":${jsonText(Object.fromEntries(apart))}`;
  if (mirrors.length > 0) yield `,"mirrors":${jsonText(mirrors.map(mirrorMembers))}`;
  if (edited > 0) yield `,"edited_findings":${edited}`;
  if (check.share !== undefined) yield `,"share":${jsonText(check.share)}`;
  if (check.elsewhere !== undefined) yield* rows('elsewhere', check.elsewhere);
  if (check.contracts !== undefined) yield `,"contracts":${jsonText(check.contracts)}`;
  if (check.missed !== undefined && check.missed.edits.length > 0) yield* rows('missed', check.missed.edits);
  if (check.drift !== undefined && check.drift.files.length > 0) yield* rows('drift', check.drift.files);
  if (check.converged.length > 0) yield `,"converged":${jsonText(check.converged)}`;
  if (generated.length > 0) yield `,"became_generated":${jsonText(generated)}`;
  if (silenced.length > 0) yield* rows('suppressed', silenced.map(silencedMembers));
  if (problems.length > 0) yield `,"ignore_problems":${jsonText(problems)}`;
  yield* rows('groups', groups.map(groupMembers));
  yield* rows('cycles', cycles.map(cycleMembers));
  yield `,"shrunk":${jsonText(shrunk)}`;
  yield* rows(
    'continued',
    continued.map(({ family, listed_as }) => ({ id: family.shown.id, listed_as, copies: family.copies.length })),
  );
  yield `,"runtime":${jsonText(scan.runtime)}}\n`;
}

function* rows(name: string, items: readonly object[]): Generator<string> {
  yield `,"${name}":[`;
  let remaining = items.length;
  for (const item of items) yield jsonText(item) + (--remaining > 0 ? ',\n' : '\n');
  yield ']';
}

function groupMembers(finding: GroupFinding): object {
  const { change, family, listed, also = [] } = finding;
  return {
    change,
    id: family.shown.id,
    listed_as: family.id,
    kind: family.shown.kind,
    nodes: family.nodes,
    listed,
    copies: family.copies.length,
    occurrences: copiesInOrder(finding).map(({ copy, isListed }) => occurrence(copy, isListed)),
    ...(also.length > 0 && { also: also.map(groupMembers) }),
  };
}

function mirrorMembers({ mirror, findings, absent }: MirrorReport): object {
  return { ...mirror, findings, ...(absent.length > 0 && { absent }) };
}

function silencedMembers({ finding, comments }: SilencedFinding): object {
  return { ...groupMembers(finding), comments };
}

function occurrence({ id, path, qualified_name, start_line, end_line, likeness }: Copy, isListed: boolean): object {
  return { id, path, qualified_name, start_line, end_line, listed: isListed, ...likeness };
}

function cycleMembers({ change, id, listed, files, example }: CycleFinding): object {
  return { change, id, listed, files, example };
}
