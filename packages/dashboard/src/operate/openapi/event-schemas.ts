import { KINDS, TEXTS } from '../../event/kinds.ts';
import { about, array, flag, integer, maybe, nothing, object, orNull, ref, type Schema, string } from './parts.ts';

const EVENT: Schema = {
  type: 'object',
  required: ['type'],
  properties: {
    type: { enum: KINDS },
    ...Object.fromEntries(TEXTS.map((key) => [key, maybe('string')])),
    diff: maybe('object'),
    timestamp: about({ type: ['number', 'string'] }, 'Unix time in seconds; default is now.'),
  },
  additionalProperties: true,
};

const ACCEPTED = {
  accepted: flag,
  type: { enum: KINDS },
  timestamp: integer,
  notifications_sent: integer,
  seq: about(integer, 'Sequence number of the event.'),
  durable: about(flag, 'Present, and false, while events cannot be written to disk.'),
  cut: about(integer, 'Number of over-long strings that were cut.'),
};

const COMPLAINT = object(
  {
    type: string,
    loc: array({ type: ['string', 'integer'] }),
    msg: string,
    input: {},
    ctx: { type: 'object' },
  },
  ['ctx'],
);

const LISTED = {
  items: array(ref('Event')),
  total: about(integer, 'Length of items.'),
  complete: about(flag, 'False if the search stopped early; the cursor continues it.'),
  cursor: about(maybe('string'), 'Of the next page; null if there is none.'),
  meta: array(object({ seq: integer, received_at: maybe('integer'), cut: integer, headline: string })),
};

/** Request and response bodies of events. */
export const EVENT_SCHEMAS: Readonly<Record<string, Schema>> = {
  Event: EVENT,
  EventAccepted: object(ACCEPTED, ['durable', 'cut', 'timestamp']),
  BatchResult: object({
    accepted: integer,
    results: array({
      oneOf: [
        object({ status: { const: 201 }, ...ACCEPTED }, ['durable', 'cut']),
        object({ status: integer, detail: ref('Detail') }),
      ],
    }),
  }),
  Events: object({ ...LISTED, total_matching: integer }),
  HistoryEvents: object(LISTED),
  Stats: object({ total: integer, by_type: { type: 'object', additionalProperties: integer } }),
  AgentNotification: object(
    {
      type: { enum: ['wup_service_health_change', 'wup_testql_error'] },
      service: string,
      status: string,
      previous_status: string,
      stage: string,
      scenario: maybe('string'),
      message: string,
      track_file: string,
      timestamp: { type: 'number' },
    },
    ['status', 'previous_status', 'scenario', 'track_file', 'timestamp', 'stage', 'message'],
  ),
  Token: object({ token: string }),
  Detail: { oneOf: [string, array(COMPLAINT)] },
  Refusal: object({ detail: ref('Detail') }),
  Health: object({ ok: flag, version: string }),
  Nothing: nothing,
  OpenedEvent: orNull(object({ seq: integer, received: maybe('integer'), cut: integer, json: string })),
};
