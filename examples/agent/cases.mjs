/** Calls of the functions of these projects with the expected values. */
export const CASES = {
  formatMoney: [
    [[123_450, '€'], '€1,234.50'],
    [[-5, '$'], '-$0.05'],
    [[0, ''], '0.00'],
  ],
  slugOf: [
    [['Café Crème, 250 g', 60], 'cafe-creme-250-g'],
    [['one two three', 7], 'one-two'],
    [['…', 10], ''],
  ],
};
