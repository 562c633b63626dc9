// Guards: an outcome of the portable engine for each hostile input, mutant and token soup. Takes: 32 minutes on a busy machine.
import { parseArgs } from 'node:util';
import { DEFAULT_LIMITS } from '@analyzer/core/parse/pool/limits.ts';
import { createPortableEngine } from '@analyzer/core/parse/portable/engine.ts';
import { buildWorker } from '@analyzer/core/parse/portable/worker-fixture.ts';
import { REPOSITORY } from '../folders.ts';
import { sampleTree } from '../measure/process-tree.ts';
import { drive, ordinary } from './drive.ts';
import { hostileInputs } from './hostile.ts';
import type { Input } from './input.ts';
import { mutants, originals } from './mutants.ts';
import { ORDINARY } from './ordinary.ts';
import { Random } from './random.ts';
import { soups } from './soups.ts';
import { Tally } from './tally.ts';

const SAMPLE_MS = 250;
const PROGRESS_MS = 30_000;
const GIB = 1024 ** 3;
/** The pool samples a process four times a second; allowance for growth between samples and for this program itself. */
const OVERSHOOT = 0.5 * GIB;

/** One of this many generated inputs is a token soup; the others are mutants. */
const SOUP_SHARE = 5;

/**
 * `bench unbreakable inputs`: runs hostile inputs, then mutants of the corpus and token soups through the
 * shipped engine. Prints a summary and fails if a rule is violated. The name of a mutant or a soup contains its
 * seed and number: `--seed S --from N --count 1 --skip-hostile` runs it alone. `--only` selects the kinds whose name contains
 * a string, `--part 1/3` every third input. Ctrl-C prints the summary so far. A file gets `--seconds` of CPU time,
 * fewer than in a scan: more time would not reach other code of a parser.
 */
export async function unbreakableCommand(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(4),
    options: {
      seed: { type: 'string', default: '1' },
      from: { type: 'string', default: '0' },
      count: { type: 'string', default: '20000' },
      jobs: { type: 'string', default: '2' },
      'skip-hostile': { type: 'boolean', default: false },
      seconds: { type: 'string', default: '5' },
      only: { type: 'string', default: '' },
      part: { type: 'string', default: '1/1' },
    },
  });
  const [seed, from, count] = [Number(values.seed), Number(values.from), Number(values.count)];
  const [jobs, softMs] = [Number(values.jobs), Number(values.seconds) * 1000];
  // A separate build: a run takes long, and `dist` may change meanwhile.
  const worker = await buildWorker(REPOSITORY);
  const engine = createPortableEngine({
    jobs,
    tokens: true,
    workerPath: worker.path,
    limits: { softMs, hardMs: 1.5 * softMs },
  });
  const tally = new Tally();
  const mostMemory = jobs * (DEFAULT_LIMITS.hardResidentBytes + OVERSHOOT) + OVERSHOOT;
  const started = performance.now();
  const timer = setInterval(() => tally.sample(sampleTree(process.pid, true), mostMemory), SAMPLE_MS);
  const progress = setInterval(() => {
    process.stderr.write(`${minutes(performance.now() - started)}: ${tally.progress()}\n`);
  }, PROGRESS_MS);
  const interrupt = () => void engine.close();
  process.once('SIGINT', interrupt);
  try {
    const files = await ordinary(engine, ORDINARY);
    const chosen = (inputs: Iterable<Input>) => part(inputs, values.part, values.only);
    if (!values['skip-hostile']) await drive(engine, chosen(hostileInputs(new Random(seed))), files, tally);
    await drive(engine, chosen(seeded(seed, from, count)), files, tally);
  } finally {
    process.removeListener('SIGINT', interrupt);
    clearInterval(timer);
    clearInterval(progress);
    await engine.close();
    worker.remove();
    process.stdout.write(`${tally.report()}${minutes(performance.now() - started)}\n`);
  }
  if (tally.problems.length > 0) throw new Error(`${tally.problems.length} inputs broke something`);
}

function* seeded(seed: number, from: number, count: number): Generator<Input> {
  if (count === 0) return;
  const files = originals();
  for (let i = from; i < from + count; i++) {
    yield* i % SOUP_SHARE === 0 ? soups(seed, i, 1) : mutants(files, seed, i, 1);
  }
}

/** @param share `I/N`: input I of every N inputs */
function* part(inputs: Iterable<Input>, share: string, only: string): Generator<Input> {
  const [which = 1, of = 1] = share.split('/').map(Number);
  let number = 0;
  for (const input of inputs) {
    if (input.kind.includes(only) && number++ % of === which - 1) yield input;
  }
}

function minutes(ms: number): string {
  return `${(ms / 60_000).toFixed(1)} min`;
}
