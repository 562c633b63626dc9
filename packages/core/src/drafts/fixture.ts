/** Two functions that differ in a number. */
export const SHOP = `def small_total(items):
    """Total of small orders."""
    total = 0
    for item in items:
        if item.count > 3:
            total += item.price * item.count
    total = round(total, 2)
    return total


def large_total(items):
    """Total of large orders."""
    total = 0
    for item in items:
        if item.count > 90:
            total += item.price * item.count
    total = round(total, 2)
    return total
`;

/** The same function for other names, with another number. */
export const OTHER = `def half_total(items):
    total = 0
    for item in items:
        if item.count > 55:
            total += item.price * item.count
    total = round(total, 2)
    return total
`;
