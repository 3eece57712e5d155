import { afterEach, expect, test } from 'vitest';
import { BelowHeading } from '../../../src/app/ui/below-heading';
import { PageSkeleton } from '../../../src/app/ui/PageSkeleton';
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
