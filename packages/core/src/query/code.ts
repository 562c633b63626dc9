import type { FileFacts } from '#parse/facts.ts';

/** Source text in a request. It is neither stored nor logged. */
export interface CodeText {
  text: string;
  /** Of its language: an id of `languages/`, or the name of a file. */
  language?: string | undefined;
  fileName?: string | undefined;
}

/** The facts of such a text. */
export interface ParsedCode {
  language: string;
  facts: FileFacts;
  /** Number of lines of the text. */
  lines: number;
  /** Undefined if the text was parsed as it is. */
  wrapped: Wrapped | undefined;
}

/** A text with other text around it, with which it is a file. */
export interface Wrapped {
  before: string;
  after: string;
}

/** Parses source text of requests. */
export interface CodeReader {
  /** @throws AnalyzerError `invalid_request`, `timeout` */
  parse(code: CodeText): Promise<ParsedCode>;
  close(): Promise<void>;
}
