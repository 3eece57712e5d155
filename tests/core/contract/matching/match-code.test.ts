import { hexToBytes } from 'viem';
import { describe, expect, test } from 'vitest';
import { findAuxdata } from '../../../../src/core/contract/matching/auxdata';
import { createCodeIndex, type RuntimeCode } from '../../../../src/core/contract/matching/match-code';

const BODY = '6080604052348015600f57600080fd5b50';

/** Closing metadata of solc 0.8.30 with a hash of one repeated byte. */
function metadata(byte: string): string {
  return `fea2646970667358221220${byte.repeat(32)}64736f6c634300081e0033`;
}

function bytes(hex: string): Uint8Array {
  return hexToBytes(`0x${hex}`);
}

function compiled(hex: string, holes: { start: number; length: number }[] = []) {
  return { runtimeBytecode: hex, holes };
}

function matchOf(contract: RuntimeCode, code: Uint8Array) {
  return createCodeIndex([contract]).match(code)?.match;
}

describe('the match of one contract', () => {
  test('is exact with the same metadata hash and partial with another', () => {
    const contract = compiled(BODY + metadata('aa'));
    expect(matchOf(contract, bytes(BODY + metadata('aa')))).toBe('exact');
    expect(matchOf(contract, bytes(BODY + metadata('bb')))).toBe('partial');
    expect(matchOf(contract, bytes(`${BODY.slice(0, -2)}51${metadata('aa')}`))).toBeUndefined();
  });

  test('is partial without a hash, and when one side has no metadata or shorter one', () => {
    const short = `fea164736f6c634300081e000a`;
    expect(matchOf(compiled(BODY + short), bytes(BODY + short))).toBe('partial');
    expect(matchOf(compiled(BODY), bytes(BODY))).toBe('partial');
    expect(matchOf(compiled(BODY + metadata('aa')), bytes(BODY))).toBe('partial');
    expect(matchOf(compiled(BODY + metadata('aa')), bytes(BODY + short))).toBe('partial');
  });

  test('lets immutables and libraries hold anything, and nothing else', () => {
    const contract = compiled(`6000000000${BODY}${metadata('aa')}`, [{ start: 1, length: 2 }]);
    expect(matchOf(contract, bytes(`60abcd0000${BODY}${metadata('aa')}`))).toBe('exact');
    expect(matchOf(contract, bytes(`60abcdef00${BODY}${metadata('aa')}`))).toBeUndefined();
  });

  test('lets the call protection of a library hold its address', () => {
    const tail = `3014608060405260${metadata('aa')}`;
    const contract = compiled(`73${'00'.repeat(20)}${tail}`);
    expect(matchOf(contract, bytes(`73${'cd'.repeat(20)}${tail}`))).toBe('exact');
    const address = compiled(`73${'00'.repeat(20)}ff${metadata('aa')}`);
    expect(matchOf(address, bytes(`73${'cd'.repeat(20)}ff${metadata('aa')}`))).toBeUndefined();
  });

  test('is partial when the metadata of an embedded contract differs', () => {
    const factory = (inner: string) => `${BODY}${metadata(inner)}${BODY}${metadata('aa')}`;
    expect(matchOf(compiled(factory('11')), bytes(factory('22')))).toBe('partial');
    expect(matchOf(compiled(factory('11')), bytes(factory('11')))).toBe('exact');
  });

  test('matches nothing against interfaces and against what is no hex', () => {
    expect(matchOf(compiled(''), new Uint8Array())).toBeUndefined();
    expect(matchOf(compiled('60__'), bytes('6000'))).toBeUndefined();
    expect(matchOf(compiled('600'), bytes('6000'))).toBeUndefined();
  });
});

describe('createCodeIndex', () => {
  test('prefers an exact match and answers which artifact it was', () => {
    const artifacts = [
      { id: 'other', ...compiled('6001') },
      { id: 'partial', ...compiled(BODY + metadata('aa')) },
      { id: 'exact', ...compiled(BODY + metadata('bb')) },
    ];
    const index = createCodeIndex(artifacts);
    expect(index.match(bytes(BODY + metadata('bb')))).toMatchObject({ artifact: { id: 'exact' }, match: 'exact' });
    expect(index.match(bytes(BODY + metadata('cc')))).toMatchObject({ artifact: { id: 'partial' }, match: 'partial' });
    expect(index.match(bytes(BODY))).toMatchObject({ match: 'partial' });
    expect(index.match(bytes('6002'))).toBeUndefined();
    expect(index.match(new Uint8Array())).toBeUndefined();
  });
});

describe('findAuxdata', () => {
  test('reads the maps of solc and Vyper', () => {
    const bzzr = `a165627a7a72305820${'ab'.repeat(32)}0029`;
    expect(findAuxdata(bytes(`00${bzzr}`))).toEqual([{ start: 1, end: 44, hasMetadataHash: true }]);
    expect(findAuxdata(bytes('fda165767970657283000308000b'))).toEqual([{ start: 1, end: 14, hasMetadataHash: false }]);
    const experimental = `a36c6578706572696d656e74616cf5646970667358221220${'ab'.repeat(32)}64736f6c634300081e0041`;
    expect(findAuxdata(bytes(experimental))).toHaveLength(1);
  });

  test('takes nothing that only looks like one', () => {
    for (const hex of [
      'a1',
      'a264697066735822',
      `a264697066735822122000`,
      'a164736f6c634300081e00ff',
      'a8'.repeat(40),
    ]) {
      expect(findAuxdata(bytes(hex))).toEqual([]);
    }
  });
});

describe('creation bytecode alone', () => {
  const RUNTIME = `${BODY}${'5b6001600155'.repeat(12)}`;
  const created = (creationBytecode: string) => ({ runtimeBytecode: '', creationBytecode, holes: [] });

  test('matches the code that it ends with, or has before the instructions that return it', () => {
    expect(matchOf(created(`6080604052600a6000f3fe${RUNTIME}`), bytes(RUNTIME))).toBe('partial');
    expect(matchOf(created(`61309c56${RUNTIME}5b61000461309c03610004600039f3`), bytes(RUNTIME))).toBe('partial');
  });

  test('does not match what the contract creates itself, other code, or code that could be of any contract', () => {
    expect(matchOf(created(`6080604052f3fe${RUNTIME}${metadata('aa')}`), bytes(RUNTIME))).toBeUndefined();
    expect(matchOf(created(`6080604052f3fe${RUNTIME}`), bytes(`${RUNTIME}00`))).toBeUndefined();
    expect(matchOf(created(`6080604052f3fe${BODY}`), bytes(BODY))).toBeUndefined();
  });

  test('gives way to runtime bytecode', () => {
    const index = createCodeIndex([created(`600a6000f3fe${RUNTIME}`), compiled(RUNTIME)]);
    expect(index.match(bytes(RUNTIME))?.artifact.runtimeBytecode).toBe(RUNTIME);
  });
});
