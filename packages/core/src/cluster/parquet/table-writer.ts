import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { ByteWriter, type ColumnSource, ParquetWriter } from 'hyparquet-writer';
import { schemaOf, type TableColumns, type TableRow } from './table.ts';

/** Writes rows to a Parquet file, in row groups that the caller ends. The same rows give the same bytes. */
export class TableWriter<Columns extends TableColumns> {
  readonly #columns: Columns;
  readonly #file: number;
  readonly #out = new ByteWriter();
  readonly #writer: ParquetWriter;
  #rows: TableRow<Columns>[] = [];
  #isOpen = true;

  /**
   * @param path of a new file
   * @param metadata of the file, by key
   */
  constructor(path: string, columns: Columns, metadata: Readonly<Record<string, string>>) {
    this.#columns = columns;
    this.#file = openSync(path, 'wx');
    this.#writer = new ParquetWriter({
      writer: this.#out,
      schema: schemaOf(columns),
      kvMetadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
      createdBy: 'analyzer',
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
    const columnData = Object.keys(this.#columns).map((name): ColumnSource => {
      return { name, data: rows.map((row) => row[name]), offsetIndex: false };
    });
    this.#writer.write({ columnData, rowGroupSize: rows.length });
    this.#flush();
  }

  finish(): void {
    this.endRowGroup();
    this.#writer.finish();
    this.#flush();
    fsyncSync(this.#file);
    this.close();
  }

  close(): void {
    if (this.#isOpen) closeSync(this.#file);
    this.#isOpen = false;
  }

  #flush(): void {
    const bytes = this.#out.getBytes();
    for (let written = 0; written < bytes.length; ) written += writeSync(this.#file, bytes, written);
    this.#out.index = 0;
  }
}
