import { KIND_BY_EXTENSION } from './kinds.ts';

const ENDINGS = [...KIND_BY_EXTENSION].filter(([, kind]) => kind.declaresOnly).map(([ending]) => ending);

/** Whether a file only declares what another one has. */
export function isDeclarationFile(path: string): boolean {
  return ENDINGS.some((ending) => path.endsWith(ending));
}
