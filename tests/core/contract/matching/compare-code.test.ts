import { encodeAbiParameters, hexToBytes } from 'viem';
import { describe, expect, test } from 'vitest';
import {
  type CompiledCode,
  readCompiledCode,
  withVyperImmutables,
} from '../../../../src/core/contract/build-output/compiled-code';
import { auxdataByEdit } from '../../../../src/core/contract/matching/auxdata-positions';
import { compareCreationCode, compareRuntimeCode } from '../../../../src/core/contract/matching/compare-code';

const BODY = '6080604052348015600f57600080fd5b50';
const SHORT = 'fea164736f6c634300081e000a';
const LIBRARY = 'aa'.repeat(20);
const WORD = (byte: string) => byte.repeat(32);

function metadata(byte: string): string {
  return `fea2646970667358221220${byte.repeat(32)}64736f6c634300081e0033`;
}

function bytes(hex: string): Uint8Array {
  return hexToBytes(`0x${hex}`);
}

function code(bytecode: unknown): CompiledCode {
  const read = readCompiledCode(bytecode);
  if (read === undefined) throw new Error('no code');
  return read;
}

describe('runtime code', () => {
  test('matches exactly, partially with other auxdata, and says which that is', () => {
    const compiled = code(BODY + metadata('aa'));
    expect(compareRuntimeCode(compiled, bytes(BODY + metadata('aa')))).toEqual({
      match: 'exact',
      parts: [],
      differences: [],
    });
    const other = compareRuntimeCode(compiled, bytes(BODY + metadata('bb')));
    expect(other.match).toBe('partial');
    expect(other.parts).toMatchObject([{ kind: 'metadata', start: 18, length: 53, id: '1' }]);
  });

  test('is partial where the chain has shorter auxdata or none', () => {
    const compiled = code(BODY + metadata('aa'));
    expect(compareRuntimeCode(compiled, bytes(BODY + SHORT))).toMatchObject({
      match: 'partial',
      parts: [{ kind: 'metadata', start: 18, length: 53, value: '0xa164736f6c634300081e000a' }],
    });
    expect(compareRuntimeCode(compiled, bytes(BODY))).toMatchObject({
      match: 'partial',
      parts: [{ kind: 'metadata', start: 17, length: 54, value: '0x' }],
    });
    expect(compareRuntimeCode(compiled, bytes(`${BODY}00`)).match).toBeUndefined();
    expect(compareRuntimeCode(code(BODY + SHORT), bytes(BODY + SHORT)).match).toBe('partial');
    expect(compareRuntimeCode(code(BODY), bytes(BODY)).match).toBe('partial');
  });

  test('names where the code differs, by the pc of the instruction', () => {
    const compiled = code(`6001610203${metadata('aa')}`);
    const compared = compareRuntimeCode(compiled, bytes(`6001610204${metadata('aa')}`));
    expect(compared).toMatchObject({ match: undefined, differences: [{ start: 4, end: 5, chainEnd: 5, pc: 2 }] });
    const longer = compareRuntimeCode(compiled, bytes(`60015b610203${metadata('aa')}`));
    expect(longer.differences).toEqual([{ start: 2, end: 2, chainStart: 2, chainEnd: 3, pc: 2 }]);
  });

  test('takes a library to have one address', () => {
    const link = '__$1234567890123456789012345678901234$__';
    const twice = code({
      object: `73${link}73${link}${metadata('aa')}`,
      linkReferences: {
        'a.sol': {
          Maths: [
            { start: 1, length: 20 },
            { start: 22, length: 20 },
          ],
        },
      },
    });
    const linked = compareRuntimeCode(twice, bytes(`73${LIBRARY}73${LIBRARY}${metadata('aa')}`));
    expect(linked.match).toBe('exact');
    expect(linked.parts.map(({ kind, id, value }) => [kind, id, value])).toEqual([
      ['library', 'a.sol:Maths', `0x${LIBRARY}`],
      ['library', 'a.sol:Maths', `0x${LIBRARY}`],
    ]);
    const two = compareRuntimeCode(twice, bytes(`73${LIBRARY}73${'bb'.repeat(20)}${metadata('aa')}`));
    expect(two).toMatchObject({ match: undefined, problem: 'The library a.sol:Maths has two addresses in this code.' });
  });

  test('takes an immutable to have one value', () => {
    const compiled = code({
      object: `7f${WORD('00')}7f${WORD('00')}${metadata('aa')}`,
      immutableReferences: {
        '7': [
          { start: 1, length: 32 },
          { start: 34, length: 32 },
        ],
      },
    });
    const chain = (a: string, b: string) => bytes(`7f${WORD(a)}7f${WORD(b)}${metadata('aa')}`);
    expect(compareRuntimeCode(compiled, chain('05', '05')).match).toBe('exact');
    expect(compareRuntimeCode(compiled, chain('05', '06')).match).toBeUndefined();
  });

  test('lets a library hold its own address', () => {
    const tail = `3014608060405260${metadata('aa')}`;
    const compared = compareRuntimeCode(code(`73${'00'.repeat(20)}${tail}`), bytes(`73${LIBRARY}${tail}`));
    expect(compared).toMatchObject({ match: 'exact', parts: [{ kind: 'callProtection', value: `0x${LIBRARY}` }] });
  });

  test('finds the immutables that Vyper appends, whose size stands behind the creation code', () => {
    // [runtime length 18, no data sections, 32 bytes of immutables, { vyper: [0, 4, 0] }] and its length.
    const creation = code(`${BODY}84128018${'20'}a1657679706572830004000012`);
    const runtime = withVyperImmutables(code(BODY), creation);
    expect(runtime.immutables).toEqual([{ start: 17, length: 32, id: '0' }]);
    const compared = compareRuntimeCode(runtime, bytes(BODY + WORD('05')));
    expect(compared).toMatchObject({ match: 'partial', parts: [{ kind: 'immutable', value: `0x${WORD('05')}` }] });
    expect(compareRuntimeCode(runtime, bytes(BODY)).match).toBeUndefined();
  });
});

