/** With these limits any input takes at most some hundreds of megabytes and a few seconds. */
export const LIMITS = {
  /** Bytes of a file, or UTF-16 units of a string. */
  json: 64 * 1024 * 1024,
  yaml: 16 * 1024 * 1024,
  /** Nesting of objects and arrays. */
  depth: 1000,
  /** Values of a document, with YAML aliases expanded. */
  values: 3_000_000,
  /** Findings that are listed; further ones are counted. */
  findings: 10_000,
} as const;

export function mebibytes(bytes: number): string {
  return `${bytes / (1024 * 1024)} MiB`;
}

export function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
