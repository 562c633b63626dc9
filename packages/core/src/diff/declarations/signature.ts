import type { DeclarationFacts } from '#parse/facts.ts';

/** Parameters and return type on one line, for display. */
export function shownSignature({ kind, parameters, returns }: DeclarationFacts): string {
  if (kind !== 'function' && kind !== 'method') return '';
  const shown = `(${parameters.join(', ')})${returns === undefined ? '' : `: ${returns}`}`;
  return shown.replace(/\s+/g, ' ');
}

/**
 * The signature normalized for comparison: without white space, with uniform quotes and separators, and without trailing
 * separators.
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
