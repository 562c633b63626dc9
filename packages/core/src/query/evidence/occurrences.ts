import type { Changes, GroupKind } from '@analyzer/contracts/query/common';
import type { EvidenceData } from '@analyzer/contracts/query/evidence.data';
import { hex } from '#index/keys.ts';
import { type LeavesOf, leavesOfAll } from '#index/leaves/leaves.ts';
import type { Row, Snapshot } from '#index/port.ts';
import type { TokenRecord } from '#parse/facts.ts';
import { describeChanges } from '../describe/changes.ts';
import { textList } from '../describe/lists.ts';
import { describeNode, readNodes } from '../describe/nodes.ts';
import type { PickedOccurrence } from '../describe/occurrences.ts';
import { redacted } from '../redact/secrets.ts';
import { callLinks } from './call-links.ts';
import { Differences } from './differences.ts';
import { type NodeRange, rangeLinks } from './range-links.ts';
import { importsOf, importsUsed, listImports } from './used-imports.ts';

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
  const { found, imports, linksOf, inRange, leaves } = readOccurrences(snapshot, picked);
  const { leavesOf, textsOf } = leaves;
  let place = 0;
  const isOfDeclarations = picked.every(({ range }) => range === undefined);
  const changes = kind === 'near' && isOfDeclarations ? changesFromFirst(ids, leavesOf) : [];
  const imported = found.map(({ id, file }) => {
    if (kind.startsWith('function-')) differences.add(requireRecord(leavesOf(id), id));
    return listImports(importsUsed(imports.get(file) ?? [], id, textsOf));
  });
  const occurrences = found.map(({ id, file: _file, ...its }, index): EvidenceOccurrence => {
    const { node: _, seq: __, ...properties }: PickedOccurrence = picked[index] ?? { node: id, seq: index };
    const links = properties.range === undefined ? undefined : inRange(place++);
    // Of a block outside of functions: who calls what is declared in it, not who calls the file.
    const isInFunction = its.node.kind === 'function' || its.node.kind === 'method';
    return {
      evidence_id: `E${index + 1}`,
      ...its,
      ...properties,
      ...(changes[index] && { changes: changes[index] }),
      imports: imported[index] ?? { items: [], omitted: 0 },
      ...(links === undefined || isInFunction ? linksOf(id) : links),
    };
  });
  return { occurrences, differences };
}

/** The rows of `gatherOccurrences`. */
export function readOccurrences(snapshot: Snapshot, picked: readonly PickedOccurrence[]) {
  const ids = picked.map(({ node }) => node);
  const ranges = picked.flatMap(({ node, range }): NodeRange[] => (range === undefined ? [] : [{ node, range }]));
  const read = {
    found: () => described(snapshot, ids),
    imports: () => importsOf(snapshot, ids),
    linksOf: () => callLinks(snapshot, ids),
    inRange: () => rangeLinks(snapshot, ranges),
    leaves: () => leavesOfAll(snapshot, ids),
  };
  snapshot.gather(Object.values(read));
  return {
    found: read.found(),
    imports: read.imports(),
    linksOf: read.linksOf(),
    inRange: read.inRange(),
    leaves: read.leaves(),
  };
}

type Described = Pick<EvidenceOccurrence, 'node' | 'signature' | 'sha256'> & { id: number; file: number };

function described(snapshot: Snapshot, ids: readonly number[]): Described[] {
  return readNodes(snapshot, ids, (row) => ({
    id: row.integer('id'),
    file: row.integer('file_id'),
    node: describeNode(row),
    signature: signatureOf(row),
    sha256: hex(row.bytes('sha256')),
  }));
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
