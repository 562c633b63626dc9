/** What one reader, the engine or an independent one, finds in one file. Each list is a multiset. */
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

/** An independent reader of one language: its own parser, none of the engine's code. */
export interface Reader {
  /** Name and version. */
  readonly tool: string;
  /** @returns undefined where the language's own rules reject the text */
  read(source: string, file: string): Promise<Reading | undefined> | Reading | undefined;
}
