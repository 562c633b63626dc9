import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FAMILY_IDS, ResultCase, sha256 } from './result-fixture.ts';
import { sources } from './source-fixture.ts';

const [FIRST = '', SECOND = ''] = FAMILY_IDS;
const DOCUMENT = 'result.json';
const LOG = { path: 'logs/unit.log', sha256: sha256('all passed') };
const TEST = { name: 'unit', command_text: 'npm test', exit_code: 0, log: LOG };
const PACKED = { path: 'money-1.2.0.tgz', sha256: sha256('BZhack'), bytes: 6, role: 'package' };
const ROUND = 'packages/money/src/round.ts';

test.each(['design', 'package', 'verify', 'migrate', 'validate', 'route-review'] as const)(
  'a complete result of the stage %s is accepted',
  async (stage) => {
    expect(await new ResultCase(stage).verify()).toEqual([]);
  },
);

/** How to tamper with a verify result, and the expected refusal; `@` is the artifact folder. */
const TAMPERING: [title: string, tamper: (it: ResultCase) => void, refusal: string][] = [
  ['without a result', (it) => it.remove(it.in(DOCUMENT)), 'no_result @result.json'],
  ['without an artifact folder', (it) => it.remove('.analyzer-artifacts'), 'no_result @result.json'],
  ['result that is not JSON', (it) => it.write(it.in(DOCUMENT), '{'), 'invalid_result @result.json'],
  [
    'result with an unknown property',
    (it) => it.write(it.in(DOCUMENT), JSON.stringify({ ...it.result, x: 1 })),
    'invalid_result @result.json',
  ],
  [
    'result of a failed test',
    (it) => it.writeResult({ tests: [{ ...TEST, exit_code: 1 }] }),
    'invalid_result @result.json',
  ],
  [
    'result of another task',
    (it) => it.writeResult({ task_key: `verify-${'0'.repeat(20)}` }),
    'other_task @result.json',
  ],
  ['result for other inputs', (it) => it.writeResult({ input_digest: '0'.repeat(64) }), 'other_input @result.json'],
  [
    'result for another handoff',
    (it) => it.writeResult({ handoff_digest: '0'.repeat(64) }),
    'other_handoff @result.json',
  ],
  ['result that needs a review', (it) => it.writeResult({ status: 'needs_review' }), 'needs_review @result.json'],
  ['failed result', (it) => it.writeResult({ status: 'failed' }), 'failed @result.json'],
  ['changed artifact', (it) => it.write(it.in('money-1.2.0.tgz'), 'PACKED'), 'artifact_changed @money-1.2.0.tgz'],
  ['longer artifact', (it) => it.write(it.in('money-1.2.0.tgz'), 'packed '), 'artifact_changed @money-1.2.0.tgz'],
  ['missing artifact', (it) => it.remove(it.in('money-1.2.0.tgz')), 'missing_artifact @money-1.2.0.tgz'],
  [
    'wrong digest of an artifact',
    (it) => it.writeResult({ artifacts: [{ ...PACKED, sha256: '0'.repeat(64) }] }),
    'artifact_changed @money-1.2.0.tgz',
  ],
  [
    'wrong size of an artifact',
    (it) => it.writeResult({ artifacts: [{ ...PACKED, bytes: 7 }] }),
    'artifact_changed @money-1.2.0.tgz',
  ],
  [
    'artifact larger than allowed',
    (it) => truncateSync(join(it.root, it.in('money-1.2.0.tgz')), 300 * 1024 * 1024),
    'too_large @money-1.2.0.tgz',
  ],
  [
    'result larger than allowed',
    (it) => truncateSync(join(it.root, it.in(DOCUMENT)), 17 * 1024 * 1024),
    'too_large @result.json',
  ],
  [
    'artifact that is a link to the same bytes',
    (it) => replaceByLink(it, it.in('money-1.2.0.tgz')),
    'link @money-1.2.0.tgz',
  ],
  ['artifact in a linked folder', (it) => replaceByLink(it, it.in('logs')), 'link @logs/unit.log'],
  ['linked artifact folder', (it) => replaceByLink(it, it.in('').slice(0, -1)), 'link @result.json'],
  ['linked folder of all artifacts', (it) => replaceByLink(it, '.analyzer-artifacts'), 'link @result.json'],
  ['artifact that is a folder', (it) => replaceByFolder(it, it.in('money-1.2.0.tgz')), 'not_a_file @money-1.2.0.tgz'],
  ['artifact that is a FIFO', (it) => replaceByFifo(it, it.in('money-1.2.0.tgz')), 'not_a_file @money-1.2.0.tgz'],
  ['result that is a FIFO', (it) => replaceByFifo(it, it.in(DOCUMENT)), 'not_a_file @result.json'],
  ['missing log', (it) => it.remove(it.in('logs/unit.log')), 'missing_log @logs/unit.log'],
  ['changed log', (it) => it.write(it.in('logs/unit.log'), 'all failed'), 'log_changed @logs/unit.log'],
  ['result without tests', (it) => it.writeResult({ tests: [] }), 'no_tests @result.json'],
  ['result without a package', (it) => it.writeResult({ package: null }), 'no_package @result.json'],
  [
    'other package',
    (it) => it.writeResult({ package: { name: '@shop/prices', version: '1.2.0' } }),
    'other_package @result.json',
  ],
  [
    'other version than the package task',
    (it) => it.writeResult({ package: { name: '@shop/money', version: '1.2.1' } }),
    'other_package @result.json',
  ],
  [
    'family without an export',
    (it) => it.writeResult({ exports: it.result.exports.slice(1) }),
    'missing_export @result.json',
  ],
  [
    'export of an unknown family',
    (it) =>
      it.writeResult({
        exports: [...it.result.exports, { family_id: `f_${'9'.repeat(20)}`, symbol: 'x', path: ROUND }],
      }),
    'unknown_export @result.json',
  ],
  ['exported file that is missing', (it) => it.remove(ROUND), `missing_export ${ROUND}`],
  [
    'export outside of the package',
    (it) => it.writeResult({ exports: [{ family_id: FIRST, symbol: 'x', path: 'src/cart.ts' }, ...it.result.exports] }),
    'unsafe_path @result.json',
  ],
  ['result without a licence review', (it) => it.writeResult({ license: null }), 'no_license @result.json'],
  [
    'licence evidence that is missing',
    (it) => it.remove('packages/money/LICENSE'),
    'missing_evidence packages/money/LICENSE',
  ],
  [
    'licence evidence that is empty',
    (it) => it.write('packages/money/LICENSE', ''),
    'missing_evidence packages/money/LICENSE',
  ],
  [
    'licence evidence through a link',
    (it) => replaceByLink(it, 'packages/money/LICENSE'),
    'missing_evidence packages/money/LICENSE',
  ],
  [
    'changed file of a stage that changes none',
    (it) =>
      it.writeResult({ changed_files: [{ path: ROUND, before: null, after: sha256('export function roundTo() {}') }] }),
    `unexpected_change ${ROUND}`,
  ],
];

