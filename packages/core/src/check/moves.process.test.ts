import { expect, test } from 'vitest';
import { checkOfBoth } from './fixture.ts';

const money = (name: string, digits: number, sign: string) => `def ${name}(amount, currency, digits=${digits}):
    if amount is None or currency not in RATES:
        return ""
    value = round(amount * RATES[currency], digits)
    parts = []
    for part in str(value).split("."):
        parts.append(part.rjust(digits, "0") if parts else part)
    return "${sign}" + ".".join(parts)
`;
const other = (name: string) => `def ${name}(rows):\n    while rows:\n        yield rows.pop() or 1\n`;
const found = async (before: Record<string, string>, after: Record<string, string>) => {
  const { groups, edited } = await checkOfBoth(before, after);
  return { kinds: groups.map(({ family }) => family.shown.kind), edited };
};

test('a copy that was moved, renamed and edited at once is not a finding', async () => {
  const before = { 'a.py': money('_money', 2, '$') + other('rest'), 'b.py': money('_money', 2, '$') };
  const after = {
    'a.py': other('rest'),
    'money.py': money('format_money', 3, '€'),
    'b.py': money('_money', 2, '$'),
  };
  expect(await found(before, after)).toEqual({ kinds: [], edited: 1 });
  // The file that it was moved from is gone.
  const { 'a.py': _, ...without } = after;
  expect(await found({ ...before, 'a.py': money('_money', 2, '$') }, without)).toEqual({ kinds: [], edited: 1 });
});

test('a second copy that is added together with a move is a finding', async () => {
  const before = { 'a.py': money('_money', 2, '$') + other('rest'), 'b.py': money('_money', 2, '$') };
  const after = {
    'a.py': other('rest'),
    'b.py': money('_money', 2, '$'),
    'm.py': money('format_money', 3, '€'),
    'n.py': money('print_money', 4, '£'),
  };
  expect((await found(before, after)).kinds).not.toEqual([]);
});

test('a copy that replaces a different function of another file is a finding', async () => {
  const before = { 'a.py': other('rest'), 'b.py': money('_money', 2, '$') };
  const after = { 'b.py': money('_money', 2, '$'), 'm.py': money('format_money', 3, '€') };
  expect((await found(before, after)).kinds).not.toEqual([]);
});
