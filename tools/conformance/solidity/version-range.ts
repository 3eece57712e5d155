/** Version ranges as the cases write them: `^0.8.4`, `>=0.6.3 <0.6.9`, `<0.6.3 || >= 0.6.9`. */

/** Returns whether `version` is in `range`. */
export function includes(range: string, version: string): boolean {
  return range.split('||').some((all) => {
    const parts = [...all.matchAll(/(\^|~|>=|<=|>|<|=)?\s*v?(\d+)\.(\d+)\.(\d+)/g)];
    return (
      parts.length > 0 &&
      parts.every(([, operator, ...numbers]) => holds(operator ?? '=', numbers.map(Number), version))
    );
  });
}

function holds(operator: string, bound: readonly number[], version: string): boolean {
  const numbers = version.split('.').map(Number);
  const order = compare(numbers, bound);
  switch (operator) {
    case '>=':
      return order >= 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '<':
      return order < 0;
    case '=':
      return order === 0;
    default:
      // ^0.8.4 and ~0.8.4: at least that, of the same minor version.
      return order >= 0 && numbers[0] === bound[0] && numbers[1] === bound[1];
  }
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < 3; index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
