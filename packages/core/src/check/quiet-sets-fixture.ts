/** Everyday code that lists put apart, and that a check therefore must not fail on: files before, and files that are added. */
export interface QuietSet {
  title: string;
  before: Record<string, string>;
  added: Record<string, string>;
}

const NAMES = ['orders', 'users', 'items', 'carts', 'taxes', 'rates', 'rules', 'plans', 'teams'];
const lines = (line: (name: string) => string) => `${NAMES.map(line).join('\n')}\n`;
const upper = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** The same text in two files of a folder. */
function twice(title: string, [first, second]: [string, string], textOf: (path: string) => string): QuietSet {
  return { title, before: { [first]: textOf(first) }, added: { [second]: textOf(second) } };
}

const generated = (comment: string) => `${comment} @generated\n`;

const promoted = (name: string) =>
  `<?php\nfinal class ${name} {\n    public function __construct(\n${[
    'Clock',
    'Mailer',
    'Store',
    'Queue',
    'Log',
    'Cache',
  ]
    .map((type) => `        private readonly ${type} $${type.toLowerCase()},\n`)
    .join(
      '',
    )}    ) {\n    }\n\n    public function run${name}(): void\n    {\n        $this->${name.toLowerCase()}->start();\n    }\n}\n`;

const properties = (name: string) =>
  `export class ${name} {\n  constructor(\n${['Clock', 'Mailer', 'Store', 'Queue', 'Log', 'Cache']
    .map((type) => `    private readonly ${type.toLowerCase()}: ${type},\n`)
    .join('')}  ) {}\n\n  run${name}(): void {\n    this.queue.${name}();\n  }\n}\n`;

const OWN_METHODS: Record<string, string> = {
  Order: `    def total(self):
        sum = self.shipping
        for line in self.lines:
            if line.is_taxed:
                sum += line.price * (1 + line.rate)
        return round(sum, 2)

    def cancel(self, reason):
        while self.parcels:
            self.parcels.pop().stop(reason)
`,
  User: `    def rename(self, name):
        if not name or name in self.taken:
            raise ValueError(name)
        self.history.append((self.name, now()))
        self.name = name.strip().lower()

    def roles(self, team):
        return {role.key: role for role in self.assigned if role.team is team}
`,
  Item: `    def move(self, shelf, count=1):
        try:
            shelf.reserve(self.sku, count)
        except Full as error:
            log.warning("no room for %s", self.sku)
            return error.next
        with self.lock:
            self.places[shelf.id] = count

    def weight(self):
        return max(self.net, 0) + self.tare
`,
};
const context = (name: string) =>
  `class ${name}:\n    async def __aenter__(self) -> "${name}":\n        await self.open()\n        return self\n\n    async def __aexit__(self, exc_type: Optional[Type[BaseException]], exc_val: Optional[BaseException], exc_tb: Optional[TracebackType]) -> Optional[bool]:\n        await self.close()\n        return None\n\n${OWN_METHODS[name] ?? ''}`;

const magic = (name: string) =>
  `<?php\nclass ${name}\n{\n    public function __toString(): string\n    {\n        return $this->name;\n    }\n\n    public function __get(string $key): mixed\n    {\n        return $this->values[$key] ?? null;\n    }\n\n    public function ${name}Only(): array\n    {\n        return ['${name}'];\n    }\n}\n`;

const COLUMNS = ['id: string', 'createdAt: Date', 'updatedAt: Date', 'deletedAt: Date | null', 'tenant: Tenant'];
const rows = (name: string) =>
  `export interface ${name}Row {\n${[...COLUMNS, `${name.toLowerCase()}Name: string`, `${name.toLowerCase()}Size: number`].map((it) => `  ${it};\n`).join('')}}\n`;
const typedRows = (name: string) =>
  `class ${name}Row(TypedDict):\n    id: str\n    created_at: datetime\n    updated_at: datetime\n    deleted_at: Optional[datetime]\n    tenant: Tenant\n    ${name.toLowerCase()}_name: str\n    ${name.toLowerCase()}_size: int\n`;

const transfer = (name: string) =>
  `<?php\nfinal class ${name}Dto\n{\n    public string $id;\n    public string $name;\n    public ?string $email = null;\n    public ?string $phone = null;\n    public array $tags = [];\n    public bool $is${name} = false;\n}\n`;
const transferOfTypes = (name: string) =>
  `export class ${name}Dto {\n  id!: string;\n  name!: string;\n  email?: string;\n  phone?: string;\n  tags: string[] = [];\n  is${name} = false;\n}\n`;

const PREAMBLE = `#!/usr/bin/env bash
set -euo pipefail
IFS=$'\\n\\t'
here="$(cd "$(dirname "\${BASH_SOURCE[0]}")" && pwd)"
source "$here/lib/log.sh"
source "$here/lib/retry.sh"
trap 'log "failed in line $LINENO"' ERR
trap 'rm -rf "$work"' EXIT
work="$(mktemp -d)"
`;
const SETUP = `import logging
import signal
import sys

logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s", stream=sys.stderr)
signal.signal(signal.SIGINT, signal.SIG_DFL)
signal.signal(signal.SIGTERM, signal.SIG_DFL)
log = logging.getLogger(__name__)
`;

