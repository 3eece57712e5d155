/** A box that has more than it shows says so at that edge. */
import { afterEach, expect, test } from 'vitest';
import { ScrollBox } from '../../../src/app/views/ScrollBox';
import { mount } from './mount';

let unmount = () => {};
afterEach(() => unmount());

test('a long value scrolls by keyboard, with shades that stay and covers that scroll with it', () => {
  const mounted = mount(
    <ScrollBox label="Arguments" className="max-h-[60px]">
      <p style={{ height: 400 }}>long</p>
    </ScrollBox>,
  );
  unmount = mounted.unmount;
  const box = mounted.element.querySelector('section') as HTMLElement;
  expect(box.tabIndex).toBe(0);
  expect(box.scrollHeight).toBeGreaterThan(box.clientHeight);
  const { backgroundAttachment, backgroundImage } = getComputedStyle(box);
  expect(backgroundAttachment).toBe('local, local, scroll, scroll');
  expect(backgroundImage.match(/linear-gradient/g)).toHaveLength(4);
});
