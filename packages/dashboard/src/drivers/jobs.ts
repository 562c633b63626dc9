import type { DomDiff } from '@analyzer/contracts/pages/captures';
import type { FileHash } from '../captures/capture-files.ts';
import type { RefusalReason } from '../egress/refusal.ts';

/** Jobs that the server sends to a driver process, one at a time. */
export type Job = CaptureJob | CompareJob | ScreenshotJob | ProbeJob | WebhookJob | MailJob;

export interface CaptureJob {
  kind: 'capture';
  url: string;
  maxDepth: number;
  /** CSS selectors of elements to omit, such as clocks. */
  ignore: readonly string[];
  origins: readonly string[];
  /** Folder of the files to write. */
  folder: string;
  /** Tree and picture of the baseline. */
  baseline: FileHash | null;
  baselineImage: FileHash | null;
  /** CSS selector of an element that must be visible before the capture; empty for none. */
  ready: string;
  /** Time to wait then, in milliseconds. */
  delayMs: number;
  /** Share of changed pixels from which the page is changed, 0 to 1. */
  maxRatio: number;
  browser: BrowserChoice;
}

export interface BrowserChoice {
  /** Path of a Chromium. */
  path: string;
  sandbox: boolean;
}

/** Compares the trees of two captures. */
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
  /** URL of the remote browser, with the query that the user set. */
  upstream: string;
  token: string | null;
}

/** Requests the state of the remote browser. */
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

export interface MailJob {
  kind: 'mail';
  host: string;
  port: number;
  security: 'tls' | 'starttls' | 'none';
  /** Empty for a server without authentication. */
  user: string;
  password: string;
  from: string;
  to: readonly string[];
  subject: string;
  text: string;
  /** Id of the message. */
  id: string;
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
  /** Of the remote browser's response. */
  status: number;
  image: ImageFile | null;
  /** Of the page, if the remote browser reports it. */
  finalUrl: string;
  httpStatus: number | null;
}

/** State that the remote browser reports. */
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
  mail: { status: number };
}

/**
 * Why a job has no result. `refused`: our rules forbid it; `unavailable`: no driver can do it; `unreachable`: the page
 * could not be opened; `failed`: any other error.
 */
export type Failure =
  | { kind: 'refused'; reason: RefusalReason; message: string }
  | { kind: 'unavailable' | 'failed' | 'unreachable'; message: string };

export type Outcome<K extends Job['kind']> = { result: Results[K] } | { failure: Failure };

/** Thrown by a job that fails. */
export class JobFailed extends Error {
  readonly kind: 'unavailable' | 'failed' | 'unreachable';

  constructor(kind: 'unavailable' | 'failed' | 'unreachable', message: string) {
    super(message);
    this.name = 'JobFailed';
    this.kind = kind;
  }
}
