import { compareBytes } from '@analyzer/contracts/order';
import type { FileFacts } from '#parse/facts.ts';
import { CallFile } from './calls/call-file.ts';
import { importedNames } from './calls/imported-names.ts';
import { CallResolver } from './calls/resolve.ts';
import { chosenGroups } from './choose-groups.ts';
import { groupCopies } from './copies/group-copies.ts';
import { LIMITS } from './copies/limits.ts';
import { cyclesBeyond } from './cycles/beyond.ts';
import { cycleTarget } from './cycles/cycle-edges.ts';
import { findCycles } from './cycles/find-cycles.ts';
import { duplicateFiles } from './duplicate-files.ts';
import { groupFunctions } from './groups/group-functions.ts';
import { declarationIds } from './ids.ts';
import type { ImportLink } from './imports/link.ts';
import { ImportResolver } from './imports/resolve.ts';
import type { RelateFile, RelateInput, Relations } from './input.ts';
import { LeftOut } from './left-out.ts';
import { type FileRelations, NO_CALLS, NO_REFERENCES, type ResolvedImport } from './model.ts';
import { ProjectFiles } from './project-files.ts';
import { Settings } from './settings/settings.ts';
import { withFolding } from './with-folding.ts';

interface AnalysedFile {
  file: RelateFile;
  facts: FileFacts;
  ids: string[];
  /** Aligned with the imports. */
  links: ImportLink[][];
  /** Absent where calls are not resolved. */
  names: CallFile | undefined;
}

/** Files per step: about 50 ms. */
const FILES_PER_STEP = 200;

/**
 * Relates the facts of a project's files: ids, imports, call candidates, import cycles, identical files and clone
 * groups. Pure; the result does not depend on the order of the files.
 */
export function relate(input: RelateInput): Relations {
  const steps = relateInSteps(input);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same as a generator that yields after every step, so that the caller can stop or let other tasks run. */
export function* relateInSteps({
  files,
  left_out,
  source_roots,
  settings: texts = new Map(),
  min_nodes,
  kinds = ['function-body', 'function-shape'],
  limits = LIMITS,
  without_calls,
  with_copy_evidence = false,
  without_folding = false,
  decoded_units,
}: RelateInput): Generator<void, Relations> {
  const ordered = files.toSorted((a, b) => compareBytes(a.path, b.path));
  const settings = new Settings(texts);
  const byPath = new Map(ordered.map((file) => [file.path, file]));
  const all = new ProjectFiles(byPath.keys());
  const imports = new ImportResolver(all, new LeftOut(left_out), byPath, source_roots, settings);
  const analysed: AnalysedFile[] = [];
  for (const file of ordered) {
    if (file.facts === undefined) continue;
    analysed.push(analyse(file, file.facts, imports, without_calls !== true));
    if (analysed.length % FILES_PER_STEP === 0) yield;
  }
  settings.readAll();
  yield;
  const named = analysed.flatMap(({ file, names }): [string, CallFile][] => (names ? [[file.path, names]] : []));
  const calls = new CallResolver(new Map(named));
  const relations = new Map<string, FileRelations>();
  for (const it of analysed) {
    relations.set(it.file.path, relationsOf(it, calls));
    if (relations.size % FILES_PER_STEP === 0) yield;
  }
  yield;
  const cycles = findCycles(importGraph(analysed, false));
  yield;
  const non_load_cycles = cyclesBeyond(cycles, findCycles(importGraph(analysed, true)));
  yield;
  const duplicate_files = duplicateFiles(ordered);
  yield;
  const exact = groupFunctions(analysed, min_nodes);
  yield;
  const copied = analysed.map(({ file, ids, facts }) => ({ path: file.path, ids, facts }));
  const { groups: others, evidence, leftOut } = groupCopies(copied, kinds, limits, with_copy_evidence, decoded_units);
  yield;
  const chosen = chosenGroups([...exact, ...others], kinds);
  const groups = without_folding
    ? chosen
    : withFolding(
        chosen,
        copied.map(({ path, ids, facts }) => ({ path, ids, declarations: facts.declarations })),
      );
  return {
    relations,
    cycles,
    non_load_cycles,
    configuration_problems: settings.problems(),
    duplicate_files,
    groups,
    ...(leftOut && { runs_left_out: leftOut }),
    ...(evidence && { copy_evidence: evidence }),
  };
}

function analyse(file: RelateFile, facts: FileFacts, imports: ImportResolver, withCalls: boolean): AnalysedFile {
  const ids = declarationIds(file.path, facts.declarations);
  const links = imports.resolve(file, facts.imports);
  if (!withCalls) return { file, facts, ids, links, names: undefined };
  const moduleAt = (module: string) => imports.resolvePythonModule(file.path, module);
  const names = new CallFile(file.path, file.language, facts, ids, (rules, declared) =>
    importedNames(facts.imports, links, rules, moduleAt, (name) => declared.fold(name)),
  );
  return { file, facts, ids, links, names };
}

function relationsOf({ file, ids, links, names }: AnalysedFile, calls: CallResolver): FileRelations {
  return {
    ids,
    is_test: ids.map(() => file.is_test),
    imports: links.flatMap((its, index) => its.map((link) => resolvedImport(index, link))),
    calls: names ? calls.resolve(names) : NO_CALLS,
    bases: names ? calls.resolveBases(names) : [],
    references: names ? calls.resolveReferences(names) : NO_REFERENCES,
  };
}

function resolvedImport(index: number, { names, phase, destination }: ImportLink): ResolvedImport {
  return { index, names, phase, ...destination };
}

type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** The files that each file imports at load or in any phase, without ambiguous destinations. */
function importGraph(analysed: readonly AnalysedFile[], inAnyPhase: boolean): ImportGraph {
  return new Map(analysed.map((it) => [it.file.path, certainImports(it, inAnyPhase)]));
}

function certainImports({ file, links }: AnalysedFile, inAnyPhase: boolean): Set<string> {
  const paths = new Set<string>();
  for (const its of links) {
    for (const { names, phase, destination } of its) {
      const target = cycleTarget(file.path, { names, phase, ...destination }, inAnyPhase);
      if (target !== undefined) paths.add(target);
    }
  }
  return paths;
}
