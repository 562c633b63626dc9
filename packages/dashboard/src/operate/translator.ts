import { acceptEvent } from '../event/accept.ts';
import { isObject, own } from '../event/values.ts';
import { jsonBody } from '../http/event-routes.ts';
import type { Route } from '../http/exchange.ts';
import { HttpProblem } from '../http/problem.ts';
import type { EventStore } from '../store/event-store.ts';

/** Receives the objects that the agent posts to `--browser-service-url` and stores them as events. */
export function translatorRoute(store: EventStore): Route {
  return {
    method: 'POST',
    path: '/events/from-notification',
    scope: 'ingest',
    body: 'application/json',
    summary: "Translate one of the agent's older notification objects into an event.",
    handle: async ({ body, sender }) => {
      const event = translated(jsonBody(body));
      const accepted = acceptEvent(Buffer.from(JSON.stringify(event)));
      if ('complaints' in accepted) throw new HttpProblem(422, accepted.complaints);
      const { seq, notified } = await store.accept(accepted, store.clock.now(), sender);
      return { status: 201, json: { accepted: true, type: accepted.facts.type, notifications_sent: notified, seq } };
    },
  };
}

/** @throws HttpProblem 422 unless it is one of the two known objects */
export function translated(value: unknown): Record<string, unknown> {
  const text = (key: string): string => {
    const given = isObject(value) ? own(value, key) : undefined;
    return typeof given === 'string' ? given : '';
  };
  const timestamp = isObject(value) ? own(value, 'timestamp') : undefined;
  const when = typeof timestamp === 'number' ? { timestamp: Math.floor(timestamp) } : {};
  switch (text('type')) {
    case 'wup_service_health_change':
      return {
        type: 'HEALTH_TRANSITION',
        service: text('service'),
        from: text('previous_status'),
        to: text('status'),
        stage: text('stage'),
        reason: text('message'),
        track_file: text('track_file'),
        ...when,
      };
    case 'wup_testql_error':
      return {
        type: 'REGRESSION',
        service: text('service'),
        file: text('scenario'),
        endpoint: '',
        status: 'fail',
        stage: text('stage'),
        reason: text('message'),
        track_file: text('track_file'),
        ...when,
      };
    default:
      throw new HttpProblem(422, [
        {
          type: 'literal_error',
          loc: ['body', 'type'],
          msg: "Input should be 'wup_service_health_change' or 'wup_testql_error'",
          input: text('type').slice(0, 200),
        },
      ]);
  }
}
