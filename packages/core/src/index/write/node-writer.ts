import type { DeclarationFacts } from '#parse/facts.ts';
import type { FileEntry, FileRelations } from '#scan/model.ts';
import { classBits, codeOf, FILE_CLASSES, FILE_STATUSES, NODE_KINDS } from '../codes.ts';
import { ROWS } from '../generated/rows.ts';
import { bytesOf, declarationParts, nodeKey } from '../keys.ts';
import type { Statements } from '../sqlite/statements.ts';
import type { Dictionaries } from './dictionaries.ts';
import { Table } from './table.ts';

/** A project whose files are being written. */
export interface OpenProject {
  id: number;
  node: number;
  label: string;
  /** Smallest number of nodes of a function that may form a group. */
  minNodes: number;
  /** Smallest number of nodes of a declaration in a group of similar ones. */
  minNearNodes: number;
}

/** Writes nodes and their data, and stages the data for groups. Ids are assigned in order. */
export class NodeWriter {
  /** The last assigned id. */
  last = 0;
  readonly #names;
  readonly #languages;
  readonly #nodes;
  readonly #files;
  readonly #fingerprints;
  readonly #trees;

  constructor(statements: Statements, { names, languages }: Dictionaries) {
    this.#names = names;
    this.#languages = languages;
    this.#nodes = new Table(statements, 'node', ROWS.node.columns);
    this.#files = new Table(statements, 'file', ROWS.file.columns);
    this.#fingerprints = new Table(statements, 'print', ROWS.print.columns);
    this.#trees = new Table(statements, 'tree', ROWS.tree.columns);
  }

  /** @returns the node of the project */
  project(id: number, label: string): number {
    const node = ++this.last;
    const kind = codeOf(NODE_KINDS, 'project');
    this.#nodes.insert({ ...NO_DECLARATION, id: node, key: nodeKey(label), kind, project_id: id, classes: 0 });
    return node;
  }

  /**
   * Writes a file and its declarations, whose ids follow in order.
   *
   * @returns the node of the file
   */
  file(project: OpenProject, entry: FileEntry, relations: FileRelations | undefined): number {
    const id = ++this.last;
    const { path, language, facts } = entry;
    const classes = classBits(FILE_CLASSES.filter((name) => entry[`is_${name}`]));
    const owner = {
      project_id: project.id,
      file_id: id,
      language_id: language === undefined ? undefined : this.#languages.id(language),
    };
    this.#nodes.insert({
      ...NO_DECLARATION,
      ...owner,
      id,
      key: nodeKey(project.label, path),
      kind: codeOf(NODE_KINDS, 'file'),
      parent_id: project.node,
      classes,
    });
    const declarations = facts?.declarations ?? [];
    const parts = declarationParts(path, declarations);
    for (const [index, declaration] of declarations.entries()) {
      const node = {
        id: relations?.ids[index] ?? '',
        key: nodeKey(project.label, ...(parts[index] ?? [])),
        classes,
        parent_id: id + 1 + declaration.within,
      };
      this.#declaration(project, owner, declaration, node);
    }
    const tree_hash = facts && bytesOf(facts.tree_hash);
    if (tree_hash !== undefined) this.#trees.insert({ node_id: id, tree_hash });
    this.#files.insert({
      id,
      last_node_id: this.last,
      project_id: project.id,
      path,
      name_lossy: entry.name_lossy ?? false,
      status: codeOf(FILE_STATUSES, entry.status),
      reason: entry.reason,
      errors: (facts?.errors ?? entry.errors)?.count ?? 0,
      dialect: entry.dialect,
      encoding: entry.encoding,
      size: entry.size,
      lines: entry.lines,
      sha256: entry.sha256 === undefined ? undefined : bytesOf(entry.sha256),
      tree_hash,
      functions: declarations.filter(isFunction).length,
      repeated_lines: 0,
      copied_lines: 0,
      references_truncated: facts?.references_truncated ?? false,
    });
    return id;
  }

  #declaration(
    project: OpenProject,
    owner: { project_id: number; file_id: number; language_id: number | undefined },
    facts: DeclarationFacts,
    node: { id: string; key: Uint8Array; classes: number; parent_id: number },
  ): void {
    const id = ++this.last;
    const { name, parameters, function_body: body, function_shape: shape } = facts;
    const qualifier = qualifierOf(facts);
    this.#nodes.insert({
      ...owner,
      id,
      key: node.key,
      kind: codeOf(NODE_KINDS, facts.kind),
      parent_id: node.parent_id,
      name_id: this.#names.id(name),
      qualifier_id: qualifier === '' ? undefined : this.#names.id(qualifier),
      exported: facts.exported,
      classes: node.classes,
      grouped: false,
      start_line: facts.start_line,
      end_line: facts.end_line,
      start_byte: facts.start_byte,
      end_byte: facts.end_byte,
      ordinal: ordinalOf(node.id),
      nodes: facts.nodes,
      parameters: parameters.length === 0 ? undefined : JSON.stringify(parameters),
      returns: facts.returns,
    });
    const listed = facts.nodes >= project.minNodes;
    // Similar functions that are all identical are not listed, even if they are too small for a group of their own.
    const isCompared = listed || facts.nodes >= project.minNearNodes;
    if (isFunction(facts) && isCompared && body !== undefined && shape !== undefined) {
      this.#fingerprints.insert({ node_id: id, listed, body: bytesOf(body), shape: bytesOf(shape) });
    }
    if (facts.tree_hash !== undefined) this.#trees.insert({ node_id: id, tree_hash: bytesOf(facts.tree_hash) });
  }
}

const NO_DECLARATION = {
  file_id: undefined,
  parent_id: undefined,
  language_id: undefined,
  name_id: undefined,
  qualifier_id: undefined,
  exported: false,
  grouped: false,
  start_line: undefined,
  end_line: undefined,
  start_byte: undefined,
  end_byte: undefined,
  ordinal: undefined,
  nodes: undefined,
  parameters: undefined,
  returns: undefined,
};

function isFunction({ kind }: DeclarationFacts): boolean {
  return kind === 'function' || kind === 'method';
}

/** The part before the name: `Outer.` in `Outer.inner`. */
function qualifierOf({ name, qualified_name }: DeclarationFacts): string {
  if (!qualified_name.endsWith(name)) throw new RangeError(`${qualified_name} does not end with its name ${name}`);
  return qualified_name.slice(0, qualified_name.length - name.length);
}

/** The n of a declaration id's `:n`. */
function ordinalOf(id: string): number {
  const at = id.lastIndexOf(':');
  return at > id.lastIndexOf('@') ? Number(id.slice(at + 1)) : 1;
}
