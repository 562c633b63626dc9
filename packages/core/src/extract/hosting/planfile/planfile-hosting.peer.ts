import {
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
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { realProgram } from '../../tracker/planfile/find-python.ts';
import { PlanfileProgram } from '../../tracker/planfile/planfile-program.ts';
import { PlanfileTracker } from '../../tracker/planfile/planfile-tracker.ts';
import { draftOf } from '../../tracker/tracker-fixture.ts';
import { testHosting } from '../hosting-fixture.ts';
import { GitHubService } from './github-fixture.ts';
import { PlanfileHosting } from './planfile-hosting.ts';

// Run by `npm run peers -- planfile`, which installs the program.
const path = realProgram(process.env.ANALYZER_PLANFILE ?? '');
const KEY = `design-${'a'.repeat(20)}`;

function newRoot(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'analyzer-planfile-')));
}

/** The processes of planfile get this environment. */
function setEnvironment(service: GitHubService): () => void {
  const before = { ...process.env };
  Object.assign(process.env, service.environment);
  return () => {
    process.env = before;
  };
}

testHosting('planfile and GitHub', async () => {
  const root = newRoot();
  const service = await GitHubService.start('acme/shop');
  const restore = setEnvironment(service);
  const program = new PlanfileProgram(path);
  return {
    tracker: new PlanfileTracker(root, program),
    open: () => new PlanfileHosting(root, 'acme/shop', program),
    issues: () => service.issues,
    requests: () => service.requests.length,
    refuse(isRefused) {
      service.isRefusing = isRefused;
    },
    async close() {
      restore();
      await service.stop();
      rmSync(root, { recursive: true });
    },
  };
});

describe('planfile and GitHub', () => {
  let root = '';
  let service: GitHubService;
  let restore = (): void => undefined;
  let program: PlanfileProgram;
  beforeAll(async () => {
    service = await GitHubService.start('acme/shop');
    restore = setEnvironment(service);
  });
  afterAll(async () => {
    restore();
    await service.stop();
  });
  beforeEach(() => {
    root = newRoot();
    // A process of its own, with the environment of the test.
    program = new PlanfileProgram(path);
    service.requests.length = 0;
    service.hosts.length = 0;
    service.issues.length = 0;
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const open = (repository = 'acme/shop') => new PlanfileHosting(root, repository, program);
  const newTicket = () => new PlanfileTracker(root, program).ensure(draftOf(KEY));

  test('an unknown repository is not created', async () => {
    const { id } = await newTicket();
    await expect(open('acme/absent').sync(id)).rejects.toMatchObject({ code: 'tracker_unavailable' });
    expect(service.requests).toEqual(['GET /repos/acme/absent']);
  });

  test('an issue that an interrupted sync created is found again', async () => {
    const { id } = await newTicket();
    await open().sync(id);
    rmSync(join(root, '.planfile/sync'), { recursive: true });
    const sprint = join(root, '.planfile/sprints/current.yaml');
    const text = readFileSync(sprint, 'utf8').replace(
      / {6}(?:sync:\n(?: {8}.*\n)+|external_id: .*\n|backend: .*\n)/g,
      '',
    );
    writeFileSync(sprint, text);
    expect(await open().preview(id)).toMatchObject({ action: 'create' });
    await open().sync(id);
    expect(service.issues).toHaveLength(1);
  });

  test('the token is in no file of the project and in no error', async () => {
    const { id } = await newTicket();
    service.isRefusing = true;
    const refused = open().sync(id);
    await expect(refused).rejects.toMatchObject({ message: expect.stringMatching(/permission|403/i) });
    await expect(refused).rejects.toMatchObject({ message: expect.not.stringContaining(service.token) });
    service.isRefusing = false;
    await open().sync(id);
    const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    expect(files.length).toBeGreaterThan(3);
    for (const { parentPath, name } of files) {
      expect(readFileSync(join(parentPath, name), 'latin1')).not.toContain(service.token);
    }
  });

  test('a file .env of the project does not lead the token to another server', async () => {
    const { id } = await newTicket();
    writeFileSync(
      join(root, '.env'),
      'HTTPS_PROXY=http://127.0.0.1:9\nGITHUB_TOKEN=other\nALL_PROXY=http://127.0.0.1:9\n',
    );
    const [proxy, lower] = [process.env.HTTPS_PROXY ?? '', process.env.https_proxy ?? ''];
    Reflect.deleteProperty(process.env, 'HTTPS_PROXY');
    await new PlanfileHosting(root, 'acme/shop', new PlanfileProgram(path)).sync(id);
    process.env.HTTPS_PROXY = proxy;
    process.env.https_proxy = lower;
    expect(new Set(service.hosts)).toEqual(new Set(['api.github.com']));
    expect(service.issues).toHaveLength(1);
  });

  test('the repository of the configuration of planfile is read, and its token is not', async () => {
    expect(await program.request({ root, operation: 'repository', arguments: { root } })).toBeNull();
    mkdirSync(join(root, '.planfile'));
    const text = 'integrations:\n  github:\n    repo: acme/other\n    token: secret-token\n';
    writeFileSync(join(root, '.planfile/github.planfile.yaml'), text);
    expect(await program.request({ root, operation: 'repository', arguments: { root } })).toBe('acme/other');
  });

  test('a folder of planfile that is a symbolic link is refused', async () => {
    const { id } = await newTicket();
    const other = newRoot();
    rmSync(join(root, '.planfile/sync'), { recursive: true, force: true });
    symlinkSync(other, join(root, '.planfile/sync'));
    await expect(open().sync(id)).rejects.toMatchObject({ code: 'tracker_unavailable' });
    expect(readdirSync(other)).toEqual([]);
    expect(service.requests).toEqual([]);
    rmSync(other, { recursive: true });
  });
});
