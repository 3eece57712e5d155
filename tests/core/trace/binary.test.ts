import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeTrace, encodeTrace } from '../../../src/core/trace/binary';
import type { Trace } from '../../../src/core/trace/rows';
import { callTree } from '../../helpers/call-tree';
import { randomTrees } from '../../helpers/random-trace';

const plain = (trace: Trace): unknown => ({ ...trace, payload: Array.from(trace.payload) });

describe('binary traces', () => {
  test('come back as they were', () => {
    fc.assert(
      fc.property(randomTrees, fc.array(fc.string({ unit: 'grapheme', maxLength: 30 })), (text, limitations) => {
        const trace = { ...callTree(text), limitations };
        const decoded = decodeTrace(encodeTrace(trace));
        expect(decoded.ok && plain(decoded.value)).toEqual(plain(trace));
      }),
    );
  });

  test('keep the gas before refunds, as far as it is known', () => {
    const trace = callTree('A > B');
    for (const spent of [{ initial: 0 }, { initial: 21_000 }, { initial: 21_000, executed: 0 }]) {
      const decoded = decodeTrace(encodeTrace({ ...trace, spent }));
      expect(decoded.ok && decoded.value.spent).toEqual(spent);
    }
    const decoded = decodeTrace(encodeTrace(trace));
    expect(decoded.ok && 'spent' in decoded.value).toBe(false);
  });

  test('are read without a copy: columns and payload are views of the bytes', () => {
    const bytes = encodeTrace(callTree('A.swap = 7\n  #E\n  B :create ~ 0x1234'));
    const decoded = decodeTrace(bytes);
    if (!decoded.ok) throw new Error(decoded.error);
    const { rows, payload } = decoded.value;
    for (const column of [rows.gas, rows.parent, rows.inputStart, rows.kind, payload])
      expect(column.buffer).toBe(bytes);
  });

  test('give an error, never a throw or an index out of bounds, when damaged', () => {
    const trace = callTree('A.swap = 7\n  #E\n  B :create ~ 0x1234 ! out of gas\n    C\n  D > E :staticcall');
    const whole = new Uint8Array(encodeTrace(trace));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 0, max: whole.length }),
        (damage, length) => {
          const bytes = whole.slice();
          for (const [at, value] of damage) bytes[at] = value;
          for (const buffer of [bytes.buffer, whole.slice(0, length).buffer]) {
            const result = decodeTrace(buffer);
            if (result.ok) expectSound(result.value);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('say what is wrong', () => {
    const whole = encodeTrace(callTree('A > B'));
    expect(decodeTrace(new ArrayBuffer(0))).toEqual({ ok: false, error: 'The stored trace is cut off.' });
    expect(decodeTrace(whole.slice(0, whole.byteLength - 1))).toEqual({
      ok: false,
      error: 'The stored trace is cut off.',
    });
    expect(decodeTrace(new ArrayBuffer(200))).toEqual({ ok: false, error: 'This is no stored trace.' });
    const newer = whole.slice(0);
    new Uint32Array(newer)[1] = 9;
    expect(decodeTrace(newer)).toEqual({
      ok: false,
      error: 'The stored trace is of format 9, which is not known here.',
    });
  });
});

function expectSound({ rows, addresses, words, selectors, texts, payload }: Trace): void {
  for (let row = 0; row < rows.length; row++) {
    expect(rows.parent[row]).toBeLessThan(row);
    expect(rows.subtreeEnd[row]).toBeLessThanOrEqual(rows.length);
    expect(addresses[rows.from[row]!]).toBeDefined();
    expect(rows.to[row]).toBeLessThan(addresses.length);
    expect(rows.value[row]).toBeLessThan(words.length);
    expect(rows.selector[row]).toBeLessThan(selectors.length);
    expect(rows.error[row]).toBeLessThan(texts.length);
    expect(rows.inputStart[row]! + rows.inputLength[row]!).toBeLessThanOrEqual(payload.length);
  }
}
