/** Names somebody chose to do harm with are text, and nothing else. */
import { startJsonServer } from '../helpers/json-server';
import { CHAIN, workbench } from './support/config';
import { expect, test } from './support/test';
import { traceIsIdle } from './support/tree';

for (const name of ['hostile-token', 'bidi-token', 'loud-token', 'bytes32-token', 'text-message'] as const) {
  test(`${name} is shown harmlessly`, { tag: '@trace' }, async ({ page, serve, demo }) => {
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await page.goto(`${await serve(workbench(demo.rpcUrl))}/${CHAIN}/tx/${demo.hashOf(name)}`);
    await traceIsIdle(page);
    expect(dialogs).toEqual([]);
    const found = await page.evaluate(() => {
      const text = document.body.textContent ?? '';
      return {
        // Nothing of a name became an element; the app itself uses none of these in its pages.
        elements: document.querySelectorAll('main img, main script, main iframe').length,
        handlers: document.querySelectorAll('main [onerror], main [onload], main [onclick]').length,
        // Controls that turn text around or hide it: LRM, RLM, embeddings, overrides, isolates, zero width, BOM.
        controls: [...text].filter((letter) => /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/.test(letter)).length,
        longest: Math.max(
          ...[...document.querySelectorAll('main *')].map((element) => {
            const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
            return own.reduce((sum, node) => sum + (node.textContent?.length ?? 0), 0);
          }),
        ),
        wider: document.documentElement.scrollWidth > document.documentElement.clientWidth,
      };
    });
    expect(found).toMatchObject({ elements: 0, handlers: 0, controls: 0, wider: false });
    expect(found.longest).toBeLessThan(20_000);
  });
}

test('a link to a file of another server asks it nothing before the reader agrees', { tag: '@open' }, async ({
  page,
  serve,
  demo,
  stopAtEnd,
}) => {
  const other = stopAtEnd(await startJsonServer(() => ({ body: {} })));
  await page.goto(`${await serve(workbench(demo.rpcUrl))}/open?url=${encodeURIComponent(`${other.url}/x.loupe`)}`);
  const load = page.getByRole('button', { name: `Load it from ${new URL(other.url).host}` });
  await expect(load).toBeVisible();
  await expect(page.getByText('Nothing was asked of it yet')).toBeVisible();
  expect(other.seen).toEqual([]);
  await load.click();
  await expect(page.getByText('This is not a trace file of Loupe, or it is damaged')).toBeVisible();
  expect(other.seen).toEqual(['/x.loupe']);
});
