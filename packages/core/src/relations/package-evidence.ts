import { RELATION_RULES } from '#languages/relation-rules.ts';

/** What a file says about the package that it is a part of. */
export interface NamedPackage {
  /** Absent in a licence. */
  name?: string;
  version?: string;
  licence?: string;
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The package of a manifest of npm, Composer or Bower; undefined for a private one, or one without a name. */
export function packageOfJson(bytes: Uint8Array): NamedPackage | undefined {
  const manifest = jsonOf(bytes);
  const value = (key: string) => propertyOf(manifest, key);
  if (value('private') === true) return undefined;
  return named(value('name'), value('version'), value('license'));
}

/** The value of a JSON text; undefined for other bytes. */
export function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(UTF_8.decode(bytes));
  } catch {
    return undefined;
  }
}

export function propertyOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}

/** The package of `METADATA` or `PKG-INFO` of Python. */
export function packageOfHeaders(bytes: Uint8Array): NamedPackage | undefined {
  const headers = new Map<string, string>();
  for (const line of latin1(bytes).split('\n')) {
    if (/^[ \r]*$/.test(line)) break;
    const colon = line.indexOf(': ');
    const key = line.slice(0, Math.max(0, colon));
    if (colon > 0 && !headers.has(key)) headers.set(key, line.slice(colon + 2).replace(/[ \r]+$/, ''));
  }
  return named(headers.get('Name'), headers.get('Version'), headers.get('License-Expression'));
}

/** The first known licence in a text. */
export function licenceOf(bytes: Uint8Array): string | undefined {
  const words = latin1(bytes)
    .split(/[ \t\r\n\f]+/)
    .join(' ')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  let first: { at: number; name: string } | undefined;
  for (const { name, words: wanted } of RELATION_RULES.vendored_library.licences) {
    const at = words.indexOf(wanted);
    if (at >= 0 && (first === undefined || at < first.at)) first = { at, name };
  }
  return first?.name;
}

const NAME_WORD = /^[A-Za-z][A-Za-z0-9.+-]*$/;
const VERSION = /^v?([0-9]+\.[0-9]+[A-Za-z0-9.+-]*)[,:;)]?$/;

/** The package that the first comment of a file names with a version, such as `jQuery v3.7.1`. */
export function packageOfComment(bytes: Uint8Array): NamedPackage | undefined {
  const text = latin1(bytes.subarray(0, RELATION_RULES.vendored_library.most_header_bytes));
  const [, line = ''] = /^[ \t\r\n]*\/\*[*! \t\r\n]*([^\n]*)/.exec(text) ?? [];
  const words = line.split(/[ \t\r]+/).filter((word) => word !== '' && !word.startsWith('@'));
  const at = words.findIndex((word) => VERSION.test(word));
  const before = words.slice(0, Math.max(0, at)).filter((word) => word !== 'version' && word !== 'Version');
  if (before.length === 0 || before.length > 4 || !before.every((word) => NAME_WORD.test(word))) return undefined;
  return named(before.join(' '), VERSION.exec(words[at] ?? '')?.[1], undefined);
}

function named(name: unknown, version: unknown, licence: unknown): NamedPackage | undefined {
  if (!isPlain(name)) return undefined;
  return { name, ...(isPlain(version) && { version }), ...(isPlain(licence) && { licence }) };
}

/** Short, and printable ASCII. */
function isPlain(value: unknown): value is string {
  return typeof value === 'string' && /^[!-~][ -~]{0,79}$/.test(value);
}

/** A byte is a character: names and licences are ASCII. */
export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
