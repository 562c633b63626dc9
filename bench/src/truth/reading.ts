/** Facts of one file by one reader: the engine or an independent one. Each list is a multiset. */
export interface Reading {
  declarations: Declaration[];
  imports: FactLocation[];
  calls: FactLocation[];
}

export interface FactLocation {
  name: string;
  line: number;
}

export interface Declaration extends FactLocation {
  kind: string;
}

export function emptyReading(): Reading {
  return { declarations: [], imports: [], calls: [] };
}

/** An independent reader of one language with its own parser and without code of the engine. */
export interface Reader {
  /** Name and version. */
  readonly tool: string;
  /** @returns undefined if the text violates the rules of the language */
  read(source: string, file: string): Promise<Reading | undefined> | Reading | undefined;
}
