import type { Baseline, Check } from '#gate/model.ts';
import { findingsOf } from '#gate/model.ts';
import type { Look } from '../terminal/look.ts';
import { plural } from '../terminal/numbers.ts';
import { verdictOf } from './wording.ts';

interface Written {
  /** Of the file, as a person wrote it. */
  name: string;
  before: Baseline | undefined;
  after: Baseline;
  /** What the new baseline still does not allow. */
  left: Check;
  isWritten: boolean;
}

/** What became of a baseline, for people: what it allows, and what was not added to it. */
export function* renderBaselineReport(
  { name, before, after, left, isWritten }: Written,
  look: Look,
): Generator<string> {
  const was = before === undefined || !isWritten ? '' : ` (before: ${countsOf(before)})`;
  const state = isWritten ? 'allows' : 'is as it was and allows';
  yield `${look.line('strong', look.name(`${name} ${state} ${countsOf(after)}${was}`))}\n`;
  if (findingsOf(left) === 0) return;
  const [gist = ''] = verdictOf(left);
  yield `${look.line('warning', look.name(`Not added: ${gist}`))}\n`;
  yield 'analyzer check shows them; --accept with an id adds one, --accept all adds all.\n';
}

function countsOf({ groups, cycles }: Baseline): string {
  const copies = groups.reduce((sum, group) => sum + group.copies.length, 0);
  const grouped = `${plural(groups.length, 'group')} of ${plural(copies, 'copy', 'copies')}`;
  return `${grouped} and ${plural(cycles.length, 'import cycle')}`;
}
