import type { Nodes } from '../nodes.ts';
import { constantWord } from './bash-constants.ts';
import {
  commandName,
  type FolderChanges,
  folderChanges,
  folderCommand,
  isLoop,
  isSubshell,
} from './bash-folder-changes.ts';
import { readList } from './bash-lists.ts';
import type { ScriptPaths } from './bash-script-path.ts';
import { literalWord } from './bash-words.ts';

/**
 * A working directory: empty for that in which the script starts, `sub/` for a folder from there, `/sub/` for one from the
 * script's own folder; undefined if it is not known.
 */
type Folder = string | undefined;

/** A node after which the working directory is the one before it, or unknown if it changed. */
interface Part {
  end: number;
  before: Folder;
  restores: boolean;
}

const BRANCHING: ReadonlySet<string> = new Set(['if_statement', 'case_statement', 'negated_command']);
const BRANCHES: ReadonlySet<string> = new Set(['elif_clause', 'else_clause', 'case_item']);
/** Bytes of a working directory. */
const LONGEST = 1000;

/** The working directories of a script's commands. Nothing is executed: `cd` is assumed to succeed. */
export class WorkingFolders {
  readonly #nodes: Nodes;
  readonly #paths: ScriptPaths;
  readonly #assigned: (name: string) => string | undefined;
  readonly #changes: FolderChanges | undefined;
  readonly #found = new Map<number, Folder>();
  readonly #open: Part[] = [];
  /** Commands after `||`, with the working directory before their list. */
  readonly #alternatives = new Map<number, { before: Folder; leaves: boolean }>();
  /** Parts of pipelines. */
  readonly #piped = new Set<number>();
  #folder: Folder = '';

  /** @param assigned the word that a variable has in the complete file; undefined if it can have another value */
  constructor(nodes: Nodes, paths: ScriptPaths, assigned: (name: string) => string | undefined) {
    this.#nodes = nodes;
    this.#paths = paths;
    this.#assigned = assigned;
    this.#changes = folderChanges(nodes);
    if (this.#changes !== undefined) this.#walk(this.#changes);
  }

  /** @param command `source` or `.` */
  at(command: number): Folder {
    return this.#changes === undefined ? '' : this.#found.get(command);
  }

  #walk(changes: FolderChanges): void {
    const nodes = this.#nodes;
    for (let node = 0; node < nodes.tree.count; node++) {
      this.#leave(node);
      this.#enterAlternative(node);
      const kind = nodes.kind(node);
      if (BRANCHES.has(kind)) this.#folder = same(this.#folder, this.#open.at(-1)?.before);
      if (this.#piped.has(node) || isSubshell(nodes, node)) this.#enter(node, true);
      if (BRANCHING.has(kind)) this.#enter(node, false);
      else if (isLoop(nodes, node)) {
        this.#enter(node, false);
        if (changes.loops.has(node)) this.#folder = undefined;
      } else if (kind === 'function_definition') {
        this.#enter(node, true);
        if (changes.inFunctions || changes.last > node) this.#folder = undefined;
      } else if (kind === 'list') this.#enterList(node, changes);
      else if (kind === 'pipeline') {
        const parts = nodes.solids(node);
        if (parts.length > 1) for (const part of parts) this.#piped.add(part);
      } else if (kind === 'command') this.#command(node, changes);
    }
  }

  #enter(node: number, restores: boolean): void {
    this.#open.push({ end: this.#nodes.end(node), before: this.#folder, restores });
  }

  #leave(node: number): void {
    for (let part = this.#open.at(-1); part !== undefined && part.end <= node; part = this.#open.at(-1)) {
      this.#open.pop();
      this.#folder = part.restores ? part.before : same(this.#folder, part.before);
    }
  }

  #enterList(node: number, { commands }: FolderChanges): void {
    const { isCertain, alternatives, leaving } = readList(this.#nodes, node, commands);
    if (!isCertain) this.#enter(node, false);
    for (const it of alternatives) this.#alternatives.set(it, { before: this.#folder, leaves: it === leaving });
  }

  #enterAlternative(node: number): void {
    const found = this.#alternatives.get(node);
    if (found === undefined) return;
    if (found.leaves) this.#enter(node, true);
    this.#folder = same(this.#folder, found.before);
  }

  #command(node: number, { commands, functions, inFunctions }: FolderChanges): void {
    const name = commandName(this.#nodes, node);
    if (name === 'source' || name === '.') this.#found.set(node, this.#folder);
    else if (commands.has(node)) this.#folder = this.#changed(node);
    else if (inFunctions && functions.has(name)) this.#folder = undefined;
  }

  /** The working directory after `cd` or `pushd`. */
  #changed(node: number): Folder {
    const { name, words } = folderCommand(this.#nodes, node) ?? { name: '', words: [] };
    const texts = words.map((word) => this.#nodes.text(word));
    const operands = words.filter((_, index) => !/^(?:--|-[LPe@]+)$/.test(texts[index] ?? ''));
    const [operand] = operands;
    if (name === 'popd' || operands.length !== 1 || operand === undefined) return undefined;
    const literal = literalWord(this.#nodes, operand);
    if (literal !== undefined) return this.#inside(literal);
    const written = this.#nodes.text(operand);
    const value = this.#paths.word(written);
    if (value !== undefined) return value.kind === 'folder' ? `${value.path}/` : undefined;
    const constant = constantWord(written, this.#assigned);
    return constant === undefined ? undefined : this.#inside(constant);
  }

  #inside(literal: string): Folder {
    if (this.#folder === undefined || literal === '' || /^[/+-]/.test(literal)) return undefined;
    const folder = `${this.#folder}${literal}/`;
    return Buffer.byteLength(folder) > LONGEST ? undefined : folder;
  }
}

function same(folder: Folder, before: Folder): Folder {
  return folder === before ? folder : undefined;
}
