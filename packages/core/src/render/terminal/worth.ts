import { SCREEN_RULES } from '#lists/screen-rules.ts';
import type { GroupEvidence } from '#relations/model.ts';
import type { GroupKind } from '#scan/model.ts';

/** The equal lines of a group, of all places but the first; a line of which only names differ is half equal. */
export function equalLinesOf({ lines, equal }: GroupEvidence, kind: GroupKind): number {
  const sum = sumOf(equal);
  return isRenamed(kind) ? Math.max(sum, Math.floor(linesOfSmaller(lines) / 2)) : sum;
}

export function isRenamed(kind: GroupKind): boolean {
  return kind === 'function-shape' || kind === 'block-shape';
}

/** Whether each line of renamed copies is equal: what is renamed is not among these lines, such as a class around them. */
export function areEqual(lines: readonly number[], saved: number): boolean {
  return saved > 0 && saved === linesOfSmaller(lines);
}

function sumOf(lines: readonly number[]): number {
  return lines.reduce((total, its) => total + its, 0);
}

/** Of each copy and the first one the lines of the smaller of both. */
function linesOfSmaller([first = 0, ...others]: readonly number[]): number {
  return others.reduce((sum, its) => sum + Math.min(first, its), 0);
}

/**
 * Whether enough of a group is equal for a fact of the first screen, and it is neither rows nor a pair of constructors. Copies that
 * were not edited, only renamed, are equal as they are.
 *
 * @param names of its declarations
 */
export function isWorthFact(evidence: GroupEvidence, kind: GroupKind, names: readonly string[]): boolean {
  const { evidence: rule, rows, constructors } = SCREEN_RULES;
  const { lines } = evidence;
  const smaller = linesOfSmaller(lines);
  const equal = equalLinesOf(evidence, kind);
  const least = equal < rule.unsure_lines ? rule.sure_percent : rule.equal_percent;
  if (evidence.areRows && sumOf(evidence.equal) * 100 < smaller * rows.equal_percent) return false;
  if (kind === 'near' && equal * 100 < smaller * least) return false;
  const areConstructors = names.every((it) => constructors.names.includes(it.slice(it.lastIndexOf('.') + 1)));
  return !areConstructors || lines.length >= constructors.least_copies;
}
