import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { FlameGraph } from '../../../src/app/views/gas/FlameGraph';
import { GasSection } from '../../../src/app/views/gas/GasSection';
import { useFlameZoom } from '../../../src/app/views/gas/use-flame-window';
import { computeFlame, type Flame, type FlameIndex, type FlameNames } from '../../../src/core/gas/flame';
import { gasTree } from '../../core/gas/gas-tree';
import { eventually } from '../../helpers/eventually';
import { mount } from '../ui/mount';

const WIDTH = 400;
const ROW = 24;
const TEXTS = ['Initial gas', '(nameless)', 'Router.swap', 'Oracle.price', 'Pair.swap', 'Token.transfer'];

/** Frames: 0 root, 1 initial gas, 2 Oracle, 3 Pair, 4 and 5 Token. */
const flame = computeFlame(
  gasTree(`
    Router.swap 100000
      Oracle.price 10000
      Pair.swap 40000
        Token.transfer 20000
        Token.transfer 10000`),
  { initial: 20_000 },
) as Flame;

const NAMES: FlameNames = { names: TEXTS, ofFrame: Int32Array.of(2, 0, 3, 4, 5, 5) };

let leave: () => void = () => {};
let chosen: FlameIndex | undefined;
afterEach(() => leave());

function Graph({ of, matches }: { of: Flame; matches?: Uint8Array | undefined }) {
  const zoom = useFlameZoom(of);
  const [selected, select] = useState<FlameIndex>();
  chosen = selected;
  return (
    <div style={{ width: WIDTH }}>
      <FlameGraph
        flame={of}
        names={NAMES}
        zoom={zoom}
        selected={selected}
        onSelect={select}
        matches={matches}
        onWidth={() => {}}
        describedBy="words"
      />
    </div>
  );
}

async function show(matches?: Uint8Array): Promise<HTMLCanvasElement> {
  chosen = undefined;
  const { element, unmount } = mount(<Graph of={flame} matches={matches} />);
  leave = unmount;
  const canvas = element.querySelector('canvas') as HTMLCanvasElement;
  await eventually(() => expect(canvas.width).toBe(WIDTH * devicePixelRatio));
  return canvas;
}

/** Colour of the canvas at a share of its width, in the middle of a row. */
function colourAt(canvas: HTMLCanvasElement, share: number, row: number): string {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  const at = (value: number) => Math.round(value * devicePixelRatio);
  // Near the lower edge of the row, where no text stands.
  return [...context.getImageData(at(WIDTH * share), at(row * ROW + ROW - 4), 1, 1).data].join(' ');
}

async function clickAt(canvas: HTMLCanvasElement, share: number, row: number): Promise<void> {
  await userEvent.click(canvas, { position: { x: WIDTH * share, y: row * ROW + 12 } });
}

test('calls stand below their callers, as wide as their gas, and own gas stays empty', async () => {
  const canvas = await show();
  const ground = colourAt(canvas, 0.95, 1);
  expect(colourAt(canvas, 0.95, 0)).not.toBe(ground); // the root
  expect(colourAt(canvas, 0.1, 1)).not.toBe(ground); // the initial gas
  expect(colourAt(canvas, 0.1, 1)).not.toBe(colourAt(canvas, 0.25, 1)); // in a colour of its own
  expect(colourAt(canvas, 0.65, 1)).not.toBe(ground); // Pair.swap
  expect(colourAt(canvas, 0.35, 2)).not.toBe(ground); // Token.transfer
  expect(colourAt(canvas, 0.65, 2)).toBe(ground); // what Pair.swap used itself
});

test('a click selects the call under it, and beside all calls none', async () => {
  const canvas = await show();
  await clickAt(canvas, 0.55, 2);
  await eventually(() => expect(chosen).toBe(5));
  await clickAt(canvas, 0.1, 1);
  await eventually(() => expect(chosen).toBe(1));
  const before = chosen;
  await clickAt(canvas, 0.9, 2);
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  expect(chosen).toBe(before);
});

test('keys move to caller, callees and neighbours, and Enter zooms to the selected call', async () => {
  const canvas = await show();
  canvas.focus();
  const path: (number | undefined)[] = [];
  for (const key of [
    'ArrowDown',
    'ArrowDown',
    'ArrowRight',
    'ArrowRight',
    'ArrowRight',
    'ArrowDown',
    'ArrowUp',
    'ArrowLeft',
  ]) {
    await userEvent.keyboard(`{${key}}`);
    path.push(chosen);
  }
  expect(path).toEqual([0, 1, 2, 3, 3, 4, 3, 2]);
  await userEvent.keyboard('{ArrowRight}{Enter}');
  // Pair.swap fills the width now: its callees take the left three quarters.
  await clickAt(canvas, 0.74, 2);
  await eventually(() => expect(chosen).toBe(5));
  await userEvent.keyboard('{Escape}');
  await clickAt(canvas, 0.05, 1);
  await eventually(() => expect(chosen).toBe(1));
});

