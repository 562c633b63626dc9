/** Description of one route: parameters, body, response, and a valid example. */
export interface Operation {
  tag: (typeof TAGS)[number];
  query?: readonly Parameter[];
  /** Name of a schema, and a valid body. */
  request?: { schema: string; example: unknown };
  /** Status of success. */
  status: 200 | 201 | 204 | 207;
  /** Name of a schema, or the media type of a response that is not JSON. */
  answer?: { schema: string } | { media: string };
}

interface Parameter {
  name: string;
  type: 'string' | 'integer' | 'number';
  description: string;
}

export const TAGS = ['Events', 'Drivers', 'Page', 'Notifications', 'Operation'] as const;

const parameter = (name: string, type: Parameter['type'], description: string): Parameter => ({
  name,
  type,
  description,
});

const FILTERS: readonly Parameter[] = [
  parameter('type', 'string', 'Type of the events (exact match).'),
  parameter('service', 'string', 'Service of the events (exact match).'),
  parameter('stage', 'string', 'Stage of the events (exact match).'),
  parameter('file', 'string', 'File of the events (exact match).'),
  parameter('endpoint', 'string', 'Endpoint or URL of the events (exact match).'),
  parameter('limit', 'integer', '1 to 1000; default is 100.'),
  parameter('since', 'number', 'Unix time in seconds.'),
  parameter('until', 'number', 'Unix time in seconds.'),
  parameter('q', 'string', 'Substring of any value, ignoring case.'),
];
const CAPTURES: readonly Parameter[] = [
  parameter('service', 'string', 'Service of the captures (exact match).'),
  parameter('url', 'string', 'URL of the page (exact match).'),
  parameter('kind', 'string', '`dom` or `screenshot`.'),
  parameter('limit', 'integer', '1 to 1000; default is 100.'),
];
const SUBSCRIPTION = [parameter('subscription_id', 'string', 'Id of a subscription.')];

const REGRESSION = { type: 'REGRESSION', service: 'shop', endpoint: '/cart', reason: 'expected 200, got 500' };
const json = (schema: string): { schema: string } => ({ schema });
const media = (name: string): { media: string } => ({ media: name });

