/** Flags of `cache prune`. */
export interface PruneFlags {
  cacheDir: string;
  /** In bytes. */
  maxSize?: number;
  /** In milliseconds. */
  olderThan?: number;
}
