import type { Diff } from '#diff/model.ts';
import { declarationSections } from './declaration-rows.ts';
import { fileSections } from './file-rows.ts';
import { linkSections } from './link-rows.ts';

/** One line of a section: where it is, and what is said of it. Texts are as the project has them, not yet escaped. */
export interface SectionRow {
  place: string;
  text: string;
}

/** What belongs under one heading, for views that people read. */
export interface Section {
  title: string;
  rows: SectionRow[];
}

/** Everything a diff has to say, what a reviewer wants first, first: the code, how it hangs together, then the files. */
export function sectionsOf(diff: Diff, arrow: string): Section[] {
  return [...declarationSections(diff, arrow), ...linkSections(diff, arrow), ...fileSections(diff, arrow)].filter(
    ({ rows }) => rows.length > 0,
  );
}
