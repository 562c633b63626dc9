import type { Nodes } from '../nodes.ts';
import { commandName } from './bash-folder-changes.ts';

/** Commands that `&&` or `||` joins. */
export interface CommandList {
  /** Whether all commands that change the working directory ran when the list ends. */
  readonly isCertain: boolean;
  /** The commands after `||`, which run if an earlier one fails. */
  readonly alternatives: readonly number[];
  /** The one of them that ends the script or function. */
  readonly leaving: number | undefined;
}

/** Kinds that do not change the working directory, except by `cd` itself. */
const KEEPING: ReadonlySet<string> = new Set(['command', 'subshell']);
const LEAVING: ReadonlySet<string> = new Set(['exit', 'return']);

/** @param changing commands that change the working directory */
export function readList(nodes: Nodes, list: number, changing: ReadonlySet<number>): CommandList {
  const operands = nodes.solids(list);
  const operators = nodes.children(list).flatMap((child) => {
    const kind = nodes.kind(child);
    return kind === "'&&" || kind === "'||" ? [kind] : [];
  });
  const alternatives = operands.filter((_, index) => operators[index - 1] === "'||");
  const [first] = alternatives;
  const leaving =
    alternatives.length === 1 && first === operands.at(-1) && first !== undefined && leaves(nodes, first)
      ? first
      : undefined;
  const others = operands.slice(operands.findIndex((operand) => !changing.has(operand)));
  const keeps = (operand: number) => !changing.has(operand) && KEEPING.has(nodes.kind(operand));
  const isPlain = alternatives.length === 0 && (operands.every((it) => changing.has(it)) || others.every(keeps));
  return { isCertain: leaving !== undefined || isPlain, alternatives, leaving };
}

/** `exit` or `return`, alone or as the last command of `{ … }`. */
function leaves(nodes: Nodes, node: number): boolean {
  const last = nodes.kind(node) === 'compound_statement' ? (nodes.solids(node).at(-1) ?? node) : node;
  return nodes.kind(last) === 'command' && LEAVING.has(commandName(nodes, last));
}
