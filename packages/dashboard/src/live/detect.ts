import type { EventFacts } from '../event/facts.ts';
import type { NotificationType } from './notification-config.ts';

const WINDOW_MS = 30_000;
/** Services whose last state is stored. */
const MOST = 1_000;

/** Returns the notifications that an event causes, in the order that existing clients expect. */
export class Detector {
  readonly #status = new Map<string, string>();
  readonly #regression = new Map<string, number>();

  /**
   * @param now monotonic time in milliseconds
   * @param testsFail whether tests of the service fail after this event: then a PASS of others is not a recovery
   */
  detect(facts: EventFacts, now: number, testsFail: boolean): NotificationType[] {
    if (facts.isDeploy) return [];
    const service = facts.service || 'unknown';
    const found: NotificationType[] = [];
    if (facts.type === 'REGRESSION') {
      found.push('REGRESSION_NEW');
      const last = this.#regression.get(service);
      if (last !== undefined && now - last <= WINDOW_MS) found.push('REGRESSION_DIFF');
      remember(this.#regression, service, now);
    }
    if (facts.type === 'PASS' && testsFail) return found;
    if (facts.status !== '' && facts.status !== 'unknown') {
      const last = this.#status.get(service);
      if (last !== undefined && last !== facts.status) {
        found.push('STATUS_TRANSITION');
        // The agent sends `ok`; the older backend expected `pass`, which no agent sends.
        if (last === 'fail' && (facts.status === 'pass' || facts.status === 'ok')) found.push('PASS_RECOVERY');
      }
      remember(this.#status, service, facts.status);
    } else if (facts.type === 'HEALTH_TRANSITION') found.push('HEALTH_CHANGE');
    // A value within its limits is not an anomaly.
    if (facts.type === 'ANOMALY' && facts.metric?.exceeded !== false) found.push('ANOMALY_NEW');
    if (facts.type === 'VISUAL_DIFF') found.push('VISUAL_DIFF_NEW');
    return found;
  }
}

function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MOST && oldest !== undefined) map.delete(oldest);
}