describe('a verify result is refused', () => {
  test.each(TAMPERING)('%s', async (_, tamper, refusal) => {
    const it = new ResultCase('verify');
    tamper(it);
    expect(await it.verify()).toContain(refusal.replace('@', it.in('')));
  });

  test.each(['../x', 'a/../../x', '/etc/passwd', './x', 'a//b', 'a/.', 'a\u0000b'])(
    'with the artifact path %j, by the schema',
    async (path) => {
      const it = new ResultCase('verify');
      it.writeResult({ artifacts: [{ ...PACKED, path }] });
      const [refusal] = await it.verify();
      expect(refusal).toMatch(/^(invalid_result|unsafe_path) .*result\.json$/);
    },
  );

  test.each([
    '..\\x',
    'C:x',
    'a\\..\\b',
    'NUL',
    'logs/con.txt',
    'COM1.log',
    'x.',
    'x ',
    'a:b',
    'result.json',
    'Result.JSON',
    'handoff.json',
    'x'.repeat(256),
  ])('with the artifact path %j', async (path) => {
    const it = new ResultCase('verify');
    it.writeResult({ artifacts: [PACKED, { ...PACKED, path }] });
    expect(await it.verify()).toEqual([`unsafe_path ${it.in(DOCUMENT)}`]);
  });

  test.each([
    ['a.log', 'A.log'],
    ['Docs/a', 'docs/b'],
    ['caf\u00e9', 'cafe\u0301'],
  ])('with the colliding paths %j and %j', async (one, other) => {
    const it = new ResultCase('verify');
    it.writeResult({
      artifacts: [
        { ...PACKED, path: one },
        { ...PACKED, path: other },
      ],
    });
    expect(await it.verify()).toEqual([`path_collision ${it.in(DOCUMENT)}`]);
  });

  test('with an artifact that is a socket', async () => {
    const it = new ResultCase('verify');
    it.remove(it.in('money-1.2.0.tgz'));
    // The system limits the path of a new socket to about 100 bytes.
    const path = join(tmpdir(), 's');
    const server = createServer().listen(path);
    await new Promise((resolve) => server.on('listening', resolve));
    renameSync(path, join(it.root, it.in('money-1.2.0.tgz')));
    try {
      expect(await it.verify()).toEqual([`not_a_file ${it.in('money-1.2.0.tgz')}`]);
    } finally {
      server.close();
    }
  });
});

