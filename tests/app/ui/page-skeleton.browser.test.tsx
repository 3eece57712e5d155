import { afterEach, expect, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { BelowHeading } from '../../../src/app/ui/below-heading';
import { PageSkeleton } from '../../../src/app/ui/PageSkeleton';
import { Skeleton } from '../../../src/app/ui/Skeleton';
import { mount } from './mount';

let unmount = () => {};
afterEach(() => unmount());

test('a route that is awaited has a heading where none is on the screen, and only there', () => {
  const mounted = mount(<PageSkeleton />);
  unmount = mounted.unmount;
  expect(mounted.element.querySelectorAll('h1')).toHaveLength(1);
  mounted.draw(
    <BelowHeading value={true}>
      <PageSkeleton />
    </BelowHeading>,
  );
  expect(mounted.element.querySelectorAll('h1')).toHaveLength(0);
  expect(mounted.element.querySelectorAll('[role="status"]')).toHaveLength(1);
});

/** Says whether the reader wants things to move; the page of the tests is opened for one who does not. */
async function move(motion: 'no-preference' | 'reduce'): Promise<void> {
  const browser = cdp() as unknown as { send(method: string, params: object): Promise<unknown> };
  await browser.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value: motion }] });
}

test('bars are not seen in the first 100 ms, in which what is at hand takes their place', async () => {
  await move('no-preference');
  const mounted = mount(<Skeleton />);
  unmount = mounted.unmount;
  const bar = mounted.element.querySelector('span');
  const seenAt = (time: number) => {
    for (const animation of bar?.getAnimations() ?? []) {
      animation.pause();
      animation.currentTime = time;
    }
    return Number(bar && getComputedStyle(bar).opacity) > 0;
  };
  expect([0, 99, 101, 1_400].map(seenAt)).toEqual([false, false, true, true]);
  await move('reduce');
});
