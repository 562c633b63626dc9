/** What a finder finds in a file of a host. Offsets are bytes of the file. */
export interface FoundCode {
  /** Code, in order. */
  regions: Region[];
  /** Scripts in other files. */
  imports: ScriptImport[];
  /** Names of modes of the scripts. */
  modes: Set<string>;
  /** A language of a script that is not read. */
  unread?: string;
  problems: RegionProblem[];
}

export interface Region {
  start: number;
  end: number;
}

/** `<script src="…">` */
export interface ScriptImport {
  /** Offset of its tag. */
  tag: number;
  /** The value without its quotes. */
  start: number;
  end: number;
}

/** A line of code in a cell of a notebook. */
export interface CellLine {
  /** Of the file. */
  line: number;
  text: string;
}

/** Code that could not be read. */
export interface RegionProblem {
  at: number;
  message: string;
}
