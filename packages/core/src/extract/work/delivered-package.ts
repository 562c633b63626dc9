import { AnalyzerError } from '@analyzer/contracts';
import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import { propertyOf } from '#packet/check/read-document.ts';
import type { Projects } from '../dispatch/survey.ts';
import type { TaskStatus } from '../dispatch/task-states.ts';
import { findDeclared } from '../result/check-declared.ts';
import type { Package } from '../result/model.ts';
import { manifestAround } from '../result/package-manifest.ts';
import type { ResultFiles } from '../result/result-files.ts';
import type { Subject } from '../result/subjects.ts';
import type { GitWork } from './git-work.ts';
import type { Submission } from './submission.ts';

type Delivered = Pick<TaskResultV1, 'package' | 'exports' | 'license'>;

interface Input {
  task: TaskStatus['task'];
  check: TaskStatus['check'];
  subject: Subject;
  submission: Submission;
}

interface Context {
  projects: Projects;
  git: GitWork;
}

const LARGEST_MANIFEST = 4 * 1024 * 1024;
const LICENCE_FILE = /^(?:LICEN[CS]E|COPYING)(?:[.-][^/]*)?$/i;

/** Name, version, exports and licence of a package, as its files and the design say. */
export async function deliveredPackage(
  { task, check, subject, submission }: Input,
  { projects, git }: Context,
): Promise<Delivered> {
  const files = projects.filesOf(task.project);
  const target = subject.package;
  if (files === undefined || target === null) return { package: null, exports: [], license: null };
  const manifest = target.kind === 'artifact' ? undefined : await manifestAround(target.path, files);
  const version = submission.version ?? versionBefore(check, projects) ?? manifest?.version;
  if (version === undefined) {
    const problem = `no manifest in ${target.path} or a folder above has a version`;
    throw new AnalyzerError('usage', { problem }, { hint: 'Name the version with --package-version.' });
  }
  const all = await git.listedFiles();
  const own = all.filter((path) => path === target.path || path.startsWith(`${target.path}/`));
  const exports: Delivered['exports'] = [];
  for (const { family_id, symbol } of designedExports(check, projects)) {
    const path = await declaringFile(symbol, own, files);
    if (path === undefined) throw undeclared(task.task_key, symbol, target.path);
    exports.push({ family_id, symbol, path });
  }
  const spdx = submission.license ?? manifest?.license;
  const shown = submission.licenseFiles.length > 0 ? [...submission.licenseFiles] : licenceFiles(all, target);
  const license = spdx === undefined || shown.length === 0 ? null : { spdx, evidence: shown };
  return { package: { name: target.name, version }, exports, license };
}

function undeclared(key: string, symbol: string, folder: string): AnalyzerError {
  const reason = `${folder}: no file declares and exports ${symbol}, which the design names (undeclared_export)`;
  const hint = `Write the function, then run \`analyzer tickets submit ${key}\` again.`;
  return new AnalyzerError('result_rejected', { task: key, reason }, { hint });
}

/** The version that the package task delivered, for its verification. */
function versionBefore(check: TaskStatus['check'], { folderOf }: Projects): string | undefined {
  const before = 'handoff' in check ? check.handoff.predecessors.find(({ stage }) => stage === 'package') : undefined;
  if (before === undefined) return undefined;
  const path = `.analyzer-artifacts/${before.task_key}/result.json`;
  const text = folderOf(before.project).read(path, LARGEST_MANIFEST)?.toString('utf8') ?? 'null';
  const version = propertyOf(propertyOf(JSON.parse(text), 'package'), 'version');
  return typeof version === 'string' ? version : undefined;
}

/** What the design decided, from the proposal that the task received. */
function designedExports(check: TaskStatus['check'], { folderOf }: Projects): { family_id: string; symbol: string }[] {
  const design = 'handoff' in check ? check.handoff.predecessors.find(({ stage }) => stage === 'design') : undefined;
  if (design === undefined) return [];
  const path = `.analyzer-artifacts/${design.task_key}/proposal.json`;
  const text = folderOf(design.project).read(path, LARGEST_MANIFEST)?.toString('utf8') ?? 'null';
  const exports = propertyOf(JSON.parse(text), 'exports');
  return Array.isArray(exports) ? exports : [];
}

async function declaringFile(
  symbol: string,
  paths: readonly string[],
  files: ResultFiles,
): Promise<string | undefined> {
  for (const path of paths) {
    if ((await findDeclared({ family_id: '', symbol, path }, files)) !== undefined) return path;
  }
  return undefined;
}

/** The licence files of the package, else those of the project. */
function licenceFiles(paths: readonly string[], { path: folder }: Package): string[] {
  const own = paths.filter((path) => path.startsWith(`${folder}/`) && LICENCE_FILE.test(path.slice(folder.length + 1)));
  return own.length > 0 ? own : paths.filter((path) => LICENCE_FILE.test(path));
}
