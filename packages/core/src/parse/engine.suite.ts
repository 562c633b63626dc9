import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kindOfName } from '#tree/kind.ts';
import { decodeCallbacks, decodeUnits, type Units } from './elements/element-block.ts';
import type { Engine, EngineOptions, ParseJob, ParseMode, ParseOutcome } from './engine.ts';
import type { DeclarationFacts, FileFacts, ImportFacts } from './facts.ts';
import { treeLines } from './syntax-tree-fixture.ts';
import { tokenRecords } from './tokens/token-block.ts';

const FIXTURES = join(import.meta.dirname, '../../../../fixtures');

/** `fixtures/facts`: a source and its expected facts in any engine. */
interface FactsExample {
  about: string;
  mode: ParseMode;
  errors: number;
  facts: {
    /** `without_body`: why it has no fingerprint. */
    declarations: (Partial<DeclarationFacts> & { without_body?: true })[];
    imports: ImportFacts[];
    exports?: FileFacts['exports'];
    calls: object[];
    objects?: FileFacts['objects'];
    control: object[];
  };
}

/** `fixtures/engine/statuses.json`. */
interface StatusExample {
  about: string;
  mode: ParseMode;
  /** Either `text` or `hex`. */
  text?: string;
  hex?: string;
  status: ParseOutcome['status'];
  encoding?: string;
  /** Checked where it is given. */
  reason?: string;
}

/** `fixtures/engine/units.json`: the units of blocks. */
interface UnitsExample {
  about: string;
  mode: ParseMode;
  lines: string[];
  /** Lines of units that follow each other, in order of the first one. */
  runs: number[][];
}

/** Other facts of a job for a syntax tree. */
const NOTHING_ELSE = {
  tree_hash: '0'.repeat(64),
  declarations: [],
  calls: { callee: [], line: [], within: [] },
  control: { kind: [], depth: [], line: [], within: [] },
};

/** `fixtures/engine/trees.json`: syntax trees as `treeLines` writes them. */
interface TreeExample {
  about: string;
  mode: ParseMode;
  lines: string[];
  tree: string[];
}

/** `fixtures/engine/callbacks.json`: the functions without a name that are compared. */
interface CallbacksExample {
  about: string;
  mode: ParseMode;
  lines: string[];
  callbacks: [name: string, startLine: number, endLine: number][];
}

/**
 * Tests that every engine must pass.
 *
 * @param create creates an engine, which the suite closes
 */
