// Generated from packages/contracts/schemas/analyzer.manifest-findings.v1.schema.json by tools/contracts.mjs. Do not edit.

/**
 * Findings in contract manifests: syntax errors, schema violations, and content that the schema allows but that is probably a mistake. Rules may be added in later releases.
 */
export interface ManifestFindingsV1 {
  /**
   * The schema of this document with its version.
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
   * false when it is not JSON or YAML, or too large.
   */
  readable: boolean;
  /**
   * No finding is an error.
   */
  valid: boolean;
  /**
   * Ordered by position in the file; at most 10,000.
   */
  findings: ManifestFinding[];
  /**
   * Number of further ones.
   */
  omitted: number;
}
/**
 * A finding.
 */
export interface ManifestFinding {
  /**
   * The location.
   */
  layer: 'text' | 'schema' | 'lint';
  /**
   * The rule.
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
    | 'text/yaml-other-type'
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
    | 'lint/unknown-word'
    | 'lint/version-newer'
    | 'lint/selector'
    | 'lint/effects';
  /**
   * error makes the manifest invalid; warning and note do so with --strict.
   */
  severity: 'error' | 'warning' | 'note';
  /**
   * JSON Pointer (RFC 6901) to the value, or to the enclosing value; cut with … after 2,000 characters.
   */
  pointer: string;
  /**
   * 1-based.
   */
  line: number;
  /**
   * 1-based, in Unicode scalar values; a byte order mark is not counted.
   */
  column: number;
  /**
   * Line of the end, exclusive.
   */
  end_line: number;
  /**
   * Column of the end, exclusive.
   */
  end_column: number;
  /**
   * The findings.
   */
  message: string;
  /**
   * The remedy.
   */
  remedy: string;
}
