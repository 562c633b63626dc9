import { AnalyzerError } from '@analyzer/contracts';
import type { ShareLimit } from '@analyzer/core/check/share.ts';
import type { HistoryStep } from '@analyzer/core/history/model.ts';
import { type ShareReport, shareReports } from '@analyzer/core/history/share-reports.ts';
import { shareLimit } from '../options/share-limits.ts';
import type { HistoryFlags } from './flags.ts';

const METRICS = { product: 'repeated_lines_percent', tests: 'repeated_test_lines_percent' } as const;
const ROUTE = 'drivers/anomaly/report';
const TOKEN_VARIABLE = 'DASHBOARD_TOKEN';
const TIMEOUT_MS = 10_000;

/** Where to send shares that exceed their limits. */
export interface Dashboard {
  url: URL;
  limits: ShareLimit[];
  service: string;
}

/** @returns undefined without `--post` @throws {AnalyzerError} `usage` */
export function dashboardOf({ post, maxShare, service }: HistoryFlags): Dashboard | undefined {
  if (post === undefined) {
    if (maxShare === undefined) return undefined;
    throw usage('--max-share limits what --post sends', 'Add --post <url>, or use check --max-share.');
  }
  if (maxShare === undefined) throw usage('--post needs a limit', 'Add --max-share 5, or another percentage.');
  const limits = maxShare.map(shareLimit);
  const folder = limits.find((limit) => limit.folder)?.folder;
  if (folder !== undefined) {
    throw usage(`--max-share of the folder ${folder}`, 'Name the folder as the path: analyzer history FOLDER.');
  }
  return { url: urlOf(post), limits, service };
}

function urlOf(written: string): URL {
  const base = written.endsWith('/') ? written : `${written}/`;
  const url = URL.canParse(base) ? new URL(base) : undefined;
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.search !== '' ||
    url.hash !== ''
  ) {
    const hint = `Write http or https, a host and maybe a path. A token is read from ${TOKEN_VARIABLE}.`;
    throw usage(`--post ${written} is not the address of a dashboard`, hint);
  }
  return new URL(ROUTE, url);
}

function usage(problem: string, hint: string): AnalyzerError {
  return new AnalyzerError('usage', { problem }, { hint });
}

/**
 * Sends shares that exceed a limit: numbers and the id of the commit, nothing else.
 *
 * @throws {AnalyzerError} `unavailable`, `cancelled`
 */
export async function postShares(
  steps: readonly HistoryStep[],
  { url, limits, service }: Dashboard,
  signal: AbortSignal,
): Promise<void> {
  for (const report of shareReports(steps, limits)) await send(url, bodyOf(report, service), signal);
}

function bodyOf({ files, percent, limit, commit, timestamp }: ShareReport, service: string): string {
  const value = Number(percent.toFixed(2));
  return JSON.stringify({ service, metric: METRICS[files], value, threshold: limit, timestamp, commit });
}

async function send(url: URL, body: string, signal: AbortSignal): Promise<void> {
  const token = process.env[TOKEN_VARIABLE];
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
  const until = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  let response: Response;
  try {
    response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal: until });
    await response.body?.cancel();
  } catch (error) {
    if (signal.aborted) throw new AnalyzerError('cancelled', {});
    throw unavailable(`${url.origin} does not answer`, error);
  }
  if (response.ok) return;
  const isRefused = response.status === 401 || response.status === 403;
  throw unavailable(`${url.origin} answers with ${response.status}${isRefused ? `: check ${TOKEN_VARIABLE}` : ''}`);
}

function unavailable(problem: string, cause?: unknown): AnalyzerError {
  return new AnalyzerError(
    'unavailable',
    { problem },
    { hint: 'The history was written. Start the dashboard, then run the command again.', cause },
  );
}
