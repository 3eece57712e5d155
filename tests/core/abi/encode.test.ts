import { encodeAbiParameters, encodeFunctionData, parseAbi as viemAbi } from 'viem';
import { describe, expect, test } from 'vitest';
import { encodeParameters, encodeTypedCall } from '../../../src/core/abi/encode';

const ABI = viemAbi([
  'function transfer(address to, uint256 value) returns (bool)',
  'function set((uint8 kind, string[] names, (bool on, bytes4 tag) inner)[] rows, int16 low)',
]);
const [TRANSFER, SET] = ABI;
const BOB = '0x0000000000000000000000000000000000000b0b';

/** The error of encoding `text` as `type`. */
function refusal(type: string, text: string): string | undefined {
  const encoded = encodeParameters([{ name: 'x', type }], [text]);
  return encoded.ok ? undefined : encoded.error;
}

describe('encodeTypedCall', () => {
  test('encodes what viem encodes', () => {
    const max = (1n << 256n) - 1n;
    expect(encodeTypedCall(TRANSFER, [BOB, max.toString()])).toEqual({
      calldata: encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [BOB, max] }),
    });
    const rows =
      '[{"kind": 255, "names": ["a", "é\\""], "inner": {"on": true, "tag": "0xdeadbeef"}}, [1, [], ["false", "0x00000000"]]]';
    const expected = [
      { kind: 255, names: ['a', 'é"'], inner: { on: true, tag: '0xdeadbeef' } },
      { kind: 1, names: [], inner: { on: false, tag: '0x00000000' } },
    ] as const;
    expect(encodeTypedCall(SET, [rows, '-32768'])).toEqual({
      calldata: encodeFunctionData({ abi: ABI, functionName: 'set', args: [expected, -32768] }),
    });
  });

  test('says what is wrong in the words of the product', () => {
    expect(encodeTypedCall(TRANSFER, [BOB])).toMatchObject({
      summary: 'Encode function call failed: expected 2 arguments, got 1',
    });
    const rows = '[{"kind":256,"names":[],"inner":[true,"0x00000000"]}]';
    expect(encodeTypedCall(SET, [rows, '0'])).toMatchObject({
      summary: 'Encode function call failed: rows[0].kind: “256” does not fit uint8, the largest is 255',
    });
  });
});

describe('encodeParameters', () => {
  test('keeps every digit of numbers in JSON', () => {
    const large = '115792089237316195423570985008687907853269984665640564039457584007913129639935';
    expect(encodeParameters([{ type: 'uint256[]' }], [`[${large}, "1", 0x]`]).ok).toBe(false);
    expect(encodeParameters([{ type: 'uint256[]' }], [`[${large}, "0x10"]`])).toEqual({
      ok: true,
      value: encodeAbiParameters([{ type: 'uint256[]' }], [[BigInt(large), 16n]]),
    });
  });

  test('takes text as it stands, or as a JSON string', () => {
    const encoded = (text: string) => encodeAbiParameters([{ type: 'string' }], [text]);
    for (const [typed, meant] of [
      ['plain', 'plain'],
      ['"quoted"', 'quoted'],
      ['123', '123'],
      ['{"a":1}', '{"a":1}'],
      ['"', '"'],
      ['', ''],
    ] as const) {
      expect(encodeParameters([{ type: 'string' }], [typed])).toEqual({ ok: true, value: encoded(meant) });
    }
  });

  test('encodes fixed-point numbers, function pointers and types of libraries', () => {
    const word = (value: bigint) => value.toString(16).padStart(64, '0');
    const encoded = encodeParameters(
      [
        { type: 'fixed128x18' },
        { type: 'function' },
        { type: 'Lib.Choice', internalType: 'enum Lib.Choice' },
        { type: 'IPool[]', internalType: 'contract IPool[]' },
      ],
      ['1.5', `0x${'ab'.repeat(24)}`, '3', `["${BOB}"]`],
    );
    const pool = encodeAbiParameters([{ type: 'address[]' }], [[BOB]]).slice(66);
    expect(encoded).toEqual({
      ok: true,
      value: `0x${word(1_500_000_000_000_000_000n)}${'ab'.repeat(24)}${'0'.repeat(16)}${word(3n)}${word(128n)}${pool}`,
    });
  });

  test.each([
    ['address', '0x123', 'x: “0x123” is no address'],
    [
      'address',
      '0x52908400098527886E0F7030069857D2E4169Ee7',
      'x: “0x52908400098527886E0F7030069857D2E4169Ee7” fails its checksum',
    ],
    ['uint8', '-1', 'x: “-1” does not fit uint8, the smallest is 0'],
    ['int8', '128', 'x: “128” does not fit int8, the largest is 127'],
    ['uint256', '', 'x: “” is no uint256'],
    ['uint256', '1.5', 'x: “1.5” is no uint256'],
    ['bool', '1', 'x: “1” is not true or false'],
    ['bytes', '0x123', 'x: “0x123” is no hex with whole bytes'],
    ['bytes4', '0x1234', 'x: bytes4 has 4 bytes, got 2'],
    ['uint8[]', '1,2', 'x: uint8[] must be JSON: “,” at character 2'],
    ['uint8[]', '{}', 'x: uint8[] must be a JSON array'],
    ['uint8[2]', '[1]', 'x: uint8[2] has 2 items, got 1'],
    ['uint8[]', '[1,[2]]', 'x[1]: ["2"] is no uint8'],
    ['nonsense', '1', 'the ABI names a type that cannot be encoded'],
  ])('refuses %s %j', (type, text, reason) => {
    expect(refusal(type, text)).toBe(`Encode input parameters failed: ${reason}`);
  });
});
