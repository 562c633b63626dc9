import type { ContractChange, ManifestDiffV1 } from '@analyzer/contracts/analyzer.manifest-diff.v1';
import { type Contract, identityOf, readContracts } from '#manifest/contract.ts';
import type { Value } from '#manifest/tree.ts';

/**
 * Compares the contracts of two manifests. Contracts are matched by id, then by equal content, then by file and scope
 * where these are unique on both sides.
 */
export function diffManifests(before: Value, after: Value): ManifestDiffV1 {
  const old = readContracts(before);
  const now = readContracts(after);
  const pairs = paired(old, now);
  const partners = new Set(pairs.values());
  const changes: ContractChange[] = [
    ...old.filter((it) => !pairs.has(it)).map((it) => ({ ...named(it), change: 'removed' as const, details: [] })),
    ...now.filter((it) => !partners.has(it)).map((it) => ({ ...named(it), change: 'added' as const, details: [] })),
    ...[...pairs].flatMap(([a, b]) => compared(a, b)),
  ];
  const same = [...pairs].filter(([a, b]) => compared(a, b).length === 0).length;
  return { schema: 'analyzer.manifest-diff.v1', same, changes };
}

/** Matches contracts of both sides, by the strongest key first. */
function paired(old: readonly Contract[], now: readonly Contract[]): Map<Contract, Contract> {
  const pairs = new Map<Contract, Contract>();
  const taken = new Set<Contract>();
  const content = (it: Contract): string => JSON.stringify({ ...it, pointer: '' });
  const fileAndScope = (it: Contract): string | undefined => (it.id === undefined ? identityOf(it) : undefined);
  for (const key of [(it: Contract) => it.id, content, fileAndScope]) {
    const left = groupBy(
      old.filter((it) => !pairs.has(it)),
      key,
    );
    const right = groupBy(
      now.filter((it) => !taken.has(it)),
      key,
    );
    for (const [name, ones] of left) {
      const others = right.get(name) ?? [];
      // Several contracts with the same file and scope are ambiguous.
      if (key === fileAndScope && (ones.length > 1 || others.length > 1)) continue;
      for (const [index, one] of ones.entries()) {
        const other = others[index];
        if (other === undefined) break;
        pairs.set(one, other);
        taken.add(other);
      }
    }
  }
  return pairs;
}

function groupBy(
  contracts: readonly Contract[],
  key: (contract: Contract) => string | undefined,
): Map<string, Contract[]> {
  const groups = new Map<string, Contract[]>();
  for (const contract of contracts) {
    const name = key(contract);
    if (name !== undefined) groups.set(name, [...(groups.get(name) ?? []), contract]);
  }
  return groups;
}

function named(contract: Contract): Pick<ContractChange, 'contract' | 'pointer'> {
  return { contract: identityOf(contract), pointer: contract.pointer };
}

function compared(before: Contract, after: Contract): ContractChange[] {
  const tightened: string[] = [];
  const loosened: string[] = [];
  for (const list of ['forbid', 'require'] as const) {
    tightened.push(...missing(after[list], before[list]).map((text) => `${list} ${text}`));
    loosened.push(...missing(before[list], after[list]).map((text) => `no longer ${list} ${text}`));
  }
  if (before.effect === undefined && after.effect !== undefined) tightened.push('effect list added');
  if (before.effect !== undefined && after.effect === undefined) loosened.push('effect list removed');
  if (before.effect !== undefined && after.effect !== undefined) {
    loosened.push(...missing(after.effect, before.effect).map((text) => `effect ${text}`));
    tightened.push(...missing(before.effect, after.effect).map((text) => `no longer effect ${text}`));
  }
  const reworded = (['scope', 'intent', 'priority', 'file'] as const).flatMap((name) =>
    before[name] === after[name] ? [] : [`${name} was ${before[name] ?? 'absent'}, is ${after[name] ?? 'absent'}`],
  );
  const rows: ContractChange[] = [];
  if (loosened.length > 0) rows.push({ ...named(after), change: 'loosened', details: loosened });
  if (tightened.length > 0) rows.push({ ...named(after), change: 'tightened', details: tightened });
  if (reworded.length > 0) rows.push({ ...named(after), change: 'reworded', details: reworded });
  return rows;
}

/** The trimmed entries of the first list that the second list does not have. */
function missing(list: readonly string[], other: readonly string[]): string[] {
  const there = new Set(other.map((text) => text.trim()));
  return [...new Set(list.map((text) => text.trim()))].filter((text) => !there.has(text));
}
