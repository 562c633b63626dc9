import type { Scope } from '../scope.ts';
import { ScriptPaths } from './bash-script-path.ts';
import { onlyAssignments } from './bash-variables.ts';
import type { FoundImport, ImportReader, ReaderContext } from './reader.ts';

const DYNAMIC = { lookup: 'dynamic', target: '' } as const;

/** An unquoted word with a leading tilde, a pattern or a brace list; after a backslash these characters are plain. */
const EXPANDS = /^~|^(?:[^\\]|\\.)*?[*?[{]/s;

/**
 * `source file` and `. file`, where the path is literal or computed from the path of the script. Other words that the
 * shell expands are unknown before it runs.
 */
export class BashImports implements ImportReader {
  readonly #context: ReaderContext;
  readonly #scriptPaths = new ScriptPaths((name) => this.#assigned(name));
  #assignments: ReadonlyMap<string, string> | undefined;

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
    const literal = this.#literal(argument);
    const specifier = literal ?? nodes.text(argument);
    imports.add(node, scope, { specifier, names: [], ...this.#target(literal, specifier) });
    return true;
  }

  #target(literal: string | undefined, written: string): Pick<FoundImport, 'lookup' | 'target'> {
    if (literal !== undefined) return { lookup: 'path', target: literal };
    const value = this.#scriptPaths.word(written);
    if (value?.kind !== 'folder' || value.path === '') return DYNAMIC;
    return { lookup: 'directory', target: value.path };
  }

  #assigned(name: string): string | undefined {
    this.#assignments ??= onlyAssignments(this.#context.nodes);
    return this.#assignments.get(name);
  }

  /** The value of a word without expansions: quotes removed (POSIX.1-2024, XCU 2.6.7). */
  #literal(word: number): string | undefined {
    const { nodes } = this.#context;
    const isJoined = nodes.kind(word) === 'concatenation';
    let text = '';
    for (const part of isJoined ? nodes.solids(word) : [word]) {
      const literal = this.#part(part);
      if (literal === undefined) return undefined;
      text += literal;
    }
    return text;
  }

  #part(node: number): string | undefined {
    const { nodes } = this.#context;
    const text = nodes.text(node);
    switch (nodes.kind(node)) {
      case 'word':
      case 'number':
        return EXPANDS.test(text) ? undefined : text.replace(/\\(?:\n|(.))/gs, '$1');
      case 'raw_string':
        return text.slice(1, -1);
      case 'ansi_c_string':
        return text.includes('\\') ? undefined : text.slice(2, -1);
      case 'string':
        return nodes.solids(node).every((part) => nodes.kind(part) === 'string_content')
          ? text.slice(1, -1).replace(/\\(?:\n|([$`"\\]))/g, '$1')
          : undefined;
      default:
        return undefined;
    }
  }
}
