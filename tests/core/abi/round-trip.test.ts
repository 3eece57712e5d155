/** Any ABI value, typed as text, encodes to what viem encodes and decodes to the same text. */
import { assert as check, property } from 'fast-check';
import { encodeAbiParameters } from 'viem';
import { expect, test } from 'vitest';
import { compileType, compileTypes } from '../../../src/core/abi/abi-type';
import { argumentText, defaultArgument } from '../../../src/core/abi/argument-text';
import { decodeParameters } from '../../../src/core/abi/decode-parameters';
import { encodeParameters } from '../../../src/core/abi/encode';
import { hexToBytes } from '../../../src/core/chain/hex';
import { anyAbiValue, anyArguments, typedTextProblem } from '../../../tools/fuzz/abi-values';

/** `npm run conformance -- abi-text` runs more of them. */
const CASES = 3_000;

test('a value typed as text encodes as viem encodes it, and decodes to a text that encodes the same', () => {
  void check(
    property(anyArguments, (samples) => {
      expect(typedTextProblem(samples)).toBeUndefined();
    }),
    { numRuns: CASES },
  );
});

test('what does not hold of typed text is named', () => {
  const five = { parameter: { name: '', type: 'uint8' }, value: 5, json: '5' };
  expect(typedTextProblem([five])).toBeUndefined();
  expect(typedTextProblem([{ ...five, json: '6' }])).toContain('typed: 6 encodes to 0x');
  expect(typedTextProblem([{ ...five, json: '256' }])).toContain('does not fit uint8');
  expect(
    typedTextProblem([{ ...five, parameter: { name: '', type: 'int64[2]' }, value: [1n, 2n], json: [1, 3] }]),
  ).toContain('typed: [1,3] encodes to');
});

test('the text a field begins with encodes, but for bytes of a fixed length', () => {
  void check(
    property(anyAbiValue, ({ parameter }) => {
      const type = compileType(parameter);
      const text = type && defaultArgument(type);
      const encoded = encodeParameters([parameter], [text ?? '']);
      if (!JSON.stringify(parameter).match(/bytes\d/)) expect(encoded.ok).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('a value that was cut has no text', () => {
  const type = compileTypes([{ type: 'uint256[]' }]) ?? [];
  const data = hexToBytes(encodeAbiParameters([{ type: 'uint256[]' }], [[1n, 2n, 3n]]));
  const cut = decodeParameters(type, data, { text: 100, values: 2 });
  expect(cut?.values.map(argumentText)).toEqual([undefined]);
});

test('a fixed array without items is dynamic where its items are, as viem encodes it', () => {
  for (const type of ['string[0]', 'bytes[0][2]', 'uint8[][0]', 'string[0][]', 'uint8[0]']) {
    const none: unknown[] = [];
    const value = { 'bytes[0][2]': [none, none], 'string[0][]': [none, none, none] }[type] ?? none;
    const parameters = [{ type }, { type: 'uint256' }];
    const data = hexToBytes(encodeAbiParameters(parameters, [value, 7n]));
    const decoded = decodeParameters(compileTypes(parameters) ?? [], data, { text: 100, values: 20 });
    expect(decoded?.canonical, type).toBe(true);
    expect(decoded?.values[0]?.items, type).toHaveLength(value.length);
    expect(decoded?.values[1]?.text, type).toBe('7');
  }
});
