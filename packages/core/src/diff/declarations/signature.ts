import type { DeclarationFacts } from '#parse/facts.ts';

/** Parameters and what is returned, on one line, for people. */
export function shownSignature({ kind, parameters, returns }: DeclarationFacts): string {
  if (kind !== 'function' && kind !== 'method') return '';
  const shown = `(${parameters.join(', ')})${returns === undefined ? '' : `: ${returns}`}`;
  return shown.replace(/\s+/g, ' ');
}

/**
 * The same for comparing, without what a formatter chooses: blanks, the sort of quotes and of separators, those before a
 * closing bracket.
 */
export function signatureOf({ parameters, returns = '' }: Pick<DeclarationFacts, 'parameters' | 'returns'>): string {
  return [...parameters, returns].map(withoutLayout).join('\n');
}

function withoutLayout(text: string): string {
  return text
    .replace(/\s+/g, '')
    .replaceAll('"', "'")
    .replaceAll(';', ',')
    .replace(/,+(?=[)\]}])/g, '');
}
