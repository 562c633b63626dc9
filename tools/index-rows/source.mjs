/** TypeScript and Rust source of the row layouts in `languages/index-rows.json`. */

const HEADER = 'Generated from languages/index-rows.json by tools/index-rows.mjs. Do not edit.';
const LINE_WIDTH = 120;

/** Rust type of a value, and the method of `Cells` that writes it. Kinds, states and references are numbers. */
const RUST = {
  boolean: { type: 'bool', push: 'flag' },
  bytes: { type: "&'a [u8]", push: 'bytes' },
  integer: { type: 'u64', push: 'number' },
  rule: { type: "&'a str", push: 'text' },
  string: { type: "&'a str", push: 'text' },
};

/**
 * @param document the parsed data
 * @returns {{ name: string, columns: { name: string, value: string, isOptional: boolean }[] }[]}
 * @throws Error for a column with an unknown value
 */
export function tablesOf({ codes, values, tables }) {
  return Object.entries(tables).map(([name, columns]) => ({
    name,
    columns: Object.entries(columns).map(([column, written]) => {
      const isOptional = written.endsWith('?');
      const value = isOptional ? written.slice(0, -1) : written;
      if (value === 'about' || !(value in values || value in codes)) {
        throw new Error(
          `languages/index-rows.json: /tables/${name}/${column}: unknown value "${written}"; use a key of /values or /codes`,
        );
      }
      return { name: column, value, isOptional };
    }),
  }));
}

export function typeScriptSource(document) {
  const lists = codesOf(document).map(
    ([name, items]) =>
      `export const ${name.toUpperCase()} = [\n${items.map((item) => `  '${item}',\n`).join('')}] as const;\n`,
  );
  const tables = tablesOf(document).map(({ name, columns }) => {
    const list = (key, items) => `    ${key}: [\n${items.map((item) => `      '${item}',\n`).join('')}    ],\n`;
    return `  ${name}: {\n${list(
      'columns',
      columns.map((column) => column.name),
    )}${list(
      'values',
      columns.map(({ value, isOptional }) => value + (isOptional ? '?' : '')),
    )}  },\n`;
  });
  return `// ${HEADER}\n\n${lists.join('\n')}\n/** Columns of each table in the order of the cells, and the value of each column; \`?\` for one that may be null. */\nexport const ROWS = {\n${tables.join('')}} as const;\n`;
}

/** Formatted as rustfmt does. */
export function rustSource(document) {
  const lists = codesOf(document).map(([name, items]) => {
    const quoted = items.map((item) => `"${item}"`);
    const start = `pub const ${name.toUpperCase()}: [&str; ${items.length}] = [`;
    const line = `${start}${quoted.join(', ')}];`;
    if (line.length <= LINE_WIDTH && quoted.join(', ').length <= 72) return `${line}\n`;
    return `${start}\n${quoted.map((item) => `    ${item},\n`).join('')}];\n`;
  });
  const rows = tablesOf(document).map(rustRow);
  return `//! ${HEADER}\n\nuse super::rows::{Cells, Row};\n\n${lists.join('')}\n${rows.join('\n')}`;
}

function codesOf({ codes }) {
  return Object.entries(codes).filter(([name]) => name !== 'about');
}

function rustRow({ name, columns }) {
  const row = `${name.replaceAll(/(?:^|_)(\w)/gu, (_, letter) => letter.toUpperCase())}Row`;
  const fields = columns.map((column) => {
    const { type, push } = RUST[column.value] ?? RUST.integer;
    return column.isOptional
      ? { name: column.name, type: `Option<${type}>`, push: `optional_${push}` }
      : { name: column.name, type, push };
  });
  const borrows = fields.some(({ type }) => type.includes("'a"));
  const members = fields.map((field) => `    pub ${field.name}: ${field.type},\n`).join('');
  const pushes = fields.map((field) => `        cells.${field.push}(self.${field.name});\n`).join('');
  return `pub struct ${row}${borrows ? "<'a>" : ''} {
${members}}

impl Row for ${row}${borrows ? "<'_>" : ''} {
    const TABLE: &'static str = "${name}";

    fn push_to(&self, cells: &mut Cells) {
${pushes}    }
}
`;
}
