/** Texts of numbers, kinds and reasons, in one module so that they are equal in all views. */

const GROUPED = new Intl.NumberFormat('en');

/** `12,345` */
export function number(value: number): string {
  return GROUPED.format(value);
}

/** `1 file`, `12,345 files` */
export function count(value: number, one: string, many = `${one}s`): string {
  return `${number(value)} ${value === 1 ? one : many}`;
}

/** `940`, `12.3k`, `1.28M`: where the exact number is shown elsewhere. */
export function short(value: number): string {
  if (value < 1000) return String(value);
  const [divisor, unit] = value < 999_500 ? [1e3, 'k'] : [1e6, 'M'];
  const scaled = value / divisor;
  const digits = scaled < 9.995 ? 2 : scaled < 99.95 ? 1 : 0;
  // The number again, so that zeros after the point are not printed, and those before it are.
  return `${Number(scaled.toFixed(digits))}${unit}`;
}

/** `4 lines`, or `2–9 lines` if copies differ in length. */
export function lineRange(least: number, most: number): string {
  return least === most ? count(most, 'line') : `${number(least)}–${number(most)} lines`;
}

/** A share of 0–1: `0 %`, `< 1 %`, `37 %`, `> 99 %`, `100 %`. */
export function percent(share: number): string {
  if (share > 0 && share < 0.005) return '< 1 %';
  if (share < 1 && share >= 0.995) return '> 99 %';
  return `${Math.round(share * 100)} %`;
}

/** A share of 0–1 with a decimal, for small changes: `7.9 %`. */
export function exactPercent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

export function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** `21 Nov 2026, 10:24 UTC`, or the string itself if it is not a date. */
export function moment(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  return `${day}, ${date.toISOString().slice(11, 16)} UTC`;
}

const LANGUAGES: Record<string, string> = {
  python: 'Python',
  javascript: 'JavaScript',
  typescript: 'TypeScript',
  php: 'PHP',
  bash: 'Bash',
};

export function languageName(id: string): string {
  return LANGUAGES[id] ?? id;
}

export const KIND_NAMES = {
  'function-body': 'same code',
  'function-shape': 'same shape',
  near: 'edited copies',
  block: 'same block',
  'block-shape': 'same block shape',
} as const;

/** What one function for edited copies needs; for other kinds it is clear from the kind. */
export const EASE_NAMES = {
  identical: 'draft: nothing differs',
  values: 'draft: by value',
  functions: 'draft: with functions',
} as const;

export const EASE_SENTENCES = {
  identical: 'One function can replace the copies; nothing differs.',
  values: 'One function can replace the copies; at most names and literals are given to it.',
  functions: 'One function can replace the copies; some expressions are given to it as functions.',
} as const;

const KIND_SENTENCES = {
  'function-body':
    'The same code, including names and literals; only the function’s own name, comments and layout may differ.',
  'function-shape': 'The same structure and literals; names are consistently renamed.',
  near: 'Each copy has at least half of its code in common with the first one.',
  block: 'The same run of statements, members or items, including names and literals.',
  'block-shape': 'The same run of statements, members or items; names are consistently renamed.',
} as const;

/**
 * What the copies of a group have in common.
 *
 * @param similarity only of a near group: of each copy to the first one, in thousandths
 */
export function kindSentence(kind: keyof typeof KIND_SENTENCES, similarity?: readonly number[]): string {
  if (kind !== 'near' || similarity === undefined) return KIND_SENTENCES[kind];
  const least = similarity.reduce((a, b) => Math.min(a, b), 1000);
  return least < 1000
    ? `Each copy has at least ${Math.floor(least / 10)} % of its code in common with the first one.`
    : 'All parts of the copies are equal; names of variables or types, or the order of statements, may differ.';
}

const STATUSES: Record<string, string> = {
  analyzed: 'parsed completely',
  partial: 'parsed except for syntax errors',
  'syntax-error': 'not parsed: syntax error',
  inventory: 'listed only: not a source file',
  'unsupported-language': 'not parsed: language not supported',
  'missing-parser': 'not parsed: its parser could not be loaded',
  'too-large': 'not parsed: larger than the limit',
  binary: 'not parsed: binary',
  undecodable: 'not parsed: not in its declared encoding',
  timeout: 'not parsed: took too long',
  'parser-failed': 'not parsed: the parser failed',
  unreadable: 'could not be opened',
};

export function statusWords(status: string): string {
  return STATUSES[status] ?? status;
}

const EXCLUSIONS: Record<string, string> = {
  profile: 'not code, a test, a manifest or a licence (profile)',
  default: 'excluded by default',
  gitignore: 'ignored by Git (.gitignore)',
  analyzerignore: 'excluded by .analyzerignore',
  config: 'excluded by analyzer.json of the project',
  exclude: 'excluded by --exclude or the manifest, or a separate project',
  'own-output': 'output of analyzer',
  cache: 'the parse cache',
};

export function exclusionWords(reason: string): string {
  return EXCLUSIONS[reason] ?? reason;
}

const OMISSIONS: Record<string, string> = {
  limit: 'beyond --limit of the export; raise it to include them',
  contained: 'are inside another group, which represents them',
  same: 'have the same occurrences as another group',
  'occurrence-limit': 'beyond the 40 occurrences listed for a group',
  size: 'would make this file too large',
  changed: 'their file changed after it was indexed',
  'no-source': 'the map was written with --no-source',
  unreadable: 'their file could not be read again',
  long: 'are longer than 400,000 characters, or their file is larger than 8 MiB',
};

export function omissionWords(reason: string): string {
  return OMISSIONS[reason] ?? reason;
}