export function engineSuite(create: (options: EngineOptions) => Engine): void {
  let engine: Engine;
  beforeAll(() => {
    engine = create({ jobs: 2 });
  });
  afterAll(() => engine.close());

  describe('facts of the examples', () => {
    for (const { path, job, example } of factsExamples()) {
      test(`${path}: ${example.about}`, async () => {
        const outcome = await engine.parse(job);
        const facts = factsOf(outcome);
        expect(outcome.status).toBe(example.errors === 0 ? 'analyzed' : 'partial');
        expect(facts.errors?.count ?? 0).toBe(example.errors);
        const bodiless = example.facts.declarations.map(({ without_body }) => without_body ?? false);
        const declarations = example.facts.declarations.map(({ without_body, ...rest }) => rest);
        expect(facts.declarations).toMatchObject(declarations);
        expect(facts.declarations.map((declaration) => lacksBody(declaration, outcome))).toEqual(bodiless);
        expect(facts.imports).toEqual(example.facts.imports);
        expect(facts.exports).toEqual(example.facts.exports);
        expect(facts.objects).toEqual(example.facts.objects);
        expect(rows(facts.calls)).toEqual(example.facts.calls);
        expect(rows(facts.control)).toEqual(example.facts.control);
      });
    }
  });

  test('versions are one line, equal for every engine of a kind', async () => {
    const other = create({ jobs: 1, tokens: true });
    expect(engine.versions()).toMatch(/^\S.*\d.*$/);
    expect(other.versions()).toBe(engine.versions());
    await other.close();
  });

  describe('statuses', () => {
    for (const example of readJson<StatusExample[]>('engine/statuses.json')) {
      test(example.about, async () => {
        const bytes = Buffer.from(example.text ?? example.hex ?? '', example.text === undefined ? 'hex' : 'utf8');
        const outcome = await engine.parse({ path: example.about, mode: example.mode, bytes });
        expect(outcome.status).toBe(example.status);
        expect('encoding' in outcome ? outcome.encoding : undefined).toBe(example.encoding);
        if ('reason' in outcome) expect(outcome.reason).not.toBe('');
        if (example.reason !== undefined) expect(outcome).toHaveProperty('reason', example.reason);
      });
    }
  });

  test.each([
    [
      'javascript',
      'import { a } from "./a.js";\nexport class B { m(x) { if (x) a(new B().m(x)); } }\nexport { a as c };\n',
    ],
    ['python', 'from a import b\nclass C:\n  def m(self, x):\n    if x:\n      b(C().m(x))\n'],
    ['php', '<?php use A\\B; class C { function m(B $x) { if ($x) return (new C())->m(b($x)); } }'],
    ['bash', 'source ./a.sh\nf() { if [ -n "$1" ]; then g "$1"; fi; }\nf x\n'],
  ])('%s: without uses only calls, objects and references are missing', async (language, source) => {
    const job = { path: 'a', mode: { language }, bytes: Buffer.from(source) };
    const complete = factsOf(await engine.parse(job));
    const { objects, scoped_calls, references, references_truncated, ...rest } = complete;
    expect(complete.calls.callee).not.toEqual([]);
    const reduced = factsOf(await engine.parse({ ...job, withoutUses: true }));
    expect(reduced).toEqual({ ...rest, calls: { callee: [], line: [], within: [] } });
    expect(factsOf(await engine.parse(job))).toEqual(complete);
  });

  describe('units of blocks', () => {
    for (const { about, mode, lines, runs } of readJson<UnitsExample[]>('engine/units.json')) {
      test(about, async () => {
        const bytes = Buffer.from(`${lines.join('\n')}\n`);
        const { elements = new Uint8Array() } = factsOf(
          await engine.parse({ path: about, mode, bytes, elements: true }),
        );
        expect(runsOf(decodeUnits(elements))).toEqual(runs);
      });
    }
  });

  describe('callbacks', () => {
    for (const { about, mode, lines, callbacks } of readJson<CallbacksExample[]>('engine/callbacks.json')) {
      test(about, async () => {
        const bytes = Buffer.from(`${lines.join('\n')}\n`);
        const { elements = new Uint8Array() } = factsOf(
          await engine.parse({ path: about, mode, bytes, elements: true }),
        );
        const { name, startLine, endLine } = decodeCallbacks(elements);
        expect(name.map((its, at) => [its, startLine[at], endLine[at]])).toEqual(callbacks);
      });
    }
  });

  describe('syntax trees', () => {
    for (const { about, mode, lines, tree } of readJson<TreeExample[]>('engine/trees.json')) {
      test(about, async () => {
        const source = `${lines.join('\n')}\n`;
        const job = { path: about, mode, bytes: Buffer.from(source), tree: true as const };
        const { tree: found, imports: _, ...rest } = factsOf(await engine.parse(job));
        expect(found && treeLines(found, source)).toEqual(tree);
        expect(rest).toEqual(NOTHING_ELSE);
      });
    }
  });

  test('an outcome depends only on the file, not on the order or the number of open jobs', async () => {
    const jobs = factsExamples().map(({ job }) => job);
    const alone: string[] = [];
    for (const job of jobs) alone.push(JSON.stringify(await engine.parse(job)));
    const single = create({ jobs: 1 });
    const backwards = await Promise.all(jobs.toReversed().map((job) => single.parse(job)));
    await single.close();
    const thrice = await Promise.all([...jobs, ...jobs, ...jobs].map((job) => engine.parse(job)));
    expect(backwards.toReversed().map((outcome) => JSON.stringify(outcome))).toEqual(alone);
    expect(thrice.map((outcome) => JSON.stringify(outcome))).toEqual([...alone, ...alone, ...alone]);
  });

  test('token records are returned only if requested, one for each declaration with a fingerprint', async () => {
    const withTokens = create({ jobs: 1, tokens: true });
    const outcomes = await Promise.all(factsExamples().map(({ job }) => withTokens.parse(job)));
    await withTokens.close();
    for (const facts of outcomes.map(factsOf)) {
      const records = tokenRecords(facts);
      expect(records.map((record) => record !== null)).toEqual(
        facts.declarations.map(({ function_body, tree_hash }) => (function_body ?? tree_hash) !== undefined),
      );
      for (const record of records) {
        if (record !== null) expect(new Set(Object.values(record).map((column) => column.length)).size).toBe(1);
      }
    }
    const [first] = factsExamples();
    if (first) expect(factsOf(await engine.parse(first.job))).not.toHaveProperty('tokens');
  });

  test('n-grams are returned only if requested, and equal the vectors', async () => {
    const { files } = readJson<{ files: { source: string; sha256: string }[] }>('vectors/similarity/grams.json');
    for (const { source, sha256 } of files) {
      const kind = kindOfName(source.slice(source.lastIndexOf('/') + 1));
      const bytes = readFileSync(join(FIXTURES, 'vectors/stream/sources', source));
      const mode = { language: kind?.language ?? '', ...(kind?.dialect !== undefined && { dialect: kind.dialect }) };
      const { grams = [] } = factsOf(await engine.parse({ path: source, mode, bytes, grams: true }));
      const hex = Array.from(grams, (gram) => gram.toString(16).padStart(16, '0')).join('');
      expect(createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex'), source).toBe(sha256);
      expect(factsOf(await engine.parse({ path: source, mode, bytes }))).not.toHaveProperty('grams');
    }
  });

  describe('100,000 levels', () => {
    for (const { name, mode, open, middle, close, before = '' } of NESTINGS) {
      test(`${mode.language}: ${name}`, async () => {
        const source = before + open.repeat(100_000) + middle + close.repeat(100_000);
        const outcome = await engine.parse({ path: 'deep', mode, bytes: Buffer.from(source) });
        expect(['analyzed', 'partial', 'syntax-error', 'parser-failed', 'timeout']).toContain(outcome.status);
        if ('reason' in outcome) expect(outcome.reason).not.toBe('');
      });
    }
  });

  describe('nesting of JavaScript and TypeScript', () => {
    for (const { name, mode, open, middle, close, before = '' } of NESTINGS) {
      if (mode.language !== 'javascript' && mode.language !== 'typescript') continue;
      test(`10,000 ${name} are analyzed, 1,000,000 are refused as too deep`, { timeout: 60_000 }, async () => {
        const parse = (depth: number) => {
          const source = before + open.repeat(depth) + middle + close.repeat(depth);
          return engine.parse({ path: 'deep', mode, bytes: Buffer.from(source) });
        };
        expect(await parse(10_000)).toMatchObject({ status: 'analyzed' });
        expect(await parse(1_000_000)).toEqual({ status: 'parser-failed', reason: 'nested too deep for the parser' });
      });
    }
  });

  test('a file that overflows the stack of its parser fails alone', { timeout: 120_000 }, async () => {
    const deadly: ParseJob = {
      path: 'deadly',
      mode: { language: 'javascript' },
      // The backquote in JSX text hides the brackets from the nesting estimate.
      bytes: Buffer.from(`<p>\`</p>;${'['.repeat(200_000)}`),
    };
    const others = factsExamples().map(({ job }) => job);
    const expected = await Promise.all(others.map((job) => engine.parse(job)));
    const mixed = others.flatMap((job, i) => (i % 32 === 0 ? [deadly, job] : [job]));
    const outcomes = await Promise.all(mixed.map(async (job) => ({ job, outcome: await engine.parse(job) })));
    // The native engine has enough stack to find the syntax error.
    const statuses = outcomes.filter(({ job }) => job === deadly).map(({ outcome }) => outcome.status);
    for (const status of statuses) expect(['parser-failed', 'syntax-error']).toContain(status);
    expect(outcomes.filter(({ job }) => job !== deadly).map(({ outcome }) => outcome)).toEqual(expected);
  });

  test('an engine continues after rest()', async () => {
    const job: ParseJob = { path: 'a', mode: { language: 'python' }, bytes: Buffer.from('def f(): pass\n') };
    const before = await engine.parse(job);
    engine.rest();
    expect(await engine.parse(job)).toEqual(before);
  });

  test('cancelling rejects open and later calls within a second', async () => {
    const controller = new AbortController();
    const cancelled = create({ jobs: 2, signal: controller.signal });
    const long = Buffer.from(`a = [${'f(1, "x"), '.repeat(150_000)}]\n`);
    const open = Promise.allSettled(
      Array.from({ length: 6 }, (_, i) => cancelled.parse({ path: `${i}`, mode: { language: 'python' }, bytes: long })),
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    const begin = performance.now();
    controller.abort();
    const results = await open;
    await cancelled.close();
    expect(performance.now() - begin).toBeLessThan(1000);
    expect(results.map(({ status }) => status)).toContain('rejected');
    await expect(cancelled.parse({ path: 'late', mode: { language: 'python' }, bytes: long })).rejects.toThrow();
  });

  test('close may be repeated, and a closed engine parses nothing', async () => {
    const closed = create({ jobs: 1 });
    const open = closed.parse({ path: 'a', mode: { language: 'python' }, bytes: Buffer.from('a = 1\n') });
    const result = expect(open).rejects.toThrow();
    await Promise.all([closed.close(), closed.close()]);
    await result;
    await closed.close();
    await expect(closed.parse({ path: 'b', mode: { language: 'python' }, bytes: Buffer.from('') })).rejects.toThrow();
  });
}

/** Lines of the units of each sequence. */
function runsOf({ previous, startLine }: Units): number[][] {
  const runOf = new Map<number, number[]>();
  for (const [unit, line] of startLine.entries()) {
    const run = runOf.get(previous[unit] ?? -1) ?? [];
    run.push(line);
    runOf.set(unit, run);
  }
  return [...new Set(runOf.values())];
}

interface Nesting {
  name: string;
  mode: ParseMode;
  open: string;
  middle: string;
  close: string;
  before?: string;
}

const NESTINGS: readonly Nesting[] = [
  { name: 'parentheses', mode: { language: 'python' }, open: '(', middle: '1', close: ')' },
  { name: 'operators', mode: { language: 'python' }, open: 'a + ', middle: '1', close: '' },
  { name: 'elif', mode: { language: 'python' }, open: 'elif a:\n  b\n', middle: '', close: '', before: 'if a:\n  b\n' },
  { name: 'arrays', mode: { language: 'javascript' }, open: '[', middle: '1', close: ']' },
  { name: 'templates', mode: { language: 'javascript' }, open: '`${', middle: '1', close: '}`' },
  { name: 'members', mode: { language: 'javascript' }, open: '.a', middle: '', close: '', before: 'a' },
  { name: 'type arguments', mode: { language: 'typescript' }, open: 'A<', middle: 'B', close: '>', before: 'let a: ' },
  { name: 'tags', mode: { language: 'typescript', dialect: 'tsx' }, open: '<a>', middle: '', close: '</a>' },
  { name: 'arrays', mode: { language: 'php' }, open: '[', middle: '1', close: ']', before: '<?php ' },
  { name: 'closures', mode: { language: 'php' }, open: 'fn()=>', middle: '1', close: '', before: '<?php ' },
  { name: 'substitutions', mode: { language: 'bash' }, open: '$(', middle: 'a', close: ')' },
  { name: 'pipes', mode: { language: 'bash' }, open: 'a | ', middle: 'b', close: '' },
];

function factsExamples(): { path: string; job: ParseJob; example: FactsExample }[] {
  return readdirSync(join(FIXTURES, 'facts'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .sort()
    .map((path) => {
      const example = readJson<FactsExample>(join('facts', path));
      const source = path.slice(0, -'.json'.length);
      const bytes = readFileSync(join(FIXTURES, 'facts', source));
      return { path: source, job: { path: source, mode: example.mode, bytes }, example };
    });
}

function readJson<Content>(path: string): Content {
  const content: Content = JSON.parse(readFileSync(join(FIXTURES, path), 'utf8'));
  return content;
}

function factsOf(outcome: ParseOutcome): FileFacts {
  if ('facts' in outcome) return outcome.facts;
  throw new Error(`no facts: ${outcome.status} ${'reason' in outcome ? outcome.reason : ''}`);
}

/** Whether a function has no fingerprint although its file has no errors. */
function lacksBody({ kind, function_body }: DeclarationFacts, { status }: ParseOutcome): boolean {
  return status === 'analyzed' && (kind === 'function' || kind === 'method') && function_body === undefined;
}

/** Columns of equal length as rows, for comparisons. */
function rows(columns: object): object[] {
  const entries = Object.entries(columns);
  const length = entries[0]?.[1].length ?? 0;
  return Array.from({ length }, (_, i) => Object.fromEntries(entries.map(([name, column]) => [name, column[i]])));
}
