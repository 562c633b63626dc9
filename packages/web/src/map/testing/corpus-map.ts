import { compareBytes } from '@analyzer/contracts/order';
import { FLAG_EXPORTED, FLAG_TEST, FLAG_VENDORED, type MapData, type MapGroup, type MapSources } from '../data.ts';
import { type FoundFunction, packTokens, shapeOf } from './functions.ts';
import { cyclesOf, importsOf, type Link, rows } from './links.ts';
import type { ReadProject } from './read-project.ts';

interface Known {
  fn: FoundFunction;
  file: number;
  project: number;
  language: string;
  flags: number;
}

const SHOWN = 40;

/** A map of real projects, made without the engine: real names, lines and source; groups by a light reading. */
export function corpusMap(projects: ReadProject[], limit = 200): MapData {
  const languages = ['bash', 'javascript', 'php', 'python', 'typescript'];
  const data = emptyMap(languages);
  const known: Known[] = [];
  const links: { imports: Link[]; calls: Link[] } = { imports: [], calls: [] };
  projects.forEach((project, p) => {
    const firstFile = data.files.name.length;
    addFiles(data, project, p);
    const firstDeclaration = known.length;
    project.files.forEach((file, f) => {
      for (const fn of file.functions) {
        known.push({ fn, file: firstFile + f, project: p, language: file.language ?? '', flags: flagsOf(file.path) });
      }
    });
    const { links: found, unlinked } = importsOf(project);
    data.graph.unlinked.imports.push(...unlinked);
    for (const link of found) links.imports.push({ ...link, from: link.from + firstFile, to: link.to + firstFile });
    data.cycles.push(...cyclesOf(p, found, project.files.length, firstFile));
    links.calls.push(...callLinks(known, firstDeclaration));
    for (const { reason, rule, count } of project.excluded) {
      data.exclusions.project.push(p);
      data.exclusions.reason.push(reason);
      data.exclusions.rule.push(rule);
      data.exclusions.count.push(count);
    }
  });
  data.cycles.sort((a, b) => b.files.length - a.files.length);
  const files = data.files.name.length;
  data.graph.imports = rows(links.imports, files);
  data.graph.calls = rows(
    links.calls.map((link) => ({ ...link, from: link.from + files })),
    files + known.length,
  );
  data.graph.unlinked.calls = new Array<number>(files + known.length).fill(0);
  known.forEach(({ fn, file, flags }) => {
    const table = data.graph.declarations;
    table.file.push(file);
    table.name.push(fn.name);
    table.kind.push(fn.kind === 'function' ? 0 : 1);
    table.start_line.push(fn.start);
    table.end_line.push(fn.end);
    table.flags.push(flags | (fn.exported ? FLAG_EXPORTED : 0));
  });
  const groups = groupsOf(known, languages);
  countRepeats(data, known, groups);
  data.groups = groups.slice(0, limit).map(({ members: _, ...group }) => group);
  addTotals(data, known, groups, projects);
  data.sources = sourcesOf(known, data.groups);
  return data;
}

function emptyMap(languages: string[]): MapData {
  const none = { resolved: 0, ambiguous: 0, external: 0, unresolved: 0 };
  return {
    schema: 'analyzer.map.v1',
    snapshot_id: '5e2d8a61c04b97f3'.repeat(4),
    created: '2026-11-21T10:24:00Z',
    versions: {
      analyzer: '0.5.0',
      formats: { fingerprint: '1', index: '1' },
      languages: Object.fromEntries(languages.map((language) => [language, 'light reader'])),
    },
    totals: {
      files: 0,
      lines: 0,
      functions: 0,
      declarations: 0,
      groups: 0,
      groups_cross_project: 0,
      occurrences: 0,
      repeated_lines: 0,
      imports: { ...none },
      calls: { ...none },
      cycles: 0,
    },
    languages,
    projects: [],
    directories: { project: [], parent: [], name: [] },
    files: {
      directory: [],
      name: [],
      language: [],
      lines: [],
      repeated: [],
      flags: [],
      status: [],
      statuses: ['analyzed', 'inventory'],
    },
    groups: [],
    cycles: [],
    exclusions: { project: [], reason: [], rule: [], count: [] },
    omissions: [],
    graph: {
      declarations: {
        file: [],
        name: [],
        kind: [],
        kinds: ['function', 'method'],
        start_line: [],
        end_line: [],
        flags: [],
      },
      imports: { offsets: [0], targets: [], line: [], ambiguous: [] },
      calls: { offsets: [0], targets: [], line: [], ambiguous: [] },
      unlinked: { imports: [], calls: [] },
    },
  };
}

