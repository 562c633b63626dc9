import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { validate } from '@analyzer/contracts/analyzer.scan.v1/validate';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { FileEntry, Scan } from '#scan/model.ts';
import { readScan, vectors } from './fixture.ts';
import { body, identity, renderJson } from './json.ts';
import { quote } from './json-text.ts';
import { snapshotId, takeSnapshot } from './snapshot-id.ts';

const schemas = new URL('../../../contracts/schemas/', import.meta.url);
const NONE = { relations: [], left_out: 0 };
const text = (name: string): string => readFileSync(new URL(name, vectors), 'utf8');

async function written(scan: Scan, facts: boolean): Promise<string> {
  return [...renderJson(scan, { facts, snapshotId: await snapshotId(scan), relations: NONE })].join('');
}

interface StringCase {
  name: string;
  units: string;
  json: string;
}

describe('strings', () => {
  const { cases } = JSON.parse(text('json-strings.json')) as { cases: StringCase[] };
  test.each(cases)('$name', ({ units, json }) => {
    const string = String.fromCharCode(
      ...units
        .split(' ')
        .filter(Boolean)
        .map((unit) => Number.parseInt(unit, 16)),
    );
    expect(quote(string)).toBe(json);
    expect(JSON.stringify(string)).toBe(json);
  });
});

describe('the document', () => {
  test('equals the vector byte for byte', async () => {
    expect(await written(readScan(), true)).toBe(text('json-scan/full.json'));
  });

  test('is the same when rendered from the body of the snapshot id', async () => {
    const { id, body: stored } = await takeSnapshot(readScan(), 1_000_000);
    const pieces = [...renderJson(readScan(), { facts: true, snapshotId: id, relations: NONE, body: stored })];
    expect(stored).toBeDefined();
    expect(Buffer.concat(pieces.map((piece) => Buffer.from(piece))).toString()).toBe(text('json-scan/full.json'));
  });

  test('takeSnapshot does not return a body above the limit', async () => {
    const { id, body: stored } = await takeSnapshot(readScan(), 1000);
    expect(stored).toBeUndefined();
    expect(id).toBe(await snapshotId(readScan()));
  });

  test('describes each occurrence of a group by an id and by path, qualified name and lines', () => {
    const { groups } = JSON.parse(text('json-scan/full.json'));
    expect(groups.length).toBeGreaterThan(0);
    for (const { occurrences, members } of groups) {
      const ids = members.map((it: Record<string, unknown>) => `${it.path}#${it.qualified_name}@${it.start_line}`);
      expect(ids).toEqual(occurrences);
      for (const { start_line, end_line } of members) expect(end_line).toBeGreaterThanOrEqual(start_line);
    }
  });

  test('omits exactly the fact lists at detail files', async () => {
    expect(await written(readScan(), false)).toBe(text('json-scan/files.json'));
  });

  test('validates against the published schema', () => {
    for (const name of ['json-scan/full.json', 'json-scan/files.json']) {
      expect(validate(JSON.parse(text(name))), JSON.stringify(validate.errors)).toBe(true);
    }
  });

  test('the schema rejects an invalid document', () => {
    const broken = JSON.parse(text('json-scan/full.json'));
    broken.entries[0].status = 'fine';
    expect(validate(broken)).toBe(false);
  });

  test('the schema describes every property of the document', () => {
    const schema = JSON.parse(readFileSync(new URL('analyzer.scan.v1.schema.json', schemas), 'utf8'), (key, value) =>
      value?.properties === undefined || key === 'properties' ? value : { ...value, additionalProperties: false },
    );
    const closed = new Ajv2020({ discriminator: true, strict: false, allErrors: true }).compile(schema);
    closed(JSON.parse(text('json-scan/full.json')));
    expect(closed.errors).toBeNull();
  });

  test('an empty scan gives a valid document', async () => {
    const empty: Scan = {
      ...readScan(),
      entries: [],
      relations: new Map(),
      cycles: [],
      duplicate_files: [],
      groups: [],
      exclusions: [],
    };
    const document = JSON.parse(await written(empty, true));
    expect(validate(document)).toBe(true);
    expect(document.entries).toEqual([]);
    expect(document.coverage.complete_within_policy).toBe(true);
  });

  test('is rendered in chunks, also for a file with many facts', async () => {
    const scan = readScan();
    const file = scan.entries.find((entry): entry is FileEntry => entry.kind === 'file' && entry.facts !== undefined);
    if (file?.facts === undefined) throw new Error('the vector has no file with facts');
    const many = 200_000;
    const control = { kind: 'loop', depth: 0, line: 1, within: -1 } as const;
    file.facts.control = {
      kind: Array.from({ length: many }, () => control.kind),
      depth: Array.from({ length: many }, () => control.depth),
      line: Array.from({ length: many }, () => control.line),
      within: Array.from({ length: many }, () => control.within),
    };
    const pieces = [...renderJson(scan, { facts: true, snapshotId: '', relations: NONE })];
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(70_000);
  });

  test('rejects a scan whose lists differ in length', () => {
    const scan = readScan();
    scan.relations.delete('bin/backup');
    expect(() => [...body(scan, true)]).toThrow('no relations of bin/backup');
  });
});

describe('snapshot id', () => {
  test('is the digest of the document without the values that differ between runs', async () => {
    const { engine, root, snapshot_id, relations, runtime, ...rest } = JSON.parse(text('json-scan/full.json'));
    const { before, after } = identity(readScan());
    const bytes = [before, ...body(readScan(), true), ...after].join('');
    rest.exclusions = rest.exclusions.filter(({ reason }: { reason: string }) => reason !== 'own-output');
    rest.coverage.excluded = rest.exclusions.length;
    expect(JSON.parse(bytes)).toEqual(rest);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(snapshot_id);
  });

  test('depends on the options, but not on engine, root and runtime', async () => {
    const scan = readScan();
    const id = await snapshotId(scan);
    expect(await snapshotId({ ...scan, engine: 'native', root: 'x', runtime: { jobs: 9, wall_ms: 1 } })).toBe(id);
    expect(await snapshotId({ ...scan, options: { ...scan.options, min_nodes: 13 } })).not.toBe(id);
    expect(await snapshotId({ ...scan, options: { ...scan.options, min_near_nodes: 40 } })).not.toBe(id);
  });

  test('does not depend on own output and the parse cache among the exclusions', async () => {
    const scan = readScan();
    const id = await snapshotId(scan);
    const own = ['own-output', 'cache'].map((reason) => ({ path: reason, kind: 'file' as const, reason, rule: 'x' }));
    expect(await snapshotId({ ...scan, exclusions: [...scan.exclusions, ...own] })).toBe(id);
    const other = { path: 'x.png', kind: 'file' as const, reason: 'profile', rule: '*.png' };
    expect(await snapshotId({ ...scan, exclusions: [...scan.exclusions, other] })).not.toBe(id);
  });

  test('stops when the signal is aborted', async () => {
    const scan = readScan();
    scan.exclusions = Array.from({ length: 300_000 }, (_, n) => ({
      path: `${n}`,
      kind: 'file',
      reason: 'profile',
      rule: '*.png',
    }));
    await expect(snapshotId(scan, AbortSignal.abort())).rejects.toThrow('aborted');
  });
});
