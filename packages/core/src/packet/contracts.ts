import { Coverage, type CoveredCode } from '#conformance/coverage.ts';
import { hasClass, MANIFEST_STATES, NODE_KINDS, nameOf } from '#index/codes.ts';
import { hex } from '#index/keys.ts';
import { goingOn, type Row, type Snapshot } from '#index/port.ts';
import type { Contract } from '#manifest/contract.ts';
import { textList } from '#query/describe/lists.ts';
import { redacted } from '#query/redact/secrets.ts';
import type { DraftContract, DraftFile, ManifestState } from './draft.ts';
import { type Verdicts, verdictsOf } from './verdicts.ts';

const MAX_CONTRACTS = 50;

const MANIFESTS = `
  SELECT project.id, label, manifest.path AS path, state, manifest.sha256 AS sha256
  FROM json_each(?, '$') AS wanted JOIN project ON project.label = wanted.value JOIN manifest ON project_id = project.id
  ORDER BY project.id, manifest.path`;

const CONTRACTS = `
  SELECT pointer, contract_id, file, scope, intent, effect, forbid, require FROM contract
  WHERE project_id = ? AND ${goingOn('seq')}
  ORDER BY seq`;

/** Declarations from an occurrence outwards. */
const CODE = `
  WITH RECURSIVE around (wanted, level, id) AS (
    SELECT key, 0, value FROM json_each(?)
    UNION ALL
    SELECT wanted, level + 1, node.parent_id FROM around JOIN node ON node.id = around.id WHERE node.name_id IS NOT NULL
  )
  SELECT wanted, node.kind, file.path, ${hasClass('node.classes', 'test')} AS is_test,
    coalesce(qualifier.text, '') || name.text AS qualified_name
  FROM around JOIN node ON node.id = around.id JOIN file ON file.id = node.file_id
  LEFT JOIN name ON name.id = node.name_id LEFT JOIN name AS qualifier ON qualifier.id = node.qualifier_id
  ORDER BY wanted, level`;

/** The manifests of projects, by label: the state of each. Projects without a manifest are absent. */
export function manifestStates(snapshot: Snapshot, labels: Iterable<string>): Map<string, ManifestState> {
  return new Map(manifestsOf(snapshot, labels).map(({ project, state }) => [project, state]));
}

/**
 * The contracts that cover some occurrences: those that name code most precisely first, then by project and position.
 *
 * @param occurrences with the integer ids of their nodes
 */
export function coveringContracts(
  snapshot: Snapshot,
  occurrences: readonly { node: number; project: string }[],
): { contracts: DraftContract[]; more: number } {
  const labels = new Set(occurrences.map(({ project }) => project));
  const manifests = manifestsOf(snapshot, labels).filter(({ state }) => state === 'read');
  const code = manifests.length === 0 ? [] : codeOf(snapshot, occurrences);
  const found: Covering[] = [];
  for (const { id, project, path, sha256 } of manifests) {
    const own = [...occurrences.keys()].filter((index) => occurrences[index]?.project === project);
    snapshot.all(CONTRACTS, [id], (row) => {
      const contract = contractOf(row);
      const coverage = new Coverage(contract);
      const covered = own.filter((index) => coverage.has(code[index] ?? NO_CODE));
      if (covered.length === 0) return;
      const manifest = { project, path, sha256 };
      found.push({ manifest, contract, occurrences: covered, precision: coverage.precision });
    });
  }
  // The sort is stable.
  const first = found.sort((a, b) => a.precision - b.precision).slice(0, MAX_CONTRACTS);
  return { contracts: decided(snapshot, first), more: found.length - first.length };
}

interface Covering {
  manifest: DraftFile;
  contract: Contract;
  occurrences: number[];
  precision: number;
}

/** With their verdicts, in the same order. */
function decided(snapshot: Snapshot, found: readonly Covering[]): DraftContract[] {
  const verdicts = new Map<Covering, Verdicts>();
  for (const project of new Set(found.map(({ manifest }) => manifest.project))) {
    const its = found.filter(({ manifest }) => manifest.project === project);
    const list = verdictsOf(
      snapshot,
      project,
      its.map(({ contract }) => contract),
    );
    for (const [index, covering] of its.entries()) verdicts.set(covering, list[index] ?? []);
  }
  return found.map((covering) => {
    const { manifest, contract, occurrences } = covering;
    return { manifest, contract: shown(contract, verdicts.get(covering) ?? []), occurrences };
  });
}

const NO_CODE: CoveredCode = { path: '', isTest: false, declarations: [] };

function manifestsOf(snapshot: Snapshot, labels: Iterable<string>) {
  return snapshot.all(MANIFESTS, [JSON.stringify([...labels])], (row) => ({
    id: row.integer('id'),
    project: row.text('label'),
    path: row.text('path'),
    state: nameOf(MANIFEST_STATES, row.integer('state')),
    sha256: hex(row.optionalBytes('sha256') ?? new Uint8Array()),
  }));
}

/** In the order of the occurrences. */
function codeOf(snapshot: Snapshot, occurrences: readonly { node: number }[]): CoveredCode[] {
  const code: (CoveredCode & { declarations: CoveredCode['declarations'][number][] })[] = [];
  snapshot.all(CODE, [JSON.stringify(occurrences.map(({ node }) => node))], (row) => {
    const index = row.integer('wanted');
    code[index] ??= { path: row.text('path'), isTest: row.flag('is_test'), declarations: [] };
    const kind = nameOf(NODE_KINDS, row.integer('kind'));
    if (kind === 'file' || kind === 'project') return;
    code[index].declarations.push({ kind, qualifiedName: row.text('qualified_name') });
  });
  return code;
}

/** The index has the lists that say what code does; the others are empty. */
function contractOf(row: Row): Contract {
  const [id, file, effect] = [row.optionalText('contract_id'), row.optionalText('file'), row.optionalText('effect')];
  return {
    pointer: row.text('pointer'),
    ...(file === undefined ? {} : { file }),
    ...(id === undefined ? {} : { id }),
    scope: row.text('scope'),
    intent: row.text('intent'),
    ...(effect === undefined ? {} : { effect: textList(effect) }),
    forbid: textList(row.text('forbid')),
    require: textList(row.text('require')),
    input: [],
    output: [],
    validate: [],
  };
}

function shown(contract: Contract, verdicts: Verdicts): DraftContract['contract'] {
  const { pointer, id, scope, intent, effect, forbid, require } = contract;
  return {
    pointer,
    ...(id === undefined ? {} : { name: id }),
    scope,
    intent: redacted(intent),
    ...(effect === undefined ? {} : { effect }),
    forbid: forbid.map(redacted),
    require: require.map(redacted),
    ...(verdicts.length === 0 ? {} : { verdicts }),
  };
}
