/** What came of asking others for a list. */
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AskNote } from '../../../src/app/views/lists/AskNote';
import { failure } from '../../../src/core/values/failure';
import { mount } from '../ui/mount';

let mounted: ReturnType<typeof mount> | undefined;
afterEach(() => mounted?.unmount());

test('others who could not be asked are asked again when the reader says so', async () => {
  let again = 0;
  const asked = {
    state: 'failed' as const,
    failure: failure('endpointDown', 'The network’s Blockscout cannot be reached.'),
    again: () => again++,
  };
  mounted = mount(<AskNote what="transactions" asked={asked} isAsked onAsk={undefined} />);
  expect(mounted.element.textContent).toContain('cannot be reached');
  await page.getByRole('button', { name: 'Retry' }).click();
  expect(again).toBe(1);
});
