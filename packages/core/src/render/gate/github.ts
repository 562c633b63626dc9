import type { Check } from '#gate/model.ts';
import { visible } from '../visible.ts';
import { workflowCommand } from '../workflow-command.ts';
import { annotationsOf } from './annotations.ts';
import { verdictOf } from './wording.ts';

/**
 * Workflow commands that GitHub shows at the lines of the changed files: one a finding, since it shows few of a step.
 * What the check comes to stands below them in the log.
 *
 * @param prefix of the paths, so that they start from the repository: empty, or ended by a slash
 */
export function* renderCheckGithub(check: Check, prefix: string): Generator<string> {
  for (const { rule, text, places } of annotationsOf(check)) {
    const [first] = places;
    if (first === undefined) continue;
    const { path, lines = { start: 1, end: 1 } } = first;
    yield workflowCommand(
      'error',
      { file: prefix + path, line: `${lines.start}`, endLine: `${lines.end}`, title: `check/${rule}` },
      visible(text),
    );
  }
  // With a word before it no line is taken for a command.
  for (const line of verdictOf(check)) yield `check: ${visible(line)}\n`;
}
