/** Bounds that keep any input to some hundreds of megabytes and a few seconds. */
export const LIMITS = {
  /** Bytes of a file, or UTF-16 units of a text. */
  json: 64 * 1024 * 1024,
  yaml: 16 * 1024 * 1024,
  /** Objects and arrays around a value. */
  depth: 1000,
  /** Values of a document; each alias of YAML counts as all that it stands for. */
  values: 3_000_000,
  /** Findings that are listed; more are counted. */
  findings: 10_000,
} as const;

/** Bytes as people write them. */
export function mebibytes(bytes: number): string {
  return `${bytes / (1024 * 1024)} MiB`;
}

export function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
