import { AnalyzerError } from '@analyzer/contracts';
import type { Contract } from '#manifest/contract.ts';
import { type Selector, selectorOf } from '#manifest/selector.ts';
import type { DeclarationKind } from '#parse/facts.ts';
import { Glob } from '#tree/globs/glob.ts';
import { normalKey, selectsDeclaration } from './select.ts';

/** Code for which contracts are searched. */
export interface CoveredCode {
  path: string;
  /** The file is a test. */
  isTest: boolean;
  /** The declaration and those around it; empty for code outside of declarations. */
  declarations: readonly { kind: DeclarationKind; qualifiedName: string }[];
}

/** How precisely a selector names code, most precise first. */
const PRECISION: readonly Selector['kind'][] = ['function', 'method', 'class', 'file', 'module', 'project'];

/** The code that a contract covers: what its scope selects, with everything in it. */
export class Coverage {
  readonly #selector: Selector | undefined;
  readonly #path: string | undefined;
  readonly #glob: Glob | undefined;

  constructor({ scope, file }: Pick<Contract, 'scope' | 'file'>) {
    this.#selector = selectorOf(scope);
    this.#path = file === undefined ? undefined : normalKey(file);
    this.#glob = this.#selector?.kind === 'module' ? globOf(this.#selector.glob) : undefined;
  }

  /** 0 for the most precise selectors. */
  get precision(): number {
    const kind = this.#selector?.kind ?? 'project';
    return PRECISION.indexOf(this.#path === undefined || PRECISION.indexOf(kind) < 3 ? kind : 'file');
  }

  /** As `select` with all code of a project. */
  has({ path, isTest, declarations }: CoveredCode): boolean {
    const selector = this.#selector;
    if (selector === undefined || (this.#path !== undefined && this.#path !== path)) return false;
    const isLimited = this.#path !== undefined;
    if (selector.kind === 'file') return isLimited;
    if (selector.kind === 'project') return isLimited || !isTest;
    if (selector.kind === 'module') return isLimited || (!isTest && this.#glob?.matches(path, false) === true);
    return declarations.some(({ kind, qualifiedName }) => selectsDeclaration(selector, kind, qualifiedName));
  }
}

/** Undefined for an invalid glob, which selects nothing. */
function globOf(glob: string): Glob | undefined {
  try {
    return new Glob(glob, 'scope');
  } catch (error) {
    if (error instanceof AnalyzerError) return undefined;
    throw error;
  }
}
