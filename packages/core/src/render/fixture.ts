import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import type { Scan } from '#scan/model.ts';

/** The folder of the vectors that both engines are held to. */
export const vectors = new URL('../../../../fixtures/vectors/', import.meta.url);

/** The scan of the JSON vector, fresh for each test. */
export function readScan(): Scan {
  const scan = JSON.parse(readFileSync(new URL('json-scan/scan.json', vectors), 'utf8'));
  return { ...scan, relations: new Map(Object.entries(scan.relations)) };
}

const schema = JSON.parse(
  readFileSync(new URL('../../../../fixtures/sarif/sarif-schema-2.1.0.json', import.meta.url), 'utf8'),
);
/** RFC 3986: what may stand in any part of a reference, and a percent sign only before two hex digits. */
const REFERENCE = /^(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[\dA-Fa-f]{2})*$/;
const validate = new Ajv({
  strict: false,
  // One pattern of the schema (of a language) is none with the flag u.
  unicodeRegExp: false,
  formats: { uri: URL.canParse, 'uri-reference': (text: string) => REFERENCE.test(text), 'date-time': true },
}).compile(schema);

/** What the schema of SARIF 2.1.0 has against a log, as `pointer message`. */
export function sarifProblems(log: string): string[] {
  validate(JSON.parse(log));
  return (validate.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`);
}
