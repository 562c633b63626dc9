import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createPortableEngine } from '@analyzer/core/parse/portable/engine.ts';
import { buildWorker } from '@analyzer/core/parse/portable/worker-fixture.ts';
import { corpusFiles } from '../corpus/files.ts';
import { CORPUS, REPOSITORY } from '../folders.ts';
import { lookAtTree } from '../measure/process-tree.ts';
import { drive, ordinary } from './drive.ts';
import { hostileInputs } from './hostile.ts';
import type { Input } from './input.ts';
import { mutants } from './mutants.ts';
import { ORDINARY } from './ordinary.ts';
import { Random } from './random.ts';
import { Tally } from './tally.ts';

const SAMPLE_MS = 100;
const PROGRESS_MS = 30_000;
/** Larger files are rare and slow, and break in the same ways. */
const LARGEST_MUTATED = 100_000;

/**
 * `bench unbreakable`: everything hostile by construction, then mutants of the corpus, through the engine as it is
 * shipped. Prints the account and fails when something broke. A mutant's name holds its seed and number:
 * `--seed S --from N --count 1 --skip-hostile` runs it alone.
 */
export async function unbreakableCommand(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      seed: { type: 'string', default: '1' },
      from: { type: 'string', default: '0' },
      count: { type: 'string', default: '20000' },
      jobs: { type: 'string', default: '2' },
      'skip-hostile': { type: 'boolean', default: false },
    },
  });
  const [seed, from, count, jobs] = [values.seed, values.from, values.count, values.jobs].map(Number);
  if (seed === undefined || from === undefined || count === undefined || jobs === undefined) return;
  // Its own build: a run takes long, and `dist` may change meanwhile.
  const worker = await buildWorker(REPOSITORY);
  const engine = createPortableEngine({ jobs, tokens: true, workerPath: worker.path });
  const tally = new Tally();
  const timer = setInterval(() => tally.sample(lookAtTree(process.pid)), SAMPLE_MS);
  const progress = setInterval(() => process.stderr.write(`${tally.inputs} inputs\n`), PROGRESS_MS);
  try {
    const files = await ordinary(engine, ORDINARY);
    if (!values['skip-hostile']) await drive(engine, hostileInputs(new Random(seed)), files, tally);
    await drive(engine, mutants(originals(), seed, from, count), files, tally);
  } finally {
    clearInterval(timer);
    clearInterval(progress);
    await engine.close();
    worker.remove();
    process.stdout.write(tally.report());
  }
  if (tally.problems.length > 0) throw new Error(`${tally.problems.length} inputs broke something`);
}

function originals(): Input[] {
  return corpusFiles()
    .filter(({ size }) => size <= LARGEST_MUTATED)
    .map(({ path, language, dialect }) => ({
      name: path,
      mode: dialect === undefined ? { language } : { language, dialect },
      bytes: readFileSync(join(CORPUS, path)),
    }));
}