describe('changed files', () => {
  const change = (path: string, before: string | null, after: string | null) => ({
    changed_files: [{ path, before, after }],
  });

  test('a file that differs from its hash after the task is refused', async () => {
    const it = new ResultCase('migrate');
    it.write(ROUND, 'edited');
    expect(await it.verify()).toEqual([`file_changed ${ROUND}`]);
  });

  test('a file that a later task changed is accepted', async () => {
    const it = new ResultCase('migrate');
    it.write(ROUND, 'edited');
    expect(await it.verify({ later: new Map([[ROUND, new Set([sha256('edited')])]]) })).toEqual([]);
  });

  test('a deleted file is accepted, and refused when it exists again', async () => {
    const it = new ResultCase('migrate');
    it.writeResult(change('src/cart.ts', sha256('cart'), null));
    expect(await it.verify()).toEqual([]);
    it.write('src/cart.ts', 'cart');
    expect(await it.verify()).toEqual(['file_changed src/cart.ts']);
  });

  test('a file that is missing is refused', async () => {
    const it = new ResultCase('migrate');
    it.remove(ROUND);
    expect(await it.verify()).toContain(`file_changed ${ROUND}`);
  });

  test.each([null, sha256('another')])('an unknown hash before the task is refused: %s', async (before) => {
    const it = new ResultCase('migrate');
    it.write('src/cart.ts', 'new');
    it.writeResult(change('src/cart.ts', before, sha256('new')));
    expect(await it.verify()).toEqual(['other_before src/cart.ts']);
  });

  test.each(['.git/hooks/pre-commit', '.GIT/config', '.tracker/x', '.analyzer-artifacts/x', 'a\\b'])(
    'the path %j is refused',
    async (path) => {
      const it = new ResultCase('migrate');
      it.writeResult(change(path, null, sha256('x')));
      expect(await it.verify()).toEqual([`unsafe_path ${it.in(DOCUMENT)}`]);
    },
  );

  test('a changed file through a link is refused', async () => {
    const it = new ResultCase('migrate');
    replaceByLink(it, 'packages/money/src');
    expect(await it.verify()).toContain(`link ${ROUND}`);
  });
});

describe('a proposal is refused', () => {
  const cases: [title: string, change: Parameters<ResultCase['writeProposal']>[0], refusal: string][] = [
    ['of another task', { task_key: `design-${'0'.repeat(20)}` }, 'other_task'],
    ['for other inputs', { input_digest: '0'.repeat(64) }, 'other_input'],
    ['that a person must decide', { decision: 'needs_review' }, 'needs_review'],
    ['with evidence that the context does not have', { evidence_ids: ['E1', 'E9'] }, 'unknown_evidence'],
    ['with a package of another task', { targets: targets('prices', 'new') }, 'other_target'],
    ['with two targets of a family', { targets: [...targets('new', 'new'), ...targets('new', 'new')] }, 'other_target'],
    ['without a target of a family', { targets: targets('new', 'new').slice(1) }, 'other_target'],
    [
      'with an unknown family',
      { targets: [...targets('new', 'new'), { family_id: `f_${'9'.repeat(20)}`, package_id: 'new' }] },
      'other_target',
    ],
    ['without an export of a family', { exports: exportsOf(FIRST) }, 'missing_export'],
    ['with an export of a family that keeps its copies', { targets: targets('keep_local', 'new') }, 'unknown_export'],
    ['that is invalid', { rationale: [] }, 'invalid_proposal'],
  ];

  test.each(cases)('%s', async (_, change, reason) => {
    const it = new ResultCase('design');
    it.writeProposal(change);
    expect(await it.verify()).toContain(`${reason} ${it.in('proposal.json')}`);
  });

  test('that is missing', async () => {
    const it = new ResultCase('design');
    it.remove(it.in('proposal.json'));
    expect(await it.verify()).toContain(`no_proposal ${it.in('proposal.json')}`);
  });

  test('that the result does not list', async () => {
    const it = new ResultCase('design');
    it.writeResult();
    expect(await it.verify()).toEqual([`no_proposal ${it.in('result.json')}`]);
  });

  test('that changed after it was listed', async () => {
    const it = new ResultCase('design');
    it.write(it.in('proposal.json'), `${JSON.stringify(it.proposal)} `);
    expect(await it.verify()).toContain(`artifact_changed ${it.in('proposal.json')}`);
  });

  test('of a route review with a package that is not a candidate', async () => {
    const it = new ResultCase('route-review');
    it.writeProposal({ targets: targets('elsewhere', 'money') });
    expect(await it.verify()).toContain(`other_target ${it.in('proposal.json')}`);
  });
});

