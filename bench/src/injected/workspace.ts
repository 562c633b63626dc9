import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import type { Language } from '../corpus/files.ts';
import { BENCH, CORPUS } from '../folders.ts';
import type { SampledFunction } from '../functions/sample.ts';
import { type Copies, VARIANTS, type Variant } from './variants.ts';

/** A real function and its copies. */
export interface Injected {
  language: Language;
  number: number;
  sample: SampledFunction;
  copies: Copies;
}

export const ORIGIN = 'origin';
export const COPIES = 'copies';

/** The path of a copy below the project of copies. */
export function pathOfCopy({ language, number, sample }: Injected, variant: Variant): string {
  return `${variant}/${language}/f${number}${extname(sample.file) || '.sh'}`;
}

/** The file that the function is from, absolute. */
export function pathOfOrigin({ sample }: Injected): string {
  const path = join(CORPUS, sample.file);
  return existsSync(path) ? path : join(BENCH, 'corpus-functions', sample.file);
}

/**
 * Writes two projects: the complete real files of the functions, and the copies, each in a separate file.
 *
 * @returns a workspace file that names them
 */
export function writeWorkspace(folder: string, injected: readonly Injected[]): string {
  for (const each of injected) {
    write(join(folder, ORIGIN, each.sample.file), (path) => copyFileSync(pathOfOrigin(each), path));
    for (const variant of VARIANTS) {
      const text = each.copies[variant];
      write(join(folder, COPIES, pathOfCopy(each, variant)), (path) => writeFileSync(path, text));
    }
  }
  const projects = [ORIGIN, COPIES].map((id) => ({ id, path: id, all: true }));
  const file = join(folder, 'workspace.json');
  writeFileSync(file, JSON.stringify({ schema: 'analyzer.workspace-config.v1', projects }));
  return file;
}

function write(path: string, writing: (path: string) => void): void {
  mkdirSync(dirname(path), { recursive: true });
  writing(path);
}
