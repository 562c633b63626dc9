import { join } from 'node:path';
import { filesOf, type Kind, languageOf } from '../../formatters/formatters.ts';
import { type SampledFunction, sampleFunctions } from '../../functions/sample.ts';
import { startJudges } from '../../meaning/judges.ts';
import { startLocalsReaders } from '../../renaming/readers.ts';
import { Random } from '../../unbreakable/random.ts';
import type { Injection } from './project.ts';
import { startOutlines } from './readers.ts';
import { Sizes } from './sizes.ts';
import { type Candidate, candidate, copiesOf, type Tools } from './variants.ts';

export const KINDS = ['python', 'javascript', 'typescript', 'tsx', 'php', 'bash'] as const satisfies readonly Kind[];
export const SEED = 20_261_123;

/**
 * Copies functions in all ways.
 *
 * @param choice folder of the functions, and their number of each kind
 */
export async function inject(
  kinds: readonly (typeof KINDS)[number][],
  { source, each, seed }: { source: string; each: number; seed: number },
): Promise<Injection[]> {
  const [judges, readers, outlines] = [await startJudges(), await startLocalsReaders(source), await startOutlines()];
  const sizes = await Sizes.load();
  const injections: Injection[] = [];
  try {
    for (const kind of kinds) {
      const language = languageOf(kind);
      const tools: Tools = {
        ...{ language, judge: judges.of[language], locals: readers.of[language], outline: outlines.of[language] },
        ...{ sizes, random: new Random(seed) },
      };
      const own = new Set(filesOf(kind, source).map(({ name }) => name));
      const samples = sampleFunctions(language, seed, { folder: source, accept: (name) => own.has(name) });
      const taken = await take(samples, tools, each);
      for (const [index, one] of taken.entries()) {
        const host = taken[(index + 1) % taken.length] ?? one;
        const copies = await copiesOf(one, host, tools);
        injections.push({ kind, number: index + 1, sample: one.sample, file: join(source, one.sample.file), copies });
      }
    }
  } finally {
    judges.close();
    readers.close();
    outlines.close();
  }
  return injections;
}

/** Functions that are large enough and do not contain each other. */
async function take(samples: AsyncIterable<SampledFunction>, tools: Tools, each: number): Promise<Candidate[]> {
  const taken: Candidate[] = [];
  for await (const sample of samples) {
    const isPart = taken.some(({ sample: { file, print } }) => {
      return file === sample.file && print.start < sample.print.end && sample.print.start < print.end;
    });
    const own = isPart ? undefined : await candidate(sample, tools);
    if (own !== undefined) taken.push(own);
    if (taken.length === each) break;
  }
  return taken;
}
