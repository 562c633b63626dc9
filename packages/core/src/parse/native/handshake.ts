import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { DOCUMENTS } from '#languages/documents.ts';
import { isTooManyOpenFiles, tooManyOpenFiles } from '#tree/too-many-open-files.ts';
import { ENGINE_VERSION, FINGERPRINT_VERSION, PARSERS } from '../versions.ts';

/** The answer of a native engine to `analyzer-rs hello`: everything that determines its facts. */
export interface Hello {
  engine: 'analyzer-rs';
  version: string;
  /** Increased when `analyzer-rs serve`, `index` or `entries`, or the option `--called-by-analyzer` change. */
  protocol: number;
  fingerprint: number;
  /** Which parser reads a language, by language. */
  parsers: Record<string, { parser: string; version: string }>;
  /** SHA-256 of all documents of `languages/` that decide results, each without white space, in the order of their names. */
  languages: string;
}

/** A process that does not answer within this time is not used as an engine. */
const PATIENCE_MS = 10_000;
const PROTOCOL = 27;

/** The answer of a native engine with the same results as the portable engine of this installation. */
export function expectedHello(documents = DOCUMENTS): Hello {
  const digest = createHash('sha256');
  for (const document of Object.values(documents)) digest.update(JSON.stringify(document));
  return {
    engine: 'analyzer-rs',
    version: ENGINE_VERSION,
    protocol: PROTOCOL,
    fingerprint: FINGERPRINT_VERSION,
    parsers: PARSERS,
    languages: digest.digest('hex'),
  };
}

/**
 * Checks whether a program is a native engine with the same facts as this version.
 *
 * @param file absolute, or relative to the working folder
 * @returns why it can't be used, with both versions where they differ; undefined when it can
 * @throws {AnalyzerError} `too_many_open_files`
 */
export function refusalOf(file: string): string | undefined {
  const { error, status, stdout } = spawnSync(file, ['hello'], {
    encoding: 'utf8',
    timeout: PATIENCE_MS,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (isTooManyOpenFiles(error)) throw tooManyOpenFiles(error);
  if (error !== undefined) return `it does not start (${'code' in error ? error.code : error.message})`;
  if (status !== 0) return 'it does not answer `hello`';
  return differenceOf(stdout, expectedHello());
}

/** @returns the first difference between the answer and the expected one */
export function differenceOf(answer: string, expected: Hello): string | undefined {
  const theirs = parsed(answer);
  if (theirs === undefined) return 'it does not answer `hello` as a native engine does';
  for (const [name, ours] of Object.entries(flat(expected))) {
    const its = theirs[name];
    if (its !== ours && name === 'languages') return 'it was built with other data of languages';
    if (its !== ours) return `its ${name} is ${its ?? 'unknown'}, ours ${ours}`;
  }
  return undefined;
}

function parsed(text: string): Record<string, string> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? flat(value) : undefined;
  } catch {
    return undefined;
  }
}

/** Members as one level, with words for a person: `{ parsers: { php: { version: '1' } } }` is `parsers php version`. */
function flat(value: object, before = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
      typeof member === 'object' && member !== null
        ? Object.entries(flat(member, `${before}${name} `))
        : [[before + name, String(member)]],
    ),
  );
}
