import type { Nodes } from '../nodes.ts';
import { literalWord } from './bash-words.ts';

/** Where a script changes its working directory, by `cd`, `pushd` or `popd`. */
export interface FolderChanges {
  /** The commands, in order. */
  readonly commands: ReadonlySet<number>;
  /** The functions of the file. */
  readonly functions: ReadonlySet<string>;
  /** Loops that change it for their next run. */
  readonly loops: ReadonlySet<number>;
  /** Whether a function changes it for its caller. */
  readonly inFunctions: boolean;
  /** The last node that changes it outside of functions, or in a subshell that calls a function; -1 without one. */
  readonly last: number;
}

/** A subshell, function or loop. */
interface Part {
  node: number;
  end: number;
  kind: 'subshell' | 'function' | 'loop';
  changes: boolean;
  calls: boolean;
}

const COMMANDS: ReadonlySet<string> = new Set(['cd', 'pushd', 'popd']);
const LOOPS: ReadonlySet<string> = new Set(['for_statement', 'c_style_for_statement', 'while_statement']);
const SUBSHELLS: ReadonlySet<string> = new Set([
  'subshell',
  'command_substitution',
  'process_substitution',
  'coprocess',
]);

/** @returns undefined if no command changes it */
export function folderChanges(nodes: Nodes): FolderChanges | undefined {
  const commands = new Set<number>();
  const functions = new Set<string>();
  for (let node = 0; node < nodes.tree.count; node++) {
    const kind = nodes.kind(node);
    if (kind === 'function_definition') functions.add(nodes.text(nodes.field(node, 'name')));
    else if (kind === 'command' && folderCommand(nodes, node) !== undefined) commands.add(node);
  }
  return commands.size === 0 ? undefined : changesIn(nodes, commands, functions);
}

function changesIn(nodes: Nodes, commands: ReadonlySet<number>, functions: ReadonlySet<string>): FolderChanges {
  const loops = new Set<number>();
  const open: Part[] = [];
  let inFunctions = false;
  let last = -1;
  /** Functions and subshells around. */
  let inside = 0;
  const leave = ({ node, kind, changes, calls }: Part) => {
    const outer = open.at(-1);
    if (kind !== 'loop') inside--;
    if (kind === 'loop' && changes) loops.add(node);
    if (kind === 'function' && changes) inFunctions = true;
    if (kind === 'subshell' && changes && calls) last = Math.max(last, node);
    if (outer === undefined) return;
    outer.calls ||= calls;
    if (kind === 'loop') outer.changes ||= changes;
  };
  for (let node = 0; node < nodes.tree.count; node++) {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= node) {
      const part = open.pop();
      if (part !== undefined) leave(part);
    }
    const kind = partKind(nodes, node);
    if (kind !== undefined) open.push({ node, end: nodes.end(node), kind, changes: false, calls: false });
    if (kind !== undefined && kind !== 'loop') inside++;
    if (nodes.kind(node) !== 'command') continue;
    const around = open.at(-1);
    if (around !== undefined && functions.has(commandName(nodes, node))) around.calls = true;
    if (!commands.has(node)) continue;
    if (around !== undefined) around.changes = true;
    if (inside === 0) last = node;
  }
  for (let part = open.pop(); part !== undefined; part = open.pop()) leave(part);
  return { commands, functions, loops, inFunctions, last };
}

function partKind(nodes: Nodes, node: number): Part['kind'] | undefined {
  const kind = nodes.kind(node);
  if (kind === 'function_definition') return 'function';
  if (LOOPS.has(kind)) return 'loop';
  return isSubshell(nodes, node) || (kind === 'pipeline' && nodes.solids(node).length > 1) ? 'subshell' : undefined;
}

/** Whether a node runs in a process of its own, other than a part of a pipeline. */
export function isSubshell(nodes: Nodes, node: number): boolean {
  if (SUBSHELLS.has(nodes.kind(node))) return true;
  return nodes.end(node) < nodes.tree.count && nodes.kind(nodes.end(node)) === "'&";
}

export function isLoop(nodes: Nodes, node: number): boolean {
  return LOOPS.has(nodes.kind(node));
}

/** Without quotes; empty if it is not literal. */
export function commandName(nodes: Nodes, command: number): string {
  const [word] = nodes.solids(nodes.field(command, 'name'));
  return (word === undefined ? undefined : literalWord(nodes, word)) ?? '';
}

/** `cd`, `pushd` or `popd`, and its arguments; undefined for other commands. */
export function folderCommand(nodes: Nodes, node: number): { name: string; words: readonly number[] } | undefined {
  let name = commandName(nodes, node);
  if (name !== 'command' && name !== 'builtin' && !COMMANDS.has(name)) return undefined;
  const words = nodes.fields(node, 'argument');
  while (name === 'command' || name === 'builtin') {
    const first = words.shift();
    name = first === undefined ? '' : nodes.text(first);
  }
  return COMMANDS.has(name) ? { name, words } : undefined;
}
