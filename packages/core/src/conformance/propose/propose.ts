import { readManifest } from '#manifest/validate-manifest.ts';
import { checkManifest } from '../check.ts';
import { parameterOf } from '../declared-type.ts';
import { EFFECTS } from '../effects.ts';
import type { CodeFile, CodeProject } from '../project.ts';
import { divisions, type Folder } from './folders.ts';
import { shownLayers } from './layers.ts';

export interface ProposedContract {
  id: string;
  scope: string;
  intent: string;
  forbid?: string[];
  require?: string[];
}

export interface ProposedManifest {
  $schema: string;
  version: string;
  contracts: ProposedContract[];
}

/** More contracts than a team reads. */
const MAX_CONTRACTS = 30;
/** Of one kind, in the order of `candidates`. */
const MAX_OF_KIND = 8;
/** Entries of a contract about exports. */
const MAX_EXPORTS = 10;
/** Effects that code without them is worth a contract. */
const MIN_EFFECTS = 3;
/** Files that other code enters a project or folder by. */
const ENTRY = /(?:^|\/)(?:index|main|mod|cli|api|public|__init__)\.\w+$/;
/** Folders of code that no other code depends on. */
const ASIDE = /(?:^|\/)(?:examples?|docs?|samples?|demos?|bench(?:marks?)?)\//;
/** A folder with fewer files gets no contract. */
const MIN_FILES = 2;

/** Proposes a manifest of contracts that are decided and hold today: each entry is checked against the code. */
export function proposeManifest(project: CodeProject): ProposedManifest {
  const proposed = candidates(project);
  const { root } = readManifest(JSON.stringify({ contracts: proposed.flat() }), {});
  if (root === undefined) return manifestOf([]);
  const report = checkManifest(root, project, { baseline: new Set(), effects: 'open' });
  const holding = new Map(
    report.contracts.map(({ id, entries }) => [
      id,
      new Set(entries.flatMap(({ list, text, status }) => (status === 'holds' ? [`${list} ${text}`] : []))),
    ]),
  );
  const kept = proposed.map((kind) =>
    withoutImplied(kind.flatMap((contract) => held(contract, holding.get(contract.id)) ?? [])).slice(0, MAX_OF_KIND),
  );
  return manifestOf(kept.flat().slice(0, MAX_CONTRACTS));
}

function manifestOf(contracts: ProposedContract[]): ProposedManifest {
  return { $schema: './schemas/contract-manifest.schema.json', version: '1.0', contracts };
}

/** The contract with the entries that hold; undefined if they say too little. */
function held(contract: ProposedContract, holding: ReadonlySet<string> | undefined): ProposedContract | undefined {
  const { forbid = [], require = [], ...rest } = contract;
  const its = forbid.filter((text) => holding?.has(`forbid ${text}`));
  const must = require.filter((text) => holding?.has(`require ${text}`));
  if (its.length >= MIN_EFFECTS) return { ...rest, forbid: its };
  return must.length > 0 ? { ...rest, require: must } : undefined;
}

/** Contracts of one kind without those that one of a wider scope already says: with its entries, or with fewer. */
function withoutImplied(contracts: readonly ProposedContract[]): ProposedContract[] {
  return contracts.filter((contract) => {
    const entries = [...(contract.forbid ?? []), ...(contract.require ?? [])];
    return !contracts.some((wider) => {
      const its = new Set([...(wider.forbid ?? []), ...(wider.require ?? [])]);
      return contains(wider.scope, contract.scope) && entries.every((entry) => its.has(entry));
    });
  });
}

/** Whether a scope is another one and more. */
function contains(wider: string, scope: string): boolean {
  if (wider === scope) return false;
  return wider === 'project' || (wider.endsWith('/**') && scope.startsWith(wider.slice(0, -'**'.length)));
}

/** Contracts that may hold, by kind. */
function candidates(project: CodeProject): ProposedContract[][] {
  const all = divisions(project);
  const folders = all.flat().filter(({ files }) => files.length >= MIN_FILES);
  const outer = all[0] ?? [];
  const entries = [...project.files.values()].filter(
    ({ path, isTest }) => !isTest && ENTRY.test(path) && !ASIDE.test(path),
  );
  const depth = ({ path }: CodeFile) => path.split('/').length;
  return [
    all.flatMap(layersOf),
    acyclic(outer),
    entries.toSorted((a, b) => depth(a) - depth(b)).flatMap(exportsOf),
    folders.map(({ path }) => ({
      id: `${path}-tested`,
      scope: `module:${path}/**`,
      intent: `A test reaches every file of ${path}.`,
      require: ['tested'],
    })),
    folders.map(({ path }) => ({
      id: `${path}-effects`,
      scope: `module:${path}/**`,
      intent: `The code of ${path} has none of these effects.`,
      forbid: [...EFFECTS],
    })),
  ];
}

function layersOf(folders: readonly Folder[]): ProposedContract[] {
  const layers = shownLayers(folders);
  if (layers === undefined) return [];
  const [first] = folders;
  const path = first?.path.includes('/') === true ? first.path.slice(0, first.path.lastIndexOf('/')) : '';
  return [
    {
      id: path === '' ? 'layers' : `${path}-layers`,
      scope: path === '' ? 'project' : `module:${path}/**`,
      intent: 'Code imports lower layers, never higher ones.',
      require: [`layers: ${layers}`],
    },
  ];
}

/** One contract for the project, and those of folders for a project that has cycles. */
function acyclic(folders: readonly Folder[]): ProposedContract[] {
  const intent = 'Files do not import each other in a circle.';
  const all = folders.map(({ path }) => ({
    id: `${path}-acyclic`,
    scope: `module:${path}/**`,
    intent,
    require: ['acyclic'],
  }));
  return [{ id: 'acyclic', scope: 'project', intent, require: ['acyclic'] }, ...all];
}

function exportsOf({ path, declarations, language }: CodeFile): ProposedContract[] {
  const exported = declarations.filter(
    ({ exported: is, isTest, kind, qualifiedName }) =>
      is && !isTest && kind !== 'method' && /^[\w$.\\]+$/.test(qualifiedName),
  );
  const entries = exported.slice(0, MAX_EXPORTS).map(({ kind, qualifiedName, parameters }) => {
    const names = parameters.map((text) => parameterOf(text, language)?.name);
    const isListed = kind === 'function' && !names.includes(undefined);
    return `export:${kind} ${qualifiedName}${isListed ? `(${names.join(', ')})` : ''}`;
  });
  if (entries.length === 0) return [];
  const intent = `What other code can use of ${path} stays: names, kinds and parameters.`;
  return [{ id: `${path}-exports`, scope: `module:${path}`, intent, require: [...new Set(entries)] }];
}
