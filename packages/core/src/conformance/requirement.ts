import { AnalyzerError } from '@analyzer/contracts';
import { effectNamed } from './effects.ts';
import { NameGlob } from './name-glob.ts';

/** What an entry of `forbid`, `require` or `effect` speaks of. */
export type Requirement =
  | { kind: 'import' | 'call'; glob: NameGlob; key: string }
  | { kind: 'effect'; effect: string; key: string }
  | { kind: 'undecidable'; reason: string };

/** `import:<glob>`, `call:<glob>`, a name of an effect, or free text. */
export function requirementOf(text: string): Requirement {
  const [, kind, source = ''] = /^\s*(import|call):(.*)$/s.exec(text) ?? [];
  if (kind !== 'import' && kind !== 'call') {
    const effect = effectNamed(text);
    return effect === undefined
      ? { kind: 'undecidable', reason: 'free text, which no fact decides' }
      : { kind: 'effect', effect, key: effect };
  }
  try {
    return { kind, glob: new NameGlob(source.trim()), key: `${kind}:${source.trim()}` };
  } catch (error) {
    if (!(error instanceof AnalyzerError)) throw error;
    return { kind: 'undecidable', reason: error.message };
  }
}
