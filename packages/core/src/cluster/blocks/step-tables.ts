/** Temporary tables between the statements of an engine and the steps of this program. */
export const STEPS = {
  /** Segments of classes in pieces, by class. */
  segments: {
    kind: 'text',
    seed: 'int64',
    project: 'int32',
    source: 'int32',
    file: 'int64',
    unit: 'int32',
    piece: 'int32',
    /** Sixteen bytes for each unit, as Base64, because engines write bytes in different ways. */
    data: 'text',
  },
  /** The occurrences of maximal runs. */
  runs: {
    source: 'int32',
    file: 'int64',
    unit: 'int32',
    kind: 'text',
    length: 'int32',
    /** The run: the place of its first occurrence, its length, and its number. */
    first_project: 'int32',
    first_file: 'int64',
    first_unit: 'int32',
    run: 'int64',
    /** The occurrences of a run in the order of projects, files and units. */
    ordinal: 'int32',
  },
  /** The same with what decides about groups. */
  occurrences: {
    kind: 'text',
    first_project: 'int32',
    first_file: 'int64',
    first_unit: 'int32',
    length: 'int32',
    run: 'int64',
    ordinal: 'int32',
    /** 1 for a run with too few 5-grams, which only the first occurrence knows. */
    is_small: 'int32',
    project: 'text',
    path: 'text',
    start_byte: 'int64',
    end_byte: 'int64',
    start_line: 'int32',
    end_line: 'int32',
    nodes: 'int32',
    language: 'text',
    classes: 'text',
    units: 'text',
    shape: 'text',
    around: 'text',
  },
} as const;

/** The columns that an engine writes with the repeated starts. */
export const REPEATED = {
  source: 'int32',
  file: 'int64',
  unit: 'int32',
  kind: 'text',
  seed: 'int64',
  is_diverse: 'int32',
} as const;

/** In which order an engine returns their rows. */
export const ORDERS = {
  repeated: ['source', 'file', 'kind', 'unit'],
  segments: ['kind', 'seed', 'project', 'source', 'file', 'unit', 'piece'],
  runs: ['source', 'file', 'unit', 'kind', 'run'],
  occurrences: ['kind', 'first_project', 'first_file', 'first_unit', 'length', 'run', 'ordinal'],
} as const;
