/**
 * Returns the first of the places [from, to) that `isBehind` holds for, `to` where there is none. It must hold for all
 * places behind one that it holds for. Logarithmic.
 */
export function firstPlace(from: number, to: number, isBehind: (place: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBehind(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
