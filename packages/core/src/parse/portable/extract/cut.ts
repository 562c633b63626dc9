/** Quoted texts in facts are cut at this number of Unicode scalar values, including the `…`. */
export const LONGEST = 200;

/** At most {@link LONGEST} scalar values; the last one is `…` if the text was cut. */
export function cut(text: string, longest = LONGEST): string {
  if (text.length <= longest) return text;
  let units = 0;
  for (let scalars = 0; scalars < longest - 1; scalars++) units += scalarUnits(text, units);
  const whole = units + scalarUnits(text, units) >= text.length;
  return whole ? text : `${text.slice(0, units)}…`;
}

export function scalarCount(text: string): number {
  let count = 0;
  for (let units = 0; units < text.length; units += scalarUnits(text, units)) count++;
  return count;
}

function scalarUnits(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
