/** Room of the parts of a row whose texts are longer than it. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import '../../../src/app/views/trace/trace.css';
import { RowBody } from '../../../src/app/views/trace/TraceRow';
import type { Address } from '../../../src/core/chain/primitives';
import { type RowIndex, RowKind } from '../../../src/core/trace/rows';
import type { RowView } from '../../../src/workers/trace/rows.api';
import { mount } from '../ui/mount';

const ADDRESS = `0x${'11'.repeat(20)}` as Address;
const LONG = '27'.repeat(38);

const VIEW: RowView = {
  row: 0 as RowIndex,
  depthId: '0',
  kind: RowKind.call,
  depth: 0,
  hasChildren: true,
  expanded: true,
  position: 1,
  siblings: 1,
  from: ADDRESS,
  to: ADDRESS,
  toName: { text: 'Gov', origin: 'buildOutput' },
  functionName: { text: 'execute', origin: 'buildOutput' },
  inputs: [{ name: 'proposalId', type: 'bytes', kind: 'bytes', text: `0x${LONG}`, length: 78 }],
  outputs: [],
  inputLength: 36,
  outputLength: 4,
  failed: true,
  undone: false,
  caught: false,
  failure: 'arose',
  error: {
    message: 'execution reverted',
    name: { text: 'GovernorUnexpectedProposalState', origin: 'buildOutput' },
    args: ['proposalId', 'current', 'expectedStates'].map((name) => ({
      name,
      type: 'string',
      kind: 'string',
      text: LONG,
      length: LONG.length,
    })),
  },
  gasUsed: 123_456,
  viaIR: true,
};

const INTERNAL: RowView = {
  row: 1 as RowIndex,
  frame: 0 as RowIndex,
  depthId: '0.i0',
  kind: RowKind.internal,
  depth: 1,
  hasChildren: false,
  expanded: false,
  position: 1,
  siblings: 1,
  from: ADDRESS,
  toName: { text: 'Router', origin: 'buildOutput' },
  contract: 'UniswapV2Library',
  role: 'library',
  functionName: { text: 'getAmountsOut', origin: 'buildOutput' },
  inputs: [],
  outputs: [],
  failed: false,
  undone: false,
  caught: false,
  open: false,
  place: { address: ADDRESS, file: 'contracts/libraries/UniswapV2Library.sol', line: 62, endLine: 70 },
};

const LOOK = { levels: 8, gas: true, rootGas: 123_456, currency: { name: 'Ether', symbol: 'ETH', decimals: 18 } };

/** A row of this width, px. */
function drawn(view: RowView, width: number): HTMLElement {
  const mounted = mount(
    <div className="trace-row" style={{ width, position: 'relative' }}>
      <RowBody view={view} look={LOOK} note={undefined} />
    </div>,
  );
  unmount = mounted.unmount;
  return mounted.element;
}

let unmount = () => {};
beforeEach(() => page.viewport(1500, 900));
afterEach(() => unmount());

test.each([780, 1000, 1400])(
  '%i px: the name of the function, the error and the chip have room before the gas',
  (width) => {
    const element = drawn(VIEW, width);
    const box = (name: string) => element.querySelector(name)?.getBoundingClientRect() ?? new DOMRect();
    const name = [...element.querySelectorAll('.trace-callee *')].find(({ textContent }) => textContent === 'execute');
    expect(name).toBeDefined();
    expect(name?.getBoundingClientRect().right).toBeLessThanOrEqual(box('.trace-callee').right);
    expect(box('.trace-error').left).toBeGreaterThanOrEqual(box('.trace-callee').right);
    expect(box('.trace-tag').left).toBeGreaterThanOrEqual(box('.trace-error').right);
    expect(box('.trace-tag').right).toBeLessThanOrEqual(box('.trace-gas').left);
  },
);

test('on a phone the name of an internal function has the room of its chip and its file', async () => {
  await page.viewport(480, 900);
  const element = drawn(INTERNAL, 440);
  const name = element.querySelector('.trace-fn');
  expect(name?.textContent).toBe('getAmountsOut');
  const { right } = element.querySelector('.trace-callee')?.getBoundingClientRect() ?? new DOMRect();
  expect(name?.getBoundingClientRect().right).toBeLessThanOrEqual(right);
  for (const part of ['.trace-tag', '.trace-file', '.trace-line'])
    expect(element.querySelector(part)?.getBoundingClientRect().width, part).toBe(0);
});

/** `UniswapV2Library.getAmountsOut(factory: …, amountIn: …, path: …) → […]`, as in a swap over three hops. */
const LONG_INTERNAL: RowView = {
  ...INTERNAL,
  inputs: ['factory', 'amountIn', 'path'].map((name) => ({
    name,
    type: 'string',
    kind: 'string',
    text: 'x'.repeat(26),
    length: 26,
  })),
  outputs: [{ name: '', type: 'string', kind: 'string', text: 'y'.repeat(20), length: 20 }],
};

test.each([700, 860, 980])(
  '%i px: the name, the return value and the line stay; chip and file give way first',
  (width) => {
    const element = drawn(LONG_INTERNAL, width);
    const of = (name: string) => element.querySelector(name) ?? document.createElement('i');
    const box = (name: string) => of(name).getBoundingClientRect();
    const isWhole = (name: string) => {
      const content = document.createRange();
      content.selectNodeContents(of(name));
      return content.getBoundingClientRect().width <= box(name).width;
    };
    expect(isWhole('.trace-callee')).toBe(true);
    expect(of('.trace-line').textContent).toBe(':62');
    expect(box('.trace-line').width).toBeGreaterThan(20);
    expect(box('.trace-line').right).toBeLessThanOrEqual(box('.trace-gas').left);
    if (width > 800) expect(isWhole('.trace-out')).toBe(true);
    // On the second line, which is not shown.
    expect(box('.trace-tag').top).toBeGreaterThanOrEqual(box('.trace-role').bottom);
  },
);

test('with room for all, the role and the file stand in the row', () => {
  const element = drawn(INTERNAL, 1000);
  const box = (name: string) => element.querySelector(name)?.getBoundingClientRect() ?? new DOMRect();
  expect(box('.trace-tag').bottom).toBeLessThanOrEqual(box('.trace-role').bottom);
  expect(box('.trace-file').right).toBeLessThanOrEqual(box('.trace-line').left);
  expect(element.textContent).toContain('UniswapV2Library.sol:62');
});
