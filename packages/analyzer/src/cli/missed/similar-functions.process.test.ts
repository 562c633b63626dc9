import { writeFiles } from '@analyzer/core/tree/fixture-folder.ts';
import { git } from '@analyzer/core/tree/git/git-fixture.ts';
import { expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

interface Prompt {
  mode: string;
  /** Lines of code inside of the function. */
  sent?: string;
  guard?: string;
}

/** Two devices have such a function, which differ in strings and in one statement. */
function device({ mode, sent = `self.send("${mode}")`, guard = '' }: Prompt): string {
  return [
    'class Device:',
    '    def enter(self, pattern, delay):',
    '        output = self.send(self.newline, strip=False)',
    `        if "${mode}" not in output:`,
    ...(guard === '' ? [] : [`            ${guard}`]),
    `            output = output + ${sent}`,
    '            self.wait(delay, pattern)',
    `            if "unknown ${mode}" in output:`,
    `                raise ValueError("no mode ${mode}")`,
    '        return self.cleaned(output, self.newline)',
    '',
  ].join('\n');
}

const [CISCO, JUNIPER] = ['config term', 'edit'];

/** @returns targets and properties of the findings after a commit that changes the first device */
async function findingsOf(
  change: Partial<Prompt>,
  other: Partial<Prompt> = {},
  engine = 'portable',
  also: Record<string, string> = {},
) {
  const folder = folderWith({});
  git(folder, 'init', '-q', '-b', 'main');
  const commit = (files: Record<string, string>, message: string) => {
    writeFiles(folder, files);
    git(folder, 'add', '-A');
    git(folder, 'commit', '-q', '-m', message);
  };
  commit({ 'cisco.py': device({ mode: CISCO }), 'juniper.py': device({ mode: JUNIPER, ...other }) }, 'add devices');
  commit({ 'cisco.py': device({ mode: CISCO, ...change }), ...also }, 'fix: wait for the mode');
  const { stdout } = await analyzer(['missed', '--include', 'unlikely', '--format', 'json', '--engine', engine], {
    cwd: folder,
  });
  const { findings } = JSON.parse(stdout) as {
    findings: { target: string; properties: string[]; hunks: { evidence: string; merges: boolean }[] }[];
  };
  return findings.map(({ target, properties, hunks: [hunk] }) => ({
    target,
    isInSimilarFunction: properties.includes('similar-function'),
    evidence: hunk?.evidence,
    merges: hunk?.merges,
  }));
}

const FOUND = [{ target: 'juniper.py', isInSimilarFunction: true, evidence: 'one-sided', merges: false }];

test.for(['portable', 'native'])(
  'an argument that a statement with another string lacks is a finding: %s engine',
  async (engine) => {
    expect(await findingsOf({ sent: `self.send("${CISCO}", strip=False)` }, {}, engine)).toEqual(FOUND);
  },
);

test('a statement between others than those of the copy is a finding', async () => {
  expect(await findingsOf({ guard: 'self.clear(output)' })).toEqual(FOUND);
});

test('a copy that has something else there is not a finding', async () => {
  expect(await findingsOf({ guard: 'self.clear(output)' }, { guard: 'self.flush()' })).toEqual([]);
});

test('a copy without the replaced elements is not a finding', async () => {
  expect(await findingsOf({ sent: `self.send("${CISCO}", strip=False)` }, { sent: 'self.ask()' })).toEqual([]);
});

test('a similar function that the commit edits in another way is not a finding', async () => {
  const edited = device({ mode: JUNIPER }).replace('self.newline, strip', 'self.end, strip');
  const found = await findingsOf({ guard: 'self.clear(output)' }, {}, 'portable', { 'juniper.py': edited });
  expect(found.filter(({ target }) => target === 'juniper.py')).toEqual([]);
});
