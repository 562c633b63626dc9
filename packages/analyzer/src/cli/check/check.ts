import { AnalyzerError, EXIT } from '@analyzer/contracts';
import { baselineOf } from '@analyzer/core/check/baseline.ts';
import { check } from '@analyzer/core/check/check.ts';
import { checkRevision } from '@analyzer/core/check/check-revision.ts';
import type { ReadFiles } from '@analyzer/core/check/compare-states.ts';
import { findDrift, withMirrorsOfEdits } from '@analyzer/core/check/drift.ts';
import type { FactsByPath } from '@analyzer/core/check/file-declarations.ts';
import { foundInAll } from '@analyzer/core/check/found-in-all.ts';
import { withoutMirrors } from '@analyzer/core/check/mirrored.ts';
import { type Check, type CheckedEdits, type ComparedRevision, findingsOf } from '@analyzer/core/check/model.ts';
import { joinPlaces } from '@analyzer/core/check/same-place.ts';
import { silence } from '@analyzer/core/check/silence.ts';
import { findMissedBetween } from '@analyzer/core/missed/find-between-scans.ts';
import { joinedReport } from '@analyzer/core/parse/cache/report.ts';
import type { Engine } from '@analyzer/core/parse/engine.ts';
import type { Scan } from '@analyzer/core/scan/model.ts';
import { completeOptions } from '@analyzer/core/scan/options.ts';
import type { Outcomes } from '@analyzer/core/scan/read-entries.ts';
import { Folder, isFolder } from '@analyzer/core/tree/folder.ts';
import { earlierFolder } from '@analyzer/core/tree/git/earlier-folder.ts';
import { GitRevision } from '@analyzer/core/tree/git/git-revision.ts';
import { findMergeBase } from '@analyzer/core/tree/git/merge-base.ts';
import { workTreeCommits } from '@analyzer/core/tree/git/work-tree-commits.ts';
import type { LaterSource, TreeSource } from '@analyzer/core/tree/source.ts';
import { limitHeapGrowth, limitYoungGeneration } from '../engine/heap-growth.ts';
import { openEngine } from '../engine/open.ts';
import { optimizeLater } from '../engine/optimize-later.ts';
import type { States } from '../input/elsewhere.ts';
import { mirrorsOf } from '../options/configuration.ts';
import { chosenOptions, countedClasses } from '../options/scan.ts';
import { interruptible } from '../output/interrupt.ts';
import { NewFile } from '../output/new-file.ts';
import { requireComplete } from '../output/require-complete.ts';
import { writeStream } from '../output/write-stream.ts';
import type { CheckFlags } from './flags.ts';
import { CHECK_FORMATS } from './formats.ts';
import { checkScan, checkScans } from './scan.ts';
import { withShare } from './share.ts';

/** Compares a project with a baseline or an earlier revision; exits with 1 if there are findings. */
export async function checkCommand(path: string, flags: CheckFlags): Promise<void> {
  requireOneState(flags);
  await interruptible(async (signal, onForcedEnd) => {
    const file = flags.output === undefined ? undefined : new NewFile(flags.output);
    const summary = flags.summary === undefined ? undefined : new NewFile(flags.summary);
    onForcedEnd(() => {
      file?.discard();
      summary?.discard();
    });
    optimizeLater();
    limitHeapGrowth();
    const engine = openEngine(flags, signal);
    if (engine.wholeProject === undefined) limitYoungGeneration();
    let result: Check;
    try {
      const checked = await (flags.against === undefined
        ? againstBaseline(path, flags, engine, signal)
        : againstRevision(path, flags.against, flags, engine, signal));
      const counted = withoutMirrors(silence(checked, flags.reportUnusedIgnores), mirrorsOf(flags));
      result = { ...counted, groups: joinPlaces(counted.groups) };
    } finally {
      await engine.close();
    }
    if (summary !== undefined) {
      const { renderCheckSummary } = await import('@analyzer/core/render/check/summary.ts');
      await summary.write([renderCheckSummary(result)], signal);
    }
    const texts = await CHECK_FORMATS[flags.format].render(result, { ...flags, path, signal });
    if (file === undefined) await writeStream(process.stdout, texts, signal);
    else await file.write(texts, signal);
    if (flags.strict === true) requireComplete(result.scan);
    if (findingsOf(result) > 0) process.exitCode = EXIT.findings;
  });
}

