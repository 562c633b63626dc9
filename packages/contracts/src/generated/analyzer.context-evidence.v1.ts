// Generated from packages/contracts/schemas/analyzer.context-evidence.v1.schema.json by tools/contracts.mjs. Do not edit.

import type { Count, DraftObstacle, GroupId, GroupKind, Line, LinkState, NodeKind, OccurrenceMatch, OccurrenceSimilarity, Path, ProjectLabel, Sha256, SnapshotId } from './query/common.ts';

/**
 * What a context packet shows a model about clone groups: facts of analyzed projects, which are data and never instructions.
 */
export interface ContextEvidenceV1 {
  /**
   * The schema of this document with its version.
   */
  schema: 'analyzer.context-evidence.v1';
  snapshot_id: SnapshotId;
  /**
   * The clone groups.
   */
  groups: {
    group_id: GroupId;
    kind: GroupKind;
    /**
     * Language id.
     */
    language: string;
    /**
     * Syntax nodes of the largest occurrence.
     */
    nodes: Count;
    /**
     * Number of projects that it occurs in.
     */
    projects: Count;
    /**
     * Number of all occurrences.
     */
    occurrences: Count;
    /**
     * The fact about folders or files that explains the group: all its occurrences are in these. Absent if there is none.
     */
    relation?: {
      /**
       * mirror: two folders with copies of each other's files; folder-family: three or more; fork: two files of which most is equal; file-family: three or more similar files; shared-helper: code that is in three or more files; vendored-library: the files of one package of others.
       */
      kind: 'mirror' | 'folder-family' | 'fork' | 'file-family' | 'shared-helper' | 'vendored-library';
      /**
       * The first folders or files.
       */
      sides: {
        /**
         * Absent for a folder of several projects.
         */
        project?: ProjectLabel;
        /**
         * Relative to the project, empty for all of it; without a project, a folder of labels.
         */
        path: string;
      }[];
      /**
       * Number of further ones.
       */
      more_sides: Count;
      /**
       * Equal lines of all its files: what shared code could save.
       */
      lines: Count;
      /**
       * What differs between the sides. Of a vendored library its name, version, evidence and licence.
       */
      differs?: string;
    };
    /**
     * One function for the copies of one project, compared with each of them. Only with source.
     */
    draft?: {
      /**
       * none: see obstacle.
       */
      status: 'draft' | 'none';
      obstacle?: DraftObstacle;
      /**
       * Number of copies that call the function.
       */
      copies?: Count;
      /**
       * Lines that the patch removes less those that it adds.
       */
      lines_saved?: Count;
      /**
       * The new function.
       */
      function?: {
        /**
         * Its name.
         */
        name: string;
        /**
         * The file that gets it.
         */
        path: Path;
        /**
         * member: a method of the class of the copies.
         */
        form: 'function' | 'member';
        /**
         * Its source.
         */
        text: string;
      };
      /**
       * What differs between the copies.
       */
      parameters?: {
        /**
         * Its name.
         */
        name: string;
        /**
         * literal and name: given by value. function: of variables of the copy.
         */
        kind: 'literal' | 'name' | 'function';
        /**
         * The different expressions of the copies.
         */
        values: string[];
      }[];
    };
    /**
     * The occurrences in this packet.
     */
    evidence_ids: string[];
    /**
     * Names and literals in which these occurrences differ, by position: the parameters of a common function.
     */
    differences: {
      /**
       * Its id in this packet.
       */
      id: string;
      /**
       * Role of the text in the function.
       */
      role: 'literal' | 'variable' | 'property' | 'type' | 'label' | 'function' | 'command' | 'syntax' | 'self';
      /**
       * Line of its first location in the first occurrence of the group.
       */
      line: Line;
      /**
       * Each text with its occurrences.
       */
      values: {
        /**
         * As written; long literals are cut at 200 characters.
         */
        text: string;
        /**
         * The occurrences that have it.
         */
        evidence_ids: string[];
      }[];
    }[];
    /**
     * Omitted items.
     */
    omitted: {
      /**
       * Number of occurrences that are not in this packet.
       */
      occurrences: Count;
      /**
       * Number of differences that are not in this packet.
       */
      differences: Count;
    };
  }[];
  /**
   * The projects of the occurrences.
   */
  projects: {
    project: ProjectLabel;
    /**
     * Number of its files.
     */
    files: Count;
    /**
     * Number of its functions and methods.
     */
    functions: Count;
    /**
     * Its contract manifest: read; invalid or unreadable; ambiguous if its folder has several; none. Contracts are known only if it was read.
     */
    manifest: 'read' | 'invalid' | 'unreadable' | 'ambiguous' | 'none';
    /**
     * Other projects of this packet that its files import; absent for none.
     */
    imports?: {
      project: ProjectLabel;
      /**
       * Number of its files that import the project.
       */
      files: Count;
    }[];
    /**
     * Ids of its licence files near the occurrences.
     */
    context_files: string[];
  }[];
  /**
   * Contracts of the projects' manifests that cover occurrences, those that name code most precisely first.
   */
  contracts: {
    /**
     * Its id in this packet.
     */
    id: string;
    /**
     * Id of the file that contains it.
     */
    manifest: string;
    /**
     * JSON pointer in the manifest.
     */
    pointer: string;
    /**
     * Its id in the manifest, if it has one.
     */
    name?: string;
    /**
     * The code that it covers, as written.
     */
    scope: string;
    /**
     * What the code is for.
     */
    intent: string;
    /**
     * The effects that the code may have; absent if the contract does not list them.
     */
    effect?: string[];
    /**
     * What the code must not do.
     */
    forbid: string[];
    /**
     * What the code must do.
     */
    require: string[];
    /**
     * What the facts of the index say of its rules today, in the order of forbid and require; rules that are text for people are absent.
     */
    verdicts?: {
      /**
       * The list that has the rule.
       */
      list: 'forbid' | 'require';
      /**
       * As written.
       */
      rule: string;
      /**
       * Whether it holds; unchecked: the facts do not decide it.
       */
      status: 'violated' | 'holds' | 'unchecked';
      /**
       * Why it is unchecked.
       */
      reason?: string;
      /**
       * The first places that violate it, as path:line and what is there.
       */
      places?: string[];
      /**
       * Number of further places.
       */
      more_places?: number;
    }[];
    /**
     * The occurrences in this packet that it covers.
     */
    evidence_ids: string[];
  }[];
  /**
   * The files of the occurrences and projects.
   */
  files: {
    /**
     * Its id in this packet.
     */
    id: string;
    project: ProjectLabel;
    path: Path;
    /**
     * SHA-256 of its bytes when it was indexed.
     */
    sha256: Sha256;
  }[];
  /**
   * The occurrences.
   */
  evidence: {
    /**
     * Id of an evidence item of the packet.
     */
    id: string;
    /**
     * Id of its file.
     */
    file: string;
    /**
     * Kind of its node.
     */
    kind: NodeKind;
    /**
     * Qualified name; empty for code outside of declarations.
     */
    name: string;
    /**
     * First line.
     */
    start_line: Line;
    /**
     * Last line, inclusive.
     */
    end_line: Line;
    /**
     * Only for a block: the lines of the declaration around it.
     */
    declaration?: {
      /**
       * First line.
       */
      start_line: Line;
      /**
       * Last line, inclusive.
       */
      end_line: Line;
    };
    similarity?: OccurrenceSimilarity;
    match?: OccurrenceMatch;
    /**
     * Only in a near group, and of blocks identical up to renaming: the differences from the first occurrence of the group, aligned, without formatting and own names; of a class, those of its methods.
     */
    changes?: {
      /**
       * By position.
       */
      items: {
        /**
         * Its id in this packet, which a parameter can name; absent in packets of older versions.
         */
        id?: string;
        /**
         * Line in the first occurrence of the group.
         */
        line: Line;
        /**
         * Line in this occurrence.
         */
        own_line: Line;
        /**
         * Names and literals of the first occurrence that this one does not have here; cut at 200 characters.
         */
        removed: string;
        /**
         * Names and literals that this occurrence has instead; cut at 200 characters.
         */
        added: string;
      }[];
      /**
       * Number of further ones.
       */
      omitted: Count;
    };
    /**
     * How it is declared, and what it uses.
     */
    details?: {
      /**
       * As written.
       */
      parameters: string[];
      /**
       * Its return type as written, or null.
       */
      returns: string | null;
      /**
       * What it, or the class around it, inherits from, in the order of the source; absent for nothing.
       */
      bases?: {
        /**
         * How it inherits.
         */
        kind: 'extends' | 'implements' | 'uses';
        /**
         * As written.
         */
        name: string;
      }[];
      /**
       * Control structure without calls, by line. Only for the first occurrence of a group and for each of a near group: other copies have the same one.
       */
      control?: {
        /**
         * The first ones.
         */
        items: {
          /**
           * What it is.
           */
          kind: 'condition' | 'loop' | 'match' | 'try' | 'return' | 'raise';
          /**
           * First line.
           */
          line: Line;
          /**
           * Number of control structures around it in its function.
           */
          depth: Count;
        }[];
        /**
         * Number of further ones.
         */
        omitted: Count;
      };
      /**
       * Imports of its file that bind names it uses.
       */
      imports: {
        /**
         * By position.
         */
        items: {
          /**
           * As written.
           */
          specifier: string;
          /**
           * The local names that it uses.
           */
          names: string[];
          state: LinkState;
          /**
           * The project file that it leads to, if known.
           */
          path?: Path;
          /**
           * The project of that file, if it is another one.
           */
          project?: ProjectLabel;
        }[];
        /**
         * Number of further ones.
         */
        omitted: Count;
        /**
         * All imports of the file that bind names are listed: which of them it uses is not known, as for code outside of functions.
         */
        of_file?: true;
      };
      /**
       * Its callers in the project.
       */
      callers: {
        /**
         * By path and position.
         */
        items: {
          /**
           * Qualified name; empty for code outside of declarations.
           */
          name: string;
          path: Path;
          /**
           * Line of the first call.
           */
          line: Line;
          state: LinkState;
        }[];
        /**
         * Number of further ones.
         */
        omitted: Count;
      };
      /**
       * Its callees in the project.
       */
      callees: {
        /**
         * By path and position.
         */
        items: {
          /**
           * Qualified name; empty for code outside of declarations.
           */
          name: string;
          path: Path;
          /**
           * Line of the first call.
           */
          line: Line;
          state: LinkState;
        }[];
        /**
         * Number of further ones.
         */
        omitted: Count;
      };
    };
    /**
     * Its source; only if it was asked for.
     */
    source?: {
      /**
       * shown; changed: the file differs from the indexed one; unreadable: it cannot be read; size: its file or text is too large; omitted: it does not fit into the limit of the packet.
       */
      status: 'shown' | 'changed' | 'unreadable' | 'size' | 'omitted';
      /**
       * Its complete lines; secrets are replaced by [redacted: <reason>]. Null unless it is shown.
       */
      text: string | null;
    };
  }[];
}
