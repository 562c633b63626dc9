import { DRAFT_LIMITS, type DraftRules, draftRules } from '#languages/draft-rules.ts';
import { type Alignment, align } from './align.ts';
import { clarityObstacle } from './clarity.ts';
import { type Copy, type CopyRange, isGiven } from './copy.ts';
import { displayObstacle, linesSavedAtMost, savedBy } from './display.ts';
import { applyEdits, type Edit, overlap } from './edits.ts';
import { fewerCopies } from './fewer-copies.ts';
import { blockWords, functionWords } from './function-name.ts';
import { holesOf, type Member, type Parameter, parametersOf, uppermost } from './holes.ts';
import { importEdit, importing, type Project } from './imports.ts';
import { innerObstacle } from './inner-obstacles.ts';
import { freeName, type Names, namesIn, variableNames } from './names.ts';
import { narrowedAny } from './narrowed-any.ts';
import { isLocal, type SyntaxNode, subtree, type Variable } from './nodes.ts';
import { type Obstacle, obstacleAt } from './obstacle.ts';
import { isSameOuter } from './outer-names.ts';
import { parameterNames } from './parameter-name.ts';
import { isVisible, ownThis, type Place, placeIn } from './place.ts';
import type { NamedParameter, Plan } from './plan.ts';
import { type LeftCopy, type ReadCopies, readCopies } from './read-copies.ts';
import type { SourceFile } from './source-file.ts';
import { untypedCallback } from './untyped-callback.ts';
import { nameOf } from './words.ts';
import { callEdit, functionEdit } from './written.ts';

/** A function that was written, not yet checked. */
export interface WrittenDraft {
  plan: Plan;
  edits: Map<SourceFile, Edit[]>;
  /** Lines that the patch removes less those that it adds. */
  savedLines: number;
}

export interface Generalized {
  /** The leader first, then in the order of the group. */
  copies: Copy[];
  left: LeftCopy[];
  /** What differs between the copies; known if they can be aligned. */
  parameters: NamedParameter[];
  written?: WrittenDraft;
  /** Why there is no draft, or why it is not shown. */
  obstacle?: Obstacle;
}

/**
 * Writes one function for the copies of a group, which must be functions of one class of languages; for fewer of them if
 * all of them cannot share one.
 *
 * @param into path of the file that gets the function
 */
export function generalize(
  copies: readonly { file: SourceFile; range: CopyRange }[],
  project: Project,
  into?: string,
): Generalized {
  const rules = draftRules(copies[0]?.file.language ?? '');
  if (rules === undefined) return { copies: [], left: [], parameters: [], obstacle: { id: 'language' } };
  const read = readCopies(copies, rules);
  const all = generalized(read, rules, project, into);
  const { obstacle } = all;
  if (obstacle === undefined) return all;
  for (const ids of fewerCopies(all.copies, all.fixed, obstacle.id)) {
    const fewer = { copies: read.copies.filter(({ id }) => ids.includes(id)), left: [] };
    const some = generalized(fewer, rules, project, into);
    if (some.obstacle !== undefined || some.written === undefined) continue;
    const known = new Set([...some.copies.map(({ id }) => id), ...some.left.map(({ id }) => id)]);
    const left = new Map(all.left.map((it) => [it.id, it]));
    const others = copies.filter(({ range: { id } }) => !known.has(id));
    return { ...some, left: [...some.left, ...others.map(({ range: { id } }) => left.get(id) ?? { id, obstacle })] };
  }
  return all;
}

function generalized(
  read: ReadCopies,
  rules: DraftRules,
  project: Project,
  into: string | undefined,
): Generalized & { fixed: number[] } {
  const result: Generalized & { fixed: number[] } = { copies: [], left: [], parameters: [], fixed: [] };
  const members = alignedCopies(read, rules, result);
  result.fixed = members.map(({ alignment }) => alignment.fixedPercent);
  const [leader] = result.copies;
  if (leader === undefined || members.length === 0) {
    return {
      ...result,
      obstacle: result.left.find(({ obstacle }) => obstacle.id !== 'dissimilar')?.obstacle ??
        result.left[0]?.obstacle ?? { id: 'one_copy' },
    };
  }
  const obstacle = write(leader, members, rules, project, result, into);
  return obstacle === undefined ? result : { ...result, obstacle };
}

