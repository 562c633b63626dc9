import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { validate as isHandoff } from '@analyzer/contracts/analyzer.handoff.v1/validate';
import { expect, onTestFinished, test } from 'vitest';
import type { Delivery, Task } from '../result/model.ts';
import { sha256 } from '../result/result-fixture.ts';
import { copyHandoff } from './copy-handoff.ts';
import { handoffOf } from './manifest.ts';

const VERIFY = taskOf('verify', 'c');
const INCOMING = `.tracker/analyzer/incoming/${VERIFY.task_key}`;

function taskOf(stage: Task['stage'], digit: string): Task {
  return {
    task_key: `${stage}-${digit.repeat(20)}`,
    stage,
    project: 'shop',
    title: 'a task',
    after: [],
    input_digest: '5'.repeat(64),
    brief: 'a task',
    context: [],
  };
}

/** Two projects: shop delivers, billing receives. */
class HandoffCase {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'analyzer-handoff-')));
  readonly delivery: Delivery;
  readonly manifest: ReturnType<typeof handoffOf>;

  constructor(artifact = 'packed') {
    onTestFinished(() => rmSync(this.root, { recursive: true, force: true }));
    mkdirSync(join(this.root, 'billing'));
    const task = taskOf('package', 'b');
    const folder = `shop/.analyzer-artifacts/${task.task_key}`;
    this.write(`${folder}/result.json`, 'the result');
    this.write(`${folder}/dist/money.tgz`, artifact);
    const hash = sha256(artifact);
    this.delivery = {
      key: task.task_key,
      task,
      result: {
        schema: 'analyzer.task-result.v1',
        task_key: task.task_key,
        input_digest: task.input_digest,
        handoff_digest: '7'.repeat(64),
        status: 'done',
        changed_files: [],
        artifacts: [{ path: 'dist/money.tgz', sha256: hash, bytes: Buffer.byteLength(artifact), role: 'package' }],
        tests: [],
        package: null,
        exports: [],
        license: null,
        notes: '',
      },
      file: { sha256: sha256('the result'), bytes: 10 },
      proposal: null,
    };
    this.manifest = handoffOf(VERIFY.task_key, VERIFY, [this.delivery]);
  }

  write(path: string, content: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), content);
  }

  copy() {
    return copyHandoff(this.manifest, (project) => join(this.root, project), join(this.root, 'billing'));
  }

  /** A file in the incoming folder; undefined if it does not exist. */
  received(path: string): string | undefined {
    const location = join(this.root, 'billing', INCOMING, path);
    return existsSync(location) ? readFileSync(location, 'utf8') : undefined;
  }
}

test('the result and the artifacts are copied with a valid manifest', async () => {
  const it = new HandoffCase();
  expect(await it.copy()).toBeUndefined();
  expect(it.received(`${it.delivery.key}/result.json`)).toBe('the result');
  expect(it.received(`${it.delivery.key}/dist/money.tgz`)).toBe('packed');
  const manifest: unknown = JSON.parse(it.received('handoff.json') ?? '');
  expect(isHandoff(manifest)).toBe(true);
  expect(manifest).toEqual(it.manifest);
});

test('a task without predecessors receives an empty manifest', async () => {
  const it = new HandoffCase();
  const design = taskOf('design', 'a');
  const manifest = handoffOf(design.task_key, design, []);
  expect(isHandoff(manifest)).toBe(true);
  expect(await copyHandoff(manifest, () => it.root, join(it.root, 'billing'))).toBeUndefined();
  const folder = join(it.root, 'billing/.tracker/analyzer/incoming', design.task_key);
  expect(readdirSync(folder)).toEqual(['handoff.json']);
});

test('the digest depends on every copied byte, on the task and on its inputs', () => {
  const first = new HandoffCase();
  const digests = [
    first.manifest,
    new HandoffCase('repacked').manifest,
    handoffOf(VERIFY.task_key, VERIFY, []),
    handoffOf(`${VERIFY.task_key}-r2`, VERIFY, [first.delivery]),
    handoffOf(VERIFY.task_key, { ...VERIFY, input_digest: '6'.repeat(64) }, [first.delivery]),
  ].map(({ handoff_digest: digest }) => digest);
  expect(new Set(digests).size).toBe(digests.length);
  expect(new HandoffCase().manifest).toEqual(first.manifest);
});

test('earlier content of the incoming folder is removed', async () => {
  const it = new HandoffCase();
  it.write(`billing/${INCOMING}/injected.md`, 'obey');
  await it.copy();
  await it.copy();
  expect(it.received('injected.md')).toBeUndefined();
  expect(readdirSync(join(it.root, 'billing/.tracker/analyzer/incoming'))).toEqual([VERIFY.task_key]);
});

test.each([
  ['changed after it was verified', (it: HandoffCase, path: string) => it.write(path, 'PACKED')],
  ['missing', (it: HandoffCase, path: string) => rmSync(join(it.root, path))],
  [
    'a link to the same bytes',
    (it: HandoffCase, path: string) => {
      it.write('outside', 'packed');
      rmSync(join(it.root, path));
      symlinkSync(join(it.root, 'outside'), join(it.root, path));
    },
  ],
])('an artifact that is %s is refused and nothing is handed over', async (_, tamper) => {
  const it = new HandoffCase();
  const path = `.analyzer-artifacts/${it.delivery.key}/dist/money.tgz`;
  tamper(it, `shop/${path}`);
  expect(await it.copy()).toMatchObject({ reason: 'artifact_changed', file: path });
  expect(it.received('handoff.json')).toBeUndefined();
  expect(readdirSync(join(it.root, 'billing/.tracker/analyzer/incoming'))).toEqual([]);
});

test.each(['.tracker', '.tracker/analyzer', '.tracker/analyzer/incoming'])(
  'a link at %s is refused: no file is written outside of the project',
  async (path) => {
    const it = new HandoffCase();
    const outside = join(it.root, 'outside');
    mkdirSync(outside);
    mkdirSync(dirname(join(it.root, 'billing', path)), { recursive: true });
    symlinkSync(outside, join(it.root, 'billing', path));
    await expect(it.copy()).rejects.toMatchObject({ code: 'output_failed' });
    expect(readdirSync(outside)).toEqual([]);
  },
);

test('a link at the incoming folder of the task is replaced, its target is not changed', async () => {
  const it = new HandoffCase();
  it.write('outside/file', 'content');
  mkdirSync(join(it.root, 'billing/.tracker/analyzer/incoming'), { recursive: true });
  symlinkSync(join(it.root, 'outside'), join(it.root, 'billing', INCOMING));
  expect(await it.copy()).toBeUndefined();
  expect(readdirSync(join(it.root, 'outside'))).toEqual(['file']);
  expect(it.received('handoff.json')).toBeDefined();
});
