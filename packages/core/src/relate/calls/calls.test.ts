import { describe, expect, test } from 'vitest';
import { CLASSES, type DeclarationFacts, type FileFacts } from '#parse/facts.ts';
import type { FileRelations, LinkState } from '../model.ts';
import { relate } from '../relate.ts';
import {
  declarationFacts,
  fileFacts,
  importFacts,
  type ShortImport,
  vectorLanguages,
  vectors,
} from '../test-project.ts';

interface ShortCall {
  callee: string;
  in?: string;
  /** The receiver is a new object of this class, or is declared as it. */
  object?: string;
  declared?: true;
  /** It names a class where functions have names of their own. */
  creates?: true;
  state?: LinkState;
  via?: string;
  candidates?: string[];
  reason?: string;
}

interface ShortFile {
  declarations?: (Partial<Omit<DeclarationFacts, 'within' | 'bases'>> & {
    name: string;
    bases?: string[];
    simple?: string;
    in?: string;
    body?: boolean;
  })[];
  imports?: ShortImport[];
  exports?: string[];
  calls?: ShortCall[];
}

interface Case {
  why: string;
  files: Record<string, ShortFile | null>;
}

describe.each(vectorLanguages('calls'))('calls of %s', (language) => {
  test.each(vectors<Case>(`calls/${language}.json`))('$why', ({ files }) => {
    const { relations } = relate({
      files: Object.entries(files).map(([path, file]) => {
        return { path, language, size: 1, is_test: false, ...(file === null ? {} : { facts: factsOf(file) }) };
      }),
      source_roots: [],
      min_nodes: 12,
    });
    for (const [path, file] of Object.entries(files)) {
      expect(outcomes(file?.calls ?? [], relations.get(path)?.calls), path).toEqual(file?.calls ?? []);
    }
  });
});

function factsOf({ declarations = [], imports = [], exports, calls = [] }: ShortFile): FileFacts {
  const within = (name: string | undefined) => declarations.findIndex((it) => it.name === name);
  return fileFacts({
    declarations: declarations.map(({ name, simple, in: around, body = true, bases, ...given }, index) =>
      declarationFacts(index, {
        ...given,
        name: simple ?? name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('\\')) + 1),
        qualified_name: name,
        within: within(around),
        ...(bases === undefined ? {} : { bases: bases.map((base) => ({ name: base, kind: 'extends' as const })) }),
        ...(body ? { function_body: `body ${index}` } : {}),
      }),
    ),
    imports: imports.map(importFacts),
    exports: exports?.map((it) => {
      const [name = '', local = ''] = it.split(' = ');
      return { name, local };
    }),
    calls: {
      callee: calls.map((it) => it.callee),
      line: calls.map(() => 1),
      within: calls.map((it) => within(it.in)),
    },
    scoped_calls: calls.flatMap((it, call) => (it.creates ? [{ call, scope: CLASSES }] : [])),
    objects: calls.flatMap(({ object, declared }, call) =>
      object === undefined ? [] : [{ call, class: object, ...(declared && { declared }) }],
    ),
  });
}

/** The outcome of each call, in the form of the vectors. */
function outcomes(calls: ShortCall[], found: FileRelations['calls'] | undefined): ShortCall[] {
  return calls.map(({ callee, in: around, object, declared, creates }, index) => {
    const state = found?.state[index] ?? 'unresolved';
    const via = found?.via[index] ?? null;
    const candidates = found?.candidates[index] ?? [];
    const reason = found?.reason[index] ?? null;
    return {
      callee,
      ...(around === undefined ? {} : { in: around }),
      ...(object === undefined ? {} : { object }),
      ...(declared === undefined ? {} : { declared }),
      ...(creates === undefined ? {} : { creates }),
      ...(state === 'unresolved' ? {} : { state }),
      ...(via === null ? {} : { via }),
      ...(candidates.length === 0 ? {} : { candidates }),
      ...(reason === null ? {} : { reason }),
    };
  });
}
