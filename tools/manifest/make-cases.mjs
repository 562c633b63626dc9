/**
 * Generates documents by mutating manifests and writes them to fixtures/manifest/schema-cases.json, without expected
 * results, which `record.py` adds. Run it only to create new cases.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const CASES = 300;
const path = new URL('../../fixtures/manifest/schema-cases.json', import.meta.url);
const bases = JSON.parse(readFileSync(new URL('../../fixtures/manifest/schema-bases.json', import.meta.url), 'utf8'));

/** Replacement values. Strings that start with `raw:` are written without quotes. */
const POOL = [
  null,
  true,
  false,
  0,
  1,
  3,
  5,
  6,
  -1,
  'raw:1.0',
  'raw:5.0',
  'raw:5.5',
  'raw:50e-1',
  'raw:1E0',
  'raw:0.9999',
  'raw:-0',
  'raw:1e2',
  '',
  '1',
  'text',
  'é😀',
  [],
  [[]],
  ['a'],
  ['a', 1],
  [null],
  {},
  { a: 1 },
  { scope: 's', intent: 'i' },
  [{ scope: 's', intent: 'i' }],
  [{ scope: 's' }],
  [{ intent: 'i', scope: 's', priority: 6 }],
];
const NAMES = [
  'version',
  'project',
  'contracts',
  'files',
  'artifacts',
  'id',
  'scope',
  'intent',
  'priority',
  'domain',
  'input',
  'output',
  'effect',
  'forbid',
  'require',
  'validate',
  'meaning',
  'x-own',
  '$schema',
  '',
  'a/b',
  '~',
  '__proto__',
  'constructor',
  'toString',
  'length',
];

/** Park and Miller's generator: the same cases on every machine. */
let state = 20_261;
const below = (limit) => {
  state = (state * 48_271) % 2_147_483_647;
  return state % limit;
};
const pick = (list) => list[below(list.length)];

const isList = Array.isArray;
const isObject = (value) => typeof value === 'object' && value !== null && !isList(value);
// Object.fromEntries creates own properties for any name, also for __proto__.
const withMember = (object, name, value) =>
  Object.fromEntries([...Object.entries(object).filter(([key]) => key !== name), [name, value]]);

function mutated(value, depth) {
  const keys = isList(value) ? [...value.keys()] : isObject(value) ? Object.keys(value) : [];
  if (keys.length === 0 || below(6) === 0) return changed(value);
  const key = pick(keys);
  const stays = depth === 0 || below(4) > 0;
  const part = stays ? mutated(value[key], depth + 1) : pick(POOL);
  return isList(value) ? value.with(key, part) : withMember(value, key, part);
}

function changed(value) {
  const kind = below(5);
  if (isObject(value) && kind < 2) return withMember(value, pick(NAMES), pick(POOL));
  if (isObject(value) && kind < 4) return Object.fromEntries(Object.entries(value).filter(() => below(3) > 0));
  if (isList(value) && kind < 3) return [...value, pick(POOL)];
  if (isList(value) && kind < 4) return value.filter(() => below(2) > 0);
  return pick(POOL);
}

const texts = new Set(bases.map((base) => JSON.stringify(base)));
while (texts.size < CASES) {
  let document = pick(bases);
  for (let times = 1 + below(3); times > 0; times--) document = mutated(document, 0);
  texts.add(JSON.stringify(document).replace(/"raw:([^"]*)"/g, '$1'));
}
writeFileSync(
  path,
  `${JSON.stringify(
    [...texts].map((text) => ({ text })),
    null,
    1,
  )}\n`,
);
