import { AnalyzerError } from '@analyzer/contracts';
import { effectNamed } from './effects.ts';
import { NameGlob } from './name-glob.ts';

/** A parsed entry of `forbid`, `require` or `effect`. */
export type Requirement =
  | { kind: 'import'; glob: NameGlob; key: string }
  | { kind: 'call'; glob: NameGlob; key: string }
  | { kind: 'effect'; effect: string; key: string }
  | { kind: 'undecidable'; reason: string }
  /** Text for people. */
  | { kind: 'free' };

export type Decidable = Exclude<Requirement, { kind: 'undecidable' | 'free' }>;

/** An entry that each function of a scope must have, without `each:`; undefined for another entry. */
export function ofEach(text: string): string | undefined {
  return /^\s*each:(.*)$/s.exec(text)?.[1];
}

/** Parses `import:<glob>`, `call:<glob>`, the name of an effect, or free text. */
export function requirementOf(text: string): Requirement {
  const [, kind, source = ''] = /^\s*(import|call):(.*)$/s.exec(text) ?? [];
  if (kind !== 'import' && kind !== 'call') {
    const effect = effectNamed(text);
    return effect === undefined ? { kind: 'free' } : { kind: 'effect', effect, key: effect };
  }
  try {
    return { kind, glob: new NameGlob(source.trim()), key: `${kind}:${source.trim()}` };
  } catch (error) {
    if (!(error instanceof AnalyzerError)) throw error;
    return { kind: 'undecidable', reason: error.message };
  }
}
