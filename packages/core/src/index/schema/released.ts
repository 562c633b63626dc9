import { createHash } from 'node:crypto';
import type { Database } from '../sqlite/driver.ts';
import { Statements } from '../sqlite/statements.ts';

/** `PRAGMA user_version` of the indexes that this program writes and reads. Raised with every change of the schema. */
export const SCHEMA_VERSION = 21;

/** SHA-256 of the schema of each version, as `schemaDigest` computes it. */
const DIGESTS: ReadonlyMap<number, string> = new Map([
  [1, '9c2d17077d3efc6fd17d0ec6451b73ac4beeb0d2011d62f0d0adb39bf728568a'],
  [2, '3454bd0be9ed1a98646d06f89914007666243f5230ccd3a5f44563a69d7d711a'],
  [3, '35bf2d38fc095f0661fd33d5f392ccf819637aafe7e04045e13eb9b988b13909'],
  [4, '3fbca116d6a261b1eda6223dc0f742a9bd27503dbbc685699c0d8e3d07e143ce'],
  [5, 'f4be6458a804253ae493c6ed3ce76a84c18337a344bf524491dc62547e2cbb1f'],
  [6, 'b541d3ae472cb745c66977c3434ea239e11d5ecfb2d7b8158f24a7d777510183'],
  [7, '8f5a3a132119c923b934791d486a7aa73c45776a2b5bb1c677365b49da88a576'],
  [8, '44a84afd7b6a82a589c9a65406d3413fd14aa07e7e674b2838758a87da99826c'],
  [9, '336a1f47fbde46c18e1c6b5e7cd49de5b5cf55f956494370c8c5ca2f6f282891'],
  [10, '2360543f6d5514781ac24556888162095566a71b0c85bbaa9fd1c560a16be90c'],
  [11, '537982653a924335f69c31a07d281c8711f495d472e32c1b6d4365c4d807c6cf'],
  [12, 'c235dc9640653466d75fec3a09b4361f38ed7088a01de55e9a47d3b7d16b2e1f'],
  [13, 'cf7b6a8aee5b1ecb07b3372fbb4aa45aa800e56633ec1ff564147cb088fb1407'],
  [14, 'afda0bb46a9b2855b3ab48f8fefc648b31fa2a619beaa66e0cf480cafa928fe9'],
  [15, 'b8639af8283be6d696bbb8ce64dab09288f668abdc141d62413bd7867a05398f'],
  [16, 'ec30764d54e9122b4831c98c5ccb5dde12a56bf29f5c68fa4b674b9172111880'],
  [17, '8a0484ff852783ea975c36d486e4ec6070d402dc37475274bcf48ed3479a6886'],
  [18, '68317628ff46a25ae51cc503f4274d3abd5ba3121f5ef42d4f6f5bee3a9c5ab7'],
  [19, 'f055d8a9411e1125353ed86efb95c7cbefb0e39a37038c091d10c3c05178be12'],
  [20, 'c6375b76bc3deaee55073c6982fb09bf724d0d3f774fd4c3a17f8aae4f18de8b'],
  [SCHEMA_VERSION, 'dff0ab913a73bf282ac0a5a2c19a1a38d1c1e0184cd5757cd012c23397480e5d'],
]);

/** Tables that `ANALYZE` creates, depending on the build of SQLite. */
const STATISTICS: ReadonlySet<string> = new Set([
  'CREATE TABLE sqlite_stat1(tbl,idx,stat)',
  'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)',
]);

/** Whether a database has exactly the tables, indexes and views of one version, without triggers or other objects. */
export function hasSchemaOf(database: Database, version: number): boolean {
  return schemaDigest(database) === DIGESTS.get(version);
}

const OBJECTS = 'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name, tbl_name, sql';

/** Reads the definitions without executing them. */
export function schemaDigest(database: Database): string {
  const objects = new Statements(database).all(OBJECTS, [], (row) => [
    row.text('type'),
    row.text('name'),
    row.text('tbl_name'),
    row.optionalText('sql') ?? null,
  ]);
  const ours = objects.filter(([type, , , sql]) => !(type === 'table' && STATISTICS.has(sql ?? '')));
  return createHash('sha256').update(JSON.stringify(ours)).digest('hex');
}
