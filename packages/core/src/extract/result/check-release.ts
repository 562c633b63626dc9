import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import type { ReleaseMethod } from '../plan/releases.ts';
import type { Findings } from './findings.ts';
import { artifactFolder, type Expectation, type Package, type Refuse, type ReleaseExpectation } from './model.ts';
import { isNameOf, MANIFESTS, type ManifestFile, manifestAround, manifestIn } from './package-manifest.ts';
import type { ResultFiles } from './result-files.ts';
import { compareVersions } from './versions.ts';

const LARGEST_FILE = 256 * 1024 * 1024;
const MANIFEST_OF: Readonly<Partial<Record<ReleaseMethod, string>>> = {
  'npm-workspace': 'package.json',
  'pip-path': 'pyproject.toml',
  'composer-path': 'composer.json',
};

type Expected = Pick<Expectation, 'package' | 'release'>;

/**
 * Checks that a package is where the configuration says, with the verified name, version and files. A person decides about a
 * registry, which is never asked.
 */
export async function checkRelease(
  { task_key: key, release = null, package: delivered, changed_files: changed }: TaskResultV1,
  { package: wanted, release: expected }: Expected,
  files: ResultFiles,
  findings: Findings,
): Promise<void> {
  const document = `${artifactFolder(key)}/result.json`;
  if (wanted === null || expected === undefined)
    return findings.skip('the configuration has no release of the package');
  if (release === null) {
    return findings.fail('no_release', document, `the result names no release of ${wanted.name}`, 'Name the release.');
  }
  const { version, location } = release;
  if (delivered !== null && delivered.version !== version) {
    const message = `the release has the version ${version}, the package ${delivered.version}`;
    findings.fail('other_release', document, message, 'Release the verified version.');
  }
  if (location !== expected.location) {
    const message = `the release is at ${location}, the configuration says ${expected.location}`;
    findings.fail('other_release', document, message, 'Release it where the configuration says.');
  }
  const isNew = expected.verified === undefined || expected.verified.changed_files.length > 0;
  const old = oldVersion(version, isNew, expected);
  if (old !== undefined) findings.fail('old_release', document, old, RAISE);
  const { path } = expected;
  if (path === null) {
    const message = `the registry ${location} is not asked: a person confirms that it has ${wanted.name} ${version}`;
    return findings.undecide(document, message);
  }
  await checkPath({ wanted, version, path, expected, changed, files, findings });
}

const RAISE = 'Raise the version in the package task.';

/** A package task that raises no version would only be refused by its release. */
export function checkNewVersion(
  { task_key: key, package: delivered, changed_files: changed }: TaskResultV1,
  { release }: Pick<Expectation, 'release'>,
  refuse: Refuse,
): void {
  if (delivered === null || release === undefined) return;
  const old = oldVersion(delivered.version, changed.length > 0, release);
  const remedy = 'Raise the version in the manifest of the package.';
  if (old !== undefined) refuse('old_release', `${artifactFolder(key)}/result.json`, old, remedy);
}

/** @param isNew whether the package changed: an unchanged one may already have been released */
function oldVersion(version: string, isNew: boolean, { last }: ReleaseExpectation): string | undefined {
  if (last === null) return undefined;
  const order = compareVersions(version, last);
  if (order > 0 || (order === 0 && !isNew)) return undefined;
  return `the version ${version} is not higher than that of the last release, ${last}`;
}

interface Released {
  wanted: Package;
  version: string;
  path: string;
  expected: ReleaseExpectation;
  changed: TaskResultV1['changed_files'];
  files: ResultFiles;
  findings: Findings;
}

