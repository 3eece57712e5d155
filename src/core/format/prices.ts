/** Prices and values in dollars as text. */

/** Writes a price in US dollars with two digits, or with up to `digits` where asked (tooltips show up to 20). */
export function formatPrice(price: number, digits = 2): string {
  if (!Number.isFinite(price)) return '–';
  const formatted = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: 2,
    maximumFractionDigits: Math.max(digits, 2),
  });
  return formatted.format(price);
}
