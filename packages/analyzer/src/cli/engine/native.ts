import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { AnalyzerError } from '@analyzer/contracts';
import { refusalOf } from '@analyzer/core/parse/native/handshake.ts';
import type { EngineChoices } from '../options/engine.ts';

const PROGRAM = process.platform === 'win32' ? 'analyzer-rs.exe' : 'analyzer-rs';
/** Optional packages for this platform; npm installs the one for the C library of the system. */
const PACKAGES = (process.platform === 'linux' ? ['-gnu', '-musl'] : ['']).map(
  (libc) => `analyzer-rs-${process.platform}-${process.arch}${libc}`,
);
/** Where `npm run build:native` writes it. Only in a clone: elsewhere this path could lead into a scanned project. */
const BUILT = /\/packages\/analyzer\/(?:dist|src\/cli\/engine)\/[^/]*$/.test(import.meta.url)
  ? new URL(`../../../native/analyzer-rs/target/release/${PROGRAM}`, import.meta.url)
  : undefined;
const REMEDY = 'Build it with `npm run build:native`, name it with --rust-bin, or choose --engine portable.';

/**
 * Decides between the engines. A program that would give other facts than the portable engine is never used.
 *
 * @param say gets a line when a program is there and is passed over
 * @returns the native engine's program; undefined for the portable engine
 * @throws AnalyzerError `usage`, `not_found`
 */
export function chooseNative(
  { engine = 'auto', rustBin }: EngineChoices,
  say: (line: string) => void,
): string | undefined {
  if (engine === 'portable' || engine === 'python') {
    if (rustBin === undefined) return undefined;
    throw new AnalyzerError('usage', { problem: `--rust-bin names a native engine, but --engine is ${engine}` });
  }
  if (rustBin !== undefined && !existsSync(rustBin)) {
    throw new AnalyzerError('not_found', { what: 'native engine', name: rustBin }, { hint: REMEDY });
  }
  const file = rustBin ?? installed();
  if (file === undefined) {
    if (engine === 'auto') return undefined;
    throw new AnalyzerError('usage', { problem: 'the native engine is not installed' }, { hint: REMEDY });
  }
  const refusal = isExecutable(file) ? knownRefusalOf(file) : 'it is not executable';
  if (refusal === undefined) return file;
  if (engine !== 'auto') {
    throw new AnalyzerError('usage', { problem: `cannot use ${file} as native engine: ${refusal}` }, { hint: REMEDY });
  }
  say(`Parsing with the portable engine: ${file} can't be used, ${refusal}.`);
  return undefined;
}

/** Refusals of programs by their path, size and time: a command may open several engines. */
const refusals = new Map<string, string | undefined>();

function knownRefusalOf(file: string): string | undefined {
  const { size, mtimeMs } = statSync(file);
  const key = `${file} ${size} ${mtimeMs}`;
  if (!refusals.has(key)) refusals.set(key, refusalOf(file));
  return refusals.get(key);
}

function installed(): string | undefined {
  const { resolve } = createRequire(import.meta.url);
  for (const name of PACKAGES) {
    try {
      return resolve(`${name}/bin/${PROGRAM}`);
    } catch {
      // Not installed.
    }
  }
  return BUILT !== undefined && existsSync(BUILT) ? fileURLToPath(BUILT) : undefined;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
