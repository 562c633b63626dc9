import type { Tone } from './look.ts';

export type Detail = 'files' | 'declarations' | 'full';

export interface Note {
  tone: Tone;
  text: string;
}

/** One line of the tree before it is laid out. Texts are safe to print already. */
export interface Row {
  tone: Tone;
  label: string;
  language?: string;
  /** A number of lines or a range of them. */
  lines?: string;
  size?: string;
  notes: Note[];
  /** Made when they are printed, so that a large tree is never in memory as rows. */
  children: () => Row[];
}

/** A row and the line that it stands on, to bring rows of two kinds into source order. */
export interface Placed {
  line: number;
  row: Row;
}

export const none = (): Row[] => [];
