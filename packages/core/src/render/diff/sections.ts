import type { Diff } from '#diff/model.ts';
import { declarationSections } from './declaration-rows.ts';
import { fileSections } from './file-rows.ts';
import { linkSections } from './link-rows.ts';

/** One line of a section: location and text. Project text is not escaped yet. */
export interface SectionRow {
  place: string;
  text: string;
}

/** The rows under one heading. */
export interface Section {
  title: string;
  rows: SectionRow[];
}

/** All sections of a diff, most important first: declarations, links, files. */
export function sectionsOf(diff: Diff, arrow: string): Section[] {
  return [...declarationSections(diff, arrow), ...linkSections(diff, arrow), ...fileSections(diff, arrow)].filter(
    ({ rows }) => rows.length > 0,
  );
}
