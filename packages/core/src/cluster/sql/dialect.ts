/** The differences of SQL engines that the statements of this folder need. Arguments are SQL expressions unless noted. */
export interface Dialect {
  /** Rows of a Parquet file or of the files in a folder; a path without quotes and glob characters. */
  read(path: string): string;
  /** A statement that writes the rows of a query as Parquet files into a folder, a path as above. */
  write(folder: string, query: string): string;
  /** A string of one character, by code. */
  char(code: number): string;
  /** A number as a decimal string. */
  text(number: string): string;
  /** SHA-256 of a string, as lower-case hex digits. */
  sha256(string: string): string;
  /** The number of eight hex digits, in a type in which 2^63 of them can be added. */
  word(digits: string): string;
  /** The least row of a group by these columns, in this order. */
  least(columns: readonly string[]): string;
  /** A column of such a row. */
  column(row: string, name: string): string;
}

export const DUCKDB: Dialect = {
  read: (path) => `read_parquet('${path.endsWith('.parquet') ? path : `${path}/*.parquet`}')`,
  write: (folder, query) => `COPY (${query}) TO '${folder}/part.parquet' (FORMAT parquet)`,
  char: (code) => `chr(${code})`,
  text: (number) => `CAST(${number} AS VARCHAR)`,
  sha256: (string) => `sha256(${string})`,
  word: (digits) => `CAST(CAST(concat('0x', ${digits}) AS BIGINT) AS HUGEINT)`,
  least: (columns) => `min(struct_pack(${columns.map((name) => `${name} := ${name}`).join(', ')}))`,
  column: (row, name) => `${row}.${name}`,
};

export const SPARK: Dialect = {
  read: (path) => `parquet.\`${path}\``,
  write: (folder, query) => `INSERT OVERWRITE DIRECTORY '${folder}' USING parquet ${query}`,
  char: (code) => `chr(${code})`,
  text: (number) => `CAST(${number} AS STRING)`,
  sha256: (string) => `sha2(${string}, 256)`,
  word: (digits) => `CAST(conv(${digits}, 16, 10) AS DECIMAL(28, 0))`,
  least: (columns) => `min(struct(${columns.join(', ')}))`,
  column: (row, name) => `${row}.${name}`,
};

export const CLICKHOUSE: Dialect = {
  read: (path) => `file('${path.endsWith('.parquet') ? path : `${path}/*.parquet`}', 'Parquet')`,
  write: (folder, query) => `
    INSERT INTO FUNCTION file('${folder}/part.parquet', 'Parquet') ${query}
    SETTINGS output_format_parquet_compression_method = 'snappy'`,
  char: (code) => `char(${code})`,
  text: (number) => `toString(${number})`,
  sha256: (string) => `lower(hex(SHA256(${string})))`,
  word: (digits) => `toInt128(reinterpretAsUInt32(reverse(unhex(${digits}))))`,
  least: (columns) => `min(tuple(${columns.join(', ')}))`,
  // By position: names of tuples are not in all versions.
  column: (row, name) => `tupleElement(${row}, ${POSITIONS.indexOf(name) + 1})`,
};

/** The columns of a position, in the order of representatives. */
export const POSITIONS: readonly string[] = ['project', 'path', 'start_byte'];
