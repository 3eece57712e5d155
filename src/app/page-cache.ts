/** The rows of a long list that were read, in pages. */
import { RecentMap } from '../core/values/recent-map';

/**
 * Reads pages that are wanted one after the other. A page that could not be read is wanted again the next time. When
 * there are more than `maxPages`, the least recently wanted ones are dropped. After `renew` the rows stay until newer
 * ones are there.
 */
export type PageReader<Row> = {
  /** Rows of a page; pages begin at multiples of it. */
  pageSize: number;
  maxPages: number;
  /** Rows from `start` on; undefined when they could not be read. */
  read: (start: number, count: number) => Promise<readonly Row[] | undefined>;
  /** Rows came. */
  onRows: () => void;
};

type Page<Row> = { rows: readonly Row[]; version: number };

export class PageCache<Row> {
  readonly #pages: RecentMap<number, Page<Row>>;
  /** By number of a page that is being read: resolves to whether it could be read. */
  #reading = new Map<number, Promise<boolean>>();
  #version = 0;

  constructor(readonly reader: PageReader<Row>) {
    this.#pages = new RecentMap(reader.maxPages);
  }

  row(index: number): Row | undefined {
    const { pageSize } = this.reader;
    return this.#pages.get(Math.floor(index / pageSize))?.rows[index % pageSize];
  }

  /** Lets rows be read again when they are next wanted; until then the rows of before stay. */
  renew(): void {
    this.#version++;
    this.#reading = new Map();
  }

  /** Reads what is missing of the rows [first, last]; resolves to whether all of them are here. */
  async want(first: number, last: number): Promise<boolean> {
    const { pageSize } = this.reader;
    const from = Math.floor(Math.max(0, first) / pageSize);
    const to = Math.floor(Math.max(0, first, last) / pageSize);
    for (let page = from; page <= to; page++) this.#pages.use(page);
    let isComplete = true;
    for (let page = from; page <= to; page++) isComplete = (await this.#need(page)) && isComplete;
    return isComplete;
  }

  #need(page: number): Promise<boolean> {
    if (this.#pages.get(page)?.version === this.#version) return Promise.resolve(true);
    const reading = this.#reading;
    const begun = reading.get(page) ?? this.#read(page).finally(() => reading.delete(page));
    reading.set(page, begun);
    return begun;
  }

  async #read(page: number): Promise<boolean> {
    const { pageSize, read, onRows } = this.reader;
    const version = this.#version;
    const rows = await read(page * pageSize, pageSize);
    if (rows === undefined || version !== this.#version) return rows !== undefined;
    this.#pages.set(page, { rows, version });
    onRows();
    return true;
  }
}
