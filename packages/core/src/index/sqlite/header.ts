import { readSync } from 'node:fs';

/** `PRAGMA application_id` of every index: "ANLZ". It identifies files of other programs before SQLite opens them. */
export const APPLICATION_ID = 0x414e4c5a;

/** The database header (sqlite.org/fileformat2.html#the_database_header). */
const MAGIC = Buffer.from('SQLite format 3\0');
const WRITE_VERSION = 18;
const READ_VERSION = 19;
const ENCODING = 56;
const USER_VERSION = 60;
const APPLICATION = 68;
const LENGTH = 100;

const ROLLBACK_JOURNAL = 1;
const UTF_8 = 1;

/** Fields of the header of an SQLite database. */
export interface Header {
  applicationId: number;
  /** `PRAGMA user_version`. */
  version: number;
  /** UTF-8 strings and no write-ahead log, as this program writes it. */
  isPlain: boolean;
}

/** @returns undefined if the file is not an SQLite database */
export function readHeader(file: number): Header | undefined {
  const bytes = Buffer.alloc(LENGTH);
  const length = readSync(file, bytes, 0, LENGTH, 0);
  if (length < LENGTH || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  const journals = [bytes[WRITE_VERSION], bytes[READ_VERSION]];
  return {
    applicationId: bytes.readUInt32BE(APPLICATION),
    version: bytes.readUInt32BE(USER_VERSION),
    isPlain: journals.every((version) => version === ROLLBACK_JOURNAL) && bytes.readUInt32BE(ENCODING) === UTF_8,
  };
}
