import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  computeFlame,
  type Flame,
  type FlameIndex,
  type FlameNames,
  flameNames,
  nameFrames,
  ownGas,
} from '../../../src/core/gas/flame';
import { calleesOf, eachBox, frameAt, NARROW } from '../../../src/core/gas/flame-view';
import { foldedStacks, speedscope } from '../../../src/core/gas/profiles';
import { classifyRows } from '../../../src/core/trace/row-classes';
import type { Trace } from '../../../src/core/trace/rows';
import { addressOf, callTree } from '../../helpers/call-tree';
import { randomTrees } from '../../helpers/random-trace';
import { gasTree } from './gas-tree';

function flameOf(trace: Trace, initial: number, executed?: number): Flame {
  const flame = computeFlame(trace, executed === undefined ? { initial } : { initial, executed });
  if (flame === undefined) throw new Error('no flame graph');
  return flame;
}

/** Each frame as `row depth [start, end) own`. */
function written(flame: Flame): string[] {
  return Array.from({ length: flame.length }, (_, frame) => {
    const { row, depth, start, end } = flame;
    return `${row[frame]} ${depth[frame]} [${start[frame]}, ${end[frame]}) ${ownGas(flame, frame as FlameIndex)}`;
  });
}

const SWAP = `
  Router.swap 100000
    Oracle.price 5000
    #Swap
    Pair.swap 60000
      Token.transfer 20000
      Token.transfer 30000
    Token.balanceOf 3000`;

const namesIn = (trace: Trace, flame: Flame): FlameNames => {
  const classes = classifyRows(trace);
  const names = flameNames(classes, ({ address, selector }) => {
    const name = ['Router', 'Oracle', 'Pair', 'Token'].find((one) => addressOf(one) === trace.addresses[address]);
    return `${name}.${selector < 0 ? 'fallback' : trace.selectors[selector]}`;
  });
  return { names, ofFrame: nameFrames(flame, classes) };
};

describe('the flame graph', () => {
  test('puts callees beside each other in their caller, after the initial gas, and leaves the rest as own', () => {
    expect(written(flameOf(gasTree(SWAP), 21_000))).toEqual([
      '0 0 [0, 100000) 11000',
      '-1 1 [0, 21000) 21000',
      '1 1 [21000, 26000) 5000',
      '3 1 [26000, 86000) 10000',
      '4 2 [26000, 46000) 20000',
      '5 2 [46000, 76000) 30000',
      '6 1 [86000, 89000) 3000',
    ]);
  });

  test('says how much was given back at least when callees used more than the receipt charges', () => {
    const flame = flameOf(gasTree('A 50000\n  B 40000'), 21_000);
    expect([flame.gasUsed, flame.refundedGas, flame.end[0], flame.isExact]).toEqual([50_000, 11_000, 61_000, false]);
  });

  test('is as wide as what was used before refunds, where that is known', () => {
    const flame = flameOf(gasTree('A 50000\n  B 20000'), 21_000, 36_000);
    expect([flame.gasUsed, flame.refundedGas, flame.end[0], flame.isExact]).toEqual([50_000, 7_000, 57_000, true]);
    expect(ownGas(flame, 0 as FlameIndex)).toBe(16_000);
  });

  test('has what brings the price up to the floor of the calldata in the initial gas', () => {
    const flame = flameOf(gasTree('A 50000\n  B 2000'), 30_000, 5_000);
    expect([flame.initialGas, flame.refundedGas, flame.end[0]]).toEqual([45_000, 0, 50_000]);
    expect(ownGas(flame, 0 as FlameIndex)).toBe(3_000);
  });

  test('cuts a callee that claims more than its caller has, and gives a frame without gas that of its callees', () => {
    expect(written(flameOf(gasTree('A 100000\n  B 1000\n    C 5000\n  D\n    E 700'), 0)).slice(2)).toEqual([
      '1 1 [0, 1000) 0',
      '2 2 [0, 1000) 1000',
      '3 1 [1000, 1700) 0',
      '4 2 [1000, 1700) 700',
    ]);
  });

  test('is none when the source does not say what calls used, or nothing was used', () => {
    expect(computeFlame(gasTree('A\n  B'), { initial: 21_000 })).toBeUndefined();
    expect(computeFlame(gasTree('A 0'), { initial: 0 })).toBeUndefined();
  });

  test('goes as deep as calls go', () => {
    const lines = Array.from({ length: 1_025 }, (_, depth) => `${' '.repeat(depth)}A.f ${100_000 - depth}`);
    const flame = flameOf(gasTree(lines.join('\n')), 0);
    expect(flame.depth[flame.length - 1]).toBe(1_024);
    expect(ownGas(flame, 7 as FlameIndex)).toBe(1);
  });
});

type FlameBox = { frame: FlameIndex; x: number; width: number; depth: number; merged: boolean };

