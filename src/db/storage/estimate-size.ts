/**
 * Estimates the bytes a record takes from its content: one per character, eight
 * per number, and a few per field. Linear in the size of `value`.
 */
export function estimateSize(value: unknown): number {
  if (typeof value === 'string') return value.length + 4;
  if (typeof value === 'bigint') return 16;
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value.byteLength;
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + estimateSize(item), 8);
  if (typeof value === 'object' && value !== null) {
    let sum = 8;
    for (const [key, item] of Object.entries(value)) sum += key.length + 4 + estimateSize(item);
    return sum;
  }
  return 8;
}
