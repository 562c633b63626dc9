import { codeOf, MANIFEST_STATES } from '../codes.ts';
import type { ProjectManifest } from '../contracts/project-manifests.ts';
import { bytesOf } from '../keys.ts';
import type { Statements } from '../sqlite/statements.ts';
import { Table } from './table.ts';

const MANIFEST = ['project_id', 'path', 'state', 'sha256'] as const;
const CONTRACT = [
  'project_id',
  'seq',
  'pointer',
  'contract_id',
  'file',
  'scope',
  'intent',
  'effect',
  'forbid',
  'require',
] as const;

/** Writes the contract manifests of projects. */
export class ManifestWriter {
  readonly #manifests;
  readonly #contracts;

  constructor(statements: Statements) {
    this.#manifests = new Table(statements, 'manifest', MANIFEST);
    this.#contracts = new Table(statements, 'contract', CONTRACT);
  }

  write(project_id: number, manifests: readonly ProjectManifest[]): void {
    for (const { path, state, sha256, contracts } of manifests) {
      const digest = sha256 === undefined ? undefined : bytesOf(sha256);
      this.#manifests.insert({ project_id, path, state: codeOf(MANIFEST_STATES, state), sha256: digest });
      for (const [seq, { pointer, id, file, scope, intent, effect, forbid, require }] of contracts.entries()) {
        this.#contracts.insert({
          ...{ project_id, seq, pointer, contract_id: id, file, scope, intent },
          effect: effect === undefined ? undefined : JSON.stringify(effect),
          forbid: JSON.stringify(forbid),
          require: JSON.stringify(require),
        });
      }
    }
  }
}
