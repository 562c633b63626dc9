import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { ParseMode } from '../../engine.ts';
import type { Adapter } from '../adapters/adapter.ts';
import { loadAdapter } from '../adapters/load.ts';
import { type LanguageData, languages } from '../languages.ts';
import { compileFacts } from './compile.ts';
import { extractFacts } from './extract.ts';
import { Positions } from './positions.ts';

const grammars = fileURLToPath(new URL('../../../../../../languages/grammars', import.meta.url));
const vectors = new URL('../../../../../../fixtures/facts/', import.meta.url);

/** One file with all its facts; the expectation is in `<file>.json`. */
interface Vector {
  about: string;
  mode: ParseMode;
  errors: number;
  facts: unknown;
}

/** Facts in the format of the vectors: columns as rows, with a mark for functions without a body. */
function factsOf(source: string, mode: ParseMode, adapter: Adapter, data: LanguageData) {
  const parsed = adapter.parse(source, mode, Number.POSITIVE_INFINITY);
  if (parsed.outcome !== 'tree') return { errors: -1, facts: parsed };
  const compiled = compileFacts(data.facts, adapter.names);
  const { declarations, calls, control, ...lists } = extractFacts(parsed.tree, compiled, new Positions(source));
  return {
    errors: parsed.errors.length,
    facts: {
      ...lists,
      declarations: declarations.map(({ facts, body }) => {
        const isFunction = facts.kind === 'function' || facts.kind === 'method';
        return isFunction && body < 0 ? { ...facts, without_body: true } : facts;
      }),
      calls: calls.callee.map((callee, i) => ({ callee, line: calls.line[i], within: calls.within[i] })),
      control: control.kind.map((kind, i) => ({
        kind,
        depth: control.depth[i],
        line: control.line[i],
        within: control.within[i],
      })),
    },
  };
}

describe.each([...languages.values()])('facts of $id', (data) => {
  const folder = new URL(`${data.id}/`, vectors);
  const files = readdirSync(folder).filter((name) => !name.endsWith('.json'));

  it.each(files)('%s', async (file) => {
    const adapter = await loadAdapter(data, grammars);
    const vector: Vector = JSON.parse(readFileSync(new URL(`${file}.json`, folder), 'utf8'));
    const source = readFileSync(new URL(file, folder), 'utf8');
    const { errors, facts } = factsOf(source, vector.mode, adapter, data);
    expect(facts, vector.about).toEqual(vector.facts);
    expect(errors).toBe(vector.errors);
  });
});
