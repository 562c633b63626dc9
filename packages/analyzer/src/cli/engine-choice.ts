import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { portableVersions } from '@analyzer/core/parse/portable/versions.ts';
import type { EngineChoices } from './engine-options.ts';
import { say } from './say.ts';

/** Of the portable engine. */
export const WORKER = fileURLToPath(new URL('worker.js', import.meta.url));

/** The engine of a command, which is not started. */
export interface ChosenEngine {
  name: 'portable' | 'native';
  /** As the engine tells them. */
  versions: string;
  /** The native engine's program. */
  native?: string;
}

/**
 * Decides as `openEngine` does, and loads nothing of the engine.
 *
 * @throws AnalyzerError as `openEngine`
 */
export async function chooseEngine(flags: EngineChoices): Promise<ChosenEngine> {
  const isPortable = flags.rustBin === undefined && (flags.engine === 'portable' || flags.engine === 'python');
  const native = isPortable ? undefined : (await import('./native-engine.ts')).chooseNative(flags, say);
  if (native === undefined) return { name: 'portable', versions: portableVersions(WORKER) };
  const { nativeVersions } = await import('@analyzer/core/parse/native/versions.ts');
  return { name: 'native', versions: nativeVersions(native), native };
}

/** SHA-256 of this program: of what it is split into it holds the names, which are made of the content. */
export function programDigest(): string {
  return createHash('sha256')
    .update(readFileSync(new URL('main.js', import.meta.url)))
    .digest('hex');
}
