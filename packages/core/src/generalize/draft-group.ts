import { join } from 'node:path';
import { AnalyzerError, compareBytes } from '@analyzer/contracts';
import { DRAFT_LIMITS, draftRules } from '#languages/draft-rules.ts';
import { HOSTS } from '#languages/hosts.ts';
import type { Engine, ParseMode } from '#parse/engine.ts';
import { decode } from '#parse/portable/decode.ts';
import type { BlockRange, Group } from '#scan/model.ts';
import { readFile } from '#tree/read.ts';
import { checkedDraft } from './checked-draft.ts';
import type { CopyRange } from './copy.ts';
import type { Generalized, WrittenDraft } from './draft.ts';
import type { DraftMember, DraftSource, ScannedFile } from './draft-source.ts';
import { obstacleOfImport } from './imports.ts';
import type { Draft, DraftCopy } from './model.ts';
import type { Obstacle } from './obstacle.ts';
import { patchOf } from './patch.ts';
import { type SourceFile, sourceFile } from './source-file.ts';
import { callEdit, functionText } from './written.ts';

/** Syntax nodes that are held; files that were not used for the longest time are parsed again. */
const MAX_NODES = 1_500_000;
const LARGEST_FILE = 4 * 1024 * 1024;
/** Files of one group of which each pair is tried. */
const MAX_PAIRED = 12;
const SCRIPTS: ReadonlySet<string> = new Set(['javascript', 'typescript']);
/** Texts that are held until they are parsed. */
const MAX_TEXTS = 64;

/** A file as it was scanned. */
interface SourceText {
  language: string;
  dialect?: string;
  bytes: Uint8Array;
  text: string;
}

/** What a draft needs of a group. */
export type DraftedGroup = Pick<Group, 'id' | 'kind' | 'occurrences' | 'blocks'> & {
  /** The copies, if they are not those of the scan. */
  members?: readonly DraftMember[];
};

/** Drafts functions for groups. Files are read again, and only if they are as they were scanned. */
export class Drafter {
  readonly #source: DraftSource;
  readonly #root: string;
  readonly #engine: Engine;
  readonly #signal: AbortSignal | undefined;
  readonly #files = new Map<string, SourceFile | Obstacle>();
  /** Files that were read and not parsed. */
  readonly #texts = new Map<string, SourceText | Obstacle>();
  #nodes = 0;

  /**
   * @param root of the scanned folder
   * @param engine the portable one, which returns syntax trees; owned by the caller
   */
  constructor(source: DraftSource, root: string, engine: Engine, signal?: AbortSignal) {
    this.#source = source;
    this.#root = root;
    this.#engine = engine;
    this.#signal = signal;
  }

