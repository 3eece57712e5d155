/** Reads whole what a page shows a window of: the cards of the events, the rows of the asset changes, and files of either. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';

/** As it stands on its card when that is raw: hex in lower case, data as far as it is drawn. */
export type ShownEvent = { contract: string; topics: string[]; data: string };

/** All events in the order of their cards, each turned to its raw form; scrolls through them, and back. */
export async function shownEvents(page: Page): Promise<ShownEvent[]> {
  return page.evaluate(async () => {
    const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const list = document.querySelector('ol[aria-label="Events"]');
    const count = Number(list?.querySelector('li')?.getAttribute('aria-setsize') ?? 0);
    const found: ShownEvent[] = [];
    const deadline = performance.now() + 60_000;
    while (found.length < count && performance.now() < deadline) {
      const at = found.length;
      const item = list?.querySelector(`li[aria-posinset="${at + 1}"]`);
      const card = item?.querySelector('article');
      if (!card) {
        // Not rendered, or its content is on its way.
        if (item) item.scrollIntoView();
        else scrollBy(0, 300);
        await painted();
        continue;
      }
      const toggle = [...card.querySelectorAll('button')].find(({ textContent }) => textContent === 'Raw');
      if (toggle?.getAttribute('aria-pressed') === 'false') {
        toggle.click();
        await painted();
        continue;
      }
      const fields = [...card.querySelectorAll('dt')].map(({ textContent, nextElementSibling }) => ({
        label: textContent,
        text: nextElementSibling?.textContent ?? '',
      }));
      found.push({
        contract: card.querySelector('header [data-address]')?.getAttribute('data-address') ?? '',
        topics: fields.filter(({ label }) => label?.startsWith('Topic')).map(({ text }) => text.trim()),
        data: /0x.*/.exec(fields.find(({ label }) => label === 'Data')?.text ?? '')?.[0] ?? '0x',
      });
    }
    scrollTo(0, 0);
    return found;
  });
}

/** Cells by the names of their columns (RFC 4180), of the file that pressing `button` hands over. */
export async function csvOf(page: Page, button: Locator): Promise<Record<string, string>[]> {
  const download = page.waitForEvent('download');
  await button.click();
  const [header = [], ...rows] = cellsOf(await readFile(await (await download).path(), 'utf8'));
  return rows.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ''])));
}

function cellsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** The asset changes in the order they happened: who is named, '' for nobody, and the amount as it stands there. */
export type ShownMove = { from: string; to: string; amount: string };

/** Has all of them shown, at most those that one press of the button adds. */
export async function shownMoves(assets: Locator): Promise<ShownMove[]> {
  const all = assets.getByRole('button', { name: /^Show (all|\d)/ });
  if ((await all.count()) > 0) await all.click();
  return assets.getByRole('listitem').evaluateAll((items) =>
    items.map((item) => {
      const [amount, parties] = [...item.children];
      const [from, to] = [...(parties?.children ?? [])].filter(
        (child) => !child.matches('[aria-hidden], .sr-only'),
      ) as Element[];
      const addressOf = (party: Element | undefined) => {
        const named = party?.matches('[data-address]') ? party : party?.querySelector('[data-address]');
        return named?.getAttribute('data-address') ?? '';
      };
      return { from: addressOf(from), to: addressOf(to), amount: amount?.querySelector('bdi')?.textContent ?? '' };
    }),
  );
}
