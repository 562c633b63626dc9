import type { TerminalOptions } from '@analyzer/core/render/terminal.ts';

interface LookFlags {
  detail: TerminalOptions['detail'];
  output?: string;
  ascii?: true;
  color: 'auto' | 'always' | 'never';
}

/** How a view for people is drawn: colour and width are those of the terminal, where one is written to. */
export function lookOptions({ detail, output, ascii, color }: LookFlags): TerminalOptions {
  const toTerminal = output === undefined && process.stdout.isTTY;
  return {
    detail,
    ascii: ascii ?? false,
    color: color === 'always' || (color === 'auto' && toTerminal && wantsColor()),
    width: (toTerminal && process.stdout.columns) || Number(process.env.COLUMNS) || Number.POSITIVE_INFINITY,
  };
}

function wantsColor(): boolean {
  return !process.env.NO_COLOR && process.env.TERM !== 'dumb';
}
