import type { IntendedMirror } from '#lists/intended-mirror.ts';

/** The folders of an intended mirror. */
export function mirrorName({ between }: Pick<IntendedMirror, 'between'>): string {
  return `the mirror of ${between.slice(0, -1).join(', ')} and ${between.at(-1) ?? ''}`;
}
