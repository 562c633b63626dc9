import libraries from '../../../../languages/libraries.json' with { type: 'json' };

/** A factor of ease, in percent. */
interface Factor {
  percent: number;
}

/** How a plan collects families in libraries. Parts are in percent. */
export const LIBRARY_RULES: {
  limits: {
    libraries: number;
    families_of_library: number;
    /** Of a library: lines that go, each as far as it is easy. */
    least_easy_lines: number;
    /** Required of each library, even if no other one is better. */
    least_easy_lines_alone: number;
    /** Of a new package. */
    least_easy_lines_of_new: number;
    /** Of all libraries, before the best are chosen. */
    families: number;
    sources: number;
    obstacles: number;
  };
  family: { least_lines: number; least_nodes: number; least_ease: number; common_word_percent: number };
  types: Factor;
  example_folders: { names: string[]; file_names: string[] };
  support: { names: string[]; test_words: string[] };
  base: { least_heirs_percent: number; least_overrides: number; constructors: string[] };
  cluster: {
    file_languages: string[];
    same_packages_percent: number;
    same_files_percent: number;
    too_common_percent: number;
  };
  names: {
    generic: string[];
    /** Words that need the folder around them. */
    vague: string[];
    /** Names of files that only stand for their folder. */
    entries: string[];
    agree_percent: number;
    words_percent: number;
    lines_percent: number;
    most_words: number;
    scope_percent: number;
  };
  ease: Record<'function-body' | 'function-shape' | 'near' | 'block' | 'block-shape', number>;
  obstacles: {
    async: Factor & { words: string[]; syntax: string[] };
    classes: Factor;
    other_classes: Factor;
    receivers: Factor;
    constructors: Factor;
    overrides: Factor;
    /** `times` as many as have a copy. */
    conventions: Factor & { least: number; times: number };
    similar_classes: Factor;
    entries: Factor & { names: string[]; endings: string[] };
    ports: Factor;
    imports_differ: Factor;
    new_imports: Factor;
    own_calls: Factor;
    many_names: Factor & { near_percent: number; more_than: number };
  };
} = libraries;
