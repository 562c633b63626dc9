import { workflowCommand } from '../workflow-command.ts';
import type { CheckedFile } from './model.ts';

/** GitHub's annotation levels. */
const COMMANDS = { error: 'error', warning: 'warning', note: 'notice' } as const;

/** Workflow commands, which GitHub shows as annotations at the lines of a file. */
export function* renderGithub(files: readonly CheckedFile[]): Generator<string> {
  for (const { path, findings, omitted } of files) {
    for (const { severity, line, column, end_line, end_column, rule, pointer, message, remedy } of findings) {
      const location = {
        file: path,
        line: `${line}`,
        endLine: `${end_line}`,
        // GitHub shows columns only within one line.
        ...(line === end_line && { col: `${column}`, endColumn: `${end_column}` }),
        title: rule,
      };
      const text = `${pointer === '' ? '' : `${pointer} `}${message}\n${remedy}`;
      yield workflowCommand(COMMANDS[severity], location, text);
    }
    if (omitted > 0) yield workflowCommand('error', { file: path }, `${omitted} more findings are not listed`);
  }
}
