import type { StatusModel, StatusService } from '@analyzer/contracts/pages/status';
import type { EventStore } from '../store/event-store.ts';
import { matches } from '../store/service-rules.ts';
import { stateOf, URGENCY } from '../view/page-state.ts';
import { serviceHistory } from '../view/service-history.ts';
import type { StatusSettings } from './status-settings.ts';

/** A history reads the files of 90 days. */
const MAX_WITH_HISTORY = 20;
/** Anyone may request the page: states and histories that are younger are used again, in milliseconds. */
const STATES_FRESH_MS = 2_000;
const HISTORY_FRESH_MS = 5 * 60_000;

/** The chosen services with their states, and with their availability unless there are too many. */
export class StatusModels {
  readonly #store: EventStore;
  readonly #settings: StatusSettings;
  #model: { at: number; model: Promise<StatusModel> } | undefined;
  readonly #histories = new Map<string, { at: number; history: StatusService['history'] }>();

  constructor(store: EventStore, settings: StatusSettings) {
    this.#store = store;
    this.#settings = settings;
  }

  /** The model, at most some seconds old. */
  newest(): Promise<StatusModel> {
    const at = this.#store.clock.elapsed();
    if (this.#model === undefined || at - this.#model.at >= STATES_FRESH_MS) {
      const model = this.#read();
      // A failure is not used again.
      model.catch(() => {
        this.#model = undefined;
      });
      this.#model = { at, model };
    }
    return this.#model.model;
  }

  async #read(): Promise<StatusModel> {
    const { services, clock } = this.#store;
    const now = clock.now();
    const chosen = services.all.filter(({ service }) => this.#settings.services.some((it) => matches(it, service)));
    const rows: StatusService[] = chosen
      .map((rollup) => {
        const { state, stateSince } = stateOf(rollup, this.#store, now);
        return { service: rollup.service, state, since: rollup.count === 0 ? null : stateSince, history: null };
      })
      .sort((a, b) => URGENCY.indexOf(a.state) - URGENCY.indexOf(b.state) || (a.service < b.service ? -1 : 1));
    if (rows.length <= MAX_WITH_HISTORY) for (const row of rows) row.history = await this.#historyOf(row.service);
    return { title: this.#settings.title, now, services: rows };
  }

  async #historyOf(service: string): Promise<StatusService['history']> {
    const at = this.#store.clock.elapsed();
    const known = this.#histories.get(service);
    if (known !== undefined && at - known.at < HISTORY_FRESH_MS) return known.history;
    if (this.#histories.size > MAX_WITH_HISTORY) this.#histories.clear();
    const found = await serviceHistory(this.#store, service);
    const history = found === undefined ? null : { availability: found.availability, days: found.days };
    this.#histories.set(service, { at, history });
    return history;
  }
}