function flagsOf(path: string): number {
  const test = /(^|\/)(__)?tests?(__)?\/|\.(test|spec)\.|(^|\/)test_/.test(path) ? FLAG_TEST : 0;
  return test | (/(^|\/)(third_party|vendored|_vendor|lib\/jquery)/.test(path) ? FLAG_VENDORED : 0);
}

function addFiles(data: MapData, project: ReadProject, p: number): void {
  const places = new Map<string, number>();
  const directory = (path: string): number => {
    const known = places.get(path);
    if (known !== undefined) return known;
    const cut = path.lastIndexOf('/');
    const parent = path === '' ? -1 : directory(cut < 0 ? '' : path.slice(0, cut));
    const place = data.directories.name.length;
    places.set(path, place);
    data.directories.project.push(p);
    data.directories.parent.push(parent);
    data.directories.name.push(path.slice(cut + 1));
    return place;
  };
  directory('');
  for (const file of project.files) {
    const cut = file.path.lastIndexOf('/');
    data.files.directory.push(directory(cut < 0 ? '' : file.path.slice(0, cut)));
    data.files.name.push(file.path.slice(cut + 1));
    data.files.language.push(data.languages.indexOf(file.language ?? ''));
    data.files.lines.push(file.lines);
    data.files.repeated.push(0);
    data.files.flags.push(flagsOf(file.path));
    data.files.status.push(file.language === undefined ? 1 : 0);
  }
}

function callLinks(known: Known[], first: number): Link[] {
  const named = new Map<string, number[]>();
  for (let i = first; i < known.length; i++) {
    const name = known[i]?.fn.name ?? '';
    const list = named.get(name);
    if (list === undefined) named.set(name, [i]);
    else list.push(i);
  }
  const links: Link[] = [];
  for (let i = first; i < known.length; i++) {
    const seen = new Set<number>();
    for (const call of known[i]?.fn.calls ?? []) {
      const all = named.get(call.name) ?? [];
      const near = all.filter((other) => known[other]?.file === known[i]?.file);
      const targets = near.length > 0 ? near : all;
      if (targets.length > 3) continue;
      for (const to of targets) {
        if (to === i || seen.has(to)) continue;
        seen.add(to);
        links.push({ from: i, to, line: call.line, ambiguous: targets.length > 1 });
      }
    }
  }
  return links;
}

type FullGroup = MapGroup & { members: number[] };

function groupsOf(known: Known[], languages: string[]): FullGroup[] {
  const body = new Map<string, number[]>();
  const shape = new Map<string, number[]>();
  known.forEach(({ fn, language }, i) => {
    push(body, `${language}\0${fn.tokens.text.join('\0')}`, i);
    push(shape, `${language}\0${shapeOf(fn.tokens)}`, i);
  });
  const bodies = [...body.values()].filter((members) => members.length > 1);
  const seen = new Set(bodies.map((members) => members.join()));
  const shapes = [...shape.values()].filter((members) => members.length > 1 && !seen.has(members.join()));
  const groups = [
    ...bodies.map((members, i) => groupOf(known, languages, members, 'function-body', i)),
    ...shapes.map((members, i) => groupOf(known, languages, members, 'function-shape', bodies.length + i)),
  ];
  return groups.sort(
    (a, b) => b.projects.project.length - a.projects.project.length || b.score - a.score || compareBytes(a.id, b.id),
  );
}

