import { type Complaint, notAnObject } from '../event/check.ts';
import { isObject, own, wholeNumber } from '../event/values.ts';
import { jsonBody } from '../http/event-routes.ts';
import { HttpProblem } from '../http/problem.ts';

const URL_LONGEST = 4_000;
const SERVICE_LONGEST = 400;
const DEEPEST = 60;
const IGNORED = 20;
const APPROVED = 1_000;
const MAX_DELAY_MS = 5_000;
/** About a line of text on a screen: rendered edges differ between runs. */
const DEFAULT_RATIO = 0.001;

export interface CaptureRequest {
  url: string;
  service: string;
  maxDepth: number;
  ignore: string[];
  ready: string;
  delayMs: number;
  maxRatio: number;
}

export interface ScreenshotRequest {
  url: string;
  fullPage: boolean;
  service: string;
}

/** @throws HttpProblem 422 with all problems */
export function captureRequest(body: Buffer): CaptureRequest {
  const reader = new Reader(body);
  const request = {
    url: reader.text('url', undefined, URL_LONGEST),
    service: reader.text('service', 'default', SERVICE_LONGEST),
    maxDepth: reader.depth('max_depth', 10),
    ignore: reader.strings('ignore', IGNORED, 'CSS selectors', []),
    ready: reader.text('ready', '', SERVICE_LONGEST),
    delayMs: reader.number('delay_ms', 0, 0, MAX_DELAY_MS),
    maxRatio: reader.number('max_ratio', DEFAULT_RATIO, 0, 1),
  };
  reader.end();
  return request;
}

/** @throws HttpProblem 422 with all problems */
export function screenshotRequest(body: Buffer): ScreenshotRequest {
  const reader = new Reader(body);
  const request = {
    url: reader.text('url', undefined, URL_LONGEST),
    fullPage: reader.flag('full_page', true),
    service: reader.text('service', 'default', SERVICE_LONGEST),
  };
  reader.end();
  return request;
}

/** Captures to approve at once. @throws HttpProblem 422 with all problems */
export function approvalsRequest(body: Buffer): { ids: string[]; note: string } {
  const reader = new Reader(body);
  const request = {
    ids: reader.strings('captures', APPROVED, 'ids of captures'),
    note: reader.text('note', '', 500),
  };
  reader.end();
  return request;
}

/** Reads the note of an optional body. @throws HttpProblem 422 */
export function noteIn(body: Buffer): string {
  if (body.length === 0) return '';
  const reader = new Reader(body);
  const note = reader.text('note', '', 500);
  reader.end();
  return note;
}

/** Reads properties of an object in a body, and collects the problems. */
class Reader {
  readonly #value: Readonly<Record<string, unknown>>;
  readonly #complaints: Complaint[] = [];

  constructor(body: Buffer) {
    const value = jsonBody(body);
    if (!isObject(value)) throw new HttpProblem(422, [notAnObject(value)]);
    this.#value = value;
  }

  text(key: string, fallback: string | undefined, longest: number): string {
    const given = own(this.#value, key) ?? fallback;
    if (given === undefined) this.#complain('missing', key, 'Field required');
    else if (typeof given !== 'string') this.#complain('string_type', key, 'Input should be a valid string');
    else if (given.length <= longest) return given;
    else this.#complain('string_too_long', key, `String should have at most ${longest} characters`);
    return '';
  }

  flag(key: string, fallback: boolean): boolean {
    const given = own(this.#value, key) ?? fallback;
    if (typeof given === 'boolean') return given;
    this.#complain('bool_type', key, 'Input should be a valid boolean');
    return fallback;
  }

  depth(key: string, fallback: number): number {
    const given = wholeNumber(own(this.#value, key) ?? fallback);
    if (given !== null && given >= 1 && given <= DEEPEST) return given;
    this.#complain('int_type', key, `Input should be a valid integer from 1 to ${DEEPEST}`);
    return fallback;
  }

  number(key: string, fallback: number, from: number, to: number): number {
    const given = own(this.#value, key) ?? fallback;
    if (typeof given === 'number' && given >= from && given <= to) return given;
    this.#complain('float_type', key, `Input should be a number from ${from} to ${to}`);
    return fallback;
  }

  /** @param what the strings are */
  strings(key: string, most: number, what: string, fallback?: string[]): string[] {
    const given = own(this.#value, key) ?? fallback;
    const fits =
      Array.isArray(given) &&
      given.length <= most &&
      given.every((one) => typeof one === 'string' && one !== '' && one.length <= SERVICE_LONGEST);
    if (fits) return given;
    this.#complain('list_type', key, `Input should be a list of at most ${most} ${what}`);
    return [];
  }

  /** @throws HttpProblem 422 if there were problems */
  end(): void {
    if (this.#complaints.length > 0) throw new HttpProblem(422, this.#complaints);
  }

  #complain(type: string, key: string, msg: string): void {
    this.#complaints.push({ type, loc: ['body', key], msg, input: null });
  }
}
