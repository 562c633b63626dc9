import { jsonText } from '../json-text.ts';

/** Problems in one message. */
const MAX_PROBLEMS = 20;

/** A problem of an answer. */
interface Problem {
  pointer: string;
  code: string;
  message: string;
}

/** A message to a model. */
export interface Feedback {
  role: 'user';
  content: string;
}

/** A message for one retry; null without problems. */
export function feedbackOn(problems: readonly Problem[]): Feedback | null {
  if (problems.length === 0) return null;
  const listed = jsonText(problems.slice(0, MAX_PROBLEMS));
  const content = `The answer was refused. Correct these problems, and send the complete JSON document again:\n${listed}\n`;
  return { role: 'user', content };
}
