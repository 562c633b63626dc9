import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import type { Scan } from '#scan/model.ts';

/** The folder of the vectors that both engines must satisfy. */
export const vectors = new URL('../../../../fixtures/vectors/', import.meta.url);

/** The scan of the JSON vector, a new object for each test. */
export function readScan(): Scan {
  const scan = JSON.parse(readFileSync(new URL('json-scan/scan.json', vectors), 'utf8'));
  return { ...scan, relations: new Map(Object.entries(scan.relations)) };
}

const schema = JSON.parse(
  readFileSync(new URL('../../../../fixtures/sarif/sarif-schema-2.1.0.json', import.meta.url), 'utf8'),
);
/** RFC 3986: the characters allowed in a reference; a percent sign only before two hex digits. */
const REFERENCE = /^(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[\dA-Fa-f]{2})*$/;
const validate = new Ajv({
  strict: false,
  // One pattern of the schema (for languages) is invalid with the flag u.
  unicodeRegExp: false,
  formats: { uri: URL.canParse, 'uri-reference': (text: string) => REFERENCE.test(text), 'date-time': true },
}).compile(schema);

/** Violations of the SARIF 2.1.0 schema, as `pointer message`. */
export function sarifProblems(log: string): string[] {
  validate(JSON.parse(log));
  return (validate.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`);
}
