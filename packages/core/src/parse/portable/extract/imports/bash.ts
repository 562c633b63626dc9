import type { Scope } from '../scope.ts';
import { constantWord } from './bash-constants.ts';
import { WorkingFolders } from './bash-folders.ts';
import { ScriptPaths } from './bash-script-path.ts';
import { suffixWord } from './bash-suffixes.ts';
import { onlyAssignments } from './bash-variables.ts';
import { literalWord } from './bash-words.ts';
import type { FoundImport, ImportReader, ReaderContext } from './reader.ts';
import { sourceDirective } from './shellcheck.ts';

const DYNAMIC = { lookup: 'dynamic', target: '' } as const;

/**
 * `source file` and `. file`, where the path is literal, starts with a variable of a literal value, is computed from the path
 * of the script, or is named in a directive of ShellCheck. Of a word that starts with another expansion, the path after it is
 * known; other words that the shell expands are unknown before it runs.
 */
export class BashImports implements ImportReader {
  readonly #context: ReaderContext;
  readonly #scriptPaths = new ScriptPaths((name) => this.#assigned(name));
  #assignments: ReadonlyMap<string, string> | undefined;
  #folders: WorkingFolders | undefined;

  constructor(context: ReaderContext) {
    this.#context = context;
  }

  read(node: number, scope: Scope): boolean {
    const { nodes, names, imports } = this.#context;
    const name = nodes.field(node, 'name');
    const command = name < 0 ? undefined : names.simple(name);
    if (command !== 'source' && command !== '.') return false;
    const argument = nodes.field(node, 'argument');
    if (argument < 0) return false;
    const literal = literalWord(nodes, argument);
    const specifier = literal ?? nodes.text(argument);
    const found = this.#target(node, literal, specifier);
    const isUnknown = found.lookup === 'dynamic' || found.lookup === 'suffix';
    const directive = isUnknown ? sourceDirective(nodes, node) : undefined;
    imports.add(node, scope, { specifier, names: [], ...(directive ?? found) });
    return true;
  }

  #target(node: number, literal: string | undefined, written: string): Pick<FoundImport, 'lookup' | 'target'> {
    if (literal !== undefined) return this.#path(node, literal);
    const value = this.#scriptPaths.word(written);
    if (value?.kind === 'folder' && value.path !== '') return { lookup: 'directory', target: value.path };
    if (value !== undefined) return DYNAMIC;
    const assigned = (name: string) => this.#assigned(name);
    const constant = constantWord(written, assigned);
    if (constant !== undefined) return this.#path(node, constant);
    const suffix = suffixWord(written, assigned);
    return suffix === undefined ? DYNAMIC : { lookup: 'suffix', target: suffix };
  }

  /** A literal path, from the working directory at this node. */
  #path(node: number, literal: string): Pick<FoundImport, 'lookup' | 'target'> {
    if (literal === '' || literal.startsWith('/')) return { lookup: 'path', target: literal };
    this.#folders ??= new WorkingFolders(this.#context.nodes, this.#scriptPaths, (name) => this.#assigned(name));
    const folder = this.#folders.at(node);
    if (folder === undefined) return { lookup: 'dynamic', target: literal };
    return { lookup: folder.startsWith('/') ? 'directory' : 'path', target: folder + literal };
  }

  #assigned(name: string): string | undefined {
    this.#assignments ??= onlyAssignments(this.#context.nodes);
    return this.#assignments.get(name);
  }
}
