import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs';
import { ByteWriter, type ColumnSource, ParquetWriter } from 'hyparquet-writer';
import { schemaOf, type TableColumns, type TableRow } from './table.ts';

/** A file that is complete. */
export interface WrittenTable {
  rows: number;
  bytes: number;
  sha256: Buffer;
}

/** Writes rows to a Parquet file, in row groups that the caller ends. The same rows give the same bytes. */
export class TableWriter<Columns extends TableColumns> {
  readonly #columns: Columns;
  readonly #file: number;
  readonly #out = new ByteWriter();
  readonly #writer: ParquetWriter;
  readonly #hash = createHash('sha256');
  #rows: TableRow<Columns>[] = [];
  #isOpen = true;

  /**
   * @param path of a new file
   * @param metadata of the file, by key
   * @param statistics whether row groups have the least and the greatest value of each column, by which engines skip them
   */
  constructor(path: string, columns: Columns, metadata: Readonly<Record<string, string>>, statistics = true) {
    this.#columns = columns;
    this.#file = openSync(path, 'wx');
    this.#writer = new ParquetWriter({
      writer: this.#out,
      schema: schemaOf(columns),
      kvMetadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
      createdBy: 'analyzer',
      statistics,
    });
  }

  add(row: TableRow<Columns>): void {
    this.#rows.push(row);
  }

  /** Rows of the open row group. */
  get open(): number {
    return this.#rows.length;
  }

  endRowGroup(): void {
    if (this.#rows.length === 0) return;
    const rows = this.#rows;
    this.#rows = [];
    const columnData = Object.entries(this.#columns).map(([name, type]): ColumnSource => {
      const source: ColumnSource = { name, data: rows.map((row) => row[name]), offsetIndex: false };
      return type.startsWith('whole') ? { ...source, encoding: 'DELTA_BINARY_PACKED' } : source;
    });
    this.#writer.write({ columnData, rowGroupSize: rows.length });
    this.#flush();
  }

  finish(): WrittenTable {
    this.endRowGroup();
    this.#writer.finish();
    this.#flush();
    fsyncSync(this.#file);
    this.close();
    const [rows, bytes] = [Number(this.#writer.num_rows), this.#out.offset];
    return { rows, bytes, sha256: this.#hash.digest() };
  }

  close(): void {
    if (this.#isOpen) closeSync(this.#file);
    this.#isOpen = false;
  }

  #flush(): void {
    const bytes = this.#out.getBytes();
    this.#hash.update(bytes);
    writeFileSync(this.#file, bytes);
    this.#out.index = 0;
  }
}
