/** What differs between what the index says and what the chain says. */
import type { ListPage } from '../../../src/db/list-page';

export class Differences {
  compared = 0;
  readonly differences: string[] = [];

  same(what: string, found: unknown, expected: unknown): void {
    this.compared++;
    if (found !== expected) this.differences.push(`${what}: ${found}, expected ${expected}`);
  }

  list(what: string, found: readonly string[], expected: readonly string[]): void {
    this.compared++;
    if (found.length === expected.length && found.every((each, at) => each === expected[at])) return;
    const at = expected.findIndex((each, index) => each !== found[index]);
    const place = at === -1 ? expected.length : at;
    this.differences.push(
      `${what}: ${found.length} rows, expected ${expected.length}; row ${place}: ${found[place]}, expected ${expected[place]}`,
    );
  }
}

export function compareLists(what: string, found: readonly object[], expected: readonly object[]): Differences {
  const differences = new Differences();
  differences.list(what, found.map(textOf), expected.map(textOf));
  return differences;
}

/** Reads all pages of a list, by the cursor of each. */
export async function whole<Row>(
  read: (cursor: string | undefined) => Promise<ListPage<Row>>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    rows.push(...page.rows);
    cursor = page.next;
  } while (cursor !== undefined);
  return rows;
}

/** Writes fields in the order of their names. */
export function textOf(value: object): string {
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([key, field]) => `${key}=${String(field)}`).join(' ');
}
