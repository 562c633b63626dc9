import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ALLOCATION } from './allocation.ts';

const PARSER = fileURLToPath(import.meta.resolve('oxc-parser'));

/** Bytes of a process, besides its JavaScript heap, after oxc-parser has parsed a large file: the least, because V8 frees some of it later. */
function heldBytes(env: Readonly<Record<string, string>>): number {
  const script = `
    const { parseSync } = await import(process.argv[1]);
    const source = 'f(<>' + '<B c={a.f} d="e">{a.g} text</B>'.repeat(20_000) + '</>);';
    const program = () => parseSync('a.jsx', source).program;
    if (program().length === 0) throw new Error('nothing is parsed');
    let least = Infinity;
    for (let round = 0; round < 20; round++) {
      gc();
      await new Promise((resolve) => setTimeout(resolve, 20));
      const { rss, heapTotal } = process.memoryUsage();
      least = Math.min(least, rss - heapTotal);
    }
    console.log(least);`;
  const { stdout } = spawnSync(process.execPath, ['--expose-gc', '--input-type=module', '-e', script, PARSER], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return Number(stdout);
}

test.runIf(process.platform === 'linux')('a process returns the memory that oxc-parser has freed', () => {
  // By default mimalloc returns some of it, as time passes.
  const [kept, returned] = [heldBytes({ MIMALLOC_PURGE_DELAY: '-1' }), heldBytes(ALLOCATION)];
  expect(kept - returned).toBeGreaterThan(50_000_000);
});
