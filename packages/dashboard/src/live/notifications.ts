import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { StoredEvent } from '../event/stored.ts';
import { jsonBody } from '../http/event-routes.ts';
import type { Ask, Reply, Route } from '../http/exchange.ts';
import { SECURITY_HEADERS } from '../http/guard.ts';
import { HttpProblem } from '../http/problem.ts';
import type { Clock } from '../store/clock.ts';
import type { EventStore } from '../store/event-store.ts';
import { Detector } from './detect.ts';
import {
  configIn,
  DEFAULT_CONFIG,
  type NotificationConfig,
  type NotificationType,
  TRANSITIONS,
  TYPES,
} from './notification-config.ts';

interface Subscription {
  subscription_id: string;
  config: NotificationConfig;
  /** Unix time in seconds, as clients expect. */
  created_at: number;
  last_notification_at: number | null;
}

/** Limits of subscriptions: of all senders, and of one. */
const MOST = 500;
const MAX_PER_SENDER = 50;
const STREAMS = 100;
const STREAMS_PER_SENDER = 20;
const QUEUED_BYTES = 256 * 1024;

/** The notification API of the older backend: subscriptions in memory, and an event stream for each. */
export class Notifications {
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #streams = new Map<ServerResponse, string>();
  /** Stream → its reader. */
  readonly #readers = new Map<ServerResponse, string>();
  /** Subscription → its sender. */
  readonly #senders = new Map<string, string>();
  /** Subscription → monotonic time of its newest notification, in milliseconds. */
  readonly #notified = new Map<string, number>();
  readonly #detector = new Detector();
  readonly #clock: Clock;

  constructor(store: EventStore) {
    this.#clock = store.clock;
    store.onEvent((event) => {
      const testsFail = store.services.find(event.facts.service)?.result === 'failing';
      return this.#notify(event, testsFail);
    });
  }

