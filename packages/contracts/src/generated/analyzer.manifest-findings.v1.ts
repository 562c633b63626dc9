// Generated from packages/contracts/schemas/analyzer.manifest-findings.v1.schema.json by tools/contracts.mjs. Do not edit.

/**
 * What is found in contract manifests: with their text, by their schema, and what the schema allows but was probably not meant. Rules may be added in later releases.
 */
export interface ManifestFindingsV1 {
  /**
   * This contract and its version.
   */
  schema: 'analyzer.manifest-findings.v1';
  /**
   * The manifests, in the order they were given.
   */
  files: CheckedManifest[];
}
/**
 * One manifest.
 */
export interface CheckedManifest {
  /**
   * As it was given; - for standard input.
   */
  path: string;
  /**
   * How it was read.
   */
  format: 'json' | 'yaml';
  /**
   * False when it is no JSON or YAML at all, or too large.
   */
  readable: boolean;
  /**
   * No finding is an error.
   */
  valid: boolean;
  /**
   * In order of their place in the file, at most 10,000.
   */
  findings: ManifestFinding[];
  /**
   * How many more there are.
   */
  omitted: number;
}
/**
 * One thing that is to be said about a manifest.
 */
export interface ManifestFinding {
  /**
   * Where it was found.
   */
  layer: 'text' | 'schema' | 'lint';
  /**
   * Which rule.
   */
  rule:
    | 'text/empty'
    | 'text/too-large'
    | 'text/too-deep'
    | 'text/too-many-values'
    | 'text/not-text'
    | 'text/encoding'
    | 'text/byte-order-mark'
    | 'text/no-json'
    | 'text/unexpected'
    | 'text/bare-word'
    | 'text/bare-name'
    | 'text/quotes'
    | 'text/comment'
    | 'text/missing-comma'
    | 'text/extra-comma'
    | 'text/missing-colon'
    | 'text/missing-value'
    | 'text/unclosed'
    | 'text/wrong-bracket'
    | 'text/after-end'
    | 'text/unclosed-string'
    | 'text/control-character'
    | 'text/escape'
    | 'text/half-character'
    | 'text/number-form'
    | 'text/number-changes'
    | 'text/duplicate-name'
    | 'text/yaml'
    | 'text/yaml-documents'
    | 'text/yaml-name'
    | 'text/yaml-merge'
    | 'text/yaml-alias'
    | 'text/yaml-tag'
    | 'schema/type'
    | 'schema/required'
    | 'schema/minimum'
    | 'schema/maximum'
    | 'lint/unknown-member'
    | 'lint/duplicate-id'
    | 'lint/empty-text'
    | 'lint/todo'
    | 'lint/contradiction'
    | 'lint/file-key'
    | 'lint/version-form'
    | 'lint/version-newer'
    | 'lint/selector';
  /**
   * An error makes the manifest invalid; the others do under --strict.
   */
  severity: 'error' | 'warning' | 'note';
  /**
   * JSON Pointer (RFC 6901) to the value it is about, or around it; cut with … after 2,000 characters.
   */
  pointer: string;
  /**
   * From 1.
   */
  line: number;
  /**
   * From 1, in Unicode scalar values; a byte order mark is not counted.
   */
  column: number;
  /**
   * Line behind its last character.
   */
  end_line: number;
  /**
   * Column behind its last character.
   */
  end_column: number;
  /**
   * What is found.
   */
  message: string;
  /**
   * What to do about it.
   */
  remedy: string;
}
