interface StyleFlags {
  output?: string;
  ascii?: true;
  color: 'auto' | 'always' | 'never';
}

interface TerminalStyle {
  ascii: boolean;
  color: boolean;
  /** Columns; `Infinity` cuts nothing. */
  width: number;
}

/** Style of output for people: colour and width are those of the terminal when stdout is one. */
export function terminalStyle({ output, ascii, color }: StyleFlags): TerminalStyle {
  const toTerminal = output === undefined && process.stdout.isTTY;
  const isColorWanted = !process.env.NO_COLOR && process.env.TERM !== 'dumb';
  return {
    ascii: ascii ?? false,
    color: color === 'always' || (color === 'auto' && toTerminal && isColorWanted),
    width: (toTerminal && process.stdout.columns) || Number(process.env.COLUMNS) || Number.POSITIVE_INFINITY,
  };
}
