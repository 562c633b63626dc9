import type { Headline } from './headline.ts';

const COLORS: Readonly<Record<Headline['tone'], string>> = {
  bad: '#d32f2f',
  late: '#e67e00',
  quiet: '#8a8f98',
  stale: '#8a8f98',
  good: '#2e7d32',
};

/** The title of the browser's tab: the headline first, since a tab shows few letters. */
export function titleOf({ counts }: Pick<Headline, 'counts'>): string {
  return `${counts} – Dashboard`;
}

/** The icon of the tab as a data URL: a dot in the color of the state, and a bar if it is not good. */
export function iconOf(tone: Headline['tone']): string {
  const mark = tone === 'good' ? '' : '<path d="M7 4h2v5H7zM7 10.5h2v2H7z" fill="#fff"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="8" fill="${COLORS[tone]}"/>${mark}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
