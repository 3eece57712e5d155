import { afterEach, expect, test } from 'vitest';
import { placeLabels } from '../../../src/app/views/assets/flow-labels';
import { layOutFlow } from '../../../src/app/views/assets/flow-layout';
import { mount } from '../ui/mount';

let page: ReturnType<typeof mount> | undefined;
afterEach(() => page?.unmount());

test('a text of the fund flow is drawn no wider than there is room made for it', async () => {
  const texts = ['1,175 Unknown ERC-20 token', '451.174 Unknown ERC-20 token', '171,170.48 Gwei', '1,000,000 Wei'];
  page = mount(
    <svg aria-hidden="true">
      {texts.map((text) => (
        <text key={text} className="text-s">
          {text}
        </text>
      ))}
    </svg>,
  );
  await document.fonts.ready;
  const drawn = [...page.element.querySelectorAll('text')].map((element) => element.getComputedTextLength());
  expect(drawn.every((width) => width > 50)).toBe(true);
  texts.forEach((text, at) => {
    const flow = layOutFlow([{ from: 'a', to: 'b', text }]);
    expect(drawn[at], text).toBeLessThanOrEqual(placeLabels(flow, flow.links)[0]?.width ?? 0);
  });
});
