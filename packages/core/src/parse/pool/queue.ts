/** First in, first out, except for items that are put back in front. Constant time per item for any length. */
export class Queue<Item> {
  #items: Item[] = [];
  #head = 0;
  #returned: Item[] = [];

  get size(): number {
    return this.#items.length - this.#head + this.#returned.length;
  }

  push(item: Item): void {
    this.#items.push(item);
  }

  /** Puts items before all others, in their order. */
  putBack(items: readonly Item[]): void {
    this.#returned.push(...items.toReversed());
  }

  first(): Item | undefined {
    return this.#returned.at(-1) ?? this.#items[this.#head];
  }

  shift(): Item | undefined {
    if (this.#returned.length > 0) return this.#returned.pop();
    const item = this.#items[this.#head];
    if (item === undefined) return undefined;
    this.#head++;
    // Drop taken items once they are more than half of the array.
    if (this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }
}

/** Queues by lane; the consumer chooses the lane. */
export class LaneQueue<Item> {
  readonly #lanes = new Map<string, Queue<Item>>();
  readonly #laneOf: (item: Item) => string;

  constructor(laneOf: (item: Item) => string) {
    this.#laneOf = laneOf;
  }

  /** Lanes with items, in the order of their first use. */
  lanes(): string[] {
    return [...this.#lanes].filter(([, queue]) => queue.size > 0).map(([lane]) => lane);
  }

  push(item: Item): void {
    this.#lane(this.#laneOf(item)).push(item);
  }

  /** Puts items before all others of their lanes, in their order. */
  putBack(items: readonly Item[]): void {
    for (const item of items.toReversed()) this.#lane(this.#laneOf(item)).putBack([item]);
  }

  first(lane: string): Item | undefined {
    return this.#lanes.get(lane)?.first();
  }

  shift(lane: string): Item | undefined {
    return this.#lanes.get(lane)?.shift();
  }

  #lane(lane: string): Queue<Item> {
    let queue = this.#lanes.get(lane);
    if (queue === undefined) {
      queue = new Queue();
      this.#lanes.set(lane, queue);
    }
    return queue;
  }
}
