import type { Family, FamilyOccurrence } from '../model.ts';
import { clipped, counted, quoted } from './quoted.ts';

/** Characters of a list of families. The context file of the task has all. */
const MAX_CHARS = 12_000;
const MAX_NAMES = 30;
const MAX_NAME_LENGTH = 100;

/** A family with the occurrences that a task is about. */
export interface ListedFamily {
  family: Family;
  occurrences: readonly FamilyOccurrence[];
}

/** What a task does not change, by what made the families: a library leaves out more than the classes of files say. */
const EVIDENCE: Record<'families' | 'libraries', string> = {
  families: 'in tests, vendored or generated files',
  libraries: 'in tests, vendored, generated or example files or scripts, or which only call or resemble the others',
};

/**
 * The families with their copies, as lines.
 *
 * @param rest where the families and copies are that do not fit
 */
export function familyList(
  families: readonly ListedFamily[],
  rest: string,
  planning: keyof typeof EVIDENCE = 'families',
): string[] {
  const lines: string[] = [];
  let chars = 0;
  const fits = (line: string): boolean => {
    if (chars + line.length > MAX_CHARS) return false;
    chars += line.length + 1;
    lines.push(line);
    return true;
  };
  let omitted = 0;
  for (const [index, { family, occurrences }] of families.entries()) {
    if (!headOf(family, occurrences.length, EVIDENCE[planning]).every(fits)) {
      lines.push(`… and ${counted(families.length - index, 'more family', 'more families')}, see ${rest}.`);
      break;
    }
    for (const occurrence of occurrences) if (!fits(lineOf(occurrence))) omitted++;
  }
  if (omitted > 0) lines.push(`… and ${counted(omitted, 'more copy', 'more copies')}, see ${rest}.`);
  return lines;
}

function headOf(family: Family, copies: number, evidenceIs: string): string[] {
  const { family_id: id, language, names, complete, others, evidence } = family;
  const head = `${id}: ${namesOf(names)} (${language}), ${counted(copies, 'copy', 'copies')}`;
  const extra: string[] = [];
  if (complete !== undefined) {
    extra.push(`  The complete ${complete} is repeated: treat all of its functions together, also ${namesOf(others)}.`);
  } else if (others.length > 0) {
    extra.push(`  Repeated with it, inside of these copies: ${namesOf(others)}.`);
  }
  if (evidence > 0) {
    const count = counted(evidence, 'further copy', 'further copies');
    extra.push(`  ${count} ${evidenceIs}: evidence only, do not change.`);
  }
  return [head, ...extra];
}

function lineOf({ project, path, qualified_name: name, start_line: start, end_line: end }: FamilyOccurrence): string {
  return `  - project ${quoted(project)}, file ${quoted(path)}, lines ${start}-${end}, ${quoted(name)}`;
}

function namesOf(names: readonly string[]): string {
  if (names.length === 0) return 'code without a name';
  const shown = names.slice(0, MAX_NAMES).map((name) => quoted(clipped(name, MAX_NAME_LENGTH)));
  const more = names.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
