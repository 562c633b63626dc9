import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { secretValues } from './secret-values.ts';

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'analyzer-secrets-')));
});
afterEach(() => rmSync(root, { recursive: true }));

test('values of variables with the name of a secret are found', () => {
  const environment = {
    GITHUB_TOKEN: 'correct-horse',
    ANALYZER_API_TOKEN: 'battery-staple',
    OPENAI_API_KEY: 'sesame-open-1',
    npm_config__auth: 'dXNlcjpwYXNz',
    DEPLOY_PRIVATE_KEY: 'first-line-of-key\nsecond-line-of-key\n',
    PATH: '/usr/bin:/bin',
    SSH_AUTH_SOCK: '/tmp/agent.1',
    SHORT_TOKEN: 'abc',
  };
  const expected = ['correct-horse', 'battery-staple', 'sesame-open-1', 'dXNlcjpwYXNz'];
  expect(secretValues(environment, root)).toEqual([...expected, 'first-line-of-key', 'second-line-of-key']);
});

test('values of the settings of the tracker are found', () => {
  mkdirSync(join(root, '.planfile'));
  const text =
    'integrations:\n  github:\n    repo: acme/shop\n    token: "from-the-store" # note\n    api_token: $GITHUB_TOKEN\n';
  writeFileSync(join(root, '.planfile/github.planfile.yaml'), text);
  writeFileSync(join(root, 'jira.planfile.yml'), 'integrations: \n  jira:\n    api_key: from-the-root # note\n');
  writeFileSync(
    join(root, '.env'),
    "export GITHUB_TOKEN='from-the-env'\nDATABASE=localhost:5432\nTOKEN=$OTHER_VALUE\n",
  );
  writeFileSync(join(root, 'other.yaml'), 'token: not-a-setting\n');
  expect(secretValues({}, root).sort()).toEqual(['from-the-env', 'from-the-root', 'from-the-store']);
});

test('a project without settings, and settings that are not files, give no value', () => {
  expect(secretValues({}, root)).toEqual([]);
  mkdirSync(join(root, '.env'));
  execFileSync('mkfifo', [join(root, 'a.planfile.yaml')]);
  expect(secretValues({}, root)).toEqual([]);
});
