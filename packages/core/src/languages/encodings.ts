import data from '../../../../languages/encodings.json' with { type: 'json' };

const prefixes: Record<string, string[]> = data.python.prefixes;
const labels = new Map(
  Object.entries(data.python.names).flatMap(([label, names]) => names.map((name) => [name, label])),
);

/**
 * The encoding of a Python source file by its declared name.
 *
 * @param name as written
 * @returns `utf-8`, `latin-1`, `ascii` or a label of the WHATWG Encoding Standard; undefined if it is unknown
 */
export function pythonEncoding(name: string): string | undefined {
  const key = name.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replace(/[-_.]+/g, '-');
  const known = labels.get(key);
  if (known !== undefined) return known;
  for (const [label, starts] of Object.entries(prefixes)) {
    if (starts.some((start) => key.startsWith(start))) return label;
  }
  return undefined;
}
