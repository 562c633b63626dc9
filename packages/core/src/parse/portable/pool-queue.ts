/** First in, first out, but for items that are put back in front. Constant time per item, however many wait. */
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
    // Drop what has been taken once it is the larger half.
    if (this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }
}
