import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CheckedEntry } from '@analyzer/contracts/analyzer.manifest-report.v1';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readManifest } from '#manifest/validate-manifest.ts';
import { createPortableEngine } from '#parse/portable/engine.ts';
import { buildWorker, type WorkerFixture } from '#parse/portable/worker-fixture.ts';
import { completeOptions } from '#scan/options.ts';
import { scan } from '#scan/scan.ts';
import changes from '../../../../fixtures/manifest/effect-changes.json' with { type: 'json' };
import { checkManifest } from './check.ts';
import { type CodeProject, projectOf } from './project.ts';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'manifest-mutation-'));
/** Real functions, by language; 60 in all. */
const WANTED = { javascript: 20, python: 20, php: 12, bash: 8 };

/** Lines of a file; each mutation changes a copy of it. */
const LONGEST = 600;

interface Change {
  effect: string;
  text: string;
  import?: string;
  decidable: boolean;
}

interface Sample {
  language: keyof typeof WANTED;
  path: string;
  scope: string;
  /** 1-based line before which a statement can be inserted. */
  bodyLine: number;
}

let worker: WorkerFixture;
beforeAll(async () => {
  worker = await buildWorker(repository);
}, 120_000);
afterAll(() => {
  worker.remove();
  rmSync(folder, { recursive: true });
});

async function read(path: string): Promise<CodeProject> {
  const engine = createPortableEngine({ jobs: 2, workerPath: worker.path });
  try {
    return projectOf(await scan(path, completeOptions({ all: true }), { engine }));
  } finally {
    await engine.close();
  }
}

/** The first line of a function body, if the function has an opening line followed by statements. */
function bodyLine(lines: readonly string[], start: number, end: number, opening: RegExp): number | undefined {
  const first = lines[start - 1] ?? '';
  const next = lines[start] ?? '';
  return end > start + 1 && opening.test(first) && /^\s+[\w$]/.test(next) ? start + 1 : undefined;
}

/** The opening of a body, not of a destructured parameter. */
const OPENINGS = {
  javascript: /(?:\)[^({]*|=>\s*)\{\s*$/,
  python: /^\s*(?:async )?def .*:\s*$/,
  php: /\{\s*$/,
  bash: /\{\s*$/,
};

function languageOf(path: string): keyof typeof WANTED | undefined {
  const ending = extname(path);
  if (['.js', '.ts'].includes(ending)) return 'javascript';
  if (ending === '.py') return 'python';
  if (ending === '.php') return 'php';
  return ['.sh', '.bash'].includes(ending) ? 'bash' : undefined;
}

function samplesOf(project: CodeProject): Sample[] {
  const samples: Sample[] = [];
  for (const file of project.files.values()) {
    const language = languageOf(file.path);
    if (language === undefined || file.gap !== undefined) continue;
    const lines = readFileSync(join(folder, 'real', file.path), 'utf8').split('\n');
    if (lines.length > LONGEST) continue;
    const names = file.declarations.map(({ qualifiedName }) => qualifiedName);
    for (const { kind, qualifiedName, startLine, endLine } of file.declarations) {
      if (kind !== 'function' && kind !== 'method') continue;
      if (names.filter((name) => name === qualifiedName).length > 1) continue;
      const line = bodyLine(lines, startLine, endLine, OPENINGS[language]);
      if (line === undefined) continue;
      samples.push({ language, path: file.path, scope: `${kind}:${qualifiedName}`, bodyLine: line });
    }
  }
  return (['javascript', 'python', 'php', 'bash'] as const).flatMap((language) => {
    const all = samples.filter((sample) => sample.language === language);
    const step = Math.max(1, Math.floor(all.length / WANTED[language]));
    return all.filter((_, index) => index % step === 0).slice(0, WANTED[language]);
  });
}

function changed(text: string, { bodyLine: line, language }: Sample, change: Change): string {
  const lines = text.split('\n');
  const indent = /^\s*/.exec(lines[line - 1] ?? '')?.[0] ?? '';
  lines.splice(line - 1, 0, indent + change.text);
  if (change.import !== undefined) {
    const isFuture = (it: string) => /^from __future__/.test(it);
    const at = language === 'python' ? lines.findLastIndex(isFuture) + 1 : 0;
    lines.splice(at, 0, change.import);
  }
  return lines.join('\n');
}

test('in 60 real functions each added decidable effect is detected, and no undecidable one holds', async () => {
  for (const source of [
    'fixtures/mutants',
    'fixtures/truth',
    'packages/core/src/relate',
    'packages/core/src/tree/globs',
  ]) {
    cpSync(join(repository, source), join(folder, 'real', source), {
      recursive: true,
      filter: (path) => !/\.(?:json|md|test\.ts)$/.test(path),
    });
  }
  const samples = samplesOf(await read(join(folder, 'real')));
  expect(samples.length).toBe(60);

  const files: Record<string, object[]> = {};
  const put = (path: string, text: string, scope: string, effect: string) => {
    mkdirSync(dirname(join(folder, 'changed', path)), { recursive: true });
    writeFileSync(join(folder, 'changed', path), text);
    files[path] = [{ id: path, scope, intent: 'Has such an effect.', forbid: [effect], require: [effect] }];
  };
  const cases = samples.flatMap((sample, index) => {
    const all: Change[] = changes[sample.language];
    const kinds = [all.filter(({ decidable }) => decidable), all.filter(({ decidable }) => !decidable)];
    return kinds.map((kind) => {
      const change = kind[index % kind.length] ?? { effect: '', text: '', decidable: false };
      const name = `${index}-${change.decidable ? 'sure' : 'unsure'}/${sample.path}`;
      const text = readFileSync(join(folder, 'real', sample.path), 'utf8');
      put(`with/${name}`, changed(text, sample, change), sample.scope, change.effect);
      put(`without/${name}`, text, sample.scope, change.effect);
      return { name, change, sample };
    });
  });

  const { root } = readManifest(JSON.stringify({ files }), {});
  if (root === undefined) throw new Error('no manifest');
  const project = await read(join(folder, 'changed'));
  const report = checkManifest(root, project, { effects: 'open', baseline: new Set() });
  const entries = new Map(report.contracts.map((it) => [it.id, it.entries]));
  const statuses = new Map([...entries].map(([id, its]) => [id, its[0]?.status]));

  const wrong = cases.flatMap(({ name, change, sample: { scope, bodyLine } }) => {
    const [before, after] = [statuses.get(`without/${name}`), statuses.get(`with/${name}`)];
    const [forbidden, required] = entries.get(`with/${name}`) ?? [];
    const line = bodyLine + (change.import === undefined ? 0 : 1);
    const isShown = (evidence: CheckedEntry['evidence'] = []) => evidence.some((it) => it.line === line);
    const isRight = change.decidable
      ? after === 'violated' && required?.status === 'holds' && isShown(forbidden?.evidence)
      : after !== 'holds' && required?.status !== 'violated';
    return isRight && before !== undefined ? [] : [{ scope, change: change.text, before, after, required }];
  });
  expect(wrong).toEqual([]);

  // A removed effect is no longer detected, unless the function had it before.
  const sure = cases.filter(({ change }) => change.decidable);
  const removed = sure.filter(({ name }) => statuses.get(`without/${name}`) !== 'violated');
  expect(removed.length).toBeGreaterThan(50);
  // Guards against a check that decides nothing.
  expect(sure.filter(({ name }) => statuses.get(`without/${name}`) === 'holds').length).toBeGreaterThan(9);
}, 120_000);
