const ENDINGS = ['.pyi', '.d.ts', '.d.mts', '.d.cts'];

/** Whether a file only declares what another one has: no program runs it, so that its imports load nothing. */
export function isDeclarationFile(path: string): boolean {
  return ENDINGS.some((ending) => path.endsWith(ending));
}
