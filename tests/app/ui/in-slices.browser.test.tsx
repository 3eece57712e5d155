import { afterEach, expect, test } from 'vitest';
import { InSlices } from '../../../src/app/ui/InSlices';
import { PageSkeleton } from '../../../src/app/ui/PageSkeleton';
import { eventually } from '../../helpers/eventually';
import { mount } from './mount';

let unmount = () => {};
afterEach(() => unmount());

const page = (
  <InSlices fallback={<p>on its way</p>}>
    <p>whole</p>
  </InSlices>
);

test('a page that takes the place of its skeleton is rendered behind it', async () => {
  const mounted = mount(<PageSkeleton />);
  unmount = mounted.unmount;
  mounted.draw(page);
  expect(mounted.element.textContent).toBe('on its way');
  await eventually(() => expect(mounted.element.textContent).toBe('whole'));
});

test('a page that had no skeleton is there at once, also after one that had', async () => {
  const mounted = mount(<PageSkeleton />);
  unmount = mounted.unmount;
  mounted.draw(<p>elsewhere</p>);
  mounted.draw(page);
  expect(mounted.element.textContent).toBe('whole');
});
