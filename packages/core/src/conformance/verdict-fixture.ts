import { join } from 'node:path';
import type { Value } from '#manifest/tree.ts';
import { readManifest } from '#manifest/validate-manifest.ts';
import type { Engine } from '#parse/engine.ts';
import { textsOf } from '#scan/file-texts.ts';
import { completeOptions } from '#scan/options.ts';
import { scan } from '#scan/scan.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { Folder } from '#tree/folder.ts';
import { type CodeProject, projectOf } from './project.ts';

/** The facts of a project with some files. */
export async function projectWith(files: object, engine: Engine): Promise<CodeProject> {
  const texts = Object.fromEntries(Object.entries(files).map(([path, text]) => [`p/${path}`, text]));
  const folder = join(fixtureFolder({ 'p/': '', ...texts }), 'p');
  const result = await scan(folder, completeOptions({}), { engine });
  return projectOf(result, await textsOf(result, new Folder(folder)));
}

/** A manifest with a contract for each key, whose id is the key. */
export function manifestOf(keys: readonly string[]): Value {
  const files: Record<string, object[]> = {};
  const contracts: object[] = [];
  for (const { file, ...contract } of keys.map(contractOf)) {
    if (file === undefined) contracts.push(contract);
    else files[file] = [...(files[file] ?? []), contract];
  }
  const { root } = readManifest(JSON.stringify({ contracts, files }), {});
  if (root === undefined) throw new Error('no manifest');
  return root;
}

interface Contract {
  id: string;
  file?: string;
  scope: string;
  intent: string;
  [list: string]: string | string[] | undefined;
}

/** `scope list entry`, prefixed with `file >` for a contract of a file. */
function contractOf(key: string): Contract {
  const [, file, scope = '', list = '', entry = ''] =
    /^(?:(\S+) > )?(.+?) (forbid|require|effect|input|output|validate|states) ?(.*)$/.exec(key) ?? [];
  const contract = { id: key, ...(file !== undefined && { file }), scope, intent: 'x' };
  if (list === 'states') return contract;
  return { ...contract, [list]: entry === '' ? [] : [entry] };
}
