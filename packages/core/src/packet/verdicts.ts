import type { ContextEvidenceV1 } from '@analyzer/contracts/analyzer.context-evidence.v1';
import type { CheckedEntry } from '@analyzer/contracts/analyzer.manifest-report.v1';
import { checkContracts } from '#conformance/check.ts';
import { indexedProject } from '#conformance/indexed-project.ts';
import type { Snapshot } from '#index/port.ts';
import type { Contract } from '#manifest/contract.ts';
import { redacted } from '#query/redact/secrets.ts';

export type Verdicts = NonNullable<ContextEvidenceV1['contracts'][number]['verdicts']>;

/** Of a project whose facts are read for verdicts: about 150,000 take a second. */
const MAX_NODES = 150_000;
const MAX_PLACES = 3;
const MAX_REASON_CHARS = 200;
const SIZE = 'SELECT last_node_id - node_id AS nodes FROM project WHERE label = ?';

/**
 * What the index says today about contracts of one project, in their order: the verdicts of the rules of `forbid` and
 * `require` that are not texts for people.
 *
 * @param project its label
 */
export function verdictsOf(snapshot: Snapshot, project: string, contracts: readonly Contract[]): Verdicts[] {
  const nodes = snapshot.first(SIZE, [project], (row) => row.integer('nodes')) ?? 0;
  if (nodes > MAX_NODES) return contracts.map((contract) => tooLarge(contract, nodes));
  return checkContracts(contracts, indexedProject(snapshot, project)).map(({ entries }) => entries.flatMap(verdictOf));
}

function verdictOf({ list, text, status, reason, evidence }: CheckedEntry): Verdicts {
  if (status === 'stated' || (list !== 'forbid' && list !== 'require')) return [];
  const places = status === 'violated' ? evidence.map((its) => redacted(`${its.path}:${its.line} ${its.text}`)) : [];
  return [
    {
      ...{ list, rule: redacted(text), status },
      ...(status === 'unchecked' && reason !== undefined
        ? { reason: redacted(reason.slice(0, MAX_REASON_CHARS)) }
        : {}),
      ...(places.length > 0 ? { places: places.slice(0, MAX_PLACES) } : {}),
      ...(places.length > MAX_PLACES ? { more_places: places.length - MAX_PLACES } : {}),
    },
  ];
}

function tooLarge({ forbid, require }: Contract, nodes: number): Verdicts {
  const reason = `the project has ${nodes} files and declarations, more than the ${MAX_NODES} that are read for a packet`;
  const of = (list: 'forbid' | 'require') => (rule: string) => {
    return { list, rule: redacted(rule), status: 'unchecked' as const, reason };
  };
  return [...forbid.map(of('forbid')), ...require.map(of('require'))];
}
