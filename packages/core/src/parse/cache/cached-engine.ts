import type { Engine, ParseJob, ParseOutcome } from '../engine.ts';
import {
  type CachedOutcome,
  decodeElements,
  decodeOutcome,
  decodeTokens,
  encodeElements,
  encodeOutcome,
  encodeTokens,
  isCacheable,
} from './outcome-line.ts';
import { addIssue, type CacheReport, emptyReport, joinedReport } from './report.ts';
import { CacheSpace } from './space.ts';

export interface CacheOptions {
  /** Folder of the cache; it may not exist yet. */
  folder: string;
  /** Whether the engine returns token records: they are cached too, and facts without them are a miss. */
  tokens: boolean;
  /** Largest cached entry, in bytes; default is 64 MiB. */
  mostBytes?: number;
  /** Receives the final report. */
  onClose?: (report: CacheReport) => void;
}

const MAX_BYTES = 64 * 1024 * 1024;

/**
 * An engine with a cache: the same results in less time. Jobs without a SHA-256 are not cached.
 *
 * Errors of the cache are in its report and have no other effect.
 *
 * @param engine closed with this one
 */
export function withCache(engine: Engine, options: CacheOptions): Engine {
  const cached = new CachedEngine(engine, options);
  const reports: CacheReport[] = [];
  const report = () => {
    reports.push(cached.report());
    return reports.at(-1);
  };
  const exit = () => cached.discard();
  process.once('exit', exit);
  return {
    name: engine.name,
    versions: () => engine.versions(),
    jobs: engine.jobs,
    parse: (job) => cached.parse(job),
    cache: { recall: (job) => cached.recall(job), report },
    wholeProject: engine.wholeProject,
    rest: () => engine.rest(),
    async close() {
      process.removeListener('exit', exit);
      report();
      await engine.close();
      const all = joinedReport(reports);
      if (all !== undefined) options.onClose?.(all);
    },
  };
}

class CachedEngine {
  readonly #engine: Engine;
  readonly #tokens: boolean;
  readonly #mostBytes: number;
  readonly #space: CacheSpace;
  #report = emptyReport();

  constructor(engine: Engine, { folder, tokens, mostBytes = MAX_BYTES }: CacheOptions) {
    this.#engine = engine;
    this.#tokens = tokens;
    this.#mostBytes = mostBytes;
    this.#space = new CacheSpace(folder, engine.name, engine.versions(), () => this.#report);
  }

  parse(job: ParseJob): Promise<ParseOutcome> {
    const key = keyOf(job);
    if (key === undefined) return this.#engine.parse(job);
    const known = this.#recall(key, job);
    if (known !== undefined) return Promise.resolve(known);
    this.#report.misses++;
    return this.#parseAndStore(key, job);
  }

  /** Counts a hit; misses are counted when they are parsed. */
  recall(job: ParseJob): ParseOutcome | undefined {
    const key = keyOf(job);
    return key === undefined ? undefined : this.#recall(key, job);
  }

  report(): CacheReport {
    this.#space.finish();
    const report = this.#report;
    this.#report = emptyReport();
    return report;
  }

  discard(): void {
    this.#space.discard();
  }

  async #parseAndStore(key: string, job: ParseJob): Promise<ParseOutcome> {
    const outcome = await this.#engine.parse(job);
    if (isCacheable(outcome)) this.#store(key, outcome);
    return outcome;
  }

  #recall(key: string, { elements }: ParseJob): CachedOutcome | undefined {
    const outcome = this.#find(key, decodeOutcome);
    if (outcome === undefined) return undefined;
    if (this.#tokens) {
      const tokens = this.#find(tokensKey(key), decodeTokens);
      if (tokens === undefined) return undefined;
      Object.assign(outcome.facts, tokens);
    }
    if (elements) {
      const block = this.#find(elementsKey(key), decodeElements);
      if (block === undefined) return undefined;
      outcome.facts.elements = block;
    }
    this.#report.hits++;
    return outcome;
  }

  #find<T>(key: string, decode: (data: Buffer) => T): T | undefined {
    const data = this.#space.find(key);
    if (data === undefined) return undefined;
    try {
      return decode(data);
    } catch {
      // Not a valid entry.
      this.#space.reject(key);
      return undefined;
    }
  }

  #store(key: string, outcome: CachedOutcome): void {
    const lines = this.#encode(key, outcome);
    if (lines.some(([, data]) => data.length > this.#mostBytes)) {
      this.#report.skipped_large++;
      addIssue(this.#report, 'an entry above 64 MiB is not stored');
      return;
    }
    if (lines.length > 0) this.#space.keep(lines);
  }

  #encode(key: string, outcome: CachedOutcome): [key: string, data: Buffer][] {
    const { tokens, elements } = outcome.facts;
    try {
      const lines: [string, Buffer][] = [[key, encodeOutcome(outcome)]];
      if (this.#tokens) lines.push([tokensKey(key), encodeTokens(tokens)]);
      if (elements !== undefined) lines.push([elementsKey(key), encodeElements(elements)]);
      return lines;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#report.errors++;
      addIssue(this.#report, `an outcome cannot be stored: ${error.message}`);
      return [];
    }
  }
}

function keyOf({ sha256, mode: { language, dialect } }: ParseJob): string | undefined {
  return sha256 && `${sha256} ${language}${dialect === undefined ? '' : ` ${dialect}`}`;
}

function elementsKey(key: string): string {
  return `${key} elements`;
}

function tokensKey(key: string): string {
  return `${key} tokens`;
}