test('a proposal that keeps one family local is accepted', async () => {
  const it = new ResultCase('design');
  it.writeProposal({ targets: targets('keep_local', 'new'), exports: exportsOf(SECOND) });
  expect(await it.verify()).toEqual([]);
});

function targets(first: string, second: string) {
  return [
    { family_id: FIRST, package_id: first },
    { family_id: SECOND, package_id: second },
  ];
}

function exportsOf(...ids: string[]) {
  return ids.map((id) => ({ family_id: id, symbol: 'roundTo', signature: null }));
}

/** Moves a file or folder out of the project and links to it. */
function replaceByLink(it: ResultCase, path: string): void {
  const outside = join(it.root, '..', 'outside');
  renameSync(join(it.root, path), outside);
  symlinkSync(outside, join(it.root, path));
}

function replaceByFolder(it: ResultCase, path: string): void {
  it.remove(path);
  mkdirSync(join(it.root, path));
  writeFileSync(join(it.root, path, 'x'), '');
}

function replaceByFifo(it: ResultCase, path: string): void {
  it.remove(path);
  execFileSync('mkfifo', [join(it.root, path)]);
}

describe('an export', () => {
  const PATHS: [title: string, path: string, content: string, symbol: string, isAccepted: boolean][] = [
    ['a TypeScript function', 'round.ts', 'export function roundTo(): void {}\n', 'roundTo', true],
    ['a function that is not exported', 'round.ts', 'function roundTo() {}\n', 'roundTo', false],
    ['an arrow function', 'round.ts', 'export const roundTo = (x: number) => x;\n', 'roundTo', true],
    ['a function in a list of exports', 'round.js', 'function r() {}\nexport { r as roundTo };\n', 'roundTo', true],
    ['a default export', 'round.js', 'export default function roundTo() {}\n', 'default', true],
    ['a CommonJS export', 'round.cjs', 'function roundTo() {}\nmodule.exports = { roundTo };\n', 'roundTo', true],
    ['a function of another file', 'index.ts', "export { roundTo } from './round.ts';\n", 'roundTo', false],
    ['a name in a comment', 'round.ts', '// export function roundTo() {}\n', 'roundTo', false],
    ['a name in a string', 'round.ts', "export const text = 'function roundTo() {}';\n", 'roundTo', false],
    ['a method of that name', 'round.ts', 'export class A { roundTo() {} }\n', 'roundTo', false],
    ['a method with its class', 'round.ts', 'export class A { roundTo() {} }\n', 'A.roundTo', true],
    ['a Python function', '__init__.py', 'def round_to(x):\n    return x\n', 'round_to', true],
    [
      'a Python function that __all__ lacks',
      'a.py',
      '__all__ = ["b"]\ndef round_to(x):\n    return x\n',
      'round_to',
      false,
    ],
    ['a PHP function', 'round.php', '<?php\nnamespace Shop;\nfunction round_to($x) { return $x; }\n', 'round_to', true],
    ['a Bash function', 'round.sh', 'round_to() {\n  echo "$1"\n}\n', 'round_to', true],
    ['a file with a syntax error', 'round.js', 'export function roundTo( {\n', 'roundTo', false],
    ['a file without a language', 'round.txt', 'export function roundTo() {}\n', 'roundTo', false],
  ];

  test.each(PATHS)(
    'that names %s (%s) is checked by parsing the file',
    async (_, file, content, symbol, isAccepted) => {
      const it = new ResultCase('verify');
      const path = `packages/money/src/${file}`;
      it.write(path, content);
      it.writeResult({ exports: FAMILY_IDS.map((id) => ({ family_id: id, symbol, path })) });
      const refusals = await it.verify();
      expect(new Set(refusals)).toEqual(new Set(isAccepted ? [] : [`undeclared_export ${path}`]));
    },
  );
});

test('a copy of a family that the design keeps may stay', async () => {
  const it = new ResultCase('migrate');
  const content = 'export function roundTo(x: number) {\n  return x;\n}\n';
  it.write('src/cart.ts', content);
  const parsed = await sources.of('src/cart.ts', Buffer.from(content), sha256(content));
  const fingerprints = 'facts' in parsed ? parsed.facts.declarations.flatMap((one) => one.function_body ?? []) : [];
  expect(fingerprints).toHaveLength(1);
  const copies = [{ family_id: FIRST, path: 'src/cart.ts', qualified_name: 'roundTo', fingerprints }];
  const observed = { ...it.expected.observed, copies };
  expect(await it.verify({ observed })).toEqual(['copy_remains src/cart.ts']);
  expect(await it.verify({ observed, kept: new Set([FIRST]) })).toEqual([]);
  it.remove('src/cart.ts');
  expect(await it.verify({ observed })).toEqual([]);
});
