import type { Baseline, Check } from '#check/model.ts';
import { findingsOf } from '#check/model.ts';
import { plural } from '../terminal/numbers.ts';
import type { TerminalStyle } from '../terminal/terminal-style.ts';
import { copiesInOrder, copyLines, copyName, cycleGist, groupGist, verdictOf } from './wording.ts';

interface Written {
  /** Path of the file as written on the command line. */
  name: string;
  before: Baseline | undefined;
  after: Baseline;
  /** Findings that the new baseline does not allow. */
  left: Check;
  isWritten: boolean;
}

/** The result of updating a baseline as terminal text: what it allows, and the findings not added. */
export function* renderBaselineReport(
  { name, before, after, left, isWritten }: Written,
  style: TerminalStyle,
): Generator<string> {
  const was = before === undefined || !isWritten ? '' : ` (before: ${countsOf(before)})`;
  const state = isWritten ? 'allows' : 'is unchanged and allows';
  yield `${style.line('strong', style.name(`${name} ${state} ${countsOf(after)}${was}`))}\n`;
  if (findingsOf(left) === 0) return;
  const [gist = ''] = verdictOf(left);
  yield `${style.line('warning', style.name(`Not added: ${gist}`))}\n`;
  yield 'analyzer check shows them; --accept with an id adds one, --accept all adds all.\n';
}

/** The findings that a baseline does not allow, one a line: id, kind, the first two copies or the files of the cycle. */
export function* renderLeft({ groups, cycles }: Check, style: TerminalStyle): Generator<string> {
  for (const finding of groups) {
    const { id } = finding.family.shown;
    const copies = copiesInOrder(finding).map(({ copy }) =>
      `${copy.path}:${copyLines(copy)} ${copyName(copy)}`.trimEnd(),
    );
    yield `${style.name(`  ${id}  ${groupGist(finding)}: ${shortList(copies)}`)}\n`;
  }
  for (const cycle of cycles) yield `${style.name(`  ${cycle.id}  ${cycleGist(cycle)}: ${shortList(cycle.files)}`)}\n`;
}

function shortList(names: readonly string[]): string {
  const more = names.length > 2 ? ` and ${names.length - 2} more` : '';
  return `${names.slice(0, 2).join(', ')}${more}`;
}

function countsOf({ groups, members, blocks, cycles }: Baseline): string {
  const copies = groups.reduce((sum, group) => sum + group.copies.length, 0);
  const grouped = `${plural(groups.length, 'group')} of ${plural(copies, 'copy', 'copies')}`;
  const others = [
    ...(members.length > 0 ? [plural(members.length, 'similar declaration')] : []),
    ...(blocks.length > 0 ? [plural(blocks.length, 'repeated block')] : []),
  ].map((it) => `, ${it}`);
  return `${grouped}${others.join('')} and ${plural(cycles.length, 'import cycle')}`;
}
