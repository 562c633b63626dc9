import type { CheckedContract, ManifestReportV1, Problem } from '@analyzer/contracts/analyzer.manifest-report.v1';
import type { ReadManifest } from '#manifest/validate-manifest.ts';
import { valueAt } from '#manifest/value-at.ts';
import type { ContractNote } from './model.ts';

/** A manifest that was read. */
export interface LocatedManifest extends Pick<ReadManifest, 'root' | 'positions'> {
  /** Relative to the project; undefined outside of it. */
  path: string | undefined;
}

/** Maximum number of notes of a problem, and of all notes. */
const NOTED = { problem: 20, all: 500 };
/** Functions of a chain that are named. */
const NAMED = 5;

/** The problems of a report at the code that has them; without such code at the scope, or in the manifest. */
export function contractNotes(
  { problems, contracts }: Pick<ManifestReportV1, 'problems' | 'contracts'>,
  manifest: LocatedManifest,
): ContractNote[] {
  const notes: ContractNote[] = [];
  for (const problem of problems) {
    if (notes.length >= NOTED.all) break;
    const contract = contracts.find(({ pointer }) => problem.pointer.startsWith(`${pointer}/`));
    notes.push(...notesOf(problem, contract, manifest));
  }
  return notes.slice(0, NOTED.all);
}

function notesOf(problem: Problem, contract: CheckedContract | undefined, manifest: LocatedManifest): ContractNote[] {
  const entry = { path: manifest.path, line: lineOf(problem.pointer, manifest) };
  const places = problem.evidence.length > 0 ? problem.evidence : placesWithout(problem, contract, entry);
  return places.slice(0, NOTED.problem).map(({ path, line, text, through }) => {
    return { path, line, message: messageOf(problem, contract, text, through), entry };
  });
}

/** Where a problem is shown whose reason is that something is absent. */
function placesWithout(
  { kind }: Problem,
  contract: CheckedContract | undefined,
  entry: ContractNote['entry'],
): Problem['evidence'] {
  const [match] = kind === 'violated' ? (contract?.matches ?? []) : [];
  const { path, start_line: line = 1 } = match?.start_line === undefined ? { path: undefined } : match;
  if (path !== undefined) return [{ path, line, text: '', through: [] }];
  return entry.path === undefined ? [] : [{ path: entry.path, line: entry.line, text: '', through: [] }];
}

function messageOf(
  { message }: Problem,
  contract: CheckedContract | undefined,
  text: string,
  through: readonly string[],
): string {
  const name = contract?.id ?? contract?.scope;
  const shown = [...through.slice(0, NAMED), ...(through.length > NAMED ? ['…'] : []), text].filter((it) => it !== '');
  const chain = shown.length === 0 ? '' : ` (${shown.join(' -> ')})`;
  const intent = contract === undefined ? '' : `: ${contract.intent}`;
  return `${name === undefined ? 'contracts' : `contract ${name}`}: ${message}${chain}${intent}`;
}

function lineOf(pointer: string, { root, positions }: LocatedManifest): number {
  const value = root && valueAt(root, pointer);
  return value === undefined ? 1 : positions.of(value.start).line;
}
