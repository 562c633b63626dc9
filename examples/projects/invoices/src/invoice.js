/** An amount in cents as people write it, such as €1,234.50. */
function formatMoney(cents, currency) {
  const sign = cents < 0 ? '-' : '';
  const units = Math.abs(cents);
  const whole = String(Math.floor(units / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  const rest = String(units % 100).padStart(2, '0');
  return `${sign}${currency}${whole}.${rest}`;
}

export function invoiceText({ number, customer, positions, currency }) {
  const net = positions.reduce((sum, { amount }) => sum + amount, 0);
  const tax = Math.round(net * 0.2);
  return [
    `Invoice ${number} for ${customer}`,
    ...positions.map(({ text, amount }) => `${text}: ${formatMoney(amount, currency)}`),
    `Net: ${formatMoney(net, currency)}`,
    `Tax: ${formatMoney(tax, currency)}`,
    `To pay: ${formatMoney(net + tax, currency)}`,
  ].join('\n');
}
