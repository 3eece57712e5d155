import { keccak256, toBytes, toHex } from 'viem';
import { describe, expect, test } from 'vitest';
import type { Address, Hash, Hex } from '../../../../src/core/chain/primitives';
import { readProxy } from '../../../../src/core/contract/proxies/proxy';
import type { ProxyReader } from '../../../../src/core/contract/proxies/proxy-reader';

const PROXY = '0x00000000000000000000000000000000000000aa' as Address;
const TARGET = 'bebebebebebebebebebebebebebebebebebebebe';
/** PUSH1 0, DELEGATECALL: what every proxy has somewhere. */
const DELEGATING: Hex = '0x6000f4';

type Account = { code?: Hex; storage?: Readonly<Record<string, Hex>>; answers?: Hex };

/** A chain of accounts that counts what is asked of it. */
function chain(accounts: Readonly<Record<string, Account>>): ProxyReader & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async code(address) {
      return accounts[address]?.code ?? '0x';
    },
    async storageAt(address, slot) {
      asked.push(slot);
      return accounts[address]?.storage?.[slot] ?? `0x${'0'.repeat(64)}`;
    },
    async call(address) {
      return accounts[address]?.answers;
    },
  };
}

/** The hash of a name, less one where EIP-1967 says so. */
function slotOf(name: string, less = 0n): Hash {
  return toHex(BigInt(keccak256(toBytes(name))) - less, { size: 32 }) as Hash;
}

function word(address: string): Hex {
  return `0x${'0'.repeat(24)}${address.replace('0x', '')}`;
}

describe('readProxy by code', () => {
  test.each([
    ['EIP-1167', `0x363d3d373d3d3d363d73${TARGET}5af43d82803e903d91602b57fd5bf3`, TARGET],

    [
      'EIP-1167, PUSH16',
      `0x363d3d373d3d3d363d6f${TARGET.slice(8)}5af43d82803e903d91602757fd5bf3`,
      `00000000${TARGET.slice(8)}`,
    ],
    ['0age', `0x3d3d3d3d363d3d37363d73${TARGET}5af43d3d93803e602a57fd5bf3`, TARGET],
    ['EIP-7511', `0x365f5f375f5f365f73${TARGET}5af43d5f5f3e5f3d91602a57fd5bf3`, TARGET],
    ['Solady', `0x5f5f365f5f37365f73${TARGET}5af43d5f5f3e6029573d5ffd5b3d5ff3`, TARGET],
    ['old Vyper', `0x366000600037611000600036600073${TARGET}5af4602c57600080fd5b6110006000f3`, TARGET],
  ])('reads a clone: %s', async (_, code, implementation) => {
    const reader = chain({ [PROXY]: { code: code as Hex } });
    expect(await readProxy(reader, PROXY)).toEqual({ kind: 'EIP-1167', implementation: `0x${implementation}` });
    expect(reader.asked).toEqual([]);
  });

  test('reads the arguments behind the code of a clone', async () => {
    const code: Hex = `0x363d3d373d3d3d363d73${TARGET}5af43d82803e903d91602b57fd5bf3deadbeef`;
    const read = await readProxy(chain({ [PROXY]: { code } }), PROXY);
    expect(read).toEqual({ kind: 'EIP-1167', implementation: `0x${TARGET}`, arguments: '0xdeadbeef' });
  });

  test('does not take a clone whose push and address disagree', async () => {
    const code: Hex = `0x363d3d373d3d3d363d6f${TARGET}5af43d82803e903d91602b57fd5bf3`;
    expect(await readProxy(chain({ [PROXY]: { code } }), PROXY)).toBeUndefined();
  });

  test('reads a delegation designator, and only a whole one', async () => {
    const code: Hex = `0xef0100${TARGET}`;
    expect(await readProxy(chain({ [PROXY]: { code } }), PROXY)).toEqual({
      kind: 'EIP-7702',
      implementation: `0x${TARGET}`,
    });
    expect(await readProxy(chain({ [PROXY]: { code: `${code}00` } }), PROXY)).toBeUndefined();
  });

  test('asks no storage of code without DELEGATECALL; an operand is none', async () => {
    const reader = chain({ [PROXY]: { code: '0x61f4f400' } });
    expect(await readProxy(reader, PROXY)).toBeUndefined();
    expect(reader.asked).toEqual([]);
  });
});

