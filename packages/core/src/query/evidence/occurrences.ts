import type { Changes, GroupKind } from '@analyzer/contracts/query/common';
import type { EvidenceData } from '@analyzer/contracts/query/evidence.data';
import { hex } from '#index/keys.ts';
import { innerStatement } from '#index/leaves/inner-declarations.ts';
import { type LeavesOf, leavesOfAll } from '#index/leaves/leaves.ts';
import type { Row, Snapshot } from '#index/port.ts';
import type { TokenRecord } from '#parse/facts.ts';
import { describeChanges } from '../describe/changes.ts';
import { textList } from '../describe/lists.ts';
import { describeNode, nodesStatement, readNodes } from '../describe/nodes.ts';
import type { PickedOccurrence } from '../describe/occurrences.ts';
import { redacted } from '../redact/secrets.ts';
import { callLinks, linksStatement } from './call-links.ts';
import { Differences } from './differences.ts';
import { type NodeRange, rangeLinks } from './range-links.ts';
import { importsOf, importsStatement, importsUsed, listImports } from './used-imports.ts';

export type EvidenceOccurrence = EvidenceData['occurrences'][number];

export interface GatheredOccurrences {
  /** Named E1… in the given order. */
  occurrences: EvidenceOccurrence[];
  /** Of groups of functions; else empty. */
  differences: Differences;
}

/**
 * The evidence about some occurrences of a group. Only one token record is in memory at a time.
 *
 * @param picked the occurrences to show
 */
export function gatherOccurrences(
  snapshot: Snapshot,
  kind: GroupKind,
  picked: readonly PickedOccurrence[],
): GatheredOccurrences {
  const ids = picked.map(({ node }) => node);
  const differences = new Differences();
  snapshot.prefetch([nodesStatement(ids), importsStatement(ids), linksStatement(ids), innerStatement(ids)], ids);
  const found = readNodes(snapshot, ids, (row) => ({
    id: row.integer('id'),
    file: row.integer('file_id'),
    node: describeNode(row),
    signature: signatureOf(row),
    sha256: hex(row.bytes('sha256')),
  }));
  const imports = importsOf(snapshot, ids);
  const { ends, links } = callLinks(snapshot, ids);
  const { leavesOf, textsOf } = leavesOfAll(snapshot, ids, ends === undefined ? [] : [ends]);
  const linksOf = links();
  const blocks = found.map(({ id, node }, index) => blockOf(id, node.kind, picked[index]));
  const inBlock = rangeLinks(
    snapshot,
    blocks.flatMap((block) => block ?? []),
  );
  let block = 0;
  const isOfDeclarations = picked.every(({ range }) => range === undefined);
  const changes = kind === 'near' && isOfDeclarations ? changesFromFirst(ids, leavesOf) : [];
  const used = found.map(({ id, file }) => {
    if (kind.startsWith('function-')) differences.add(requireRecord(leavesOf(id), id));
    return importsUsed(imports.get(file) ?? [], id, textsOf);
  });
  const listed = listImports(snapshot, used);
  const occurrences = found.map(({ id, file: _file, ...its }, index): EvidenceOccurrence => {
    const { node: _, seq: __, ...properties } = picked[index] ?? { node: id, seq: index };
    return {
      evidence_id: `E${index + 1}`,
      ...its,
      ...properties,
      ...(changes[index] && { changes: changes[index] }),
      imports: listed[index] ?? { items: [], omitted: 0 },
      ...(blocks[index] === undefined ? linksOf(id) : inBlock(block++)),
    };
  });
  return { occurrences, differences };
}

/** A block outside of functions: who calls what is declared in it, not who calls the file. */
function blockOf(node: number, kind: string, picked: PickedOccurrence | undefined): NodeRange | undefined {
  if (picked?.range === undefined || kind === 'function' || kind === 'method') return undefined;
  return { node, range: picked.range };
}

/** By occurrence; undefined for the first one, and where the index does not have the leaves of both. */
function changesFromFirst(nodes: readonly number[], leavesOf: LeavesOf): (Changes | undefined)[] {
  const [node] = nodes;
  const first = node === undefined ? undefined : leavesOf(node);
  return nodes.map((its, index) => {
    const own = index === 0 || first === undefined ? undefined : leavesOf(its);
    return first && own && describeChanges(first, own);
  });
}

function signatureOf(row: Row): EvidenceOccurrence['signature'] {
  const returns = row.optionalText('returns');
  return {
    name: row.optionalText('name') ?? '',
    parameters: textList(row.optionalText('parameters')).map(redacted),
    ...(returns === undefined ? {} : { returns: redacted(returns) }),
  };
}

function requireRecord(record: TokenRecord | undefined, node: number): TokenRecord {
  if (record === undefined) throw new RangeError(`the index has no token record of node ${node}`);
  return record;
}