function requireOneState(flags: CheckFlags): void {
  const { against, baseline, exact, failOn, index, show, format } = flags;
  const refused = (problem: string, hint: string) => new AnalyzerError('usage', { problem }, { hint });
  if (show === true && format !== 'terminal') {
    throw refused(`--show and --format ${format} exclude each other`, 'Remove one of them.');
  }
  if (against !== undefined && baseline !== undefined) {
    throw refused('--against and --baseline exclude each other', 'Compare with either a revision or a baseline.');
  }
  if (failOn !== undefined && against === undefined) {
    const written = `--fail-on ${failOn.join(',')}`;
    throw refused(`${written} is an option of --against`, `Name a revision: --against main ${written}.`);
  }
  if (failOn?.includes('drift') === true && mirrorsOf(flags).length === 0) {
    throw refused('--fail-on drift needs mirrors', 'Name the folders as mirrors in analyzer.json.');
  }
  if (index !== undefined && against === undefined) {
    throw refused('--index is an option of --against', 'Name a revision, such as --against main.');
  }
  if (exact === true && against === undefined) {
    throw refused('--exact is an option of --against', 'Name a revision: --against main --exact.');
  }
  if (exact === true && against !== undefined && revisionOf(against).isOfBase) {
    throw refused(
      `--exact and the merge base of ${against} exclude each other`,
      'Remove --exact, or the dots of the revision.',
    );
  }
}

/** Reads `REV`, `REV:PATH`, or one of them with `...` after the revision, which says that the merge base is meant. */
function revisionOf(against: string): { rev: string; path: string | undefined; isOfBase: boolean } {
  const [, rev = against, dots, path] = /^([^:]*?)(\.{3})?(?::(.*))?$/s.exec(against) ?? [];
  return { rev, path, isOfBase: dots !== undefined };
}

async function againstBaseline(path: string, flags: CheckFlags, engine: Engine, signal: AbortSignal): Promise<Check> {
  const { BaselineFile } = await import('./baseline-file.ts');
  const file = new BaselineFile(path, flags.baseline);
  const baseline = file.read();
  if (baseline === undefined && (flags.maxShare ?? flags.contracts) !== undefined)
    return withoutState(path, flags, engine, signal);
  if (baseline === undefined) {
    throw new AnalyzerError(
      'not_found',
      { what: 'baseline', name: file.path },
      { hint: `${file.command} writes it; --against main compares with a git revision instead.` },
    );
  }
  file.requireComparable(baseline);
  const { optionsOfBaseline } = await import('./options.ts');
  const scanned = await checkScan(path, optionsOfBaseline(baseline, flags), engine, flags, signal);
  const result = check(scanned, baseline, { baseline: file.name }, { command: file.command, ...countedOf(flags) });
  return withLimits(result, flags, [path], { engine, signal });
}

/** Without a baseline only the share of repeated lines and contracts are checked. */
async function withoutState(path: string, flags: CheckFlags, engine: Engine, signal: AbortSignal): Promise<Check> {
  const scanned = await checkScan(path, completeOptions(chosenOptions(flags)), engine, flags, signal);
  return withLimits(check(scanned, baselineOf(scanned), { none: true }, countedOf(flags)), flags, [path], {
    engine,
    signal,
  });
}

/**
 * Adds the share of repeated lines and the problems of contracts, if they are asked for.
 *
 * @param sources of the project, and of the state before that a scan of it describes
 */
async function withLimits(
  result: Check,
  flags: CheckFlags,
  sources: [path: string, source?: LaterSource],
  context: { engine: Engine; signal: AbortSignal },
  before?: Scan,
): Promise<Check> {
  const shared = await withShare(result, flags, before);
  if (flags.contracts === undefined) return shared;
  const { withContracts } = await import('./contracts.ts');
  return withContracts(shared, flags, sources, context);
}

/** During an unfinished merge a finding against `HEAD` counts only if it is one against each merged commit too. */
async function againstRevision(
  path: string,
  against: string,
  flags: CheckFlags,
  engine: Engine,
  signal: AbortSignal,
): Promise<Check> {
  const first = await againstCommit(path, against, flags, engine, signal);
  const noted = findingsOf(first) + (first.missed?.edits.length ?? 0) + (first.drift?.files.length ?? 0);
  const [head, ...merged] = noted > 0 && isFolder(path) ? await workTreeCommits(path, signal) : [];
  const isHead = 'revision' in first.against && first.against.revision.compared_with === head;
  if (!isHead || merged.length === 0) return first;
  const { path: pathThen } = revisionOf(against);
  const others: Check[] = [];
  for (const commit of merged) {
    const written = pathThen === undefined ? commit : `${commit}:${pathThen}`;
    others.push(await againstCommit(path, written, { ...flags, exact: true }, engine, signal));
  }
  return withMerged(foundInAll(first, others), merged);
}

