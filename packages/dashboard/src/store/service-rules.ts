import type { Patience } from './problems.ts';

/** Settings of the services whose names match a pattern; absent ones are those of a later rule, or the defaults. */
export interface ServiceRule {
  /** Name of a service; `*` stands for any characters. */
  match: string;
  /** Longest time between two reports of each check, in milliseconds. */
  expectMs?: number;
  openAfter?: number;
  closeAfter?: number;
  owner?: string;
  tags?: readonly string[];
}

export interface RulesOfService extends Patience {
  /** Null if no reports are expected. */
  expectMs: number | null;
  owner: string;
  tags: readonly string[];
}

const CACHED = 10_000;

export class ServiceRules {
  readonly #rules: readonly ServiceRule[];
  readonly #cache = new Map<string, RulesOfService>();

  constructor(rules: readonly ServiceRule[]) {
    this.#rules = rules;
  }

  /** Names of services that must report although they may never have reported. */
  get expected(): string[] {
    return this.#rules
      .filter(({ match, expectMs }) => expectMs !== undefined && !match.includes('*'))
      .map(({ match }) => match);
  }

  /** For each setting, the first rule that matches and has it decides. */
  of(service: string): RulesOfService {
    const known = this.#cache.get(service);
    if (known !== undefined) return known;
    const { expectMs = null, openAfter = 1, closeAfter = 1, owner = '', tags = [] } = this.#merged(service);
    if (this.#cache.size >= CACHED) this.#cache.clear();
    const found = { expectMs, openAfter, closeAfter, owner, tags };
    this.#cache.set(service, found);
    return found;
  }

  #merged(service: string): Partial<ServiceRule> {
    const matching = this.#rules.filter(({ match }) => matches(match, service));
    return Object.assign({}, ...matching.reverse());
  }
}

/** Whether a name matches a pattern in which `*` stands for any characters; linear in the length of the name. */
export function matches(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return name === pattern;
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last)) return false;
  let position = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, position);
    if (found < 0) return false;
    position = found + part.length;
  }
  return position <= name.length - last.length;
}
