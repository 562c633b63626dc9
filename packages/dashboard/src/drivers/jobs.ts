import type { DomDiff } from '@analyzer/web/dashboard/capture-data';
import type { FileHash } from '../captures/capture-files.ts';
import type { RefusalReason } from '../egress/refusal.ts';

/** What the server asks of a driver process, one at a time. */
export type Job = CaptureJob | CompareJob | ScreenshotJob | ProbeJob | WebhookJob;

export interface CaptureJob {
  kind: 'capture';
  url: string;
  maxDepth: number;
  /** CSS selectors of what is left out, such as clocks. */
  ignore: readonly string[];
  origins: readonly string[];
  /** Where files go. */
  folder: string;
  /** Tree of the baseline. */
  baseline: FileHash | null;
  browser: BrowserChoice;
}

export interface BrowserChoice {
  /** Path of a Chromium. */
  path: string;
  sandbox: boolean;
}

/** Compares two trees of captures. */
export interface CompareJob {
  kind: 'compare';
  folder: string;
  before: FileHash;
  after: FileHash;
  httpStatus: number | null;
}

export interface ScreenshotJob {
  kind: 'screenshot';
  url: string;
  fullPage: boolean;
  origins: readonly string[];
  folder: string;
  /** The remote browser, with the query that its owner gave it. */
  upstream: string;
  token: string | null;
}

/** Asks the remote browser how busy it is. */
export interface ProbeJob {
  kind: 'probe';
  upstream: string;
  token: string | null;
}

export interface WebhookJob {
  kind: 'webhook';
  url: string;
  origins: readonly string[];
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface ImageFile {
  hash: FileHash;
  type: string;
  bytes: number;
  width: number;
  height: number;
}

export interface CaptureResult {
  finalUrl: string;
  title: string;
  httpStatus: number | null;
  image: ImageFile;
  dom: { hash: FileHash; bytes: number; nodes: number; truncated: boolean };
  diff: DomDiff;
  blocked: readonly string[];
}

export interface ScreenshotResult {
  /** Of the remote browser's answer. */
  status: number;
  image: ImageFile | null;
  /** Of the page, as far as the remote browser says. */
  finalUrl: string;
  httpStatus: number | null;
}

/** What the remote browser says of itself. */
export interface ProbeResult {
  available: boolean | null;
  running: number | null;
  queued: number | null;
}

export interface Results {
  capture: CaptureResult;
  compare: DomDiff;
  screenshot: ScreenshotResult;
  probe: ProbeResult;
  webhook: { status: number };
}

/**
 * Why a job has no result. `refused`: our own rules; `unavailable`: no driver can do it; `unreachable`: the
 * page could not be opened; `failed`: it was tried without a result.
 */
export type Failure =
  | { kind: 'refused'; reason: RefusalReason; message: string }
  | { kind: 'unavailable' | 'failed' | 'unreachable'; message: string };

export type Outcome<K extends Job['kind']> = { result: Results[K] } | { failure: Failure };

/** A job fails with this to say why. */
export class JobFailed extends Error {
  readonly kind: 'unavailable' | 'failed' | 'unreachable';

  constructor(kind: 'unavailable' | 'failed' | 'unreachable', message: string) {
    super(message);
    this.name = 'JobFailed';
    this.kind = kind;
  }
}
