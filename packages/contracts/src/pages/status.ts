import type { Availability, HistoryDay, ServiceRow } from './dashboard.ts';

/** Data of the status page: states and times of chosen services, nothing of their events. Times are Unix times in milliseconds. */

export interface StatusService {
  service: string;
  state: ServiceRow['state'];
  /** Null if it has never reported. */
  since: number | null;
  /** Null if the page has too many services. */
  history: { availability: Availability[]; days: HistoryDay[] } | null;
}

export interface StatusModel {
  title: string;
  now: number;
  /** Those that need attention first. */
  services: StatusService[];
}
