import type { SimilarData } from '@analyzer/contracts/query/similar.data';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { engineOfThisProcess } from '#index/fixture.ts';
import type { Engine } from '#parse/engine.ts';
import { LIMITS } from '#relate/copies/limits.ts';
import { RangeGrams, similarityOf } from '#relate/copies/range-grams.ts';
import { searchRuns } from '../../../../tools/tests/searches.ts';
import { type Ask, dataOf, withIndexOf } from './asked-code-fixture.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await engineOfThisProcess();
});

function indexed(files: Record<string, string>, work: (ask: Ask) => Promise<void>): Promise<void> {
  return withIndexOf(files, engine, work);
}

const found = ({ items }: SimilarData) =>
  items.map(({ subject, match, similarity, node }) => [subject, match, similarity, node.project, node.qualified_name]);

const ORDERS = `def total_of(orders, rate):
    total = 0
    for order in orders:
        if order.state == 'open':
            total += order.amount * order.price
        elif order.state == 'half':
            total += order.amount * order.price / 2
    if total > 1000:
        total = total * rate
    return round(total, 2)
`;
const OTHERS = `def names_of(people):
    names = []
    for person in people:
        names.append(person.first + ' ' + person.last)
    return sorted(names)
`;

test('identical, renamed and edited functions of two projects are found, the most similar first', async () => {
  const files = {
    'shop/.git/HEAD': '',
    'shop/a.py': ORDERS.replace('2)', '3)') + OTHERS,
    'bill/.git/HEAD': '',
    'bill/b.py': `${ORDERS}\n\ntotal = total_of([], 1)\n`,
    'bill/c.py': ORDERS.replaceAll('total', 'amount_sum').replaceAll('rate', 'factor'),
  };
  await indexed(files, async (ask) => {
    const data = dataOf(await ask({ code: ORDERS.replace('total_of', 'sum_up'), language: 'python' }));
    expect(found(data)).toEqual([
      [0, 'identical', 1000, 'bill', 'total_of'],
      [0, 'renamed', 1000, 'bill', 'amount_sum_of'],
      [0, 'similar', expect.any(Number), 'shop', 'total_of'],
    ]);
    expect(data.items.map(({ callers }) => callers)).toEqual([1, 0, 0]);
    expect(data.subjects).toEqual([
      {
        kind: 'function',
        qualified_name: 'sum_up',
        start_line: 1,
        end_line: 10,
        nodes: 70,
        state: 'compared',
        matches: 3,
      },
    ]);
    const inShop = dataOf(await ask({ code: ORDERS, file_name: 'x.py', project: 'shop', min_similarity: 990 }));
    expect(inShop.items).toEqual([]);
  });
});

test('statements without their function are compared with the bodies of functions', async () => {
  const body = ORDERS.split('\n').slice(1).join('\n');
  await indexed({ 'shop/.git/HEAD': '', 'shop/a.py': ORDERS + OTHERS }, async (ask) => {
    for (const code of [body, body.replaceAll(/^ {4}/gm, '')]) {
      const data = dataOf(await ask({ code, language: 'python' }));
      expect(data.wrapped).toEqual({ before: 'def _():\n', after: '\n' });
      expect(found(data)).toEqual([[0, 'identical', 1000, 'shop', 'total_of']]);
      expect(data.subjects).toMatchObject([{ kind: 'function', start_line: 1, end_line: 9, state: 'compared' }]);
      expect(data.subjects[0]).not.toHaveProperty('qualified_name');
    }
  });
});

const PHP = `public function total(array $orders): float
    {
        $total = 0.0;
        foreach ($orders as $order) {
            if ($order->state === 'open') {
                $total += $order->amount * $order->price;
            } elseif ($order->state === 'half') {
                $total += $order->amount * $order->price / 2;
            }
        }
        return round($total, 2);
    }`;
const METHOD = `total(orders) {
    let total = 0;
    for (const order of orders) {
      if (order.state === 'open') total += order.amount * order.price;
      else if (order.state === 'half') total += (order.amount * order.price) / 2;
      else this.skipped.push(order.id);
    }
    return Math.round(total * 100) / 100;
  }`;
const BASH = `  local name=$1 count=0
  for file in "$name"/*.txt; do
    if [[ -s $file ]]; then
      count=$((count + 1))
      printf '%s: %s\\n' "$file" "$(wc -l < "$file")"
    else
      rm -f -- "$file"
    fi
  done
  echo "$count files in $name"`;

