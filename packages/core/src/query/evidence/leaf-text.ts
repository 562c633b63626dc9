import type { TokenRole } from '#parse/facts.ts';

/**
 * The text of a leaf as its language writes it. Trees of JavaScript hold names as JSON texts, as they do literals, of
 * which the quotes tell a text from a number; no name of another language begins with a quote.
 */
export function leafText(role: TokenRole, text: string): string {
  if (role === 'literal' || role === 'syntax' || !text.startsWith('"')) return text;
  const value: unknown = JSON.parse(text);
  return typeof value === 'string' ? value : text;
}
