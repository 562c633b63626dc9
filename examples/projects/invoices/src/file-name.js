/** A part of a file name: lower case, words joined by hyphens. */
export function fileNamePart(text, limit) {
  const parts = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '');
  let name = '';
  for (const part of parts) {
    const longer = name === '' ? part : `${name}-${part}`;
    if (longer.length > limit) break;
    name = longer;
  }
  return name;
}

export function fileNameOf({ number, customer }) {
  return `${number}-${fileNamePart(customer, 40)}.txt`;
}
