import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { engineOfThisProcess } from '#diff/fixture.ts';
import type { Engine } from '#parse/engine.ts';
import { BUILT_HERE, NATIVE_MISSING } from '#parse/native/built-here.ts';
import { createNativeEngine } from '#parse/native/engine.ts';
import type * as relating from '#relate/relate.ts';
import { GROUP_KINDS } from '#scan/model.ts';
import { completeOptions } from '#scan/options.ts';
import type { Outcomes } from '#scan/read-entries.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';

const related = { times: 0 };

/** Other tests of this process have loaded the modules, so they are loaded again, with the counter. */
async function loadCounted() {
  vi.resetModules();
  vi.doMock('#relate/relate.ts', async (original) => {
    const real = await original<typeof relating>();
    const relateInSteps: typeof real.relateInSteps = (input) => {
      related.times++;
      return real.relateInSteps(input);
    };
    return { ...real, relateInSteps };
  });
  const { scanSides } = await import('#scan/scan.ts');
  const { readElements } = await import('#scan/read-elements.ts');
  const { checkRevision } = await import('./check-revision.ts');
  return { scanSides, readElements, checkRevision };
}

let counted: Awaited<ReturnType<typeof loadCounted>>;

beforeAll(async () => {
  counted = await loadCounted();
});

afterAll(() => {
  vi.doUnmock('#relate/relate.ts');
  vi.resetModules();
});

beforeEach(() => {
  related.times = 0;
});

const call = (name: string, index: number) =>
  `    value${index} = items.${name}${index}(limit, found['${name}${index}'], '${name} ${index}') + limit\n`;
const written = (name: string, variants: string) =>
  `def ${name}(items, limit, found):\n    for value in items:\n        found.add(value)\n${[...variants].map(call).join('')}    return found\n`;

/** Two existing functions become similar, so that their declarations are compared with those of before. */
const BEFORE = { 'a.py': written('one', 'aaaaaaaaaaaaaaaa'), 'b.py': written('two', 'abababababababab') };
const AFTER = { ...BEFORE, 'b.py': written('two', 'abababaaababaaba') };
const FILES = 3;

/** Compares both states. @returns the number of parsed contents with element blocks, each as often as it was parsed */
async function parsedBy(engine: Engine): Promise<string[]> {
  const { scanSides, readElements, checkRevision } = counted;
  const parsed: string[] = [];
  const counting: Engine = {
    ...engine,
    parse: (job) => {
      if (job.elements) parsed.push(createHash('sha256').update(job.bytes).digest('hex'));
      return engine.parse(job);
    },
  };
  const [before, after] = [fixtureFolder(BEFORE), fixtureFolder(AFTER)];
  const options = completeOptions({ kinds: [...GROUP_KINDS] });
  const outcomes: Outcomes = new Map();
  const context = { engine: counting, outcomes };
  const wanted = { withoutCalls: true, withCopyEvidence: true, foldsOnlyAfter: true };
  const [old, now] = await scanSides(before, after, options, { ...context, ...wanted });
  const revision = { written: 'main:.', object: '0'.repeat(40), compared_with: '0'.repeat(40) };
  const { edited } = await checkRevision(
    now,
    old,
    { revision },
    {},
    {
      now: (paths) => readElements(after, options, paths, context),
      before: (paths) => readElements(before, options, paths, context),
      earlier: async () => [],
    },
  );
  expect(edited).toBeGreaterThan(0);
  return parsed;
}

test('a check parses each content once with its elements', async () => {
  const parsed = await parsedBy(engineOfThisProcess());
  expect(parsed).toHaveLength(FILES);
  expect(new Set(parsed).size).toBe(FILES);
  expect(related.times).toBe(2);
});

describe.skipIf(NATIVE_MISSING !== undefined)(`with the native engine${NATIVE_MISSING ?? ''}`, () => {
  test('a check relates no facts again, and parses a content at most once with its elements', async () => {
    const engine = createNativeEngine({ jobs: 2, file: BUILT_HERE });
    try {
      const parsed = await parsedBy(engine);
      expect(new Set(parsed).size).toBe(parsed.length);
      expect(related.times).toBe(0);
    } finally {
      await engine.close();
    }
  });
});
