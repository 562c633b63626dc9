/** The `copies` section of a language's data file as it is written; `languages/language.schema.json` checks it. */
export interface CopiesData {
  class: string;
  units: string[];
  items_in?: string[];
  separators?: string[];
  weightless?: Record<string, WeightlessData[]>;
  wrappers?: string[];
}

/** A test of `languages/language.schema.json`. */
export type WeightlessData =
  | { at: string; is: string[] }
  | { at: string; only: string[] }
  | { without: string }
  | { each: string; at: string[]; named: string[] };
