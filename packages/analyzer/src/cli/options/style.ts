/** Options of terminal output. */
export interface StyleFlags {
  output?: string;
  ascii?: true;
  color: 'auto' | 'always' | 'never';
}

interface TerminalStyle {
  ascii: boolean;
  color: boolean;
  /** Columns; `Infinity` for no limit. */
  width: number;
}

/** Style of terminal output: color and width are those of the terminal if stdout is one. */
export function terminalStyle({ output, ascii, color }: StyleFlags): TerminalStyle {
  const toTerminal = output === undefined && process.stdout.isTTY;
  const isColorWanted = !process.env.NO_COLOR && process.env.TERM !== 'dumb';
  return {
    ascii: ascii ?? false,
    color: color === 'always' || (color === 'auto' && toTerminal && isColorWanted),
    width: (toTerminal && process.stdout.columns) || Number(process.env.COLUMNS) || Number.POSITIVE_INFINITY,
  };
}
