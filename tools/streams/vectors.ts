import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KIND_BY_EXTENSION } from '../../packages/core/src/languages/kinds.ts';
import type { ParseMode } from '../../packages/core/src/parse/engine.ts';
import type { DeclarationFacts, TokenRecord } from '../../packages/core/src/parse/facts.ts';
import type { Adapter } from '../../packages/core/src/parse/portable/adapters/adapter.ts';
import { loadAdapter } from '../../packages/core/src/parse/portable/adapters/load.ts';
import { FileFactsReader } from '../../packages/core/src/parse/portable/extract/file-facts.ts';
import { Positions } from '../../packages/core/src/parse/portable/extract/positions.ts';
import type { FlatTree } from '../../packages/core/src/parse/portable/flat-tree.ts';
import { type LanguageData, languages } from '../../packages/core/src/parse/portable/languages.ts';
import { tokenRecords } from '../../packages/core/src/parse/tokens/token-block.ts';
import { FINGERPRINT_VERSION } from '../../packages/core/src/parse/versions.ts';
import { type Element, elementsOf, joined } from './elements.ts';

/** The streams of one source file. */
export interface StreamVector {
  /** Path relative to `fixtures/vectors/stream/sources`. */
  source: string;
  mode: ParseMode;
  /** The prefix of all hashed bytes, before `tree`, `body` or `shape` and a line feed. */
  domain: string;
  tree: { hash: string; stream: Element[] };
  declarations: DeclarationVector[];
}

export type DeclarationVector =
  | { name: string; nodes: number; tree: { hash: string; stream: Element[] } }
  | { name: string; nodes: number; body: string; shape: string; stream: Element[]; tokens: TokenRecord };

/** A source with a copy of its tree, which stays valid after further parses. */
export interface ParsedSource {
  path: string;
  mode: ParseMode;
  data: LanguageData;
  tree: FlatTree;
}

export const SOURCES = 'fixtures/vectors/stream/sources';

/** @param root of the repository */
export async function parseSources(root: string): Promise<ParsedSource[]> {
  const adapters = new Map<string, Adapter>();
  const parsed: ParsedSource[] = [];
  const files = readdirSync(join(root, SOURCES), { recursive: true, withFileTypes: true });
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  for (const file of paths.sort()) {
    const path = file.slice(join(root, SOURCES).length + 1);
    const { mode, data } = kindOf(path);
    const adapter = adapters.get(data.id) ?? (await loadAdapter(data, join(root, 'languages/grammars')));
    adapters.set(data.id, adapter);
    const outcome = adapter.parse(readFileSync(file, 'utf8'), mode, Number.POSITIVE_INFINITY);
    if (outcome.outcome !== 'tree' || outcome.errors.length > 0) {
      throw new Error(`${path} does not parse: ${JSON.stringify('errors' in outcome ? outcome.errors : outcome)}`);
    }
    parsed.push({ path, mode, data, tree: copyOf(outcome.tree) });
  }
  return parsed;
}

export function streamVector({ path, mode, data, tree }: ParsedSource): StreamVector {
  const domain = `${FINGERPRINT_VERSION}\n${data.parser}\n${data.id}\n`;
  const hashed = new Map<string, Uint8Array>();
  const reader = new FileFactsReader(data, tree.names, (bytes) => {
    const hash = createHash('sha256').update(bytes).digest('hex');
    hashed.set(hash, bytes.slice(bytes.indexOf(0x0a, domain.length) + 1));
    return hash;
  });
  const streamOf = (hash: string) => hashed.get(hash) ?? new Uint8Array(0);
  const { facts } = reader.read(tree, new Positions(tree.source), { tokens: true });
  const records = tokenRecords(facts);
  return {
    source: path,
    mode,
    domain,
    tree: { hash: facts.tree_hash, stream: elementsOf(streamOf(facts.tree_hash)) },
    declarations: facts.declarations.flatMap((declaration, place) =>
      declarationVector(declaration, records[place] ?? undefined, streamOf),
    ),
  };
}

function declarationVector(
  { qualified_name: name, nodes, function_body: body, function_shape: shape, tree_hash: hash }: DeclarationFacts,
  tokens: TokenRecord | undefined,
  streamOf: (hash: string) => Uint8Array,
): DeclarationVector[] {
  if (hash !== undefined) return [{ name, nodes, tree: { hash, stream: elementsOf(streamOf(hash)) } }];
  if (body === undefined || shape === undefined || tokens === undefined) return [];
  return [{ name, nodes, body, shape, stream: joined(streamOf(body), streamOf(shape)), tokens }];
}

function kindOf(path: string): { mode: ParseMode; data: LanguageData } {
  const kind = KIND_BY_EXTENSION.get(path.slice(path.lastIndexOf('.')));
  const data = languages.get(kind?.language ?? '');
  if (kind === undefined || data === undefined) throw new Error(`${path} is not in a parsed language`);
  return { mode: { language: kind.language, ...(kind.dialect && { dialect: kind.dialect }) }, data };
}

/** Copies a tree, because its buffers are overwritten by the next parse. */
function copyOf(tree: FlatTree): FlatTree {
  const { names, source, count } = tree;
  const texts = Array.from({ length: count }, (_, node) => tree.text(node));
  return {
    names,
    source,
    count,
    kind: tree.kind.slice(0, count),
    field: tree.field.slice(0, count),
    start: tree.start.slice(0, count),
    end: tree.end.slice(0, count),
    size: tree.size.slice(0, count),
    parent: tree.parent.slice(0, count),
    broken: tree.broken.slice(0, count),
    text: (node) => texts[node] ?? '',
  };
}
