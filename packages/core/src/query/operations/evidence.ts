import type { GroupKind } from '@analyzer/contracts/query/common';
import type { EvidenceData } from '@analyzer/contracts/query/evidence.data';
import dataSchema from '@analyzer/contracts/query/evidence.data/schema' with { type: 'json' };
import type { CompleteEvidenceParams } from '@analyzer/contracts/query/evidence.params';
import paramsSchema from '@analyzer/contracts/query/evidence.params/schema' with { type: 'json' };
import { validate } from '@analyzer/contracts/query/evidence.params/validate';
import { hex } from '#index/keys.ts';
import type { Row, Snapshot } from '#index/port.ts';
import type { TokenRecord } from '#parse/facts.ts';
import { describeGroups } from '../describe/groups.ts';
import { textList } from '../describe/lists.ts';
import { describeNode, readNodes } from '../describe/nodes.ts';
import { type PickedOccurrence, pickOccurrences } from '../describe/occurrences.ts';
import { callLinks } from '../evidence/call-links.ts';
import { Differences } from '../evidence/differences.ts';
import { importsOf, usedImports } from '../evidence/used-imports.ts';
import { selectedGroup } from '../filters/location.ts';
import { singleOperation } from '../operation.ts';

const MOST_DIFFERENCES = 100;

type Occurrence = EvidenceData['occurrences'][number];

export const evidence = singleOperation<CompleteEvidenceParams, EvidenceData>({
  name: 'evidence',
  description:
    'Evidence for a decision about one clone group: occurrences from different projects with signature, used imports, callers and callees, and the names and literals in which they differ. No source.',
  params: paramsSchema,
  data: dataSchema,
  validate,
  exactlyOne: ['group_id', 'at'],
  lower: {
    name: 'max_occurrences',
    value: (params) => params.max_occurrences,
    replace: (params, value) => ({ ...params, max_occurrences: value }),
  },
  answer(snapshot, { max_occurrences: most, ...selected }) {
    const id = selectedGroup(snapshot, selected);
    const [group] = describeGroups(snapshot, [id]);
    if (group === undefined) throw new RangeError(`group ${id} has no description`);
    const { occurrences, differences } = gather(snapshot, group.kind, pickOccurrences(snapshot, id, most));
    const all = differences.list(occurrences.map(({ evidence_id }) => evidence_id));
    return {
      group,
      occurrences,
      differences: all.slice(0, MOST_DIFFERENCES),
      omitted: {
        occurrences: group.occurrences - occurrences.length,
        differences: Math.max(0, all.length - MOST_DIFFERENCES),
      },
    };
  },
});

/** @param picked the occurrences to show; only one token record is in memory at a time */
function gather(snapshot: Snapshot, kind: GroupKind, picked: readonly PickedOccurrence[]) {
  const ids = picked.map(({ node }) => node);
  const differences = new Differences();
  const found = readNodes(snapshot, ids, (row) => ({
    id: row.integer('id'),
    file: row.integer('file_id'),
    node: describeNode(row),
    signature: signatureOf(row),
    sha256: hex(row.bytes('sha256')),
  }));
  const imports = importsOf(snapshot, new Set(found.map(({ file }) => file)));
  const links = callLinks(snapshot, ids);
  const occurrences = found.map(({ id, file, ...its }, index): Occurrence => {
    const record = snapshot.tokens(id);
    if (kind.startsWith('function-')) differences.add(requireRecord(record, id));
    const { node: _, ...properties } = picked[index] ?? { node: id };
    return {
      evidence_id: `E${index + 1}`,
      ...its,
      ...properties,
      imports: usedImports(imports.get(file) ?? [], record),
      ...links(id),
    };
  });
  return { occurrences, differences };
}

function signatureOf(row: Row): Occurrence['signature'] {
  const returns = row.optionalText('returns');
  return {
    name: row.optionalText('name') ?? '',
    parameters: textList(row.optionalText('parameters')),
    ...(returns === undefined ? {} : { returns }),
  };
}

function requireRecord(record: TokenRecord | undefined, node: number): TokenRecord {
  if (record === undefined) throw new RangeError(`the index has no token record of node ${node}`);
  return record;
}
