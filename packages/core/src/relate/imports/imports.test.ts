import { describe, expect, test } from 'vitest';
import type { DeclarationFacts, FileFacts } from '#parse/facts.ts';
import type { ResolvedImport } from '../model.ts';
import { relate } from '../relate.ts';
import {
  declarationFacts,
  fileFacts,
  importFacts,
  type ShortImport,
  vectorLanguages,
  vectors,
  written,
} from '../test-project.ts';

interface Case extends ShortImport {
  why: string;
  files: string[];
  /** Declared names, classes after `class `, others are functions. */
  facts?: Record<string, { declares?: string[]; imports?: ShortImport[] }>;
  source_roots?: string[];
  /** Reasons of paths that the scan leaves out; folders end with a slash. */
  left_out?: Record<string, string>;
  /** Configuration files: a string is their text. */
  settings?: Record<string, unknown>;
  from: string;
  links: (Omit<ResolvedImport, 'names' | 'index' | 'phase'> & { names?: string[] })[];
}

describe.each(vectorLanguages('imports'))('imports of %s', (language) => {
  test.each(vectors<Case>(`imports/${language}.json`))('$why', (it) => {
    const files = it.files.map((path) => {
      const facts = factsOf(it, path);
      return { path, language, size: 1, is_test: false, ...(facts === undefined ? {} : { facts }) };
    });
    const settings = new Map(
      Object.entries(it.settings ?? {}).map(([path, content]) => [path, { text: textOf(content) }]),
    );
    const { relations } = relate({
      ...{ files, settings, min_nodes: 12 },
      source_roots: it.source_roots ?? [],
      left_out: Object.entries(it.left_out ?? {}).map(([path, reason]) => ({
        path: path.replace(/\/$/, ''),
        kind: path.endsWith('/') ? 'directory' : 'file',
        reason,
      })),
    });
    const imports = relations.get(it.from)?.imports.filter(({ index }) => index === indexOfSubject(it)) ?? [];
    const links = imports.map(({ index: _, phase: __, names, ...destination }) => {
      return imports.length > 1 ? { names: names.map(written), ...destination } : destination;
    });
    expect(links).toEqual(it.links);
    expect(imports.flatMap(({ names }) => names.map(written)).sort()).toEqual([...(it.names ?? [])].sort());
  });
});

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}

/** The tested import comes after the imports that the case lists for its file. */
function indexOfSubject({ facts, from }: Case): number {
  return facts?.[from]?.imports?.length ?? 0;
}

function factsOf(it: Case, path: string): FileFacts | undefined {
  const given = it.facts?.[path];
  if (given === undefined && path !== it.from) return undefined;
  const imports = [...(given?.imports ?? []), ...(path === it.from ? [it] : [])];
  return fileFacts({
    declarations: given?.declares?.map(declared) ?? [],
    imports: imports.map(importFacts),
  });
}

function declared(written: string, index: number): DeclarationFacts {
  const name = written.replace(/^class /, '');
  return declarationFacts(index, { name, kind: name === written ? 'function' : 'class' });
}
