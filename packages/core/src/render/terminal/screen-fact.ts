import type { NamedPlace, TwinSign } from '#lists/async-twins.ts';
import type { Group } from '#scan/model.ts';
import type { Relations } from './relation-folders.ts';

/** A fact of the first screen: relations, of which several are forks and families of files in the same folders; or a group. */
export type ScreenFact = ({ relations: Relations } | { group: Group; places: CodePlaces }) & {
  /** Number of further groups in the same files or folders. */
  more: number;
  /** What else is the same code once synchronous and once asynchronous: relations and groups, if this is such a fact. */
  twins: CodePlaces[];
  /** Further places of the same code. */
  also: CodePlace[];
};

/** A file or folder, or lines of a file. */
export interface CodePlace extends NamedPlace {
  /** The declaration around it, if it is none. */
  within?: string;
  start?: number;
  end?: number;
}

/** Where code is. */
export interface CodePlaces {
  /** Different files, that of the first occurrence first. */
  files: readonly string[];
  /** Each occurrence; of several relations the sides of the largest one. */
  places: readonly CodePlace[];
  /** Whether it is synchronous and asynchronous code; of several relations all of them are. */
  twins: TwinSign | undefined;
  /** Equal lines of all places but one. */
  saved: number;
  /** Lines with code of each place, if its source was read. */
  lines?: readonly number[];
  /** Whether enough of a group is equal for a fact. */
  isWorth: boolean;
}