/** Sends pointer events at `x` px from the left of the canvas; the main button is pressed unless `buttons` is 0. */
function senderTo(canvas: HTMLCanvasElement) {
  const { left, top } = canvas.getBoundingClientRect();
  return (type: string, x: number, buttons = 1) =>
    canvas.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, buttons, clientX: left + x, clientY: top + 36 }),
    );
}

test('dragging moves a zoomed graph and selects nothing', async () => {
  const canvas = await show();
  canvas.focus();
  await userEvent.keyboard('++');
  const send = senderTo(canvas);
  const before = colourAt(canvas, 0.02, 1);
  canvas.setPointerCapture = () => {};
  send('pointerdown', 90);
  for (let x = 120; x <= 390; x += 30) send('pointermove', x);
  send('pointerup', 390, 0);
  await eventually(() => expect(colourAt(canvas, 0.02, 1)).not.toBe(before));
  expect(chosen).toBeUndefined();
});

test.each(['released beside the canvas', 'taken by the browser'])(
  'a drag whose pointer was %s is over',
  async (how) => {
    const canvas = await show();
    canvas.focus();
    await userEvent.keyboard('++');
    const send = senderTo(canvas);
    let captured = 0;
    canvas.setPointerCapture = () => {
      captured++;
    };
    send('pointerdown', 90);
    send('pointermove', 92);
    if (how === 'taken by the browser') send('pointercancel', 0, 0);
    for (let x = 120; x <= 390; x += 30) send('pointermove', x, how === 'taken by the browser' ? 1 : 0);
    expect(captured).toBe(0); // a drag that pans has the pointer
  },
);

test('calls the search does not find fade', async () => {
  const plain = await show();
  const [pair, oracle] = [colourAt(plain, 0.65, 1), colourAt(plain, 0.25, 1)];
  leave();
  const searched = await show(Uint8Array.from(TEXTS, (name) => (name.startsWith('Pair') ? 1 : 0)));
  expect(colourAt(searched, 0.65, 1)).toBe(pair);
  expect(colourAt(searched, 0.25, 1)).not.toBe(oracle);
});

const PARTS = [
  { what: 'transaction', count: 1, each: 19_980 },
  { what: 'non-zero calldata bytes', count: 5, each: 4 },
];

function section(
  selected: FlameIndex | undefined,
  onSelect: (frame: FlameIndex) => void = () => {},
  of: Flame = flame,
): HTMLElement {
  const { element, unmount } = mount(
    <GasSection flame={of} initialParts={PARTS} names={NAMES} selected={selected} onSelect={onSelect} />,
  );
  leave = unmount;
  return element;
}

test('without a selection the section says so', () => {
  expect(section(undefined).textContent).toContain('No section selected');
});

test('the section of the initial gas shows its formula and adds it up', () => {
  const text = section(1 as FlameIndex).textContent;
  expect(text).toContain(
    '21000 + 16 per non-zero calldata byte + 4 per zero byte + 2400 per access list account + 1900 per access list storage key',
  );
  expect(text).toContain('Initial gas20,000');
});

test('the section of the outermost call has the refund as a figure of its own, and shares of what was used before it', () => {
  const refunded = { ...flame, end: flame.end.map((end, frame) => (frame === 0 ? 110_000 : end)), refundedGas: 10_000 };
  const text = section(0 as FlameIndex, () => {}, { ...refunded, isExact: true }).textContent;
  expect(text).toContain('Total gas, before refunds110,000 · 100 %');
  expect(text).toContain('Own gas40,000 · 36.36 %');
  expect(text).toContain('Refunded10,000');
  expect(text).toContain('Charged100,000');
  expect(text).not.toContain('at least');
  leave();
  expect(section(0 as FlameIndex).textContent).toContain('at least this much');
});

test('the pie of a call adds up calls of a name, and its table leads to them', async () => {
  const onSelect = vi.fn();
  const element = section(3 as FlameIndex, onSelect);
  const rows = [...element.querySelectorAll('tbody tr')].map((row) => row.textContent);
  expect(rows).toEqual(['Own10,00025 %', 'Token.transfer× 230,00075 %']);
  expect(element.querySelectorAll('svg path')).toHaveLength(2);
  await userEvent.click(element.querySelector('tbody button') as HTMLElement);
  expect(onSelect).toHaveBeenCalledWith(4);
});
