import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Engine } from '#parse/engine.ts';
import type { FileFacts } from '#parse/facts.ts';
import { BUILT_HERE, NATIVE_MISSING } from '#parse/native/built-here.ts';
import { createNativeEngine } from '#parse/native/engine.ts';
import { sharedEngine } from '#parse/portable/engine-fixture.ts';
import type { Outcome, ResolvedCalls } from '#relate/model.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import type { Scan } from './model.ts';
import { completeOptions } from './options.ts';
import { scan } from './scan.ts';

const FOLDER = join(import.meta.dirname, '../../../../fixtures/edges');

interface EdgeCase {
  why: string;
  files: Record<string, string>;
  /** Of some files: each import as `line phase state target rule`. */
  imports?: Record<string, string[]>;
  /** Of some files: each call as `line callee state target`, or the reason. */
  calls?: Record<string, string[]>;
  /** Of some files: each base as `declaration kind name state target`, or the reason. */
  bases?: Record<string, string[]>;
  /** Of some files: each reference as `line kind name state target`. */
  references?: Record<string, string[]>;
  cycles?: string[][];
  problems?: string[];
}

const topics = readdirSync(FOLDER).map((name) => {
  const { cases }: { cases: EdgeCase[] } = JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
  return { name: name.replace('.json', ''), cases };
});

const engines: [string, Engine][] = [['portable', await sharedEngine()]];
if (NATIVE_MISSING === undefined) engines.push(['native', createNativeEngine({ jobs: 1, file: BUILT_HERE })]);
afterAll(async () => {
  for (const [, engine] of engines) await engine.close();
});

describe.each(topics)('edges of $name', ({ cases }) => {
  test.each(cases)('$why', async (it) => {
    const folder = fixtureFolder(it.files);
    for (const [name, engine] of engines) {
      const found = await scan(folder, completeOptions({ config: false }), { engine });
      expect(shown(found, it), name).toEqual({
        imports: it.imports ?? {},
        calls: it.calls ?? {},
        bases: it.bases ?? {},
        references: it.references ?? {},
        cycles: it.cycles ?? [],
        problems: it.problems ?? [],
      });
    }
  });
});

function shown({ entries, relations, cycles, configuration_problems }: Scan, it: EdgeCase): object {
  const facts = new Map(entries.map((entry) => [entry.path, entry.kind === 'file' ? entry.facts : undefined]));
  const imports = Object.keys(it.imports ?? {}).map((path) => [
    path,
    relations.get(path)?.imports.map(({ index, phase, state, path: to, candidates, rule, reason }) => {
      const line = facts.get(path)?.imports[index]?.line;
      return [line, phase, state, to ?? candidates?.join(',') ?? '', rule ?? reason].join(' ');
    }),
  ]);
  const calls = Object.keys(it.calls ?? {}).map((path) => [path, callsOf(facts.get(path), relations.get(path)?.calls)]);
  const bases = Object.keys(it.bases ?? {}).map((path) => [
    path,
    basesOf(facts.get(path), relations.get(path)?.bases ?? []),
  ]);
  const references = Object.keys(it.references ?? {}).map((path) => [
    path,
    relations.get(path)?.references?.found.map(({ index, outcome: { state, candidates } }) => {
      const its = facts.get(path)?.references?.[index];
      return [its?.line, its?.kind, its?.name, state, candidates.join(',')].join(' ');
    }),
  ]);
  return {
    imports: Object.fromEntries(imports),
    calls: Object.fromEntries(calls),
    bases: Object.fromEntries(bases),
    references: Object.fromEntries(references),
    cycles: cycles.map(({ files }) => files),
    problems: configuration_problems.map(({ path, problem }) => `${path}: ${problem}`),
  };
}

function callsOf(facts: FileFacts | undefined, found: ResolvedCalls | undefined): string[] {
  return (facts?.calls.callee ?? []).map((callee, call) => {
    const target = found?.candidates[call]?.join(',') || found?.reason[call];
    return [facts?.calls.line[call], callee, found?.state[call], target].join(' ');
  });
}

function basesOf(facts: FileFacts | undefined, found: readonly Outcome[]): string[] {
  const written = (facts?.declarations ?? []).flatMap(({ qualified_name, bases = [] }) => {
    return bases.map(({ name, kind }) => [qualified_name, kind, name]);
  });
  return written.map((words, index) => {
    const target = found[index]?.candidates.join(',') || found[index]?.reason;
    return [...words, found[index]?.state, target].join(' ');
  });
}
