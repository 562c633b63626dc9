/** The differences of SQL engines that the statements of this folder need. Arguments are SQL expressions unless noted. */
export interface Dialect {
  /** Rows that it groups at once in about half a gigabyte. */
  rowsOfPart: number;
  /** Rows of a Parquet file or of the files in a folder; a path without quotes and glob characters. */
  read(path: string): string;
  /** Statements before all others. Threads are those of the machine if they are undefined. */
  settings(threads: number | undefined): string[];
  /**
   * A statement that writes the rows of a query as Parquet files into a folder, a path as above; `name` is that of the file, unless the engine names several; `rowGroup` is about the
   * number of rows of a row group.
   */
  write(folder: string, name: string, query: string, rowGroup?: number): string;
  /** A string of one character, by code. */
  char(code: number): string;
  /** A number as a decimal string. */
  text(number: string): string;
  /** SHA-256 of a string, as lower-case hex digits. */
  sha256(string: string): string;
  /** A row for each element of a list, as a column of a query. */
  each(list: string): string;
  /** The integers of a group as a string: decimal, ascending, with a comma. */
  joined(column: string): string;
  /** The number of eight hex digits, in a type in which 2^63 of them can be added. */
  word(digits: string): string;
  /** A number with zeros before it, as a string of 20 characters. */
  padded(number: string): string;
  /** The part of a string between two of the characters, from 1. */
  part(string: string, character: string, number: number): string;
}

export const DUCKDB: Dialect = {
  rowsOfPart: 1_000_000,
  read: (path) => `read_parquet('${path.endsWith('.parquet') ? path : `${path}/*.parquet`}')`,
  // Sorting and joining larger tables than that goes to disk.
  settings: (threads) => [
    "SET memory_limit = '500MB'",
    "SET temp_directory = 'spilled'",
    'SET preserve_insertion_order = false',
    ...(threads === undefined ? [] : [`SET threads = ${threads}`]),
  ],
  write: (folder, name, query, rowGroup = 65_536) =>
    `COPY (${query}) TO '${folder}/${name}.parquet' (FORMAT parquet, ROW_GROUP_SIZE ${rowGroup})`,
  char: (code) => `chr(${code})`,
  text: (number) => `CAST(${number} AS VARCHAR)`,
  sha256: (string) => `sha256(${string})`,
  word: (digits) => `CAST(CAST(concat('0x', ${digits}) AS BIGINT) AS HUGEINT)`,
  each: (list) => `unnest(${list})`,
  joined: (column) => `array_to_string(list_sort(list(${column})), ',')`,
  padded: (number) => `lpad(CAST(${number} AS VARCHAR), 20, '0')`,
  part: (string, character, number) => `split_part(${string}, ${character}, ${number})`,
};

export const SPARK: Dialect = {
  // It has its own partitions.
  rowsOfPart: Number.POSITIVE_INFINITY,
  read: (path) => `parquet.\`${path}\``,
  settings: () => [],
  write: (folder, _name, query) => `INSERT OVERWRITE DIRECTORY '${folder}' USING parquet ${query}`,
  char: (code) => `chr(${code})`,
  text: (number) => `CAST(${number} AS STRING)`,
  sha256: (string) => `sha2(${string}, 256)`,
  word: (digits) => `CAST(conv(${digits}, 16, 10) AS DECIMAL(28, 0))`,
  each: (list) => `explode(${list})`,
  joined: (column) => `array_join(transform(sort_array(collect_list(${column})), its -> CAST(its AS STRING)), ',')`,
  padded: (number) => `lpad(CAST(${number} AS STRING), 20, '0')`,
  part: (string, character, number) => `split_part(${string}, ${character}, ${number})`,
};

export const CLICKHOUSE: Dialect = {
  rowsOfPart: 500_000,
  read: (path) => `file('${path.endsWith('.parquet') ? path : `${path}/*.parquet`}', 'Parquet')`,
  settings: (threads) => [
    "SET output_format_parquet_compression_method = 'snappy'",
    // Sorting larger tables than that goes to disk.
    'SET max_bytes_before_external_sort = 500000000',
    ...(threads === undefined ? [] : [`SET max_threads = ${threads}`]),
  ],
  write: (folder, name, query, rowGroup = 65_536) =>
    `INSERT INTO FUNCTION file('${folder}/${name}.parquet', 'Parquet') ${query} SETTINGS output_format_parquet_row_group_size = ${rowGroup}`,
  char: (code) => `char(${code})`,
  text: (number) => `toString(${number})`,
  sha256: (string) => `lower(hex(SHA256(${string})))`,
  word: (digits) => `toInt128(reinterpretAsUInt32(reverse(unhex(${digits}))))`,
  each: (list) => `arrayJoin(${list})`,
  joined: (column) => `arrayStringConcat(arrayMap(its -> toString(its), arraySort(groupArray(${column}))), ',')`,
  padded: (number) => `leftPad(toString(${number}), 20, '0')`,
  part: (string, character, number) => `splitByChar(${character}, ${string})[${number}]`,
};

/** The columns of a position, in their order. */
export const POSITIONS: readonly string[] = ['project', 'path', 'start_byte'];