  get routes(): Route[] {
    const path = '/notifications/subscriptions/{id}';
    return [
      {
        method: 'POST',
        path: '/notifications/subscribe',
        scope: 'read',
        body: 'application/json',
        bodyOptional: true,
        summary: 'Subscribe to notifications.',
        handle: ({ body, sender }) => ({ status: 200, json: this.#subscribe(body, sender) }),
      },
      {
        method: 'GET',
        path: '/notifications/subscriptions',
        scope: 'read',
        summary: 'List all subscriptions.',
        handle: () => ({ status: 200, json: [...this.#subscriptions.values()] }),
      },
      {
        method: 'GET',
        path,
        scope: 'read',
        summary: 'Return one subscription.',
        handle: ({ params }) => ({ status: 200, json: this.#find(params.id) }),
      },
      {
        method: 'PUT',
        path,
        scope: 'read',
        body: 'application/json',
        summary: 'Change the settings of a subscription.',
        handle: ({ params, body }) => {
          const subscription = this.#find(params.id);
          subscription.config = configIn(jsonBody(body));
          return { status: 200, json: subscription };
        },
      },
      {
        method: 'DELETE',
        path,
        scope: 'read',
        summary: 'End a subscription.',
        handle: ({ params }) => {
          const { subscription_id } = this.#find(params.id);
          this.#forget(subscription_id);
          return { status: 200, json: { status: 'unsubscribed', subscription_id } };
        },
      },
      constant('/notifications/config/default', 'Default settings of a subscription.', DEFAULT_CONFIG),
      constant('/notifications/types', 'Types of notifications.', TYPES),
      constant('/notifications/status-transitions', 'Types of status changes.', TRANSITIONS),
      {
        method: 'POST',
        path: '/notifications/test',
        scope: 'read',
        summary: 'Send a test notification.',
        handle: ({ query }) => {
          const { subscription_id } = this.#find(query.get('subscription_id') ?? '');
          this.#send(
            subscription_id,
            payloadOf('REGRESSION_NEW', 'test', 'REGRESSION', 'This is a test', {}, this.#clock.now()),
          );
          return { status: 200, json: { status: 'sent', message: 'Test notification sent' } };
        },
      },
      {
        method: 'GET',
        path: '/notifications/stream',
        scope: 'read',
        summary: 'Server-sent events with the notifications of a subscription.',
        handle: (ask) => this.#open(ask),
      },
    ];
  }

  close(): void {
    for (const response of this.#streams.keys()) response.end();
  }

  /** @throws HttpProblem 422; 503 if all subscriptions are in use */
  #subscribe(body: Buffer, sender: string): Subscription {
    const config = body.length === 0 ? DEFAULT_CONFIG : configIn(jsonBody(body));
    this.#makeSpace(sender);
    const subscription_id = randomBytes(4).toString('hex');
    const subscription = {
      subscription_id,
      config,
      created_at: seconds(this.#clock.now()),
      last_notification_at: null,
    };
    this.#subscriptions.set(subscription_id, subscription);
    this.#senders.set(subscription_id, sender);
    return subscription;
  }

  /** At a limit, ends the oldest subscription without a reader: first of the same sender. */
  #makeSpace(sender: string): void {
    const ids = [...this.#subscriptions.keys()];
    const own = ids.filter((id) => this.#senders.get(id) === sender);
    const candidates = own.length >= MAX_PER_SENDER ? own : ids.length >= MOST ? [...own, ...ids] : undefined;
    if (candidates === undefined) return;
    const used = new Set(this.#streams.values());
    const idle = candidates.find((id) => !used.has(id));
    if (idle === undefined) throw new HttpProblem(503, 'Too many subscriptions', { 'Retry-After': '60' });
    this.#forget(idle);
  }

  #forget(id: string): void {
    this.#subscriptions.delete(id);
    this.#senders.delete(id);
    this.#notified.delete(id);
  }

  #find(id: string | undefined): Subscription {
    const found = this.#subscriptions.get(id ?? '');
    if (found === undefined) throw new HttpProblem(404, 'Subscription not found');
    return found;
  }

  /** @returns the number of subscriptions that are notified of an event */
  #notify({ facts }: StoredEvent, testsFail: boolean): number {
    const now = this.#clock.now();
    const elapsed = this.#clock.elapsed();
    const detected = this.#detector.detect(facts, elapsed, testsFail);
    const service = facts.service || 'unknown';
    let sent = 0;
    for (const subscription of this.#subscriptions.values()) {
      const type = detected.find((one) => wants(subscription.config, one));
      const quiet = elapsed - (this.#notified.get(subscription.subscription_id) ?? Number.NEGATIVE_INFINITY);
      if (type === undefined || !isDue(subscription.config, service, quiet)) continue;
      subscription.last_notification_at = seconds(now);
      this.#notified.set(subscription.subscription_id, elapsed);
      const data = {
        endpoint: facts.endpoint || null,
        file: facts.file || null,
        status: facts.status || facts.to || null,
      };
      this.#send(subscription.subscription_id, payloadOf(type, service, facts.type, facts.reason, data, now));
      sent++;
    }
    return sent;
  }

  #send(id: string, payload: object): void {
    const frame = `data: ${JSON.stringify(payload)}\n\n`;
    for (const [response, subscription] of this.#streams) {
      if (subscription !== id) continue;
      if (response.writableLength > QUEUED_BYTES) response.destroy();
      else response.write(frame);
    }
  }

  #open({ request, response, query, sender, method }: Ask): Reply {
    const { subscription_id } = this.#find(query.get('subscription_id') ?? '');
    const own = [...this.#readers.values()].filter((one) => one === sender).length;
    if (this.#streams.size >= STREAMS || own >= STREAMS_PER_SENDER)
      throw new HttpProblem(503, 'Too many readers', { 'Retry-After': '10' });
    response.writeHead(200, { ...SECURITY_HEADERS, 'Content-Type': 'text/event-stream' });
    if (method === 'HEAD') {
      response.end();
      return 'taken';
    }
    request.socket.setTimeout(0);
    this.#streams.set(response, subscription_id);
    this.#readers.set(response, sender);
    response.on('close', () => {
      this.#streams.delete(response);
      this.#readers.delete(response);
    });
    response.write(`data: ${JSON.stringify({ type: 'connected', subscription_id })}\n\n`);
    return 'taken';
  }
}

function constant(path: string, summary: string, json: unknown): Route {
  return { method: 'GET', path, scope: 'read', summary, handle: () => ({ status: 200, json }) };
}

function wants(config: NotificationConfig, type: NotificationType): boolean {
  return config.enabled && config[TYPES[type].config_field];
}

/** @param quiet milliseconds since the newest notification */
function isDue(config: NotificationConfig, service: string, quiet: number): boolean {
  if (quiet < config.cooldown_seconds * 1000) return false;
  if (config.services_include.length > 0 && !config.services_include.includes(service)) return false;
  return !config.services_exclude.includes(service);
}

function payloadOf(
  type: NotificationType,
  service: string,
  event_type: string,
  body: string,
  data: object,
  now: number,
): object {
  const { description, icon } = TYPES[type];
  return {
    notification_type: type,
    title: `${icon} ${description}: ${service}`,
    body: body === '' ? description : body,
    icon: null,
    service,
    event_type,
    timestamp: seconds(now),
    data,
  };
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}
