// Generated from languages/index-rows.json by tools/index-rows.mjs. Do not edit.

export const NODE_KINDS = [
  'project',
  'file',
  'function',
  'method',
  'class',
  'interface',
  'enum',
  'type',
  'trait',
] as const;

export const EDGE_KINDS = [
  'contains',
  'imports',
  'calls',
  'member',
  'inherits',
  'references',
] as const;

export const REFERENCE_KINDS = [
  'value',
  'decorator',
  'jsx',
  'reexport',
  'type',
] as const;

export const BASE_KINDS = [
  'extends',
  'implements',
  'uses',
] as const;

export const LINK_STATES = [
  'resolved',
  'ambiguous',
  'external',
  'unresolved',
  'declared',
] as const;

export const IMPORT_PHASES = [
  'load',
  'conditional',
  'deferred',
  'type_checking',
  'type_only',
  'asset',
  'worker',
] as const;

export const ENTRY_KINDS = [
  'file',
  'directory',
  'symlink',
  'special',
] as const;

export const FILE_STATUSES = [
  'analyzed',
  'partial',
  'syntax-error',
  'inventory',
  'unsupported-language',
  'missing-parser',
  'too-large',
  'binary',
  'undecodable',
  'timeout',
  'parser-failed',
  'unreadable',
] as const;

export const FILE_CLASSES = [
  'test',
  'vendored',
  'generated',
  'example',
  'benchmark',
  'configuration',
] as const;

/** Columns of each table in the order of the cells, and the value of each column; `?` for one that may be null. */
export const ROWS = {
  name: {
    columns: [
      'text',
    ],
    values: [
      'string',
    ],
  },
  language: {
    columns: [
      'name',
    ],
    values: [
      'string',
    ],
  },
  node: {
    columns: [
      'id',
      'key',
      'kind',
      'project_id',
      'file_id',
      'parent_id',
      'language_id',
      'name_id',
      'qualifier_id',
      'exported',
      'classes',
      'grouped',
      'start_line',
      'end_line',
      'start_byte',
      'end_byte',
      'ordinal',
      'nodes',
      'parameters',
      'returns',
    ],
    values: [
      'integer',
      'bytes',
      'node_kinds',
      'integer',
      'integer?',
      'integer?',
      'language?',
      'name?',
      'name?',
      'boolean',
      'integer',
      'boolean',
      'integer?',
      'integer?',
      'integer?',
      'integer?',
      'integer?',
      'integer?',
      'string?',
      'string?',
    ],
  },
  file: {
    columns: [
      'id',
      'last_node_id',
      'project_id',
      'path',
      'name_lossy',
      'status',
      'reason',
      'errors',
      'dialect',
      'encoding',
      'size',
      'lines',
      'sha256',
      'tree_hash',
      'functions',
      'repeated_lines',
      'copied_lines',
      'references_truncated',
    ],
    values: [
      'integer',
      'integer',
      'integer',
      'string',
      'boolean',
      'file_statuses',
      'string?',
      'integer',
      'string?',
      'string?',
      'integer',
      'integer?',
      'bytes?',
      'bytes?',
      'integer',
      'integer',
      'integer',
      'boolean',
    ],
  },
  print: {
    columns: [
      'node_id',
      'listed',
      'body',
      'shape',
    ],
    values: [
      'integer',
      'boolean',
      'bytes',
      'bytes',
    ],
  },
  tree: {
    columns: [
      'node_id',
      'tree_hash',
    ],
    values: [
      'integer',
      'bytes',
    ],
  },
  token_block_of_file: {
    columns: [
      'file_id',
      'staged_id',
    ],
    values: [
      'integer',
      'token_block',
    ],
  },
  element_block_of_file: {
    columns: [
      'file_id',
      'staged_id',
    ],
    values: [
      'integer',
      'element_block',
    ],
  },
  control_of_file: {
    columns: [
      'file_id',
      'data',
    ],
    values: [
      'integer',
      'bytes',
    ],
  },
  doc_of_file: {
    columns: [
      'file_id',
      'data',
    ],
    values: [
      'integer',
      'bytes',
    ],
  },
  silenced_lines: {
    columns: [
      'file_id',
      'start_line',
      'end_line',
    ],
    values: [
      'integer',
      'integer',
      'integer',
    ],
  },
  other_entry: {
    columns: [
      'project_id',
      'path',
      'kind',
      'target',
      'reason',
    ],
    values: [
      'integer',
      'string',
      'entry_kinds',
      'string?',
      'string?',
    ],
  },
  edge: {
    columns: [
      'from_id',
      'kind',
      'to_id',
      'state',
      'line',
      'phase',
      'sites',
    ],
    values: [
      'integer',
      'edge_kinds',
      'integer',
      'link_states',
      'integer',
      'import_phases',
      'integer',
    ],
  },
  edge_count: {
    columns: [
      'project_id',
      'kind',
      'state',
      'edges',
      'sites',
    ],
    values: [
      'integer',
      'edge_kinds',
      'link_states',
      'integer',
      'integer',
    ],
  },
  import: {
    columns: [
      'file_id',
      'seq',
      'specifier',
      'target',
      'names',
      'line',
      'reference',
      'conditional',
      'phase',
      'state',
      'target_id',
      'rule',
      'reason',
    ],
    values: [
      'integer',
      'integer',
      'string',
      'string?',
      'string?',
      'integer',
      'boolean',
      'boolean',
      'import_phases',
      'link_states',
      'integer?',
      'string?',
      'string?',
    ],
  },
  base: {
    columns: [
      'node_id',
      'seq',
      'kind',
      'name',
      'state',
      'reason',
    ],
    values: [
      'integer',
      'integer',
      'base_kinds',
      'string',
      'link_states',
      'string?',
    ],
  },
  cycle_file: {
    columns: [
      'cycle_id',
      'file_id',
      'step',
    ],
    values: [
      'integer',
      'integer',
      'integer?',
    ],
  },
  non_load_cycle_file: {
    columns: [
      'cycle_id',
      'file_id',
      'step',
    ],
    values: [
      'integer',
      'integer',
      'integer?',
    ],
  },
  call_block: {
    columns: [
      'first_file_id',
      'data',
    ],
    values: [
      'integer',
      'bytes',
    ],
  },
  exclusion: {
    columns: [
      'project_id',
      'path',
      'kind',
      'rule_id',
    ],
    values: [
      'integer',
      'string',
      'entry_kinds',
      'rule',
    ],
  },
  coverage_count: {
    columns: [
      'project_id',
      'status',
      'n',
    ],
    values: [
      'integer',
      'string',
      'integer',
    ],
  },
} as const;
