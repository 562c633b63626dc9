import type { ParseOutcome } from '@analyzer/core/parse/engine.ts';
import type { FileFacts } from '@analyzer/core/parse/facts.ts';
import type { Reading } from './reading.ts';

/** The engine's facts in the format of the readers. */
export function engineReading(facts: FileFacts): Reading {
  const { declarations, imports, calls } = facts;
  return {
    declarations: declarations.map(({ kind, name, start_line }) => ({ kind, name, line: start_line })),
    imports: imports
      .filter(({ lookup }) => lookup !== 'class')
      .map(({ specifier, line }) => ({ name: specifier, line })),
    calls: calls.callee.map((callee, index) => ({ name: callee, line: calls.line[index] ?? 0 })),
  };
}

export function factsOf(outcome: ParseOutcome): FileFacts | undefined {
  return outcome.status === 'analyzed' || outcome.status === 'partial' ? outcome.facts : undefined;
}
