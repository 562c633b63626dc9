import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import type { Findings } from './findings.ts';
import type { Expectation, Package, Refuse } from './model.ts';
import { isNameOf, type ManifestFile, manifestAround, manifestIn, manifestsOf } from './package-manifest.ts';
import type { ResultFiles } from './result-files.ts';

const REMEDY = 'Correct the manifest of the package, or the result.';

/** Compares the name and the version that a result claims with the manifest of the package. */
export async function checkManifest(
  { package: delivered }: TaskResultV1,
  { package: wanted }: Pick<Expectation, 'package'>,
  files: ResultFiles,
  findings: Findings,
): Promise<void> {
  if (wanted === null || wanted.kind === 'artifact' || delivered === null) return;
  const names = manifestsOf(wanted.language);
  if (names.length === 0) return;
  const own = await manifestIn(wanted.path, files, names);
  if (own?.name !== undefined && !isNameOf(wanted, own.name)) {
    const message = `the package there is ${own.name}, expected ${wanted.name}`;
    return findings.fail('other_package', own.path, message, REMEDY);
  }
  const manifest = own ?? (await manifestOfPart(wanted, files, names));
  if (manifest === undefined) {
    if (!wanted.is_new) return;
    const message = `no ${names.join(' or ')} has the name ${wanted.name}: a person decides how projects import it`;
    return findings.undecide(wanted.path, message);
  }
  const { path, version } = manifest;
  if (version === undefined || version === delivered.version) return;
  const message = `the version there is ${version}, the result says ${delivered.version}`;
  findings.fail('other_package', path, message, REMEDY);
}

/** A part of a project is a package with the name of the project. */
async function manifestOfPart(
  wanted: Package,
  files: ResultFiles,
  names: readonly string[],
): Promise<ManifestFile | undefined> {
  const manifest = await manifestAround(wanted.path, files, names);
  return manifest?.name !== undefined && isNameOf(wanted, manifest.name) ? manifest : undefined;
}

/** SPDX expressions of npm and Composer; other manifests may have a text. */
const NO_LICENSE = /^(?:see licen[cs]e|unlicensed|proprietary)/i;

/** Compares the licence of a result with that of the manifest. */
export async function checkManifestLicense(
  { license }: TaskResultV1,
  { package: wanted }: Pick<Expectation, 'package'>,
  files: ResultFiles,
  refuse: Refuse,
): Promise<void> {
  if (license === null || wanted === null || wanted.kind === 'artifact') return;
  const manifest = await manifestAround(wanted.path, files, manifestsOf(wanted.language));
  if (manifest?.license === undefined || NO_LICENSE.test(manifest.license)) return;
  const [one, other] = [comparable(license.spdx), comparable(manifest.license)];
  if (one.startsWith(other) || other.startsWith(one)) return;
  const message = `the licence there is ${manifest.license}, the result says ${license.spdx}`;
  refuse('other_license', manifest.path, message, REMEDY);
}

/** `MIT License`, `mit` and `MIT` are one; so are `BSD` and `BSD-3-Clause`, since older manifests have no clauses. */
function comparable(license: string): string {
  return license.toLowerCase().replace(/\b(?:the|licen[cs]e|version|v)\b|[^a-z0-9.+]+/g, '');
}
