import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import type { Kind } from '../../formatters/formatters.ts';
import type { SampledFunction } from '../../functions/sample.ts';
import type { Fragment } from './detectors.ts';
import type { Range } from './outline.ts';
import type { Copy, Variant } from './variants.ts';

/** A real function and its copies. */
export interface Injection {
  kind: Kind;
  number: number;
  sample: SampledFunction;
  /** The file of the function, absolute. */
  file: string;
  copies: ReadonlyMap<Variant, Copy>;
}

/**
 * Writes the complete real files of functions and, in another folder, their copies of one variant, each in a file of its own. An
 * existing folder is replaced.
 */
export function writeProject(folder: string, injections: readonly Injection[], variant: Variant): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const injection of injections) {
    const copy = injection.copies.get(variant);
    if (copy === undefined) continue;
    const { origin } = copy;
    write(join(folder, pathOfOriginal(injection, copy)), (path) => {
      if (origin === undefined) copyFileSync(injection.file, path);
      else writeFileSync(path, origin);
    });
    write(join(folder, pathOfCopy(injection)), (path) => writeFileSync(path, copy.text));
  }
}

function pathOfOriginal(injection: Injection, { origin }: Copy): string {
  return `origin/${origin === undefined ? injection.sample.file : ownName(injection)}`;
}

export function pathOfCopy(injection: Injection): string {
  return `copies/${ownName(injection)}`;
}

function ownName({ kind, number, sample }: Injection): string {
  return `${kind}/f${number}${extname(sample.file) || '.sh'}`;
}

/** The lines of a copy and of its original. */
export function linesOf(injection: Injection, copy: Copy): { original: Fragment; copy: Fragment } {
  const { source, from, print } = injection.sample;
  const first = copy.origin === undefined ? print.line - lineAt(source, from) : 0;
  const { from: start, to: end } = linesIn(copy.origin ?? source, copy.original);
  return {
    original: { path: pathOfOriginal(injection, copy), from: first + start, to: first + end },
    copy: { path: pathOfCopy(injection), ...linesIn(copy.text, copy) },
  };
}

function linesIn(text: string, { from, to }: Range): Range {
  return { from: lineAt(text, from), to: lineAt(text.trimEnd(), to) };
}

/** 1 for the first line. */
function lineAt(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}

function write(path: string, writing: (path: string) => void): void {
  mkdirSync(dirname(path), { recursive: true });
  writing(path);
}
