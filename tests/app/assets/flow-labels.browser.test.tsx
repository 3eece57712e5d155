import { afterEach, expect, test } from 'vitest';
import { placeLabels } from '../../../src/app/views/assets/flow-labels';
import { layOutFlow } from '../../../src/app/views/assets/flow-layout';
import { mount } from '../ui/mount';

let page: ReturnType<typeof mount> | undefined;
afterEach(() => page?.unmount());

test('a text of the fund flow is drawn no wider than there is room made for it', async () => {
  const amounts = ['1,175 Unknown ERC-20 token', '451.174 Unknown ERC-1155 item', '171,170.48 Gwei', '1,000,000 Wei'];
  const labels = amounts.flatMap((text) => {
    const flow = layOutFlow([{ from: 'a', to: 'b', text }]);
    return placeLabels(flow, flow.links);
  });
  const texts = labels.flatMap(({ lines }) => lines);
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
  expect(drawn.every((width) => width > 15)).toBe(true);
  const widths = labels.flatMap(({ lines, width }) => lines.map(() => width));
  texts.forEach((text, at) => {
    expect(drawn[at], text).toBeLessThanOrEqual(widths[at] ?? 0);
  });
});