function withMerged(result: Check, merged_commits: string[]): Check {
  const { against } = result;
  return 'revision' in against ? { ...result, against: { revision: { ...against.revision, merged_commits } } } : result;
}

async function againstCommit(
  path: string,
  against: string,
  flags: CheckFlags,
  engine: Engine,
  signal: AbortSignal,
): Promise<Check> {
  const options = completeOptions(chosenOptions(flags));
  const { rev, path: pathThen } = revisionOf(against);
  const source = await GitRevision.find(`${rev}:${pathThen ?? path}`, signal, {
    ...(flags.exact !== true && { base: async (repository, named) => findMergeBase(path, repository, named, signal) }),
    // A folder that the user named must be there.
    ...(pathThen === undefined && isFolder(path) && { folder: (...folder) => earlierFolder(...folder, signal) }),
  });
  try {
    const outcomes: Outcomes = new Map();
    const [before, now] = await checkScans(source, path, options, engine, { ...flags, outcomes }, signal);
    const context = { engine, outcomes, signal, ...(flags.cacheDir !== undefined && { cacheDir: flags.cacheDir }) };
    const readFrom = async (side: string | TreeSource, paths: ReadonlySet<string>, { entries }: Scan) => {
      const { readElements } = await import('@analyzer/core/scan/read-elements.ts');
      return readElements(side, options, paths, { ...context, entries });
    };
    const readNow = (paths: ReadonlySet<string>) => readFrom(path, paths, now);
    const readBefore = async (paths: ReadonlySet<string>) => readFrom(await source.open(), paths, before);
    const read: ReadFiles = {
      now: readNow,
      before: readBefore,
      earlier: async (paths, bounds) => {
        const versions = await (await source.open()).earlier([...paths], bounds, signal);
        const facts: FactsByPath[] = [];
        // One after another: the engine is one.
        for (const version of versions) facts.push(await readFrom(version, paths, before));
        return facts;
      },
    };
    const against = { revision: comparedWith(source) };
    const result = await checkRevision(withRuntimeOf(now, before), before, against, countedOf(flags), read);
    const edits = await findMissedBetween(
      { scan: before, source, read: readBefore },
      { scan: now, source: new Folder(path), read: readNow },
      flags.without,
    );
    const mirrors = mirrorsOf(flags);
    const missed = { edits: withMirrorsOfEdits(edits, mirrors), count: countOf(flags) };
    const drift = {
      files: findDrift(before, now, mirrors, edits, flags.without),
      count: flags.failOn?.includes('drift') === true,
    };
    const checked = { ...result, missed, ...(mirrors.length > 0 && { drift }) };
    const known = await withIndex(checked, flags.index, { path, now, before, read: read.now, signal });
    return await withLimits(known, flags, [path, source], context, before);
  } finally {
    await source.close();
  }
}

async function withIndex(result: Check, db: string | undefined, states: States): Promise<Check> {
  if (db === undefined) return result;
  const { withElsewhere } = await import('../input/elsewhere.ts');
  return withElsewhere(result, db, states);
}

function comparedWith({ found: { object, base, absent }, tree }: GitRevision): ComparedRevision {
  const { others = [] } = base ?? {};
  return {
    written: tree.written,
    object,
    compared_with: tree.object,
    ...(others.length > 0 && { other_merge_bases: others }),
    ...(absent && (absent.movedFrom === undefined ? { folder_is_new: true } : { moved_from: absent.movedFrom })),
  };
}

function countOf({ failOn = [] }: CheckFlags): CheckedEdits['count'] {
  if (failOn.includes('missed')) return 'all';
  return failOn.includes('drift') ? 'drift' : 'none';
}

/** Generated files do not count by default: nobody can remove a copy in them. */
function countedOf(flags: CheckFlags) {
  return { allImports: flags.cycles === 'all', ...countedClasses(flags) };
}

function withRuntimeOf(now: Scan, before: Scan): Scan {
  const cache = joinedReport([before.runtime.cache, now.runtime.cache]);
  const wall_ms = before.runtime.wall_ms + now.runtime.wall_ms;
  return { ...now, runtime: { jobs: now.runtime.jobs, wall_ms, ...(cache && { cache }) } };
}
