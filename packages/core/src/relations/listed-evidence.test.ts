import { expect, test } from 'vitest';
import { ComparedFiles } from './compared-files.ts';
import { inputOf, type Project, sourceOf } from './fixture.ts';
import { listedEvidence } from './listed-evidence.ts';

/** The evidence of a group of all lines of all files. */
async function evidenceOf(project: Project) {
  const { files, listed } = inputOf(project, [Object.keys(project)]);
  const evidence = await listedEvidence(listed, new ComparedFiles(files, sourceOf(project), undefined));
  return evidence.get('g_0');
}

test('only equal lines in runs of three count', async () => {
  const one = ['a()', 'if (b) {', 'c = 1', 'x = 1;', 'd(x)', 'e[1]()', 'y = 1;', 'return f'];
  const other = ['a()', '// note', 'if (b) {', 'c = 1', 'x = 2;', 'd(x)', 'e[1]()', 'y = 2;', 'return f'];
  expect(await evidenceOf({ 'a.js': one, 'b.js': other })).toEqual({
    paths: ['a.js', 'b.js'],
    lines: [8, 8],
    equal: [3],
    areRows: false,
  });
});

test('lines that are equal except for names and texts are rows', async () => {
  const rows = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name} = Column('${name}(x)', String)`);
  expect(await evidenceOf({ 'a.py': rows, 'b.py': rows })).toMatchObject({ areRows: true, equal: [6] });
  const code = ['def f(x):', 'y = x[1]', 'if y > 2:', 'return y', 'z = g(y) + 1', 'return z'];
  expect(await evidenceOf({ 'a.py': code, 'b.py': code })).toMatchObject({ areRows: false, equal: [6] });
});
