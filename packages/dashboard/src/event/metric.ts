import { own } from './values.ts';

/** A value that an agent compared with a limit. */
export interface Metric {
  name: string;
  value: number;
  limit: number;
  /** The side of the limit on which a value is an anomaly. */
  direction: Direction;
  /** The value is beyond its limit: an anomaly starts. */
  exceeded: boolean;
  /** The value has reached the clear level: an anomaly ends. Between limit and clear level, nothing changes. */
  cleared: boolean;
}

export const DIRECTIONS = ['above', 'below'] as const;

export type Direction = (typeof DIRECTIONS)[number];

const NAME_LIMIT = 400;

/** The metric of an ANOMALY with `metric`, `value`, `threshold`, and maybe `direction` and `clear`; else null. */
export function metricOf(event: Readonly<Record<string, unknown>>): Metric | null {
  const name = own(event, 'metric');
  const value = own(event, 'value');
  const limit = own(event, 'threshold');
  if (typeof name !== 'string' || typeof value !== 'number' || typeof limit !== 'number') return null;
  const direction = own(event, 'direction') === 'below' ? 'below' : 'above';
  const given = own(event, 'clear');
  return {
    name: name.slice(0, NAME_LIMIT),
    ...compared(value, limit, direction, typeof given === 'number' ? given : limit),
  };
}

/** @param clear level at which an anomaly ends; one beyond the limit means the limit */
export function compared(value: number, limit: number, direction: Direction, clear: number): Omit<Metric, 'name'> {
  const sign = direction === 'below' ? -1 : 1;
  const level = sign * Math.min(sign * clear, sign * limit);
  return { value, limit, direction, exceeded: sign * value > sign * limit, cleared: sign * value <= sign * level };
}
