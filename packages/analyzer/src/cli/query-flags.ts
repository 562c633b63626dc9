/** What the command line gives to `workspace query`; a flag that nobody set is absent. */
export interface QueryFlags {
  db: string;
  /** A file, or `-` for standard input. */
  request?: string;
  operation?: string;
  /** A JSON object. */
  params?: string;
  pretty?: true;
  /** Seconds. */
  timeout: number;
}
