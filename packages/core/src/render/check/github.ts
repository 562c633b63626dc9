import type { Check } from '#check/model.ts';
import { withPastes } from '#check/pastes.ts';
import { visible } from '../visible.ts';
import { workflowCommand } from '../workflow-command.ts';
import { annotationsOf } from './annotations.ts';
import { isPaste, pasteRemedy } from './paste-wording.ts';
import { remedyOf } from './remedy.ts';
import { verdictOf } from './wording.ts';

/**
 * Workflow commands, which GitHub shows as annotations: one per finding, because GitHub shows only a few per step. The
 * summary follows in the log.
 *
 * @param prefix of the paths relative to the repository: empty, or with a trailing slash
 */
export function* renderCheckGithub(check: Check, prefix: string): Generator<string> {
  for (const { rule, level, text, locations } of annotationsOf(check)) {
    const [first] = locations;
    if (first === undefined) continue;
    const { path, lines = { start: 1, end: 1 } } = first;
    yield workflowCommand(
      level === 'error' ? 'error' : 'notice',
      { file: prefix + path, line: `${lines.start}`, endLine: `${lines.end}`, title: `check/${rule}` },
      visible(text),
    );
  }
  for (const entry of withPastes(check.groups)) {
    const { reuse, allow } = isPaste(entry) ? pasteRemedy(check, entry) : remedyOf(check, entry);
    const ids = (isPaste(entry) ? entry.findings : [entry]).map(({ family }) => family.shown.id);
    const each = isPaste(entry) ? 'allow each with' : 'allow';
    const words = [...(reuse === '' ? [] : [`reuse ${reuse}`]), `${each} ${allow.join(', or ')}`];
    yield `check: ${visible(`${ids.join(', ')}: ${words.join('; ')}`)}\n`;
  }
  // The prefix keeps the runner from reading the line as a command.
  for (const line of verdictOf(check)) yield `check: ${visible(line)}\n`;
}
