import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser/src-js/bindings.js';
import { describe, expect, it } from 'vitest';
import { collectIfLarge } from '../../collect-garbage.ts';
import { NameTable } from '../flat-tree.ts';
import { EstreeJson } from './estree-json.ts';
import { TreeBuilder } from './tree-builder.ts';

type Row = [kind: string, field: string, parent: number, text: string, start?: number, end?: number];

/** The same tree built from objects, without positions for nodes that have none. */
function expectedRows(json: string): Row[] {
  const rows: Row[] = [];
  const add = (value: unknown, field: string, parent: number) => {
    const node = rows.length;
    if (value === null) rows.push(['null', field, parent, '']);
    else if (typeof value !== 'object') rows.push(['scalar', field, parent, JSON.stringify(value)]);
    else if (Array.isArray(value)) {
      rows.push(['[]', field, parent, '']);
      for (const item of value) add(item, '', node);
    } else {
      const row: Row = ['{}', field, parent, ''];
      rows.push(row);
      for (const [key, member] of Object.entries(value)) {
        const isValue = row[0] === 'Literal' && key === 'value';
        if (key === 'type') row[0] = String(member);
        else if (key === 'start') row[4] = Number(member);
        else if (key === 'end') row[5] = Number(member);
        else if ((member !== null && member !== false) || isValue) add(member, key, node);
      }
    }
  };
  const parsed: unknown = JSON.parse(withEscapedNames(json));
  if (typeof parsed === 'object' && parsed !== null && 'node' in parsed) add(parsed.node, '', -1);
  return rows;
}

/** oxc writes a JSX name as in the source: a backslash in it must be escaped to get valid JSON. */
function withEscapedNames(json: string): string {
  return json.replace(
    /("type":"JSXIdentifier"[^{}]*?"name":)"([^"]*)"/g,
    (_, start: string, name: string) => start + JSON.stringify(name),
  );
}

function rowsOf(json: string): Row[] {
  const builder = new TreeBuilder(new NameTable());
  const texts = new EstreeJson(builder).read(json);
  const { names, kind, field, parent, start, end } = builder;
  return [...Array(builder.count).keys()].map((node): Row => {
    const name = names.name(kind[node] ?? 0);
    const [own, above, text] = [names.name(field[node] ?? 0), parent[node] ?? -1, texts.of(node)];
    return /^[A-Z]/.test(name) ? [name, own, above, text, start[node] ?? 0, end[node] ?? 0] : [name, own, above, text];
  });
}

const program = (source: string, lang: 'jsx' | 'tsx' | 'ts') =>
  parseSync(`file.${lang}`, source, { lang, astType: lang === 'jsx' ? 'js' : 'ts', preserveParens: false }).program;

describe('a tree read from JSON text equals the tree of its objects', () => {
  const facts = fileURLToPath(new URL('../../../../../../fixtures/facts/', import.meta.url));
  const files = ['javascript', 'typescript'].flatMap((language) =>
    readdirSync(join(facts, language)).map((name) => join(facts, language, name)),
  );
  it.each(files.filter((file) => /\.[jt]sx?$/.test(file)))('%s', (file) => {
    const json = program(readFileSync(file, 'utf8'), /\.tsx$/.test(file) ? 'tsx' : /\.ts$/.test(file) ? 'ts' : 'jsx');
    expect(rowsOf(json)).toEqual(expectedRows(json));
  });

  it.each([
    '',
    '[, null, false, [], {}]',
    'null; false; true; 1.50; 0x10; 1e21; 1e-7; 10n; /a"\\/b/u',
    '"\\ud83d"; "\\u0008\\u007f\\u2028\\\\\\""; "é😀"; `a\\n`',
    'x = { "type": 1, start: 2, end: 3 }',
  ])('%s', (source) => {
    const json = program(source, 'jsx');
    expect(rowsOf(json)).toEqual(expectedRows(json));
  });
});

it('reads a tree of any depth', () => {
  const depth = 200_000;
  const json = `{"node":\n${'{"type":"A","b":['.repeat(depth)}${'],"start":0,"end":1}'.repeat(depth)},"fixes":[]}`;
  const builder = new TreeBuilder(new NameTable());
  new EstreeJson(builder).read(json);
  expect(builder.count).toBe(depth * 2);
});

it('throws for a truncated text', () => {
  const json = program('a.b("c", 1)', 'jsx');
  for (const length of [json.length - 20, 60, 40, 20]) {
    expect(() => new EstreeJson(new TreeBuilder(new NameTable())).read(json.slice(0, length))).toThrow('ESTree JSON');
  }
});

it('the names of a tree keep no memory of its JSON', () => {
  const bytes = 32 * 1024 * 1024;
  const estree = new EstreeJson(new TreeBuilder(new NameTable()));
  const collect = () => {
    collectIfLarge(new Uint8Array(1_000_000));
    return process.memoryUsage().heapUsed;
  };
  const before = collect();
  estree.read(`{"node":{"type":"TypeWithALongName","start":0,"end":1},"fixes":["${'x'.repeat(bytes)}"]}`);
  expect(collect() - before).toBeLessThan(bytes / 2);
  estree.read('{"node":{"type":"TypeWithALongName","start":0,"end":1},"fixes":[]}');
});
