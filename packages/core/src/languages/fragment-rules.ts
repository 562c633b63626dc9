import fragments from '../../../../languages/fragments.json' with { type: 'json' };

/** Text around a text that is not a file of its language. */
export interface FragmentRule {
  /** Ends with a line end. */
  before: string;
  after: string;
  /** Before each line of the text that is not blank. */
  indent?: string;
}

/** By language, the smallest first. */
export const FRAGMENT_RULES: ReadonlyMap<string, readonly FragmentRule[]> = new Map(
  Object.entries(fragments.languages),
);

/** By language: dialects of text that has a syntax error in the plain one. */
export const FRAGMENT_DIALECTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['javascript', fragments.dialects.javascript],
  ['typescript', fragments.dialects.typescript],
]);
