import type { Tone } from './terminal-style.ts';

export type Detail = 'files' | 'declarations' | 'full';

export interface Note {
  tone: Tone;
  text: string;
}

/** One line of the tree before layout. Texts are already escaped. */
export interface Row {
  tone: Tone;
  label: string;
  language?: string;
  /** Number of lines, or a range of lines. */
  lines?: string;
  size?: string;
  notes: Note[];
  /** Created when printed, so that a large tree is never in memory as rows. */
  children: () => Row[];
}

/** A row with its line, for sorting rows of two kinds into source order. */
export interface SourceRow {
  line: number;
  row: Row;
}

export const none = (): Row[] => [];
