import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { AnalyzerError } from '@analyzer/contracts';
import { refusalOf } from '@analyzer/core/parse/native/handshake.ts';
import type { EngineChoices } from '../options/engine.ts';

const PROGRAM = process.platform === 'win32' ? 'analyzer-rs.exe' : 'analyzer-rs';
/** Beside this program where it was installed for this platform. */
const PACKAGE = `@analyzer/native-${process.platform}-${process.arch}`;
/** In a clone, where `npm run build:native` leaves it. */
const BUILT = new URL(`../../../native/analyzer-rs/target/release/${PROGRAM}`, import.meta.url);
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
  const refusal = isExecutable(file) ? refusalOf(file) : 'it is not executable';
  if (refusal === undefined) return file;
  if (engine !== 'auto') {
    throw new AnalyzerError('usage', { problem: `cannot use ${file} as native engine: ${refusal}` }, { hint: REMEDY });
  }
  say(`Parsing with the portable engine: ${file} can't be used, ${refusal}.`);
  return undefined;
}

function installed(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(`${PACKAGE}/bin/${PROGRAM}`);
  } catch {
    const built = fileURLToPath(BUILT);
    return existsSync(built) ? built : undefined;
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