describe('auxdata that is only a constant', () => {
  const constant = metadata('cc').slice(2);
  const compiled = (aux: string) => BODY + constant + BODY + metadata(aux);

  test('is told by a second compilation and must be equal', () => {
    const positions = auxdataByEdit(bytes(compiled('aa')), bytes(compiled('bb')));
    expect(positions?.map(({ start }) => start)).toEqual([17 + 53 + 17 + 1]);
    const known = readCompiledCode(compiled('aa'), positions);
    const chain = bytes(BODY + metadata('dd').slice(2) + BODY + metadata('aa'));
    expect(known && compareRuntimeCode(known, chain).match).toBeUndefined();
  });

  test('is no such pair when code differs too', () => {
    expect(auxdataByEdit(bytes(`${BODY}01${metadata('aa')}`), bytes(`${BODY}02${metadata('bb')}`))).toBeUndefined();
  });
});

describe('creation code', () => {
  const inputs = [{ type: 'address' }, { type: 'string' }] as const;
  const args = encodeAbiParameters(inputs, [`0x${LIBRARY}`, 'Loupe']);
  const compiled = code(BODY + metadata('aa'));

  test('is followed by the arguments of the constructor', () => {
    const compared = compareCreationCode(compiled, bytes(BODY + metadata('aa') + args.slice(2)), inputs);
    expect(compared).toMatchObject({ match: 'exact', parts: [{ kind: 'constructorArguments', value: args }] });
    const partial = compareCreationCode(compiled, bytes(BODY + metadata('bb') + args.slice(2)), inputs);
    expect(partial.match).toBe('partial');
  });

  test('matches nothing when the arguments are none', () => {
    const chain = (behind: string) => bytes(BODY + metadata('aa') + behind);
    expect(compareCreationCode(compiled, chain(''), []).match).toBe('exact');
    expect(compareCreationCode(compiled, chain(''), inputs).match).toBeUndefined();
    expect(compareCreationCode(compiled, chain('00'), []).match).toBeUndefined();
    expect(compareCreationCode(compiled, chain(`${args.slice(2)}00`), inputs).match).toBeUndefined();
    expect(compareCreationCode(compiled, chain(WORD('ff')), [{ type: 'bool' }]).match).toBeUndefined();
  });
});