async function checkPath(released: Released): Promise<void> {
  const { wanted, path, expected, files, findings } = released;
  const file = await files.check(path, LARGEST_FILE);
  const isSharedFile = wanted.kind === 'artifact' || path === wanted.path;
  if ('sha256' in file && !isSharedFile) return checkArchive(file.sha256, released);
  const names = manifestNames(expected.method);
  const source = wanted.kind === 'artifact' ? undefined : await manifestAround(wanted.path, files, names);
  if (wanted.kind !== 'artifact') {
    const manifest = path === wanted.path ? source : await manifestIn(path, files, names);
    if (manifest === undefined) {
      const message = `no ${names.join(' or ')} with the name of ${wanted.name} is there`;
      return findings.fail('missing_release', path, message, 'Write the package there.');
    }
    checkManifest(manifest, released);
  } else if (!('sha256' in file)) {
    return findings.fail('missing_release', path, `the file of ${wanted.name} is not there`, 'Copy it there.');
  }
  await checkFiles(source === undefined ? wanted.path : folderOf(source.path), released);
}

/** An archive is not opened: it must be the one that the package task delivered. */
function checkArchive(sha256: string, { path, expected, wanted, findings }: Released): void {
  if (expected.verified?.artifacts.some((one) => one.sha256 === sha256 && one.role === 'package')) return;
  findings.undecide(path, `the file is not opened: a person confirms that it is ${wanted.name} as it was verified`);
}

function manifestNames(method: ReleaseMethod): readonly string[] {
  const name = MANIFEST_OF[method];
  return name === undefined ? MANIFESTS : [name];
}

function checkManifest({ path, name, version: its }: ManifestFile, { wanted, version, findings }: Released): void {
  if (name === undefined || !isNameOf(wanted, name)) {
    const message = `the package there is ${name ?? 'without a name'}, expected ${wanted.name}`;
    findings.fail('other_release', path, message, 'Release the package of the task.');
  }
  if (its === undefined) findings.undecide(path, `it has no version: a person confirms that it is ${version}`);
  else if (its !== version) {
    findings.fail(
      'other_release',
      path,
      `the version there is ${its}, the release says ${version}`,
      'Release it there.',
    );
  }
}

/**
 * Compares the released files with those that were verified: those that the package task changed, and those with the exports.
 *
 * @param root of the package where it is written
 */
async function checkFiles(root: string, { wanted, path, expected, changed, files, findings }: Released): Promise<void> {
  const { verified } = expected;
  if (verified === undefined) return findings.skip('the result of the package task is not known');
  const isIn = (file: string, folder: string) => folder === '' || file === folder || file.startsWith(`${folder}/`);
  const hashes = new Map<string, string | null>(verified.exports.map((one) => [one.path, null]));
  for (const one of verified.changed_files) {
    if (one.after !== null && isIn(one.path, wanted.path)) hashes.set(one.path, one.after);
  }
  const inPlace = path === wanted.path;
  const from = root === '' || isIn(wanted.path, root) ? root : wanted.path;
  const copyOf = (file: string) => {
    if (inPlace) return file;
    const rest = from === '' ? file : file.slice(from.length + 1);
    return rest === '' ? path : `${path}/${rest}`;
  };
  // A copy has no file that the package does not have.
  for (const one of inPlace ? [] : changed) {
    if (one.after === null || !isIn(one.path, path) || one.path === path) continue;
    const rest = one.path.slice(path.length + 1);
    const source = from === '' ? rest : `${from}/${rest}`;
    if (!hashes.has(source)) hashes.set(source, null);
  }
  for (const [file, known] of hashes) {
    const original = known ?? (await hashOf(file, files));
    const copy = copyOf(file);
    if (original !== undefined && (await hashOf(copy, files)) === original) continue;
    const what =
      original === undefined ? 'the verified package has no such file' : `it is not ${file} as it was verified`;
    findings.fail('other_release_files', copy, what, 'Release the verified files, unchanged.');
  }
}

async function hashOf(path: string, files: ResultFiles): Promise<string | undefined> {
  const found = await files.check(path, LARGEST_FILE);
  return 'sha256' in found ? found.sha256 : undefined;
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}
