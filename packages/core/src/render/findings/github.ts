import type { CheckedFile } from './model.ts';

/** GitHub shows no more of a step than these. */
const COMMANDS = { error: 'error', warning: 'warning', note: 'notice' } as const;

/** Workflow commands that GitHub shows at the lines of a file. */
export function* renderGithub(files: readonly CheckedFile[]): Generator<string> {
  for (const { path, findings, omitted } of files) {
    for (const { severity, line, column, end_line, end_column, rule, pointer, message, remedy } of findings) {
      const place = [
        `file=${property(path)}`,
        `line=${line}`,
        `endLine=${end_line}`,
        // Columns are shown for one line alone.
        ...(line === end_line ? [`col=${column}`, `endColumn=${end_column}`] : []),
        `title=${property(rule)}`,
      ];
      const text = `${pointer === '' ? '' : `${pointer} `}${message}\n${remedy}`;
      yield `::${COMMANDS[severity]} ${place.join(',')}::${data(text)}\n`;
    }
    if (omitted > 0) yield `::error file=${property(path)}::${data(`${omitted} more findings are not listed`)}\n`;
  }
}

/** As the runner reads what stands behind the second pair of colons. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
