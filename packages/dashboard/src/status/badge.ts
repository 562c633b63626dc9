import type { ServiceRow } from '@analyzer/contracts/pages/dashboard';

const WORDS: Readonly<Record<ServiceRow['state'], string>> = {
  failing: 'failing',
  late: 'late',
  quiet: 'no recent data',
  passing: 'working',
  unknown: 'no data',
};
const COLORS: Readonly<Record<ServiceRow['state'], string>> = {
  failing: '#b3261e',
  late: '#a85d00',
  quiet: '#5f6670',
  passing: '#2e6b36',
  unknown: '#5f6670',
};
const MAX_NAME = 60;
/** Average width of a letter, in pixels. */
const LETTER = 6.7;
const PADDING = 12;

/** A picture of a state for other pages, as SVG. */
export function badgeOf(service: string, state: ServiceRow['state']): string {
  const name = service.length > MAX_NAME ? `${service.slice(0, MAX_NAME - 1)}…` : service;
  const left = widthOf(name);
  const right = widthOf(WORDS[state]);
  const text = (x: number, value: string): string => `<text x="${x}" y="14">${escaped(value)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${escaped(`${name}: ${WORDS[state]}`)}"><title>${escaped(`${name}: ${WORDS[state]}`)}</title><rect width="${left}" height="20" fill="#3c4148"/><rect x="${left}" width="${right}" height="20" fill="${COLORS[state]}"/><g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text(left / 2, name)}${text(left + right / 2, WORDS[state])}</g></svg>
`;
}

function widthOf(text: string): number {
  return Math.round(text.length * LETTER) + PADDING;
}

function escaped(text: string): string {
  // Other control characters are not allowed in XML.
  const allowed = text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\u{fffd}');
  return allowed.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
}