/** By method and path of the route. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  'POST /events': {
    tag: 'Events',
    request: { schema: 'Event', example: REGRESSION },
    status: 201,
    answer: json('EventAccepted'),
  },
  'POST /events/batch': {
    tag: 'Events',
    request: { schema: 'Batch', example: `${JSON.stringify(REGRESSION)}\n{"type":"PASS","service":"shop"}\n` },
    status: 207,
    answer: json('BatchResult'),
  },
  'GET /events': {
    tag: 'Events',
    query: [...FILTERS, parameter('cursor', 'string', 'Cursor of the previous response.')],
    status: 200,
    answer: json('Events'),
  },
  'GET /history/events': {
    tag: 'Events',
    query: [...FILTERS, parameter('cursor', 'string', 'Cursor of the previous response.')],
    status: 200,
    answer: json('HistoryEvents'),
  },
  'GET /history/service': {
    tag: 'Events',
    query: [parameter('service', 'string', 'Name of the service.')],
    status: 200,
    answer: json('ServiceHistory'),
  },
  'DELETE /events': { tag: 'Events', status: 204 },
  'GET /events/stats': { tag: 'Events', status: 200, answer: json('Stats') },
  'GET /events/stream': {
    tag: 'Events',
    query: [parameter('last_event_id', 'string', 'Id to resume after; the header Last-Event-ID has precedence.')],
    status: 200,
    answer: media('text/event-stream'),
  },
  'GET /events/raw/{seq}': { tag: 'Events', status: 200, answer: json('Event') },
  'POST /events/from-notification': {
    tag: 'Events',
    request: {
      schema: 'AgentNotification',
      example: { type: 'wup_testql_error', service: 'shop', stage: 'quick', scenario: null, message: 'exit code 1' },
    },
    status: 201,
    answer: json('EventAccepted'),
  },
  'POST /drivers/anomaly/report': {
    tag: 'Drivers',
    request: { schema: 'AnomalyReport', example: { service: 'shop', metric: 'p95_ms', value: 900, threshold: 500 } },
    status: 201,
    answer: json('AnomalyAccepted'),
  },
  'POST /drivers/dom-diff/capture': {
    tag: 'Drivers',
    request: {
      schema: 'CaptureRequest',
      example: { url: 'http://localhost:8100/cart', service: 'shop', max_depth: 10, ignore: ['#clock'] },
    },
    status: 200,
    answer: json('CaptureResults'),
  },
  'POST /drivers/remote-browser/screenshot': {
    tag: 'Drivers',
    request: {
      schema: 'ScreenshotRequest',
      example: { url: 'http://localhost:8100/cart', full_page: true, service: 'shop' },
    },
    status: 200,
    answer: json('Screenshot'),
  },
  'GET /drivers/captures': { tag: 'Drivers', query: CAPTURES, status: 200, answer: json('Captures') },
  'GET /drivers/captures/{id}': { tag: 'Drivers', status: 200, answer: json('Capture') },
  'GET /drivers/captures/{id}/image': { tag: 'Drivers', status: 200, answer: media('image/*') },
  'GET /drivers/captures/{id}/dom': { tag: 'Drivers', status: 200, answer: json('DomTree') },
  'GET /drivers/captures/{id}/diff': {
    tag: 'Drivers',
    query: [parameter('against', 'string', 'Id of the earlier capture; default is the baseline.')],
    status: 200,
    answer: json('DomDiff'),
  },
  'POST /drivers/captures/{id}/approve': {
    tag: 'Drivers',
    request: { schema: 'Approval', example: { note: 'new checkout' } },
    status: 200,
    answer: json('Baseline'),
  },
  'POST /drivers/captures/{id}/reject': {
    tag: 'Drivers',
    request: { schema: 'Approval', example: { note: 'the footer is missing' } },
    status: 200,
    answer: json('Capture'),
  },
  'GET /drivers/review': { tag: 'Drivers', query: CAPTURES.slice(3), status: 200, answer: json('ReviewItems') },
  'POST /drivers/review/approve': {
    tag: 'Drivers',
    request: { schema: 'ApprovalsRequest', example: { captures: ['0f6c2b7a9d1e4c35'], note: 'new checkout' } },
    status: 200,
    answer: json('Approvals'),
  },
  'GET /drivers/baselines': { tag: 'Drivers', query: CAPTURES.slice(0, 1), status: 200, answer: json('Baselines') },
  'GET /drivers/health': { tag: 'Drivers', status: 200, answer: json('DriversHealth') },
  'POST /notifications/subscribe': {
    tag: 'Notifications',
    request: { schema: 'NotificationWishes', example: { services_include: ['shop'], cooldown_seconds: 60 } },
    status: 200,
    answer: json('Subscription'),
  },
  'GET /notifications/subscriptions': { tag: 'Notifications', status: 200, answer: json('Subscriptions') },
  'GET /notifications/subscriptions/{id}': { tag: 'Notifications', status: 200, answer: json('Subscription') },
  'PUT /notifications/subscriptions/{id}': {
    tag: 'Notifications',
    request: { schema: 'NotificationWishes', example: { visual_diff_new: true } },
    status: 200,
    answer: json('Subscription'),
  },
  'DELETE /notifications/subscriptions/{id}': { tag: 'Notifications', status: 200, answer: json('Unsubscribed') },
  'GET /notifications/config/default': { tag: 'Notifications', status: 200, answer: json('NotificationConfig') },
  'GET /notifications/types': { tag: 'Notifications', status: 200, answer: json('NotificationTypes') },
  'GET /notifications/status-transitions': { tag: 'Notifications', status: 200, answer: json('StatusTransitions') },
  'POST /notifications/test': { tag: 'Notifications', query: SUBSCRIPTION, status: 200, answer: json('TestSent') },
  'GET /notifications/stream': {
    tag: 'Notifications',
    query: SUBSCRIPTION,
    status: 200,
    answer: media('text/event-stream'),
  },
  'GET /': { tag: 'Page', status: 200, answer: media('text/html') },
  'GET /dashboard': { tag: 'Page', status: 200, answer: media('text/html') },
  'GET /assets/dashboard.js': { tag: 'Page', status: 200, answer: media('text/javascript') },
  'GET /assets/dashboard.css': { tag: 'Page', status: 200, answer: media('text/css') },
  'GET /dashboard/state': { tag: 'Page', status: 200, answer: json('PageState') },
  'GET /dashboard/events': {
    tag: 'Page',
    query: [...FILTERS, parameter('open', 'integer', 'Sequence number of an event to return completely.')],
    status: 200,
    answer: json('Listing'),
  },
  'POST /dashboard/acknowledgements': {
    tag: 'Page',
    request: {
      schema: 'AcknowledgementRequest',
      example: { service: 'shop', owner: 'night shift', hours: 8, kind: 'acknowledged', note: 'rolled back' },
    },
    status: 201,
    answer: json('Acknowledgement'),
  },
  'DELETE /dashboard/acknowledgements': {
    tag: 'Page',
    request: { schema: 'Withdrawal', example: { service: 'shop' } },
    status: 204,
  },
  'POST /dashboard/channels/test': {
    tag: 'Page',
    request: { schema: 'ChannelTest', example: { channel: 'ops' } },
    status: 200,
    answer: json('ChannelResult'),
  },
  'DELETE /dashboard/services': {
    tag: 'Page',
    request: { schema: 'Withdrawal', example: { service: 'shop' } },
    status: 204,
  },
  'POST /session': {
    tag: 'Page',
    request: { schema: 'Token', example: { token: '0123456789abcdef0123456789abcdef' } },
    status: 204,
  },
  'DELETE /session': { tag: 'Page', status: 204 },
  'GET /metrics': { tag: 'Operation', status: 200, answer: media('text/plain') },
  'GET /healthz': { tag: 'Operation', status: 200, answer: json('Health') },
  'GET /openapi.json': { tag: 'Operation', status: 200, answer: json('OpenApi') },
  'GET /docs': { tag: 'Operation', status: 200, answer: media('text/html') },
  'GET /assets/docs.js': { tag: 'Operation', status: 200, answer: media('text/javascript') },
  'GET /assets/swagger-ui.js': { tag: 'Operation', status: 200, answer: media('text/javascript') },
  'GET /assets/swagger-ui.css': { tag: 'Operation', status: 200, answer: media('text/css') },
};
