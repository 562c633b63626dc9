import { expect, test } from 'vitest';
import { CLASSES } from '#parse/facts.ts';
import type { RelateFile } from '../input.ts';
import { relate } from '../relate.ts';
import { tableLookups } from '../table-lookups.ts';
import { declarationFacts, fileFacts, importFacts } from '../test-project.ts';

/** Half of the files declare one class, the others create objects of it and call its methods. */
function projectOf(files: number): RelateFile[] {
  return Array.from({ length: files }, (_, number) => {
    const declarations =
      number % 2 === 0
        ? [
            declarationFacts(0, { kind: 'class', name: 'Same', qualified_name: 'App\\Same' }),
            declarationFacts(1, { kind: 'method', name: 'run', qualified_name: 'App\\Same.run', within: 0 }),
          ]
        : [declarationFacts(0, { name: `f${number}`, qualified_name: `App\\f${number}` })];
    const facts = fileFacts({
      declarations,
      imports: number % 2 === 0 ? [] : [importFacts({ target: 'App\\Same', lookup: 'autoload' })],
      calls: number % 2 === 0 ? NO_CALLS : CALLS,
      ...(number % 2 === 1 && { scoped_calls: [{ call: 0, scope: CLASSES }] }),
    });
    return { path: `m${number}.php`, language: 'php', size: 1, is_test: false, facts };
  });
}

const NO_CALLS = { callee: [], line: [], within: [] };
const CALLS = { callee: ['Same', 'Same.run', 'Same.other'], line: [2, 2, 2], within: [0, 0, 0] };

function lookupsOf(files: number): number {
  const project = projectOf(files);
  let states: readonly string[] = [];
  const lookups = tableLookups(() => {
    const { relations } = relate({ files: project, source_roots: [], min_nodes: 12 });
    states = relations.get('m1.php')?.calls.state ?? [];
  });
  expect(states).toEqual(['ambiguous', 'ambiguous', 'unresolved']);
  return lookups / files;
}

test('calls of a class that half of the files declare take look-ups in proportion to the files', () => {
  const few = lookupsOf(500);
  expect(lookupsOf(8000)).toBeLessThanOrEqual(few * 1.1);
}, 120_000);
