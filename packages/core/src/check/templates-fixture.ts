/** A piece of code by the name of its file and declarations, and a number that only changes literals. */
export type Template = readonly [ending: string, text: (name: string, variant: number) => string];

export const repeated = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('');

export const TEMPLATES: readonly Template[] = [
  // Listed: control structures.
  [
    'py',
    (name, variant) =>
      `def ${name}(rows, limit=${variant}):\n    out = []\n    for row in rows:\n        if row.size > limit and row.kind != "skip":\n            out.append((row.key, row.size * ${variant + 2}))\n        elif row.parent:\n            out.extend(row.parent.items[:limit])\n    return sorted(out, key=lambda it: it[1])\n`,
  ],
  [
    'ts',
    (name, variant) =>
      `export function ${name}(rows: Row[]): number {\n  let sum = ${variant};\n  for (const row of rows) {\n    if (row.isTaxed && row.price > 0) sum += row.price * (1 + row.rate) - row.discount;\n    else if (row.parent !== undefined) sum -= Math.max(row.parent.price, sum / 3);\n  }\n  return Math.round(sum * 100) / 100;\n}\n`,
  ],
  [
    'php',
    (name, variant) =>
      `<?php\nfunction ${name}(array $rows): array {\n    $out = [];\n    foreach ($rows as $row) {\n        if ($row->size > ${variant} && !isset($out[$row->key])) {\n            $out[$row->key] = trim($row->name) . ':' . $row->size;\n        } else {\n            $out[] = $row->key;\n        }\n    }\n    return array_filter($out);\n}\n`,
  ],
  // Apart: small, frames, data, types.
  ['py', (name, variant) => `def ${name}(self, key, value):\n    return self.inner_${name}(key, value, ${variant})\n`],
  ['py', (name, variant) => `def ${name}():\n    return {${repeated(12, (at) => `"k${at}": ${at + variant}, `)}}\n`],
  [
    'ts',
    (name) =>
      `export interface ${name} {\n  id: string;\n  at: Date;\n  by: User;\n  tenant: Tenant;\n  tags: string[];\n  ${name}: number;\n}\n`,
  ],
  ['ts', () => repeated(9, (at) => `export { make${at}, stop${at} } from './module${at}';\n`)],
  [
    'js',
    (name, variant) =>
      `${repeated(8, (at) => `app.use('/path${at}', handler${at}, { limit: ${at} });\n`)}start('${name}', ${variant});\n`,
  ],
  [
    'php',
    (name) =>
      `<?php\nclass ${name} {\n    public function __construct(\n        private Clock $clock,\n        private Mailer $mailer,\n        private Store $store,\n        private Queue $queue,\n    ) {}\n    public function ${name}(): string { return '${name}'; }\n}\n`,
  ],
  [
    'py',
    (name, variant) =>
      `def ${name}(a, b):\n    first = a.load(b)\n    check(first, ${variant})\n    return wrap(first, name="${name}")\n`,
  ],
  // Identical functions of few nodes.
  ['py', (name) => `def ${name}(a, b):\n    if a > b:\n        return [a, b, a - b]\n    return [b, a]\n`],
];
