/** Reasons of imports whose path a program computes when it runs, completely or in part. */
const REASONS: ReadonlySet<string | undefined> = new Set([
  'not a literal',
  'the only file that ends with it; its folder is not known',
  'several files end with it; its folder is not known',
  'no file ends with it; its folder is not known',
]);

export function isComputed({ reason }: { reason?: string | undefined }): boolean {
  return REASONS.has(reason);
}
