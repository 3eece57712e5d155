/** The filters above a list of transactions, whose functions get their names after the rows. */
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { afterEach, expect, test } from 'vitest';
import { TransactionFilters } from '../../../src/app/views/lists/TransactionFilters';
import type { Selector } from '../../../src/core/chain/primitives';
import { mount } from '../ui/mount';

let mounted: ReturnType<typeof mount> | undefined;
afterEach(() => mounted?.unmount());

/** Where the filters stand in the row of a list in a window of 480 pixels. */
async function places(functions: readonly { selector: Selector; name: string }[]): Promise<readonly number[][]> {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <TransactionFilters functions={functions} withDirection /> }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  mounted = mount(
    <div className="flex w-[454px] flex-wrap gap-1.5 px-2.5">
      <RouterProvider router={router as never} />
    </div>,
  );
  await expect.poll(() => mounted?.element.querySelectorAll('select').length).toBe(4);
  const selects = [...(mounted?.element.querySelectorAll('select') ?? [])].map((select) => {
    const { left, top, width } = select.getBoundingClientRect();
    return [left, top, width].map(Math.round);
  });
  mounted?.unmount();
  return selects;
}

test('the filters stand where they stood when functions come and get their names', async () => {
  const none = await places([]);
  const selector = '0xa9059cbb' as Selector;
  expect(await places([{ selector, name: selector }])).toEqual(none);
  expect(await places([{ selector, name: 'swapExactTokensForTokensSupportingFeeOnTransferTokens' }])).toEqual(none);
});