/** Aligns copies to the leader; those that cannot become one function with it are left out. */
function alignedCopies({ copies: read, left }: ReadCopies, rules: DraftRules, result: Generalized): Member[] {
  let best: ReturnType<typeof alignedTo> | undefined;
  for (const leader of read.slice(0, DRAFT_LIMITS.max_leaders)) {
    const its = alignedTo(leader, read, rules);
    if (best === undefined || its.members.length > best.members.length) best = its;
    if (best.left.length === 0 || read.length < 3) break;
  }
  result.left.push(...left, ...(best?.left ?? []));
  if (best !== undefined) result.copies.push(best.leader, ...best.members.map(({ copy }) => copy));
  return best?.members ?? [];
}

function alignedTo(
  leader: Copy,
  copies: readonly Copy[],
  rules: DraftRules,
): { leader: Copy; members: Member[]; left: LeftCopy[] } {
  const members: Member[] = [];
  const left: LeftCopy[] = [];
  for (const copy of copies) {
    if (copy === leader) continue;
    const obstacle = obstacleOfMember(leader, copy, rules, members);
    if (obstacle !== undefined) left.push({ id: copy.id, obstacle });
  }
  return { leader, members, left };
}

function obstacleOfMember(leader: Copy, copy: Copy, rules: DraftRules, members: Member[]): Obstacle | undefined {
  const isSameNature =
    copy.isAsync === leader.isAsync &&
    copy.isGenerator === leader.isGenerator &&
    copy.isExpression === leader.isExpression;
  if (!isSameNature) return obstacleAt('nature', copy.file, copy.node);
  const alignment = align(leader, copy, rules, (one, other) => isSameOuter(one, leader.file, other, copy.file));
  if (alignment.fixedPercent < DRAFT_LIMITS.fixed_percent) return obstacleAt('dissimilar', copy.file, copy.node);
  const different = resultObstacle(leader, copy, alignment);
  if (different !== undefined) return different;
  const holes = holesOf(leader, { copy, alignment }, rules);
  if ('id' in holes) return holes;
  const member = { copy, alignment, holes };
  const parameters = parametersOf(leader, [member], uppermost(new Set(holes)), rules);
  if ('id' in parameters) return parameters;
  members.push(member);
  return undefined;
}

function write(
  leader: Copy,
  members: readonly Member[],
  rules: DraftRules,
  project: Project,
  result: Generalized,
  into: string | undefined,
): Obstacle | undefined {
  const copies = [leader, ...members.map(({ copy }) => copy)];
  const found = new Set(members.flatMap((member) => member.holes));
  const holes = uppermost(found);
  const parameters = parametersOf(leader, members, holes, rules);
  if ('id' in parameters) return parameters;
  const unshown = displayObstacle({ parameters, copies }, linesSavedAtMost(copies, holes));
  if (unshown !== undefined) return named(parameters, leader, rules, result, unshown);
  const isHole = (node: SyntaxNode) => found.has(node) && holes.includes(node);
  const fixed = holes.includes(leader.body) ? [] : subtree(leader.body, isHole);
  const outer = receiverUse(leader, fixed, rules);
  const hosts = hostsOf(copies).filter(({ file }) => into === undefined || file.path === into);
  let obstacle: Obstacle | undefined;
  for (const host of hosts) {
    const place = placeIn(copies, host, outer.uses, rules);
    if (place === undefined) {
      obstacle ??= { id: 'no_common_place', path: host.file.path };
      continue;
    }
    const inner =
      natureObstacle(copies) ?? firstOf(copies, (copy) => innerObstacle(copy, rules, place.form === 'member'));
    if (inner !== undefined) return named(parameters, leader, rules, result, inner);
    const captured = capturedIn(fixed, leader, members, place);
    if ('id' in captured) return named(parameters, leader, rules, result, captured);
    const passed = passedIn(fixed, [...parameters], leader, members, place);
    if ('id' in passed) return named(parameters, leader, rules, result, passed);
    const plan = planOf(
      leader,
      copies,
      members,
      place,
      passed,
      inOrder([...parameters, ...captured]),
      outer.own,
      rules,
      project,
    );
    result.parameters = [...plan.parameters];
    const untyped = untypedCallback(plan);
    if (untyped !== undefined) return obstacleAt('implicit_any', leader.file, untyped);
    const narrowed = narrowedAny(plan);
    if (narrowed !== undefined) return obstacleAt('lost_proof', leader.file, narrowed);
    const edits = editsOf(plan, project);
    if ('id' in edits) {
      obstacle ??= edits;
      continue;
    }
    const savedLines = savedBy(edits);
    result.written = { plan, edits, savedLines };
    return displayObstacle(plan, savedLines) ?? clarityObstacle(plan, savedLines);
  }
  if (result.parameters.length === 0)
    return named(parameters, leader, rules, result, obstacle ?? { id: 'no_common_place' });
  return obstacle ?? { id: 'no_common_place' };
}