test('a contract that hands calls on to address zero is no proxy (blockscout#8761)', async () => {
  // CALLDATACOPY of all, then DELEGATECALL of what slot 0 holds.
  const code = '0x365f5f375f5f365f5f545af400' as Hex;
  expect(await readProxy(chain({ [PROXY]: { code } }), PROXY)).toBeUndefined();
  const storage = { [`0x${'0'.repeat(64)}`]: word(TARGET) };
  expect(await readProxy(chain({ [PROXY]: { code, storage } }), PROXY)).toMatchObject({
    implementation: `0x${TARGET}`,
  });
});

describe('readProxy by storage', () => {
  test('reads EIP-1967 with its admin', async () => {
    const storage = {
      [slotOf('eip1967.proxy.implementation', 1n)]: word(TARGET),
      [slotOf('eip1967.proxy.admin', 1n)]: word(PROXY),
    };
    expect(await readProxy(chain({ [PROXY]: { code: DELEGATING, storage } }), PROXY)).toEqual({
      kind: 'EIP-1967',
      implementation: `0x${TARGET}`,
      admin: PROXY,
    });
  });

  test('asks the beacon', async () => {
    const beacon = '0x00000000000000000000000000000000000000bb';
    const storage = { [slotOf('eip1967.proxy.beacon', 1n)]: word(beacon) };
    const accounts = { [PROXY]: { code: DELEGATING, storage }, [beacon]: { answers: word(TARGET) } };
    expect(await readProxy(chain(accounts), PROXY)).toEqual({
      kind: 'EIP-1967 beacon',
      implementation: `0x${TARGET}`,
      beacon,
    });
    expect(await readProxy(chain({ ...accounts, [beacon]: { answers: '0x' } }), PROXY)).toBeUndefined();
  });

  test.each([
    ['EIP-1822', 'PROXIABLE'],
    ['ZeppelinOS', 'org.zeppelinos.proxy.implementation'],
  ])('reads %s', async (kind, name) => {
    const storage = { [slotOf(name)]: word(TARGET) };
    expect(await readProxy(chain({ [PROXY]: { code: DELEGATING, storage } }), PROXY)).toEqual({
      kind,
      implementation: `0x${TARGET}`,
    });
  });

  test('reads a Safe only where the code answers masterCopy()', async () => {
    const storage = { [`0x${'0'.repeat(64)}`]: word(TARGET) };
    const code: Hex = `0x7fa619486e${'00'.repeat(28)}6000f4`;
    expect(await readProxy(chain({ [PROXY]: { code, storage } }), PROXY)).toMatchObject({ kind: 'Safe' });
    expect(await readProxy(chain({ [PROXY]: { code: DELEGATING, storage } }), PROXY)).toBeUndefined();
  });

  test('takes words that are no address, and reads that fail, for nothing', async () => {
    const storage = { [slotOf('eip1967.proxy.implementation', 1n)]: `0x01${'00'.repeat(31)}` as Hex };
    expect(await readProxy(chain({ [PROXY]: { code: DELEGATING, storage } }), PROXY)).toBeUndefined();
    const failing: ProxyReader = {
      code: async () => DELEGATING,
      storageAt: async () => undefined,
      call: async () => undefined,
    };
    expect(await readProxy(failing, PROXY)).toBeUndefined();
    expect(await readProxy({ ...failing, code: async () => undefined }, PROXY)).toBeUndefined();
  });
});

test('the slots that tell a proxy are asked of a far endpoint at once, not slot by slot', async () => {
  const reader = chain({ [PROXY]: { code: DELEGATING } });
  let open = 0;
  let most = 0;
  const storageAt: ProxyReader['storageAt'] = async (address, slot) => {
    most = Math.max(most, ++open);
    await Promise.resolve();
    open--;
    return reader.storageAt(address, slot);
  };
  expect(await readProxy({ ...reader, storageAt }, PROXY)).toBeUndefined();
  // EIP-1967 has two slots, EIP-1822 and ZeppelinOS one each.
  expect([most, reader.asked.length]).toEqual([4, 4]);
});
