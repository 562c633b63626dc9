import type { WorkspaceLook } from '@analyzer/core/render/workspace/terminal.ts';

interface LookChoices {
  output?: string;
  ascii?: true;
  color: 'auto' | 'always' | 'never';
}

/** How the list of groups is printed: for a terminal as it is wide, elsewhere uncut and plain. */
export function workspaceLook({ output, ascii, color }: LookChoices, places: boolean): WorkspaceLook {
  const toTerminal = output === undefined && process.stdout.isTTY;
  const wanted = !process.env.NO_COLOR && process.env.TERM !== 'dumb';
  return {
    ascii: ascii ?? false,
    color: color === 'always' || (color === 'auto' && toTerminal && wanted),
    width: (toTerminal && process.stdout.columns) || Number(process.env.COLUMNS) || Number.POSITIVE_INFINITY,
    places,
  };
}
