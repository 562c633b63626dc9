// For tests.

/** Counts the look-ups in maps and sets while a function runs. */
export function tableLookups(run: () => void): number {
  const [get, has] = [Map.prototype.get, Set.prototype.has];
  let lookups = 0;
  Map.prototype.get = function (key) {
    lookups++;
    return get.call(this, key);
  };
  Set.prototype.has = function (value) {
    lookups++;
    return has.call(this, value);
  };
  try {
    run();
  } finally {
    Map.prototype.get = get;
    Set.prototype.has = has;
  }
  return lookups;
}