describe('what a window shows', () => {
  function boxes(flame: Flame, from: number, to: number, width: number, minimum = 0): FlameBox[] {
    const found: FlameBox[] = [];
    eachBox(flame, { from, to }, { width, minimum, first: 0, last: 99 }, (frame, x, across, depth, merged) =>
      found.push({ frame, x, width: across, depth, merged }),
    );
    return found;
  }

  test('is each frame of a pixel and more once, at its place, and every narrower one under a merged box', () => {
    const cases = fc.tuple(
      randomTrees,
      fc.integer(),
      fc.integer({ min: 4, max: 200 }),
      fc.double({ min: 0, max: 0.9, noNaN: true }),
    );
    fc.assert(
      fc.property(cases, ([tree, seed, width, left]) => {
        const trace = callTree(tree);
        let random = seed;
        for (let row = 0; row < trace.rows.length; row++) {
          random = (Math.imul(random, 1_664_525) + 1_013_904_223) | 0;
          trace.rows.gasUsed[row] = row === 0 ? 100_000 : (random >>> 8) % 9 === 0 ? 30_000 : (random >>> 12) % 700;
        }
        const flame = flameOf(trace, 500);
        const from = left * flame.gasUsed;
        const to = Math.min(flame.gasUsed, from + flame.gasUsed / 3);
        const scale = width / (to - from);
        const found = boxes(flame, from, to, width);
        for (let frame = 0; frame < flame.length; frame++) {
          const [start, end, depth] = [flame.start[frame]!, flame.end[frame]!, flame.depth[frame]!];
          if (end <= from || start >= to || start === end) continue;
          const x = (start - from) * scale;
          const own = found.filter((box) => box.frame === frame && !box.merged);
          if ((end - start) * scale >= NARROW) {
            expect(own).toHaveLength(1);
            expect(own[0]?.x).toBeCloseTo(x, 6);
            expect(own[0]?.width).toBeCloseTo((end - start) * scale, 6);
          } else {
            // Its caller may be merged itself, and then nothing below it is drawn.
            const covered = found.some(
              (box) =>
                box.merged &&
                box.depth <= depth &&
                box.x <= x + 1e-6 &&
                box.x + box.width >= x + (end - start) * scale - 1e-6,
            );
            expect(covered).toBe(true);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  test('leaves out what is narrower than the least width', () => {
    const flame = flameOf(gasTree('A 100000\n  B 90000\n  C 50\n  D 5000'), 0);
    expect(boxes(flame, 0, 100_000, 100, 0.1).map(({ frame }) => flame.row[frame])).toEqual([0, 1, 3]);
    expect(boxes(flame, 0, 100_000, 100, 0).map(({ frame }) => flame.row[frame])).toEqual([0, 1, 2, 3]);
  });

  test('finds the frame at a place, and none beside it', () => {
    const flame = flameOf(gasTree(SWAP), 21_000);
    const rowAt = (gas: number, depth: number): number | undefined => {
      const frame = frameAt(flame, gas, depth);
      return frame < 0 ? undefined : flame.row[frame];
    };
    expect([rowAt(0, 0), rowAt(0, 1), rowAt(26_000, 1), rowAt(50_000, 2), rowAt(88_999, 1)]).toEqual([0, -1, 3, 5, 6]);
    expect([rowAt(80_000, 2), rowAt(95_000, 1), rowAt(100_000, 0), rowAt(-1, 0), rowAt(22_000, 2)]).toEqual(
      Array(5).fill(undefined),
    );
    expect([...calleesOf(flame, 3 as FlameIndex)].map((frame) => flame.row[frame])).toEqual([4, 5]);
  });
});

describe('profiles for other tools', () => {
  test('folded stacks add up paths that are alike, to the whole', () => {
    const trace = gasTree(SWAP);
    const flame = flameOf(trace, 21_000);
    const lines = [...foldedStacks(flame, namesIn(trace, flame))].join('').trimEnd().split('\n');
    const swap = `Router.${trace.selectors[trace.rows.selector[0]!]}`;
    expect(lines[0]).toBe(`${swap} 11000`);
    expect(lines[1]).toBe(`${swap};Initial gas 21000`);
    expect(lines.find((line) => line.includes(';Token.') && line.includes('Pair.'))).toMatch(/ 50000$/);
    expect(lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)).toBe(100_000);
  });

  test('names cannot break the lines of folded stacks', () => {
    const flame = flameOf(gasTree('A 30000'), 21_000);
    expect(
      [...foldedStacks(flame, { names: ['Initial\tgas', '', 'a;b\nc'], ofFrame: Int32Array.of(2, 0) })].join(''),
    ).toBe('a b c 9000\na b c;Initial gas 21000\n');
  });

  test("speedscope's events open and close each frame, nested, on an axis that does not go back", () => {
    const trace = gasTree(SWAP);
    const flame = flameOf(trace, 21_000);
    const file = JSON.parse([...speedscope(flame, namesIn(trace, flame), 'Swap "x"')].join('')) as {
      shared: { frames: { name: string }[] };
      profiles: { name: string; endValue: number; events: { type: string; frame: number; at: number }[] }[];
    };
    const [profile] = file.profiles;
    expect([profile?.name, profile?.endValue, profile?.events.length]).toEqual(['Swap "x"', 100_000, 14]);
    const open: number[] = [];
    let at = 0;
    for (const event of profile?.events ?? []) {
      expect(event.at).toBeGreaterThanOrEqual(at);
      at = event.at;
      if (event.type === 'O') open.push(event.frame);
      else expect(open.pop()).toBe(event.frame);
    }
    expect(open).toEqual([]);
    expect(file.shared.frames[0]?.name).toBe('Initial gas');
  });
});
