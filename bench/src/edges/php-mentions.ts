/** The keys whose names are classes, by the kind of node. */
const CLASS_KEYS: Readonly<Record<string, readonly string[]>> = {
  class: ['extends', 'implements'],
  interface: ['extends'],
  enum: ['implements'],
  traituse: ['traits'],
  new: ['what'],
  staticlookup: ['what'],
  catch: ['what'],
  attribute: ['name'],
  uniontype: ['types'],
  intersectiontype: ['types'],
};

const NOT_CLASSES: ReadonlySet<string> = new Set(
  'self static parent array bool callable false float int iterable mixed never null object string true void'.split(' '),
);

/** The full names, in lower case, of all classes that a program names except in `use`. */
export function mentionsOf(program: unknown): Set<string> {
  const reader = new Mentions();
  reader.read(program);
  return reader.found;
}

class Mentions {
  readonly found = new Set<string>();
  readonly #used = new Map<string, string>();
  #namespace = '';

  read(node: unknown): void {
    if (Array.isArray(node)) for (const item of node) this.read(item);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    const kind = String(get(node, 'kind') ?? '');
    if (kind === 'namespace') {
      this.#namespace = String(get(node, 'name') ?? '');
      this.#used.clear();
    }
    if (kind === 'usegroup') {
      this.#use(node);
      return;
    }
    for (const [key, value] of Object.entries(node)) {
      const isInstanceof = kind === 'bin' && key === 'right' && get(node, 'type') === 'instanceof';
      const names = key === 'type' || isInstanceof || (CLASS_KEYS[kind] ?? []).includes(key);
      if (names) for (const item of Array.isArray(value) ? value : [value]) this.#name(item);
      this.read(value);
    }
  }

  #use(group: unknown): void {
    const items = get(group, 'items');
    const prefix = get(group, 'name');
    for (const item of Array.isArray(items) ? items : []) {
      if ((get(item, 'type') ?? get(group, 'type') ?? null) !== null) continue;
      const name = String(get(item, 'name')).replace(/^\\/, '');
      const full = typeof prefix === 'string' ? `${prefix.replace(/^\\|\\$/g, '')}\\${name}` : name;
      const alias = get(get(item, 'alias'), 'name');
      this.#used.set(String(alias ?? full.slice(full.lastIndexOf('\\') + 1)).toLowerCase(), full.toLowerCase());
    }
  }

  #name(node: unknown): void {
    const written = typeof node === 'string' ? node : get(node, 'kind') === 'name' ? get(node, 'name') : undefined;
    if (typeof written !== 'string') return;
    const name = written.toLowerCase();
    if (name.startsWith('\\')) this.found.add(name.slice(1));
    else if (get(node, 'resolution') === 'rn') this.found.add(this.#below(name.replace(/^namespace\\/, '')));
    else if (!NOT_CLASSES.has(name)) {
      const [first = '', ...rest] = name.split('\\');
      const used = this.#used.get(first);
      this.found.add(used === undefined ? this.#below(name) : [used, ...rest].join('\\'));
    }
  }

  #below(name: string): string {
    return this.#namespace === '' ? name : `${this.#namespace.toLowerCase()}\\${name}`;
  }
}

function get(node: unknown, key: string): unknown {
  return typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined;
}
