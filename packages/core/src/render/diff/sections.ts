import type { Diff } from '#diff/model.ts';
import { declarationSections } from './declaration-rows.ts';
import { fileSections } from './file-rows.ts';
import { linkSections } from './link-rows.ts';
import type { Section } from './section.ts';

/** All sections of a diff, most important first: declarations, links, files. */
export function sectionsOf(diff: Diff, arrow: string): Section[] {
  return [...declarationSections(diff, arrow), ...linkSections(diff, arrow), ...fileSections(diff, arrow)].filter(
    ({ rows }) => rows.length > 0,
  );
}
