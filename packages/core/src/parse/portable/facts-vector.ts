import type { ParseMode } from '../engine.ts';
import type { Adapter } from './adapters/adapter.ts';
import { compileFacts } from './extract/compile.ts';
import { extractFacts } from './extract/extract.ts';
import { elidesImports } from './extract/imports/elided-imports.ts';
import { Positions } from './extract/positions.ts';
import type { LanguageData } from './languages.ts';

/** Facts in the format of the vectors in `fixtures/facts`: columns as rows, with a mark for functions without a body. */
export function factsVector(source: string, mode: ParseMode, adapter: Adapter, data: LanguageData) {
  const parsed = adapter.parse(source, mode, Number.POSITIVE_INFINITY);
  if (parsed.outcome !== 'tree') return { errors: -1, facts: parsed };
  const compiled = compileFacts(data.facts, adapter.names);
  // Callbacks are nodes, which only the elements of a file use.
  const {
    declarations,
    callbacks: _,
    calls,
    control,
    ...lists
  } = extractFacts(parsed.tree, compiled, new Positions(source), { elides: elidesImports(mode, parsed.errors) });
  return {
    errors: parsed.errors.length,
    facts: {
      declarations: declarations.map(({ facts, body }) => {
        const isFunction = facts.kind === 'function' || facts.kind === 'method';
        return isFunction && body < 0 ? { ...facts, without_body: true } : facts;
      }),
      ...lists,
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
