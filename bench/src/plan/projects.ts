import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const PROJECTS = 300;
export const FAMILIES = 5_000;
/** More, because similar functions are one family. */
const FUNCTIONS = 8_000;
const FILES = 4;
const STATEMENTS = 14;

/** Each family is copied to two projects, every fifth one to three. */
export function writeProjects(folder: string): void {
  const files = new Map<string, string[]>();
  for (let family = 0; family < FUNCTIONS; family++) {
    const text = functionText(family);
    for (const project of projectsOf(family)) {
      const path = join(`project${project}`, 'src', `file${family % FILES}.js`);
      const functions = files.get(path) ?? [];
      files.set(path, functions);
      functions.push(text);
    }
  }
  for (let project = 0; project < PROJECTS; project++) {
    mkdirSync(join(folder, `project${project}`, 'src'), { recursive: true });
    writeFileSync(join(folder, `project${project}`, 'package.json'), `{"name": "project${project}"}\n`);
  }
  for (const [path, functions] of files) writeFileSync(join(folder, path), functions.join('\n'));
}

function projectsOf(family: number): number[] {
  const first = (family * 7) % PROJECTS;
  // Families with the same places would be one family: a copied file.
  const distance = 1 + Math.floor(family / PROJECTS);
  const others = family % 5 === 0 ? [distance, distance + 100] : [distance];
  return [first, ...others.map((one) => (first + one) % PROJECTS)];
}

/** Kinds of statements that no renaming makes equal. */
const KINDS: readonly ((n: number) => string)[] = [
  (n) => `  sum += list[${n}] * rate;`,
  (n) => `  if (sum > ${n}) sum -= rate;`,
  (n) => `  for (const item of list) sum += item.size + ${n};`,
  (n) => `  while (sum < ${n}) sum = sum * 2 + 1;`,
  (n) => `  const part${n} = list.filter((one) => one.rate === rate);`,
  (n) => `  try { sum = parse(sum, ${n}); } catch { sum = 0; }`,
  (n) => `  switch (rate) { case ${n}: sum++; break; default: sum--; }`,
  (n) => `  list.push({ sum, rate: [rate, ${n}] });`,
  () => '  rate = rate === undefined ? sum / list.length : -rate;',
  (n) => `  log(\`\${sum} of \${rate}\`, ${n}, list);`,
];

/** A function whose statements follow from the number of its family by a linear congruential generator. */
function functionText(family: number): string {
  let seed = (family * 2_654_435_761 + 12_345) >>> 0;
  const lines = Array.from({ length: STATEMENTS }, (_, index) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return KINDS[Math.floor((seed / 2 ** 32) * KINDS.length)]?.(family * STATEMENTS + index) ?? '';
  });
  return `export function work${family}(list, rate) {\n  let sum = 0;\n${lines.join('\n')}\n  return sum;\n}\n`;
}
