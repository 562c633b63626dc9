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
    /** Of all libraries, before the best are chosen. */
    families: number;
    sources: number;
    obstacles: number;
  };
  family: { least_lines: number; least_nodes: number; least_ease: number; common_word_percent: number };
  types: Factor;
  example_folders: { names: string[] };
  cluster: { same_packages_percent: number; too_common_percent: number };
  names: { generic: string[]; agree_percent: number; words_percent: number; most_words: number };
  ease: Record<'function-body' | 'function-shape' | 'near' | 'block' | 'block-shape', number>;
  obstacles: {
    async: Factor & { words: string[] };
    classes: Factor;
    receivers: Factor;
    imports_differ: Factor;
    new_imports: Factor;
    own_calls: Factor;
    many_names: Factor & { more_than: number };
  };
} = libraries;
