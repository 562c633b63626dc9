import { formatMoney } from './money.js';

/** The lines of a cart and its total. */
export function describeCart(items, currency) {
  const lines = items.map(({ name, count, price }) => `${count} × ${name}: ${formatMoney(count * price, currency)}`);
  const total = items.reduce((sum, { count, price }) => sum + count * price, 0);
  return [...lines, `Total: ${formatMoney(total, currency)}`];
}