const enumeration = (name: string) =>
  `export enum ${name} {\n${NAMES.map((it) => `  ${upper(it)} = '${it}',\n`).join('')}  ${name} = '${name}',\n}\n`;
const enumerationOfPython = (name: string) =>
  `class ${name}(Enum):\n${NAMES.map((it) => `    ${it.toUpperCase()} = "${it}"\n`).join('')}    ${name.toUpperCase()} = "${name}"\n`;

const signature = (body: string) =>
  `def export(rows: Iterable[Mapping[str, Any]], target: Union[str, Path], *, encoding: str = "utf-8", newline: str = "") -> Optional[int]:\n${body}`;
const signatureOfTypes = (body: string) =>
  `export function write(rows: Iterable<Record<string, unknown>>, target: string | URL, options: { encoding?: string; newline?: string } = {}): number | undefined {\n${body}}\n`;

export const QUIET_SETS: readonly QuietSet[] = [
  twice('re-exports of TypeScript', ['x/index.ts', 'y/index.ts'], () => {
    return lines(
      (name) => `export { create${upper(name)}, cancel${upper(name)}, default as ${upper(name)} } from './${name}';`,
    );
  }),
  twice('imports of a package in Python', ['x/__init__.py', 'y/__init__.py'], () => {
    return lines((name) => `from .${name} import create_${name}, cancel_${name}, ${upper(name)}`);
  }),
  twice('require that only binds', ['x/index.js', 'y/index.js'], () => {
    return (
      lines((name) => `const ${name} = require('./${name}').${name};`) +
      lines((name) => `var { ${name}2 } = require('${name}');`)
    );
  }),
  twice('require_once of PHP', ['x/all.php', 'y/all.php'], () => {
    return `<?php\n${lines((name) => `require_once __DIR__ . '/lib/${name}.php';`)}`;
  }),
  twice('generated TypeScript', ['x/api.ts', 'y/api.ts'], () => {
    return `${generated('//')}export function parse(rows) {\n  for (const row of rows) if (row.a > row.b) row.c = row.a * 2 + row.b;\n  return rows.filter((row) => row.c > 1).map((row) => row.c);\n}\n`;
  }),
  twice('generated Python', ['x/api.py', 'y/api.py'], () => {
    return `${generated('#')}def parse(rows):\n    for row in rows:\n        if row.a > row.b:\n            row.c = row.a * 2 + row.b\n    return [row.c for row in rows if row.c > 1]\n`;
  }),
  {
    title: 'interfaces that share columns',
    before: { 'a.ts': rows('Order') },
    added: { 'b.ts': rows('User'), 'c.ts': rows('Item') },
  },
  {
    title: 'typed dictionaries that share columns',
    before: { 'a.py': typedRows('Order') },
    added: { 'b.py': typedRows('User'), 'c.py': typedRows('Item') },
  },
  {
    title: 'data transfer objects of PHP',
    before: { 'a.php': transfer('Order') },
    added: { 'b.php': transfer('User'), 'c.php': transfer('Item') },
  },
  {
    title: 'data transfer objects of TypeScript',
    before: { 'a.ts': transferOfTypes('Order') },
    added: { 'b.ts': transferOfTypes('User'), 'c.ts': transferOfTypes('Item') },
  },
  {
    title: 'constructors with promoted services',
    before: { 'a.php': promoted('Order') },
    added: { 'b.php': promoted('User') },
  },
  {
    title: 'constructors with parameter properties',
    before: { 'a.ts': properties('Order') },
    added: { 'b.ts': properties('User') },
  },
  {
    title: 'context managers',
    before: { 'a.py': context('Order') },
    added: { 'b.py': context('User'), 'c.py': context('Item') },
  },
  { title: 'magic methods of PHP', before: { 'a.php': magic('Order') }, added: { 'b.php': magic('User') } },
  {
    title: 'the preamble of shell scripts',
    before: { 'a.sh': `${PREAMBLE}tar -xf "$1"\n` },
    added: { 'b.sh': `${PREAMBLE}curl -sf "$2" | jq .\n` },
  },
  {
    title: 'the setup of Python scripts',
    before: { 'a.py': `${SETUP}print(1)\n` },
    added: { 'b.py': `${SETUP}run(2, 3)\n` },
  },
  {
    title: 'enumerations of TypeScript',
    before: { 'a.ts': enumeration('Kind') },
    added: { 'b.ts': enumeration('State') },
  },
  {
    title: 'enumerations of Python',
    before: { 'a.py': enumerationOfPython('Kind') },
    added: { 'b.py': enumerationOfPython('State') },
  },
  {
    title: 'equal signatures of Python',
    before: { 'a.py': signature('    return len(list(rows))\n') },
    added: { 'b.py': signature('    raise NotImplementedError(target, encoding)\n') },
  },
  {
    title: 'equal signatures of TypeScript',
    before: { 'a.ts': signatureOfTypes('  return [...rows].length;\n') },
    added: { 'b.ts': signatureOfTypes('  throw new RangeError(String(target));\n') },
  },
];
