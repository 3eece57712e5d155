/** Expressions that the reader keeps an eye on, where they have no value. */
import { createRef } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Evaluate } from '../../../src/app/views/debugger/Evaluate';
import { savePreference } from '../../../src/db/reader/preferences';
import { eventually } from '../../helpers/eventually';
import { mount } from '../ui/mount';

let unmount = () => {};
beforeEach(() => savePreference('watches', ['balanceOf[account]', 'amountIn * reserveOut']));
afterEach(async () => {
  unmount();
  await savePreference('watches', []);
});

test('what is watched and not in scope takes one line, with the reason under the pointer', async () => {
  const { element, unmount: leave } = mount(
    <div style={{ width: '300px' }}>
      <Evaluate scope={() => undefined} view="typed" field={createRef()} />
    </div>,
  );
  unmount = leave;
  await eventually(() => expect(element.querySelectorAll('li')).toHaveLength(2));
  for (const line of element.querySelectorAll('li')) {
    expect(line.getBoundingClientRect().height).toBeLessThan(36);
    expect(line.querySelector('span[title]')?.getAttribute('title')).toContain('is not in scope here');
  }
});
