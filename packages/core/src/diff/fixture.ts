import { fileURLToPath } from 'node:url';
import type { Engine } from '#parse/engine.ts';
import { languages } from '#parse/portable/languages.ts';
import { PortableParser } from '#parse/portable/parse.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { openSource } from '#tree/open-source.ts';
import { diff } from './diff.ts';
import type { Diff } from './model.ts';
import { completeDiffOptions, type DiffChoices } from './options.ts';

const grammars = fileURLToPath(new URL('../../../../languages/grammars', import.meta.url));
const parser = await PortableParser.load([...languages.keys()], grammars);

/** The parser of the portable engine, in this process. */
export function engineOfThisProcess(): Engine {
  return {
    name: 'portable',
    versions: () => 'of this process',
    jobs: 2,
    parse: async (job) => parser.parse(job, { tokens: false, deadline: Number.POSITIVE_INFINITY }),
    cache: undefined,
    wholeProject: undefined,
    rest: () => undefined,
    close: async () => undefined,
  };
}

/** The diff of two folders or revisions, as written on the command line. */
export async function diffOf(before: string, after: string, choices: DiffChoices = {}): Promise<Diff> {
  const [old, now] = [await openSource(before), await openSource(after)];
  try {
    return await diff(old, now, completeDiffOptions(choices), {
      engine: engineOfThisProcess(),
    });
  } finally {
    await old.close();
    await now.close();
  }
}

/** The diff of two sets of files, by path. */
export function diffOfFiles(
  before: Record<string, string>,
  after: Record<string, string>,
  choices: DiffChoices = {},
): Promise<Diff> {
  return diffOf(fixtureFolder(before), fixtureFolder(after), choices);
}
