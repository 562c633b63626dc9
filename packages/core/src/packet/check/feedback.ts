import type { ProposalCheckV1 } from '@analyzer/contracts/analyzer.proposal-check.v1';
import { jsonText } from '../json-text.ts';
import type { ProposalProblem } from './problems.ts';

/** Problems in one message. */
const MOST_PROBLEMS = 20;

/** A message for one retry; null without problems. */
export function feedbackOn(problems: readonly ProposalProblem[]): ProposalCheckV1['feedback'] {
  if (problems.length === 0) return null;
  const listed = jsonText(problems.slice(0, MOST_PROBLEMS));
  const content = `The answer was refused. Correct these problems, and send the complete JSON document again:\n${listed}\n`;
  return { role: 'user', content };
}
