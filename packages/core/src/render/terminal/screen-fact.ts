import type { Group } from '#scan/model.ts';
import type { Relations } from './relation-folders.ts';

/** A fact of the first screen: relations, of which several are forks and families of files in the same folders; or a group. */
export type ScreenFact = ({ relations: Relations } | { group: Group; files: readonly string[] }) & {
  /** Number of further groups in the same files or folders. */
  more: number;
  /** Number of further groups of synchronous and asynchronous code, if this is such a fact. */
  twins: number;
};

/** Where code is. */
export interface CodePlaces {
  /** Different files, that of the first occurrence first. */
  files: readonly string[];
  /** The path of each occurrence, with the name of the declaration if it is one. */
  names: readonly string[];
  /** Lines of all places but the largest one. */
  saved: number;
}
