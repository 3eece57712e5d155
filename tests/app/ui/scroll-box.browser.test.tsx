/** A box that has more than it shows says so at that edge. */
import { afterEach, expect, test } from 'vitest';
import { SteadyList } from '../../../src/app/views/home/SteadyList';
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

test('a list of the home page is within reach of the keyboard before it has rows, and as high', () => {
  const mounted = mount(
    <SteadyList label="Visits">
      <p style={{ height: 400 }}>nothing to focus yet</p>
    </SteadyList>,
  );
  unmount = mounted.unmount;
  const box = mounted.element.querySelector('section') as HTMLElement;
  expect(box.tabIndex).toBe(0);
  expect(box.clientHeight).toBe(239);
});
