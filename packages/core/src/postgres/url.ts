import { AnalyzerError } from '@analyzer/contracts';

const SCHEMES = ['postgres:', 'postgresql:'];

/** Whether an index is named by the URL of a database, not by a path. */
export function isPostgresUrl(text: string): boolean {
  return SCHEMES.some((scheme) => text.toLowerCase().startsWith(`${scheme}//`));
}

/** The URL for messages: without the password and the parameters, which can hold one. */
export function shownUrl(url: string): string {
  const parsed = parse(url);
  if (parsed === undefined) return `${SCHEMES[0]}//…`;
  const user = parsed.username === '' ? '' : `${parsed.username}@`;
  return `${parsed.protocol}//${user}${parsed.host}${parsed.pathname}`;
}

/**
 * The URL for the driver: `sslmode` has its meaning in libpq, which all other programs use. Without it the driver reads
 * `require` as `verify-full`.
 *
 * @throws AnalyzerError `usage`
 */
export function driverUrl(url: string): string {
  const parsed = parse(url);
  if (parsed === undefined) {
    throw new AnalyzerError(
      'usage',
      { problem: 'this is not the URL of a PostgreSQL database' },
      { hint: 'Write postgres://user@host:5432/database, and special characters as %XX.' },
    );
  }
  const mode = parsed.searchParams.get('sslmode');
  if (mode === null || parsed.searchParams.has('uselibpqcompat')) return url;
  requireMode(mode);
  return `${url}&uselibpqcompat=true`;
}

const MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'];

/** An unknown mode would connect without encryption. */
function requireMode(mode: string): void {
  if (MODES.includes(mode)) return;
  throw new AnalyzerError('usage', { problem: `sslmode is ${mode}` }, { hint: `Set one of ${MODES.join(', ')}.` });
}

/** A host is optional: `postgres:///database?host=/var/run/postgresql` names a socket. */
function parse(url: string): URL | undefined {
  try {
    return isPostgresUrl(url) ? new URL(url) : undefined;
  } catch {
    return undefined;
  }
}
