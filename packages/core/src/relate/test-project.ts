import { readdirSync, readFileSync } from 'node:fs';
import type { CallColumns, DeclarationFacts, FileFacts, ImportFacts } from '#parse/facts.ts';

// Expands the short form of facts in the test vectors.

const FOLDER = new URL('../../../../fixtures/vectors/relate/', import.meta.url);

/** The languages with vectors of imports or calls. */
export function vectorLanguages(kind: 'imports' | 'calls'): string[] {
  const names = readdirSync(new URL(kind, FOLDER)).map((name) => name.replace(/\.json$/, ''));
  if (names.length < 4) throw new Error(`fixtures/vectors/relate/${kind} has only ${names.length} files`);
  return names.sort();
}

/** The cases of a data file that both engines must satisfy. */
export function vectors<Case>(name: string): Case[] {
  const { cases }: { cases: Case[] } = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'));
  return cases;
}

export interface ShortImport {
  target: string;
  /** `a`, `a as b`, `*`. */
  names?: string[];
  lookup?: ImportFacts['lookup'];
  reexport?: true;
}

export function importFacts({ target, names = [], lookup = 'module', reexport }: ShortImport): ImportFacts {
  return {
    specifier: target,
    names: names.map(nameFacts),
    line: 1,
    conditional: false,
    phase: 'load',
    lookup,
    ...(reexport === undefined ? {} : { reexport }),
    target,
  };
}

function nameFacts(written: string): ImportFacts['names'][number] {
  const [name = '', alias] = written.split(' as ');
  return alias === undefined ? { name } : { name, alias };
}

export function written({ name, alias }: ImportFacts['names'][number]): string {
  return alias === undefined ? name : `${name} as ${alias}`;
}

/** A function at file level with its own line and byte offset; the given properties override the defaults. */
export function declarationFacts(index: number, given: Partial<DeclarationFacts>): DeclarationFacts {
  const qualified = given.qualified_name ?? given.name ?? `f${index}`;
  return {
    kind: 'function',
    name: qualified,
    qualified_name: qualified,
    parameters: [],
    exported: true,
    start_line: index + 1,
    end_line: index + 1,
    start_byte: index * 100,
    end_byte: index * 100 + 99,
    nodes: 20,
    within: -1,
    bound: [],
    ...given,
  };
}

export function fileFacts(
  given: {
    declarations?: DeclarationFacts[];
    imports?: ImportFacts[];
    exports?: FileFacts['exports'];
    calls?: CallColumns;
    objects?: FileFacts['objects'];
    scoped_calls?: FileFacts['scoped_calls'];
  } = {},
): FileFacts {
  const { declarations = [], imports = [], exports, calls = { callee: [], line: [], within: [] } } = given;
  const { objects, scoped_calls } = given;
  return {
    tree_hash: '',
    declarations,
    imports,
    ...(exports === undefined ? {} : { exports }),
    calls,
    ...(objects === undefined ? {} : { objects }),
    ...(scoped_calls === undefined ? {} : { scoped_calls }),
    control: { kind: [], depth: [], line: [], within: [] },
  };
}
