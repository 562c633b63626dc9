import type { DriftedFile, IntendedMirror } from '#lists/intended-mirror.ts';

/** The folders of an intended mirror. */
export function mirrorName({ between }: Pick<IntendedMirror, 'between'>): string {
  return `the mirror of ${between.slice(0, -1).join(', ')} and ${between.at(-1) ?? ''}`;
}

/** Members that are named in a message. */
const NAMED_MEMBERS = 5;

/** Says what a file got, and which files of the other sides do not have it. */
export function driftText({ members, lacks, mirror }: DriftedFile): string {
  const more = members.length - NAMED_MEMBERS;
  const named = `${members.slice(0, NAMED_MEMBERS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const verb = members.length === 1 ? 'was' : 'were';
  const lack = lacks.length === 1 ? 'does' : 'do';
  return `${named} ${verb} added; ${lacks.join(', ')} ${lack} not have ${members.length === 1 ? 'it' : 'them'}, in ${mirrorName(mirror)}`;
}
