import faults from './partial.json' with { type: 'json' };

/** Corpus files that Bash accepts and the grammar does not, with the fault of the grammar that shows in each. */
const FAULTS: ReadonlyMap<string, string> = new Map(
  faults.flatMap(({ fault, files }) => files.map((file): [string, string] => [file, fault])),
);

export function knownFault(path: string): string | undefined {
  return FAULTS.get(path);
}

/** @returns the listed files that are read whole after all */
export function mended(partial: ReadonlySet<string>): string[] {
  return [...FAULTS.keys()].filter((path) => !partial.has(path));
}
