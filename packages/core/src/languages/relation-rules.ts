import relations from '../../../../languages/relations.json' with { type: 'json' };

/** When copies are a relation of folders or files. Parts are in percent. */
export const RELATION_RULES: {
  tool_files: { parts: string[]; names: string[] };
  candidates: {
    most_occurrences: number;
    most_file_pairs: number;
    most_folder_pairs: number;
    /** Around a file. */
    most_folders: number;
    largest_file_bytes: number;
    most_compared_cells: number;
  };
  mirror: {
    least_pairs: number;
    least_lines: number;
    least_shared_lines: number;
    shared_percent: number;
    smaller_percent: number;
    larger_percent: number;
    same_name_percent: number;
  };
  fork: {
    least_lines: number;
    least_code_lines: number;
    shared_percent: number;
    larger_percent: number;
    /** How a line without code starts. */
    comments: string[];
    /** How an import starts, which has no code either. */
    imports: string[];
  };
  documentation: {
    /** Of the files whose strings document. */
    extensions: string[];
    quotes: string[];
    /** Letters before a quote. */
    prefixes: string[];
  };
  family: { least_files: number; both_percent: number };
  shared_helper: { least_files: number };
  vendored_library: {
    least_lines: number;
    most_read_files: number;
    /** Of a file in which the first comment names the library. */
    most_header_bytes: number;
    /** Names of files, the first one counts. */
    manifests: string[];
    /** Names of files that a package of the project has too. */
    own_manifests: string[];
    /** Hosts of repositories, whose addresses start with the owner. */
    repository_hosts: string[];
    /** Lower-case words of a line with a year and a copyright that name nobody. */
    no_holders: string[];
    /** Lower-case names up to the first `.`, `-` or `_`. */
    licence_files: string[];
    /** Lower-case words with one space between them, by SPDX id or family of licences. */
    licences: { name: string; words: string }[];
  };
  differs: {
    least: number;
    most_replaced: number;
    /** Of the places of each of both words. */
    same_percent: number;
    equal_percent: number;
    most_tokens: number;
    most_cells: number;
  };
  /** What is a fact of the first screen. */
  screen: {
    evidence: {
      /** Of a list, whose source is read. */
      most_groups: number;
      /** Equal lines that follow each other. */
      run: number;
      /** Of the lines of the smaller of two copies. */
      equal_percent: number;
      /** Below it, so many lines are equal at least. */
      sure_percent: number;
      unsure_lines: number;
      /** Of two copies, and of all that are compared: lines of one times those of the other. */
      most_cells: number;
      most_all_cells: number;
    };
    rows: { least_lines: number; most_lines: number; forms_percent: number; equal_percent: number };
    constructors: { names: string[]; least_copies: number };
    asynchronous: {
      /** Lower case, longer ones before their parts. */
      words: string[];
      /** Words of a path. */
      marks: string[];
    };
    /** Of the number of analyzed files. */
    unsupported: { least_percent: number };
  };
} = relations;