  /**
   * @param into path of the file of a copy that gets the function
   * @throws AnalyzerError `usage` if no copy is in that file; errors of the engine
   */
  async draft(group: DraftedGroup, into?: string): Promise<Draft> {
    const { project } = this.#source;
    const members = this.#members(group);
    const draft = this.#undrafted(group);
    if (into !== undefined && !members.some(({ path }) => path === into))
      throw noCopyIn(
        into,
        members.map(({ path }) => path),
      );
    if (isOfCallbacks(group)) return { ...draft, obstacle: { id: 'block' } };
    if (members.some(({ isFunction }) => !isFunction)) return { ...draft, obstacle: { id: 'not_one_function' } };
    const read: { file: SourceFile; range: CopyRange }[] = [];
    const unread = new Map<string, Obstacle>();
    // A file of the group is one object, also if it is not held until the end.
    const files = new Map<string, SourceFile | Obstacle>();
    for (const { path, range } of members) {
      const file = files.get(path) ?? (await this.#file(path));
      files.set(path, file);
      if ('root' in file) read.push({ file, range });
      else unread.set(range.id, file);
    }
    const changed = [...unread.values()].find((it) => it.id === 'changed');
    if (read.length < 2 || changed !== undefined)
      return { ...draft, obstacle: changed ?? [...unread.values()][0] ?? { id: 'one_copy' } };
    const result = await checkedDraft(read, project, (file, text) => this.#parsed(file, Buffer.from(text), text), into);
    const left = new Map([...unread, ...result.left.map(({ id: its, obstacle }) => [its, obstacle] as const)]);
    const order = new Map(result.copies.map(({ id: its }, at) => [its, at]));
    const within = new Map(members.map(({ range }) => [range.id, range.within ?? range.id]));
    const rank = (copy: DraftCopy) => order.get(copy.id) ?? order.size;
    draft.copies = draft.copies
      .map((copy) => {
        const obstacle = left.get(copy.id);
        return obstacle === undefined ? copy : { ...copy, obstacle };
      })
      .sort((one, other) => rank(one) - rank(other));
    draft.copies = draft.copies.map((copy) => ({ ...copy, id: within.get(copy.id) ?? copy.id }));
    draft.parameters = parametersOf(result);
    const { obstacle, written } = result;
    if (obstacle !== undefined || written === undefined) return { ...draft, obstacle: obstacle ?? { id: 'one_copy' } };
    return { ...draft, written: writtenOf(written) };
  }

  /**
   * Drafts for many groups, in an order in which few files are parsed twice. Of a group whose files cannot share a function
   * no file is parsed, so that its parameters are not known.
   */
  async *drafts(groups: readonly DraftedGroup[]): AsyncGenerator<Draft> {
    const pathOf = ({ occurrences: [first = ''], blocks }: DraftedGroup) =>
      blocks?.[0]?.path ?? this.#source.member(first)?.path ?? '';
    const paths = new Map(groups.map((group) => [group, pathOf(group)]));
    for (const group of [...groups].sort((a, b) => compareBytes(paths.get(a) ?? '', paths.get(b) ?? ''))) {
      const obstacle = this.#obstacleOfLines(group) ?? (await this.#obstacleOfPlaces(group));
      yield obstacle === undefined ? await this.draft(group) : { ...this.#undrafted(group), obstacle };
    }
  }

  #members({ occurrences, blocks, members }: DraftedGroup): readonly DraftMember[] {
    if (members !== undefined) return members;
    if (blocks === undefined) return occurrences.flatMap((it) => this.#source.member(it) ?? []);
    return blocks.map((block) => blockMember(block, this.#source));
  }

  #undrafted(group: DraftedGroup): Draft {
    const { id, kind } = group;
    return { root: this.#source.root, group: { id, kind }, copies: this.#members(group).map(copyOf), parameters: [] };
  }

  /** Copies in which only names and literals may differ: the function has as many lines as the body of one of them. */
  #obstacleOfLines(group: DraftedGroup): Obstacle | undefined {
    const members = this.#members(group);
    if (group.kind === 'near' || members.some(({ isFunction }) => !isFunction)) return undefined;
    const most = Math.max(...members.map(({ lines: [start, end] }) => end - start));
    const isOfBlocks = members.some(({ range }) => range.isBlock);
    // A run of statements has no header.
    const saved = isOfBlocks
      ? (members.length - 1) * (most + 1) - members.length - 2
      : (members.length - 1) * most - members.length - 2;
    const least = isOfBlocks ? DRAFT_LIMITS.min_saved_block_lines : DRAFT_LIMITS.min_saved_lines;
    return saved < least ? { id: 'no_lines_saved' } : undefined;
  }

  /** Why no two copies can call one function, if each is in a file of its own and that is known without parsing them. */
  async #obstacleOfPlaces(group: DraftedGroup): Promise<Obstacle | undefined> {
    const members = this.#members(group);
    const paths = [...new Set(members.map(({ path }) => path))];
    const isOther = isOfCallbacks(group) || members.some(({ isFunction }) => !isFunction);
    if (isOther || paths.length < members.length || paths.length < 2 || paths.length > MAX_PAIRED) return undefined;
    const files: { path: string; source: string; language: string }[] = [];
    for (const path of paths) {
      const entry = this.#source.file(path);
      if (entry === undefined || unread(entry, path) !== undefined) return undefined;
      // Only modules of JavaScript and TypeScript tell more than their paths.
      const read = SCRIPTS.has(entry.language) ? await this.#text(path) : { text: '' };
      if ('id' in read) return undefined;
      files.push({ path, source: read.text, language: entry.language });
    }
    let first: Obstacle | undefined;
    for (const host of files) {
      for (const file of files) {
        if (file === host) continue;
        const obstacle = obstacleOfImport(file, host, host.language, this.#source.project);
        if (obstacle === undefined) return undefined;
        first ??= obstacle;
      }
    }
    return first;
  }

  async #file(path: string): Promise<SourceFile | Obstacle> {
    const known = this.#files.get(path);
    const file = known ?? (await this.#read(path));
    this.#files.delete(path);
    this.#files.set(path, file);
    if (known !== undefined) return file;
    this.#nodes += nodesIn(file);
    for (const [oldest, its] of this.#files) {
      if (this.#nodes <= MAX_NODES || oldest === path) break;
      this.#files.delete(oldest);
      this.#nodes -= nodesIn(its);
    }
    return file;
  }

  async #read(path: string): Promise<SourceFile | Obstacle> {
    const read = await this.#text(path);
    this.#texts.delete(path);
    if ('id' in read) return read;
    const { language, dialect, bytes, text } = read;
    return this.#parsed({ path, language, ...(dialect !== undefined && { dialect }) }, bytes, text);
  }

  async #text(path: string): Promise<SourceText | Obstacle> {
    const known = this.#texts.get(path);
    if (known !== undefined) return known;
    const read = await this.#readText(path);
    if (this.#texts.size >= MAX_TEXTS) this.#texts.clear();
    this.#texts.set(path, read);
    return read;
  }

  async #readText(path: string): Promise<SourceText | Obstacle> {
    const entry = this.#source.file(path);
    if (entry === undefined) return { id: 'not_found', path };
    const refused = unread(entry, path);
    if (refused !== undefined) return refused;
    const { language, dialect } = entry;
    const reading = await readFile(join(this.#root, path), LARGEST_FILE, this.#signal);
    if ('reason' in reading || reading.bytes === undefined) return { id: 'not_parsed', path };
    if (reading.sha256 !== entry.sha256) return { id: 'changed', path };
    const decoded = decode(reading.bytes, language);
    if (!('text' in decoded)) return { id: 'not_parsed', path };
    return { language, bytes: reading.bytes, text: decoded.text, ...(dialect !== undefined && { dialect }) };
  }

  async #parsed(file: { path: string } & ParseMode, bytes: Uint8Array, text: string): Promise<SourceFile | Obstacle> {
    const { path, language, dialect } = file;
    const mode = dialect === undefined ? { language } : { language, dialect };
    const outcome = await this.#engine.parse({ path, mode, bytes, tree: true });
    if (outcome.status !== 'analyzed') return { id: 'not_parsed', path };
    const targets = this.#source.targets(path, outcome.facts.imports);
    return sourceFile(file, text, outcome.facts, targets) ?? { id: 'not_parsed', path };
  }
}

/** Why a file is not read for a draft. */
function unread({ language, dialect, encoding }: ScannedFile, path: string): Obstacle | undefined {
  if (draftRules(language) === undefined) return { id: 'language', path };
  if (dialect !== undefined && HOSTS.has(dialect)) return { id: 'embedded', path };
  return encoding === undefined ? undefined : { id: 'encoding', path };
}

/** Groups of functions without a name; other blocks are runs of statements. */
function isOfCallbacks({ kind, blocks }: DraftedGroup): boolean {
  return blocks !== undefined && kind !== 'block' && kind !== 'block-shape';
}

function blockMember({ path, within, ...block }: BlockRange, source: DraftSource): DraftMember {
  const { start_line, end_line, start_byte, end_byte } = block;
  const name = (within === undefined ? undefined : source.member(within)?.range.name) ?? '';
  const range = {
    id: `${path}:${start_byte}`,
    within: within ?? '',
    name,
    start_byte,
    end_byte,
    isBlock: true as const,
  };
  return { path, range, lines: [start_line, end_line], isFunction: true };
}

function nodesIn(file: SourceFile | Obstacle): number {
  return 'root' in file ? file.root.size : 1;
}

function noCopyIn(into: string, paths: readonly string[]): AnalyzerError {
  return new AnalyzerError(
    'usage',
    { problem: `--into: no copy of the group is in ${into}` },
    { hint: `Name one of ${[...new Set(paths)].join(', ')}.` },
  );
}

function copyOf({ path, range, lines }: DraftMember): DraftCopy {
  return { id: range.id, name: range.name, path, start_line: lines[0], end_line: lines[1] };
}

function parametersOf({ copies, parameters }: Generalized): Draft['parameters'] {
  return parameters.map(({ name, kind, places, values }) => ({
    name,
    kind,
    lines: places.map((place) => copies[0]?.file.offsets.line(place.start) ?? 0),
    values: values.map((value, at) => copies[at]?.file.source.slice(value.start, value.end) ?? ''),
  }));
}

function writtenOf(written: WrittenDraft): NonNullable<Draft['written']> {
  const { plan, edits, savedLines } = written;
  const { place, name, copies } = plan;
  const patches = [...edits].sort(([a], [b]) => (a.path < b.path ? -1 : 1)).map(([file, its]) => patchOf(file, its));
  return {
    function: { name, path: place.host.file.path, form: place.form, text: functionText(plan, '') },
    calls: copies.map((copy, at) => ({
      path: copy.file.path,
      start_line: copy.file.offsets.line(copy.from),
      end_line: copy.file.offsets.line(copy.to),
      text: callEdit(plan, at).text,
    })),
    lines_saved: savedLines,
    patch: patches.join(''),
  };
}
