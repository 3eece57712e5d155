import { describe, expect, test } from 'vitest';
import { bestCreation, creationMatcher } from '../../../../src/core/contract/matching/creation-code';

/** The map that solc appends, with a hash made of one byte; 53 bytes with its length. */
function metadata(hash: number): number[] {
  const text = (word: string) => [0x60 + word.length, ...new TextEncoder().encode(word)];
  const map = [0xa2, ...text('ipfs'), 0x58, 0x22, ...Array(34).fill(hash), ...text('solc'), 0x43, 0, 8, 30];
  return [...map, 0, map.length];
}

/** A factory: its own code, that of what it creates inside, each with a map; a library's address at 4. */
function factory(hash: number, library: number, code = 0x50): Uint8Array {
  const address = Array(20).fill(library);
  return Uint8Array.from([
    0x60,
    0x80,
    code,
    0x73,
    ...address,
    0xfe,
    ...metadata(hash),
    0x5b,
    0xfe,
    ...metadata(hash + 1),
  ]);
}

const compiled = { bytes: factory(7, 0), holes: [{ start: 4, length: 20 }] };
const behind = (code: Uint8Array) => Uint8Array.from([...code, ...Array(32).fill(1)]);

describe('creationMatcher', () => {
  const match = creationMatcher(compiled);

  test('arguments may stand behind, a library anywhere it is linked', () => {
    expect(match(compiled.bytes)).toBe('exact');
    expect(match(behind(factory(7, 0xab)))).toBe('exact');
  });

  test('other metadata, also of what it creates, is a partial match', () => {
    expect(match(behind(factory(9, 0xab)))).toBe('partial');
  });

  test('other code, a byte missing, and nothing are none', () => {
    expect(match(factory(7, 0, 0x51))).toBeUndefined();
    expect(match(compiled.bytes.subarray(0, -1))).toBeUndefined();
    expect(match(new Uint8Array())).toBeUndefined();
    expect(creationMatcher({ bytes: new Uint8Array(), holes: [] })(compiled.bytes)).toBeUndefined();
  });
});

test('of contracts that differ in metadata alone, the one that was compiled wins', () => {
  const candidates = [factory(9, 0), factory(7, 0)].map((bytes) => ({ bytes, holes: [] }));
  expect(bestCreation(candidates, (each) => creationMatcher(each)(compiled.bytes))).toEqual({
    candidate: candidates[1],
    match: 'exact',
  });
  expect(bestCreation(candidates, (each) => creationMatcher(each)(factory(3, 0)))).toEqual({
    candidate: candidates[0],
    match: 'partial',
  });
  expect(bestCreation(candidates, () => undefined)).toBeUndefined();
});