function push(map: Map<string, number[]>, key: string, value: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

function groupOf(known: Known[], languages: string[], members: number[], kind: MapGroup['kind'], n: number): FullGroup {
  const all = members.map((member) => known[member]).filter((one) => one !== undefined);
  const nodes = Math.round((all[0]?.fn.tokens.text.length ?? 0) * 0.7);
  const projects = new Map<number, number>();
  const names = new Map<string, number>();
  for (const { project, fn } of all) {
    projects.set(project, (projects.get(project) ?? 0) + 1);
    names.set(fn.name, (names.get(fn.name) ?? 0) + 1);
  }
  const number = Math.imul(n + 1, 2654435761) >>> 0;
  return {
    id: `g_${number.toString(16).padStart(8, '0')}${n.toString(16).padStart(12, '0')}`,
    kind,
    language: languages.indexOf(all[0]?.language ?? ''),
    nodes,
    lines: Math.max(...all.map(({ fn }) => fn.end - fn.start + 1)),
    score: nodes * (members.length - 1),
    names: [...names]
      .sort((a, b) => b[1] - a[1] || compareBytes(a[0], b[0]))
      .slice(0, 3)
      .map(([name]) => name),
    projects: { project: [...projects.keys()], occurrences: [...projects.values()] },
    occurrence_count: members.length,
    occurrences: alternately(members, known).slice(0, SHOWN),
    flags: all.reduce((flags, one) => flags & one.flags, FLAG_TEST | FLAG_VENDORED),
    members,
  };
}

/** One of each project in turn. */
function alternately(members: number[], known: Known[]): number[] {
  const turn = new Map<number, number>();
  const keyed = members.map((member) => {
    const project = known[member]?.project ?? 0;
    const round = turn.get(project) ?? 0;
    turn.set(project, round + 1);
    return { member, round };
  });
  return keyed.sort((a, b) => a.round - b.round || a.member - b.member).map(({ member }) => member);
}

function countRepeats(data: MapData, known: Known[], groups: FullGroup[]): void {
  const marked = new Map<number, Set<number>>();
  for (const member of groups.flatMap((group) => group.members)) {
    const one = known[member];
    if (one === undefined) continue;
    const lines = marked.get(one.file) ?? new Set();
    marked.set(one.file, lines);
    for (let line = one.fn.start; line <= one.fn.end; line++) lines.add(line);
  }
  for (const [file, lines] of marked) data.files.repeated[file] = lines.size;
}

function addTotals(data: MapData, known: Known[], groups: FullGroup[], projects: ReadProject[]): void {
  projects.forEach((project, p) => {
    const mine = data.files.directory.flatMap((d, f) => (data.directories.project[d] === p ? [f] : []));
    const here = groups.filter((group) => group.projects.project.includes(p));
    const sum = (column: number[]) => mine.reduce((total, file) => total + (column[file] ?? 0), 0);
    const lines = data.languages.map((_, l) =>
      sum(data.files.lines.map((n, f) => (data.files.language[f] === l ? n : 0))),
    );
    const inventory = mine.filter((file) => data.files.status[file] === 1).length;
    data.projects.push({
      label: project.label,
      files: mine.length,
      lines: sum(data.files.lines),
      functions: known.filter((one) => one.project === p).length,
      repeated: sum(data.files.repeated),
      groups: here.length,
      groups_shared: here.filter((group) => group.projects.project.length > 1).length,
      languages: lines
        .map((_, l) => l)
        .filter((l) => (lines[l] ?? 0) > 0)
        .sort((a, b) => (lines[b] ?? 0) - (lines[a] ?? 0)),
      coverage: inventory === 0 ? { analyzed: mine.length } : { analyzed: mine.length - inventory, inventory },
    });
  });
  const { totals, graph } = data;
  const ambiguous = graph.calls.ambiguous.reduce((sum, one) => sum + one, 0);
  totals.files = data.files.name.length;
  totals.lines = data.projects.reduce((sum, project) => sum + project.lines, 0);
  totals.functions = known.length;
  totals.declarations = known.length;
  totals.groups = groups.length;
  totals.groups_cross_project = groups.filter((group) => group.projects.project.length > 1).length;
  totals.occurrences = groups.reduce((sum, group) => sum + group.members.length, 0);
  totals.repeated_lines = data.projects.reduce((sum, project) => sum + project.repeated, 0);
  totals.imports.resolved = graph.imports.targets.length;
  totals.imports.external = graph.unlinked.imports.reduce((sum, count) => sum + count, 0);
  totals.calls = { resolved: graph.calls.targets.length - ambiguous, ambiguous, external: 0, unresolved: 0 };
  totals.cycles = data.cycles.length;
  const unshown = groups.length - data.groups.length;
  if (unshown > 0) data.omissions.push({ what: 'groups', count: unshown, reason: 'limit' });
  const cut = data.groups.reduce((sum, group) => sum + group.occurrence_count - group.occurrences.length, 0);
  if (cut > 0) data.omissions.push({ what: 'occurrences', count: cut, reason: 'occurrence-limit' });
}

function sourcesOf(known: Known[], groups: MapGroup[]): MapSources {
  const sources: MapSources = {
    declaration: [],
    text: [],
    tokens: [],
    texts: [],
    missing: { declaration: [], reason: [] },
  };
  const places = new Map<string, number>();
  const place = (text: string): number => {
    const old = places.get(text);
    if (old !== undefined) return old;
    places.set(text, sources.texts.length);
    sources.texts.push(text);
    return sources.texts.length - 1;
  };
  const shown = [...new Set(groups.flatMap((group) => group.occurrences))].sort((a, b) => a - b);
  for (const declaration of shown) {
    const one = known[declaration];
    if (one === undefined) continue;
    sources.declaration.push(declaration);
    sources.text.push(one.fn.text);
    sources.tokens.push(packTokens(one.fn.tokens, place));
  }
  return sources;
}
