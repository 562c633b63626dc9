/** JSON Schemas (2020-12, as OpenAPI 3.1 has them) of what the drivers answer. */

const string = { type: 'string' };
const integer = { type: 'integer' };
const flag = { type: 'boolean' };
const strings = { type: 'array', items: string };
const maybe = (type: string): object => ({ type: [type, 'null'] });
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const orNull = (schema: object): object => ({ oneOf: [schema, { type: 'null' }] });

function object(properties: Readonly<Record<string, object>>, optional: readonly string[] = []): object {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', required, properties };
}

const list = (name: string, more: Record<string, object> = {}): object =>
  object({ items: { type: 'array', items: ref(name) }, total: integer, ...more });

const KINDS = { enum: ['dom', 'screenshot'] };

const DIFF = {
  status: { enum: ['new', 'ok', 'changed', 'issue', 'error'] },
  message: string,
  added: strings,
  removed: strings,
  changed_attrs: strings,
  counts: object({ added: integer, removed: integer, changed_attrs: integer, total_old: integer, total_new: integer }),
  issues: strings,
  changes: {
    type: 'array',
    items: object({
      kind: { enum: ['inserted', 'removed', 'moved', 'text', 'attributes'] },
      before: maybe('string'),
      after: maybe('string'),
      was: maybe('string'),
      is: maybe('string'),
    }),
  },
  change_counts: object({ inserted: integer, removed: integer, moved: integer, text: integer, attributes: integer }),
  repeated: { type: 'array', items: object({ signature: string, before: integer, after: integer }) },
};

const NODE = {
  tag: string,
  id: string,
  cls: string,
  attrs: { type: 'object', additionalProperties: string },
  text: string,
  children: { type: 'array', items: ref('DomNode') },
};

const CAPTURE = {
  id: string,
  kind: KINDS,
  service: string,
  url: string,
  at: { ...integer, description: 'Milliseconds since 1970.' },
  final_url: string,
  title: string,
  http_status: maybe('integer'),
  image: orNull(object({ type: string, bytes: integer, width: integer, height: integer })),
  dom: orNull(object({ nodes: integer, truncated: flag })),
  diff: orNull(ref('DomDiff')),
  baseline: maybe('string'),
  is_baseline: flag,
  refused_as_baseline: maybe('string'),
  blocked: strings,
};

export const CAPTURE_SCHEMAS: Readonly<Record<string, object>> = {
  DomDiff: object(
    DIFF,
    Object.keys(DIFF).filter((name) => name !== 'status'),
  ),
  DomNode: object(
    NODE,
    Object.keys(NODE).filter((name) => name !== 'tag'),
  ),
  DomTree: {
    allOf: [
      ref('DomNode'),
      object({ meta: object({ text_length: integer, dom_nodes: integer, matched_error_selectors: strings }) }),
    ],
  },
  Capture: object(CAPTURE),
  Captures: list('Capture', { total_matching: integer }),
  Baseline: object({
    service: string,
    url: string,
    kind: KINDS,
    capture: string,
    history: { type: 'array', items: object({ capture: string, at: integer, by: string, note: string }) },
  }),
  Baselines: list('Baseline'),
};