/** Runs of statements with other results, or that return where the leader does not. */
function resultObstacle({ block: one }: Copy, copy: Copy, { variables }: Alignment): Obstacle | undefined {
  const { block: other } = copy;
  if (one === undefined || other === undefined) return undefined;
  const isEqual =
    one.isReturned === other.isReturned &&
    one.results.length === other.results.length &&
    one.results.every((it, at) => variables.get(it) === other.results[at]);
  return isEqual ? undefined : obstacleAt('without_counterpart', copy.file, copy.body);
}

/** Values before functions, each in the order of the text. */
function inOrder(parameters: readonly Parameter[]): Parameter[] {
  const rank = ({ kind }: Parameter) => Number(kind === 'function');
  return [...parameters].sort((a, b) => rank(a) - rank(b));
}

/** Adds the table of differences to a result without draft. */
function named(
  parameters: readonly Parameter[],
  leader: Copy,
  rules: DraftRules,
  result: Generalized,
  obstacle: Obstacle,
): Obstacle {
  result.parameters = nameAll(parameters, new Set(), leader.file.language, rules);
  return obstacle;
}

function natureObstacle(copies: readonly Copy[]): Obstacle | undefined {
  const copy = copies.find(({ isAsync, isGenerator, file }) => isAsync && isGenerator && file.language === 'python');
  return copy && obstacleAt('async_generator', copy.file, copy.node);
}

