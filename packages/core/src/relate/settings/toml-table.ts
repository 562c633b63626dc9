import type { Json, JsonTable } from './json.ts';

/** A table of a TOML document while it is read. Tables that are written in braces are complete values. */
export class TomlTable {
  readonly #entries = new Map<string, { value: Json } | { table: TomlTable } | { tables: TomlTable[] }>();
  #hasHeader = false;

  /**
   * The table of a header, `[a.b]` or `[[a.b]]`.
   *
   * @returns undefined if the document has it already, or another value at one of the keys
   */
  section(keys: readonly string[], isList: boolean): TomlTable | undefined {
    const parent = this.#below(keys.slice(0, -1));
    const last = keys.at(-1) ?? '';
    if (parent === undefined) return undefined;
    if (isList) return parent.#appended(last);
    const table = parent.#inner(last);
    if (table === undefined || table.#hasHeader) return undefined;
    table.#hasHeader = true;
    return table;
  }

  /** @returns false if the document has another value at one of the keys */
  set(keys: readonly string[], value: Json): boolean {
    const parent = this.#below(keys.slice(0, -1));
    const last = keys.at(-1) ?? '';
    if (parent === undefined || parent.#entries.has(last)) return false;
    parent.#entries.set(last, { value });
    return true;
  }

  value(): JsonTable {
    const entries = Array.from(this.#entries, ([key, entry]): [string, Json] => {
      if ('table' in entry) return [key, entry.table.value()];
      return [key, 'tables' in entry ? entry.tables.map((it) => it.value()) : entry.value];
    });
    return new Map(entries);
  }

  #below(keys: readonly string[]): TomlTable | undefined {
    let table: TomlTable = this;
    for (const key of keys) {
      const inner = table.#inner(key);
      if (inner === undefined) return undefined;
      table = inner;
    }
    return table;
  }

  /** The table at a key, the last one of a list of tables, a new one at a new key. */
  #inner(key: string): TomlTable | undefined {
    const entry = this.#entries.get(key);
    if (entry !== undefined && 'tables' in entry) return entry.tables.at(-1);
    if (entry !== undefined) return 'table' in entry ? entry.table : undefined;
    const table = new TomlTable();
    this.#entries.set(key, { table });
    return table;
  }

  /** A new table at the end of a list of tables. */
  #appended(key: string): TomlTable | undefined {
    const entry = this.#entries.get(key);
    if (entry !== undefined && !('tables' in entry)) return undefined;
    const table = new TomlTable();
    table.#hasHeader = true;
    if (entry === undefined) this.#entries.set(key, { tables: [table] });
    else entry.tables.push(table);
    return table;
  }
}