test('methods and statements of PHP, JavaScript, TypeScript and Bash are parsed with the smallest text around them', async () => {
  const files = {
    'p/.git/HEAD': '',
    'p/a.php': `<?php\nclass Orders\n{\n    ${PHP}\n}\n`,
    'p/a.js': `export class Orders {\n  ${METHOD}\n}\n`,
    'p/a.ts': `export class Orders {\n  ${METHOD.replace('(orders)', '(orders: Order[]): number')}\n}\n`,
    'p/a.sh': `count_files() {\n${BASH}\n}\n`,
  };
  await indexed(files, async (ask) => {
    const firstOf = async (code: string, language: string) => {
      const { wrapped, items } = dataOf(await ask({ code, language }));
      const [first] = items;
      return [wrapped?.before, first?.match, first?.node.path];
    };
    const inside = (text: string) => text.split('\n').slice(1, -1).join('\n');
    expect(await firstOf(PHP, 'php')).toEqual(['<?php class _ {\n', 'identical', 'a.php']);
    expect(await firstOf(inside(PHP).replace('{', ''), 'php')).toEqual([
      '<?php function _() {\n',
      'identical',
      'a.php',
    ]);
    expect(await firstOf(PHP.replace('public function total', 'function '), 'php')).toEqual([
      '<?php function _() {\nreturn\n',
      'similar',
      'a.php',
    ]);
    expect(await firstOf(METHOD, 'javascript')).toEqual(['_ = {\n', 'identical', 'a.js']);
    expect(await firstOf(inside(METHOD), 'javascript')).toEqual(['function _() {\n', 'identical', 'a.js']);
    expect(await firstOf(METHOD.replace('(orders)', '(orders: Order[]): number'), 'typescript')).toEqual([
      '_ = {\n',
      'identical',
      'a.ts',
    ]);
    expect(await firstOf(BASH, 'bash')).toEqual(['_() {\n', 'identical', 'a.sh']);
  });
});

test('a function that is too small for similarity is found when it is equal, and a smaller one is too small', async () => {
  const small = 'def f(a, b):\n    return a.first(b) + b.second(a)\n';
  await indexed({ 'p/.git/HEAD': '', 'p/a.py': `${small}\n\n${ORDERS}` }, async (ask) => {
    const renamed = dataOf(await ask({ code: small.replaceAll(/\ba\b/g, 'left'), language: 'python' }));
    expect(found(renamed)).toEqual([[0, 'renamed', undefined, 'p', 'f']]);
    expect(renamed.subjects).toMatchObject([{ state: 'exact_only' }]);
    const tiny = dataOf(await ask({ code: 'def g(): return 1', language: 'python' }));
    expect(tiny.subjects).toMatchObject([{ state: 'too_small', matches: 0 }]);
  });
});

test('a function with a syntax error in its middle has the state syntax_error, and the function before it is compared', async () => {
  await indexed({ 'p/.git/HEAD': '', 'p/a.py': ORDERS }, async (ask) => {
    const broken = ORDERS.replace('/ 2', '/ (2').replace('total_of', 'broken_of');
    const data = dataOf(await ask({ code: `${ORDERS}\n\n${broken}`, language: 'python' }));
    expect(data.subjects).toMatchObject([
      { qualified_name: 'total_of', state: 'compared', matches: 1 },
      { qualified_name: 'broken_of', state: 'syntax_error', matches: 0 },
    ]);
    // More than the errors that an answer lists.
    const many = dataOf(await ask({ code: 'def f():\n    return 1 2\n\n'.repeat(30), language: 'python' }));
    expect(many.subjects.map(({ state }) => state)).toEqual(Array(30).fill('syntax_error'));
    expect(many.errors).toHaveLength(20);
  });
});

/** Statements that several functions have, so that many pairs are near the limit. */
const STATEMENTS = Array.from({ length: 14 }, (_, n) =>
  [`    a${n % 3}.call_${n}(b, ${n})`, `    if b.of_${n}:`, `        c = a0.get('${n}') + b.of_${n % 4}`].join('\n'),
);
const functions = fc.array(fc.array(fc.nat(STATEMENTS.length - 1), { minLength: 2, maxLength: 9 }), {
  minLength: 4,
  maxLength: 16,
});

test('all declarations with a Jaccard coefficient of at least 1/2 are found, as by comparing each pair', async () => {
  await fc.assert(
    fc.asyncProperty(functions, async (bodies) => {
      const texts = bodies.map(
        (body, n) => `def f${n}(a0, a1, a2, b):\n${body.map((at) => STATEMENTS[at]).join('\n')}\n`,
      );
      const half = texts.length >> 1;
      const files = {
        'p/.git/HEAD': '',
        'p/a.py': texts.slice(0, half).join('\n'),
        'p/b.py': texts.slice(half).join('\n'),
      };
      const grams = await Promise.all(texts.map(gramsOf));
      await indexed(files, async (ask) => {
        for (const [at, code] of texts.entries()) {
          const own = grams[at];
          const expected = grams.flatMap((other, n) => {
            const similarity = own === undefined || other === undefined ? 0 : similarityOf(own, other);
            return similarity >= 500 ? [`f${n} ${similarity}`] : [];
          });
          const { items } = dataOf(await ask({ code, language: 'python', limit: 200 }));
          const compared = items.filter(({ similarity = 0 }) => similarity >= 500);
          expect(compared.map(({ node, similarity }) => `${node.qualified_name} ${similarity}`).sort()).toEqual(
            expected.sort(),
          );
        }
      });
    }),
    { numRuns: searchRuns(40) / 4 },
  );
}, 60_000);

async function gramsOf(text: string) {
  const outcome = await engine.parse({
    path: 'a.py',
    mode: { language: 'python' },
    bytes: Buffer.from(text),
    elements: true,
  });
  if (outcome.status !== 'analyzed') throw new Error(outcome.status);
  const { elements, declarations } = outcome.facts;
  const grams = elements && new RangeGrams(elements).ofDeclaration(0);
  const isCompared = (declarations[0]?.nodes ?? 0) >= LIMITS.nearNodes && (grams?.size ?? 0) >= LIMITS.grams;
  return isCompared ? grams : undefined;
}