function firstOf<T>(copies: readonly Copy[], its: (copy: Copy) => T | undefined): T | undefined {
  for (const copy of copies) {
    const found = its(copy);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether the body uses its receiver, and the nodes of `this`. */
function receiverUse(
  leader: Copy,
  fixed: readonly SyntaxNode[],
  rules: DraftRules,
): { uses: boolean; own: SyntaxNode[] } {
  const inFixed = new Set(fixed);
  const own = ownThis(leader, rules).filter((node) => inFixed.has(node));
  const { receiver } = leader;
  const isPhpThis = leader.file.language === 'php' && fixed.some(({ text }) => text === '$this');
  const uses =
    own.length > 0 || isPhpThis || (receiver !== undefined && fixed.some(({ variable }) => variable === receiver));
  return { uses, own };
}

/**
 * The uppermost copy of each file, the file with most copies first: the function must be defined before code of the file
 * that calls a copy while the file is loaded.
 */
function hostsOf(copies: readonly Copy[]): Copy[] {
  const byFile = new Map<SourceFile, Copy[]>();
  for (const copy of copies) byFile.set(copy.file, [...(byFile.get(copy.file) ?? []), copy]);
  return [...byFile.values()]
    .sort((a, b) => b.length - a.length)
    .flatMap((its) => its.sort((a, b) => a.node.start - b.node.start).slice(0, 1));
}

/** Variables of functions around the copies that the new function does not see, as parameters. */
function capturedIn(
  fixed: readonly SyntaxNode[],
  leader: Copy,
  members: readonly Member[],
  place: Place,
): Parameter[] | Obstacle {
  const places = new Map<Variable, SyntaxNode[]>();
  for (const node of fixed) {
    const { variable } = node;
    if (variable === undefined || isLocal(variable, leader.node) || isVisible(variable, place.container)) continue;
    places.set(variable, [...(places.get(variable) ?? []), node]);
  }
  const parameters: Parameter[] = [];
  for (const [variable, uses] of places) {
    const [first] = uses;
    if (first === undefined) continue;
    const isStable = variable.uses.filter((use) => use.writes).length <= 1 && first.role === 'variable';
    if (!isStable) return obstacleAt('captured', leader.file, first);
    parameters.push({
      kind: 'name',
      places: uses,
      values: [first, ...members.map(({ alignment }) => alignment.pairs.get(first) ?? first)],
      locals: [],
    });
  }
  return parameters;
}

/** Parameters of the leader that the new function needs, with those of each copy. */
function passedIn(
  fixed: readonly SyntaxNode[],
  parameters: readonly Parameter[],
  leader: Copy,
  members: readonly Member[],
  place: Place,
): { leader: Variable; values: Variable[] }[] | Obstacle {
  const needed = new Set<Variable>();
  for (const node of fixed) if (node.variable !== undefined) needed.add(node.variable);
  for (const { locals } of parameters) for (const local of locals) needed.add(local);
  const passed: { leader: Variable; values: Variable[]; at: number }[] = [];
  for (const variable of needed) {
    if (!isLocal(variable, leader.node)) continue;
    const isInput = isGiven(variable, leader);
    const values = [variable];
    for (const { copy, alignment } of members) {
      const its = alignment.variables.get(variable);
      if (its === undefined || isGiven(its, copy) !== isInput)
        return obstacleAt('without_counterpart', copy.file, copy.node);
      values.push(its);
    }
    const isReceiver = place.form === 'member' && variable === leader.receiver;
    if (isReceiver && members.some(({ copy }, at) => values[at + 1] !== copy.receiver)) {
      return obstacleAt('without_counterpart', leader.file, leader.node);
    }
    if (isInput)
      passed.push({
        leader: variable,
        values,
        at: variable === leader.receiver ? -1 : (variable.uses.find((use) => use.binds)?.start ?? 0),
      });
  }
  return passed.sort((a, b) => a.at - b.at);
}

function planOf(
  leader: Copy,
  copies: readonly Copy[],
  members: readonly Member[],
  place: Place,
  passed: readonly { leader: Variable; values: Variable[] }[],
  parameters: readonly Parameter[],
  own: readonly SyntaxNode[],
  rules: DraftRules,
  project: Project,
): Plan {
  const { language } = leader.file;
  const files = [...new Set(copies.map((copy) => copy.file))];
  const leaves = namesIn(files, 'leaves');
  const taken: Names = {
    has: (it) => rules.reserved.includes(it) || leaves.has(it) || project.declares(it),
  };
  const names = copies.map((copy) => copy.name);
  const { path } = place.host.file;
  const base = leader.block ? blockWords(leader, names, path) : functionWords(names, path);
  const name = functionName(base, importing(copies, place.host).length > 0, taken, language);
  const replaced = new Set(parameters.flatMap(({ places }) => places));
  const used = new Set([
    ...rules.reserved,
    name,
    ...variableNames(leader.body, replaced),
    ...passed.map(({ leader: its }) => its.name.replace(/^\$/, '')),
  ]);
  const ofFiles = namesIn([leader.file, place.host.file], 'variables');
  const isUsed: Names = { has: (it) => used.has(it) || ofFiles.has(it) };
  const isThisPassed = own.length > 0 && place.form === 'function';
  const receiver = isThisPassed ? freeName(['self'], isUsed, language) : undefined;
  if (receiver !== undefined) used.add(receiver);
  return {
    name,
    place,
    leader,
    copies,
    passed,
    receiver,
    ownThis: own,
    parameters: nameAll(parameters, isUsed, language, rules),
    localIn: (local, at) => (at === 0 ? local : members[at - 1]?.alignment.variables.get(local))?.name ?? local.name,
    rules,
  };
}

/** @param isImported whether another file imports it */
function functionName(words: readonly string[], isImported: boolean, taken: Names, language: string): string {
  const style = language === 'php' ? 'javascript' : language;
  const isOwn = language === 'python' && !isImported;
  const shared = words[0] === 'shared' ? words : ['shared', ...words];
  // Runners of tests collect functions from their names.
  const isCollected = language === 'python' && /^test/i.test(words[0] ?? '') && !isOwn;
  const wanted = [...(isCollected ? [] : [words]), shared].map((its) => {
    const name = nameOf(its, style);
    return `${isOwn ? '_' : ''}${/^\d/.test(name) ? 'shared' : ''}${name}`;
  });
  return freeName(wanted, taken, language);
}

function nameAll(parameters: readonly Parameter[], used: Names, language: string, rules: DraftRules): NamedParameter[] {
  const own = new Set<string>();
  const taken: Names = { has: (name) => own.has(name) || used.has(name) };
  return parameters.map((parameter) => {
    const name = freeName(parameterNames(parameter, language, rules), taken, language);
    own.add(name);
    return { ...parameter, name };
  });
}

function editsOf(plan: Plan, project: Project): Map<SourceFile, Edit[]> | Obstacle {
  const edits = new Map<SourceFile, Edit[]>();
  const add = (file: SourceFile, edit: Edit) => edits.set(file, [...(edits.get(file) ?? []), edit]);
  const { host } = plan.place;
  for (const file of importing(plan.copies, host)) {
    const edit = importEdit(file, host.file, plan.name, project);
    if ('id' in edit) return edit;
    add(file, edit);
  }
  add(host.file, functionEdit(plan));
  for (const [at, copy] of plan.copies.entries()) add(copy.file, callEdit(plan, at));
  for (const [file, its] of edits) if (overlap(its)) return { id: 'no_common_place', path: file.path };
  return edits;
}

/** The files after the patch. */
export function patchedSources({ edits }: WrittenDraft): Map<SourceFile, string> {
  return new Map([...edits].map(([file, its]) => [file, applyEdits(file.source, its)]));
}
