import { basename, relative, resolve, sep } from 'node:path';
import { contractsReport } from '@analyzer/core/check/contracts.ts';
import type { Check } from '@analyzer/core/check/model.ts';
import { checkManifest, decidedKeys } from '@analyzer/core/conformance/check.ts';
import { projectOf } from '@analyzer/core/conformance/project.ts';
import { LIMITS } from '@analyzer/core/manifest/limits.ts';
import { formatOfName } from '@analyzer/core/manifest/names.ts';
import type { Value } from '@analyzer/core/manifest/tree.ts';
import { readManifest } from '@analyzer/core/manifest/validate-manifest.ts';
import type { Engine } from '@analyzer/core/parse/engine.ts';
import { textsOf } from '@analyzer/core/scan/file-texts.ts';
import type { ScanOptions } from '@analyzer/core/scan/model.ts';
import { FUNCTION_KINDS } from '@analyzer/core/scan/options.ts';
import { scan } from '@analyzer/core/scan/scan.ts';
import { Folder } from '@analyzer/core/tree/folder.ts';
import type { LaterSource, TreeSource } from '@analyzer/core/tree/source.ts';
import { soundManifest } from '../input/manifest.ts';
import type { CheckFlags } from './flags.ts';

interface Context {
  engine: Engine;
  signal: AbortSignal;
}

/**
 * Adds the problems of the manifest that `--contracts` names. With an earlier state, those that its own manifest had with its
 * own code are known, and an entry that was decided must stay so.
 *
 * @param before the earlier state
 */
export async function withContracts(
  result: Check,
  { contracts, cacheDir }: CheckFlags,
  [path, revision]: [path: string, before?: LaterSource],
  context: Context,
): Promise<Check> {
  if (contracts === undefined) return result;
  const manifest = await soundManifest(contracts);
  const before = await revision?.open();
  const code = async (source: string | TreeSource) => {
    // Contracts do not depend on copies.
    const options: ScanOptions = { ...result.scan.options, kinds: [...FUNCTION_KINDS] };
    const now = await scan(source, options, { ...context, ...(cacheDir !== undefined && { cacheDir }) });
    const texts = typeof source === 'string' ? new Folder(source) : source;
    return projectOf(now, await textsOf(now, texts, context.signal));
  };
  const way = relative(resolve(path), resolve(manifest.path)).split(sep).join('/');
  const isInside = !way.startsWith('..');
  const root = before && (isInside ? await earlierManifest(before, way) : manifest.root);
  const none = { baseline: new Set<string>() };
  const earlier = before && root && checkManifest(root, await code(before), none);
  const report = checkManifest(manifest.root, await code(path), {
    ...none,
    ...(earlier && {
      baseline: new Set(earlier.problems.map(({ key }) => key)),
      decided: new Set(decidedKeys(earlier)),
    }),
  });
  return { ...result, contracts: contractsReport(isInside ? way : basename(manifest.path), report) };
}

/** Undefined if it did not exist, or had errors. */
async function earlierManifest(source: TreeSource, path: string): Promise<Value | undefined> {
  const format = formatOfName(path);
  const bytes = await source.readOwn(path, LIMITS[format]);
  return bytes instanceof Uint8Array ? readManifest(bytes, { format }).root : undefined;
}
