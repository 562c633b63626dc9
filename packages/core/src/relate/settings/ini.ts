import { trimmed } from './ascii-space.ts';
import type { JsonTable } from './json.ts';
import { invalidAt } from './setting-error.ts';

/**
 * Reads a `setup.cfg` as Python's `configparser` does: sections with the lines of their options, whose names are in lower
 * case. Linear in the text. Both engines accept the same texts.
 *
 * https://docs.python.org/3/library/configparser.html#supported-ini-file-structure
 *
 * @throws {SettingError}
 */
export function parseIni(text: string): JsonTable {
  const sections = new Map<string, Map<string, string[]>>();
  let section: Map<string, string[]> | undefined;
  let lines: string[] | undefined;
  let indent = 0;
  let offset = 0;
  for (const line of text.split('\n')) {
    const content = trimmed(line);
    const start = line.indexOf(content);
    if (content === '' || content.startsWith('#') || content.startsWith(';')) {
      // Part of no value.
    } else if (lines !== undefined && start > indent) lines.push(content);
    else {
      const header = headerOf(content);
      if (header !== undefined) {
        if (sections.has(header)) throw invalidAt('INI: duplicate section', text, offset);
        section = new Map();
        sections.set(header, section);
        lines = undefined;
      } else {
        const end = content.search(/[=:]/);
        const name = lowerCase(trimmed(content.slice(0, Math.max(end, 0))));
        if (section === undefined || name === '') throw invalidAt('INI', text, offset);
        if (section.has(name)) throw invalidAt('INI: duplicate option', text, offset);
        const value = trimmed(content.slice(end + 1));
        lines = value === '' ? [] : [value];
        section.set(name, lines);
      }
      indent = start;
    }
    offset += line.length + 1;
  }
  return sections;
}

/** The name in `[name]`; text after it counts for nothing. */
function headerOf(line: string): string | undefined {
  const end = line.startsWith('[') ? line.lastIndexOf(']') : -1;
  return end > 1 ? line.slice(1, end) : undefined;
}

function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
