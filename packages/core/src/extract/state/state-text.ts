import { AnalyzerError, jsonText } from '@analyzer/contracts';
import { validate as isPlan } from '@analyzer/contracts/analyzer.extraction-plan.v1/validate';
import { validate as isState } from '@analyzer/contracts/analyzer.extraction-state.v1/validate';
import { readDocument } from '#packet/check/read-document.ts';
import type { ExtractionState } from './model.ts';

const SCHEMA = 'analyzer.extraction-state.v1';
const HINT = 'Restore the file from version control, or name another with --state.';

/**
 * @param path for errors
 * @throws AnalyzerError `invalid_file`, `unsupported_schema`
 */
export function parseState(text: string, path: string): ExtractionState {
  const state = readDocument(text, SCHEMA, { path, hint: HINT });
  const invalid = (problem: string) => new AnalyzerError('invalid_file', { path, problem }, { hint: HINT });
  if (!isState(state)) {
    const [error] = isState.errors ?? [];
    throw invalid(`${error?.instancePath} ${error?.message}`);
  }
  const plans = state.plans.map((plan: unknown, index) => {
    if (isPlan(plan)) return plan;
    const [error] = isPlan.errors ?? [];
    throw invalid(`/plans/${index}${error?.instancePath} ${error?.message}`);
  });
  const tasks = new Set(state.tickets.map(({ task_key }) => task_key));
  if (tasks.size < state.tickets.length) throw invalid('/tickets has two tickets of one task');
  return { ...state, plans };
}

/** Indented, for version control. */
export function stateText(state: ExtractionState): string {
  return `${jsonText(state, 2)}\n`;
}
