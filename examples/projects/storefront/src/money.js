/** An amount in cents as people write it, such as €1,234.50. */
export function formatMoney(cents, currency) {
  const sign = cents < 0 ? '-' : '';
  const units = Math.abs(cents);
  const whole = String(Math.floor(units / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  const rest = String(units % 100).padStart(2, '0');
  return `${sign}${currency}${whole}.${rest}`;
}
