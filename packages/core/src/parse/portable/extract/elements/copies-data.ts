/** The `copies` section of a language's data file as it is written; `languages/language.schema.json` checks it. */
export interface CopiesData {
  class: string;
  units: string[];
  items_in?: string[];
  separators?: string[];
  weightless?: Record<string, WeightlessData[]>;
  wrappers?: string[];
}

/** One of `is`, `only` and `without` is given. */
export interface WeightlessData {
  at?: string;
  is?: string[];
  only?: string[];
  without?: string;
}
