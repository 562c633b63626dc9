import { compareBytes } from '@analyzer/contracts/order';
import { LIBRARY_RULES } from '#languages/library-rules.ts';
import { isOf, labelOf } from './homes.ts';
import type { Candidate, Copy, Home, LibraryFacts, Placed } from './model.ts';
import { ownerOf, shortName, wordsOf } from './words.ts';

const RULES = LIBRARY_RULES.obstacles;
const CONSTRUCTORS: ReadonlySet<string> = new Set(LIBRARY_RULES.base.constructors);
const ASYNC: ReadonlySet<string> = new Set(RULES.async.words);

type Obstacle = Placed['obstacles'][number];

/** How easy it is to write one function for a family in its home, and what stands in the way. */
export function placed(candidate: Candidate, home: Home, facts: LibraryFacts): Placed {
  const obstacles = [
    asyncPair(candidate, facts),
    classes(candidate),
    receivers(candidate, home),
    constructors(candidate, home),
    override(candidate),
    convention(candidate, facts),
    entries(candidate),
    ports(candidate, facts),
    ...imports(candidate, home, facts),
    ownCalls(candidate, home, facts),
    manyNames(candidate),
  ].flatMap((obstacle) => (obstacle === undefined ? [] : [obstacle]));
  const ease = obstacles.reduce((sum, { percent }) => (sum * percent) / 100, LIBRARY_RULES.ease[candidate.family.kind]);
  return { ...candidate, home, ease, obstacles };
}

/** Only copies with different code can differ in it. */
function asyncPair({ copies, family }: Candidate, facts: LibraryFacts): Obstacle | undefined {
  if (family.kind !== 'near') return undefined;
  const hasWord = ({ path, qualified_name: name }: Copy) => wordsOf(`${path} ${name}`).some((word) => ASYNC.has(word));
  const isAsync = (copy: Copy) => hasWord(copy) || facts.awaits(copy);
  const some = copies.filter(isAsync);
  if (some.length === 0 || some.length === copies.length) return undefined;
  const other = copies.find((copy) => !isAsync(copy));
  const text = `${some[0]?.path ?? ''} is asynchronous, ${other?.path ?? ''} is not`;
  return { percent: RULES.async.percent, text };
}

function classes({ copies, family }: Candidate): Obstacle | undefined {
  const its = copies.find(({ facts }) => facts.kind === 'class' || facts.kind === 'trait');
  if (its === undefined) return undefined;
  const hasOneName = copies.every(({ name }) => name === its.name);
  if (family.kind === 'near')
    return { percent: RULES.similar_classes.percent, text: `${its.name} is a class, and only similar to the others` };
  const percent = hasOneName ? RULES.classes.percent : (RULES.classes.percent * RULES.other_classes.percent) / 100;
  return { percent, text: `${its.name} is a class: its users need a base class or a part of it` };
}

function receivers({ copies, isType }: Candidate, home: Home): Obstacle | undefined {
  const methods = copies.filter(({ facts }) => facts.hasOwner);
  if (isType || home.kind === 'base' || methods.length === 0) return undefined;
  const owners = [...new Set(methods.map((copy) => `${ownerOf(copy)} (${copy.path})`))];
  if (owners.length === 1) return undefined;
  const text = `${owners.slice(0, 2).join(' and ')} are different classes: their methods need a trait or a parameter`;
  return { percent: RULES.receivers.percent, text };
}

/** A base class has a constructor that others call; other classes cannot share one, or another method with a fixed name such as `__repr__`. */
function constructors({ copies }: Candidate, home: Home): Obstacle | undefined {
  if (home.kind === 'base') return undefined;
  const its = copies.find(({ name, facts }) => CONSTRUCTORS.has(name) || (facts.hasOwner && name.startsWith('__')));
  if (its === undefined) return undefined;
  const what = CONSTRUCTORS.has(its.name) ? 'is a constructor' : 'is called by the language';
  return { percent: RULES.constructors.percent, text: `${its.name} of ${ownerOf(its)} ${what}` };
}

/** Similar code in a class and in its base class differs on purpose. */
function override({ copies, family }: Candidate): Obstacle | undefined {
  if (family.kind !== 'near') return undefined;
  for (const { name, facts } of copies) {
    const base = facts.bases.find((one) => copies.some((copy) => copy.name === name && isOf(copy, one)));
    if (base !== undefined) return { percent: RULES.overrides.percent, text: `${name} overrides that of ${base.name}` };
  }
  return undefined;
}

