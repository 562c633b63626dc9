import { compareBytes } from '@analyzer/contracts/order';
import { EFFECTS } from './effects.ts';
import { Observer } from './observe.ts';
import type { CodeDeclaration, CodeProject } from './project.ts';

/** Selectors of the declaration kinds that get a contract. */
const SELECTORS: Partial<Record<CodeDeclaration['kind'], string>> = { function: 'function', class: 'class' };

export interface ProposedContract {
  id: string;
  scope: string;
  intent: string;
  effect: string[];
}

export interface ProposedManifest {
  $schema: string;
  version: string;
  files: Record<string, ProposedContract[]>;
}

/**
 * Proposes a manifest: a contract for each exported function and class of some size, with its certain effects. The
 * intent is a TODO that `validate` warns about.
 *
 * @param minNodes minimum number of syntax nodes
 */
export function proposeManifest(project: CodeProject, minNodes: number): ProposedManifest {
  const observer = new Observer(project);
  const files: [string, ProposedContract[]][] = [];
  for (const file of project.files.values()) {
    if (file.isTest) continue;
    const contracts: ProposedContract[] = [];
    const seen = new Set<string>();
    for (const [index, { kind, qualifiedName, exported, nodes, isTest }] of file.declarations.entries()) {
      const selector = SELECTORS[kind];
      if (selector === undefined || !exported || isTest || nodes < minNodes) continue;
      const scope = `${selector}:${qualifiedName}`;
      // Several declarations can share a name; the selector selects all of them.
      if (seen.has(scope)) continue;
      seen.add(scope);
      const effect = EFFECTS.filter(
        (name) => observer.observe([{ file, index }], { kind: 'effect', effect: name, key: name }).seen.length > 0,
      );
      contracts.push({
        id: `${file.path}#${qualifiedName}`,
        scope,
        intent: `TODO: state what ${qualifiedName} must do`,
        effect,
      });
    }
    if (contracts.length > 0) files.push([file.path, contracts]);
  }
  files.sort(([a], [b]) => compareBytes(a, b));
  return { $schema: './schemas/contract-manifest.schema.json', version: '1.0', files: Object.fromEntries(files) };
}
