/** A row of the comparison before it has come. */
import { afterEach, expect, test } from 'vitest';
import { DiffRow } from '../../../src/app/views/diff/DiffRow';
import type { Hash } from '../../../src/core/chain/primitives';
import { axeViolations } from '../../helpers/axe-page';
import { mount } from '../ui/mount';

let unmount = () => {};
afterEach(() => unmount());

test('a row that is on its way has a name', async () => {
  const currency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
  const page = mount(
    <div role="tree" aria-label="Calls">
      <DiffRow
        id="row"
        index={0}
        count={1}
        top={0}
        row={undefined}
        active={false}
        hashes={{ a: `0x${'11'.repeat(32)}` as Hash }}
        currency={currency}
      />
    </div>,
  );
  unmount = page.unmount;
  expect(page.element.querySelector('[role=treeitem]')?.getAttribute('aria-label')).toBe('Loading');
  expect((await axeViolations('structure')).filter((each) => each.includes('aria-treeitem-name'))).toEqual([]);
});
