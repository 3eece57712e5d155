/** Compares the rows of a trace tree on the screen with the callTracer answer they come from. */
import type { Page } from 'playwright-core';

export type CallFrame = { gasUsed: string; error?: string; calls?: CallFrame[] };

/** The facts that a row must show. */
export type ExpectedRow = { gasUsed: number; failed: boolean; caught: boolean };

/** Returns every call of the trace by depth id (`0.2.6`), in the order entered. */
export function expectedRows(root: CallFrame): Map<string, ExpectedRow> {
  const rows = new Map<string, ExpectedRow>();
  const visit = (frame: CallFrame, id: string, parentFailed: boolean) => {
    const failed = frame.error !== undefined;
    // A failure is caught when the caller went on; the root has no caller.
    rows.set(id, { gasUsed: Number(frame.gasUsed), failed, caught: failed && id !== '0' && !parentFailed });
    frame.calls?.forEach((child, at) => {
      visit(child, `${id}.${at}`, failed);
    });
  };
  visit(root, '0', false);
  return rows;
}

type ShownRow = { id: string; gas: string; failed: boolean; caught: boolean };

/** Scrolls the tree through `stops` places and answers how many different calls were seen, how many of them marked as caught reverts, and what was wrong with any. */
export async function compareRows(
  page: Page,
  expected: ReadonlyMap<string, ExpectedRow>,
  stops: number,
): Promise<{ seen: number; caught: number; wrong: string[] }> {
  const seen = new Set<string>();
  const caught = new Set<string>();
  const wrong = new Set<string>();
  for (let stop = 0; stop < stops; stop++) {
    for (const row of await rowsAt(page, stop / Math.max(1, stops - 1))) {
      const call = expected.get(row.id);
      if (call === undefined) {
        // Events, internal calls and storage accesses are rows, but no calls of the machine.
        if (!/\.[eis]\d+$/.test(row.id)) wrong.add(`${row.id}: the trace has no such call`);
        continue;
      }
      seen.add(row.id);
      if (row.caught) caught.add(row.id);
      const gas = Number(row.gas.replaceAll(',', ''));
      if (row.gas === '' || gas !== call.gasUsed) wrong.add(`${row.id}: gas ${row.gas}, not ${call.gasUsed}`);
      if (row.failed !== call.failed || row.caught !== call.caught) wrong.add(`${row.id}: failure marked wrongly`);
    }
  }
  return { seen: seen.size, caught: caught.size, wrong: [...wrong] };
}

/** The rows on the screen when the tree is scrolled to `part` (0 to 1) of its height, once all have arrived. */
async function rowsAt(page: Page, part: number): Promise<ShownRow[]> {
  await page.getByTestId('trace-scroller').evaluate((scroller, to) => {
    scroller.scrollTop = to * (scroller.scrollHeight - scroller.clientHeight);
  }, part);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  await page.waitForFunction(() => document.querySelector('.trace-row.is-placeholder') === null);
  return page.locator('[role=treeitem]').evaluateAll((items) =>
    items.map((item) => ({
      id: item.getAttribute('data-id') ?? '',
      gas: item.querySelector('.trace-gas')?.textContent ?? '',
      failed: item.querySelector('.trace-error') !== null,
      caught: item.querySelector('.trace-caught') !== null,
    })),
  );
}