/** What many classes or files have under one name, in different code, is what their callers expect of each. */
function convention({ copies, family }: Candidate, facts: LibraryFacts): Obstacle | undefined {
  const { least, times, percent } = RULES.conventions;
  if (family.kind === 'function-body') return undefined;
  const names = new Map<string, Map<string, Copy>>();
  for (const copy of copies) names.set(copy.name, (names.get(copy.name) ?? new Map()).set(copy.project, copy));
  const counts = [...names].map(([name, its]) => ({
    name,
    all: [...its.values()].reduce((sum, copy) => sum + facts.namesakes(copy), 0),
  }));
  const all = counts.reduce((sum, one) => sum + one.all, 0);
  if (counts.some((one) => one.all < least) || all < copies.length * times) return undefined;
  return { percent, text: `${all} classes or files have their own ${counts.map(({ name }) => name).join(', ')}` };
}

/** The function that a framework calls in each component. */
function entries({ copies, family }: Candidate): Obstacle | undefined {
  const { names, endings, percent } = RULES.entries;
  const isEntry = ({ name, path }: Copy) => names.includes(name) && endings.some((ending) => path.endsWith(ending));
  const its = copies.find(isEntry);
  if (its === undefined || family.kind !== 'near') return undefined;
  return { percent, text: `${its.name} is all of the component ${its.path}` };
}

/** Similar code of packages that each stand for another one, such as `acme-koa` for `koa`. */
function ports({ copies, family: { kind, language } }: Candidate, facts: LibraryFacts): Obstacle | undefined {
  if (kind !== 'near') return undefined;
  const stood = new Map<string, string>();
  for (const unit of new Set(copies.map((copy) => copy.unit))) {
    const label = labelOf(unit, language);
    const words = new Set(wordsOf(shortName(label)));
    const its = [...facts.externalsIn(unit)].filter((name) => words.has(name.toLowerCase())).sort();
    if (its[0] !== undefined) stood.set(its[0], label);
  }
  if (stood.size < 2) return undefined;
  const [one, other] = [...stood].sort(([a], [b]) => compareBytes(a, b));
  const text = `${one?.[1] ?? ''} is for ${one?.[0] ?? ''}, ${other?.[1] ?? ''} for ${other?.[0] ?? ''}`;
  return { percent: RULES.ports.percent, text };
}

function* imports({ copies, family: { language } }: Candidate, home: Home, facts: LibraryFacts): Generator<Obstacle> {
  const units = new Map<string, Set<string>>();
  const known = home.unit === undefined ? new Set<string>() : facts.externalsIn(home.unit);
  for (const copy of copies) {
    const label = labelOf(copy.unit, language);
    const its = units.get(label) ?? new Set<string>();
    for (const name of facts.externalsOf(copy)) if (!known.has(name)) its.add(name);
    units.set(label, its);
  }
  if (units.size < 2) return;
  const used = [...units]
    .sort(([a], [b]) => compareBytes(a, b))
    .map(([unit, names]) => ({ unit, text: [...names].sort().join(', ') }));
  const different = [...new Map(used.filter(({ text }) => text !== '').map((one) => [one.text, one])).values()];
  const [one, other] = different;
  if (one === undefined) return;
  if (other !== undefined) {
    const text = `${one.unit} uses ${one.text}; ${other.unit} uses ${other.text}`;
    yield { percent: RULES.imports_differ.percent, text };
  } else if (home.unit !== undefined) {
    const text = `${labelOf(home.unit, language)} does not import ${one.text}, which copies in ${one.unit} use`;
    yield { percent: RULES.new_imports.percent, text };
  }
}

/** Functions of their own package that copies call, unless the home is in the same package. */
function ownCalls({ copies, family: { language } }: Candidate, home: Home, facts: LibraryFacts): Obstacle | undefined {
  const own = new Set(copies.map(({ node }) => node));
  for (const copy of copies) {
    if (copy.unit === home.unit) continue;
    const called = copy.facts.calls.find((call) => !own.has(call.node) && facts.unitOf(call) === copy.unit);
    if (called === undefined) continue;
    const text = `${copy.name} of ${labelOf(copy.unit, language)} calls its own ${called.name}`;
    return { percent: RULES.own_calls.percent, text };
  }
  return undefined;
}

function manyNames({ copies, family }: Candidate): Obstacle | undefined {
  const names = [...new Set(copies.map(({ name }) => name))];
  if (names.length <= RULES.many_names.more_than) return undefined;
  const text = `${names.length} names, such as ${names.slice(0, 3).join(', ')}`;
  const { percent, near_percent: ofNear } = RULES.many_names;
  return { percent: family.kind === 'near' ? ofNear : percent, text };
}
