import { moneyText } from './money-text.js';

/** The figures of a month as tiles of the dashboard. */
export function tilesOf({ revenue, costs, currency }) {
  return [
    { title: 'Revenue', value: moneyText(revenue, currency) },
    { title: 'Costs', value: moneyText(costs, currency) },
    { title: 'Result', value: moneyText(revenue - costs, currency), isBad: costs > revenue },
  ];
}
