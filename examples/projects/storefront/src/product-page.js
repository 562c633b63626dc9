/** The last part of a product's address: lower case, words joined by hyphens. */
export function slugOf(title, longest) {
  const words = title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  let slug = '';
  for (const word of words) {
    const next = slug === '' ? word : `${slug}-${word}`;
    if (next.length > longest) break;
    slug = next;
  }
  return slug;
}

export function addressOf({ id, title }) {
  return `/products/${id}/${slugOf(title, 60)}`;
}
