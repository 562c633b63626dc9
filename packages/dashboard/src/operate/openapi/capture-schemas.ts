import {
  about,
  array,
  flag,
  integer,
  list,
  maybe,
  ms,
  object,
  orNull,
  ref,
  type Schema,
  string,
  strings,
} from './parts.ts';

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
  pixels: object({
    changed: integer,
    ratio: { type: 'number' },
    resized: { type: 'boolean' },
    box: { type: ['object', 'null'], properties: { x: integer, y: integer, width: integer, height: integer } },
  }),
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
  at: ms,
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
  rejected: orNull(object({ at: ms, by: string, note: string, baseline: string })),
};

/** Request and response bodies of the drivers. */
export const CAPTURE_SCHEMAS: Readonly<Record<string, Schema>> = {
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
  ReviewItem: object({ after: ref('Capture'), before: ref('Capture') }),
  ReviewItems: list('ReviewItem', { total_matching: integer }),
  ApprovalsRequest: object(
    {
      captures: about({ ...strings, maxItems: 1000 }, 'Ids of captures.'),
      note: { ...string, maxLength: 500 },
    },
    ['note'],
  ),
  Approvals: object({
    approved: array(ref('Baseline')),
    refused: array(object({ capture: string, reason: string })),
  }),
  Captures: list('Capture', { total_matching: integer }),
  Baseline: object({
    service: string,
    url: string,
    kind: KINDS,
    capture: string,
    history: { type: 'array', items: object({ capture: string, at: integer, by: string, note: string }) },
  }),
  Baselines: list('Baseline'),
  CaptureRequest: object(
    {
      url: about(string, 'URL of the page; --allow-origin must list its origin.'),
      service: about({ ...string, default: 'default' }, 'Name of the service that the page belongs to.'),
      max_depth: { ...integer, minimum: 1, maximum: 60, default: 10 },
      ignore: about({ ...strings, maxItems: 20 }, 'CSS selectors of elements to omit, such as clocks.'),
      ready: about(string, 'CSS selector of an element that must be visible before the capture.'),
      delay_ms: about({ ...integer, minimum: 0, maximum: 5000, default: 0 }, 'Time to wait then.'),
      max_ratio: about(
        { type: 'number', minimum: 0, maximum: 1, default: 0.001 },
        'Share of changed pixels above which the page is changed.',
      ),
    },
    ['service', 'max_depth', 'ignore', 'ready', 'delay_ms', 'max_ratio'],
  ),
  CaptureResults: object({
    results: array(
      object({ url: string, diff: ref('DomDiff'), timestamp: integer, capture: string, baseline: maybe('string') }, [
        'timestamp',
        'capture',
        'baseline',
      ]),
    ),
  }),
  ScreenshotRequest: object(
    {
      url: about(string, 'URL of the page; --allow-origin must list its origin.'),
      full_page: { ...flag, default: true },
      service: { ...string, default: 'default' },
    },
    ['full_page', 'service'],
  ),
  Screenshot: object({
    upstream: string,
    status: integer,
    content_type: string,
    size_bytes: integer,
    page_status: maybe('integer'),
    final_url: string,
    capture: string,
    image: about(string, 'Path of the picture on this server.'),
  }),
  Approval: object({ note: { ...string, maxLength: 500 } }, ['note']),
  AnomalyReport: object(
    {
      service: string,
      metric: string,
      value: about({ type: ['number', 'string'] }, 'A number, or a string with a number.'),
      threshold: about(
        { type: ['number', 'string'] },
        'The service is failing while the newest value is above the threshold.',
      ),
      timestamp: about({ type: ['number', 'string'] }, 'Unix time in seconds; default is now.'),
      commit: about({ type: 'string', pattern: '^[0-9a-f]{7,64}$' }, 'The commit that was measured.'),
    },
    ['timestamp', 'commit'],
  ),
  AnomalyAccepted: object({ accepted: flag, service: string }),
  DriversHealth: object({
    events: flag,
    anomaly: flag,
    dom_diff: flag,
    playwright: flag,
    browserless_url: string,
    browser: maybe('string'),
    sandbox: flag,
    problem: maybe('string'),
    allowed_origins: strings,
    running: integer,
    queued: integer,
    captures: integer,
    capture_bytes: integer,
    remote_browser: orNull({ type: 'object' }),
    webhook: orNull(
      object({
        sent: integer,
        failed: integer,
        dropped: integer,
        cooled_down: integer,
        muted: integer,
        problem: maybe('string'),
      }),
    ),
    channels: array(ref('Channel')),
  }),
};
