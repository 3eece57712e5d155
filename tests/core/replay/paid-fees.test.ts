/** What calls moved, what was made and what was paid are all that balances change by, on every family of chains. */
import { describe, expect, test } from 'vitest';
import { bytesToAddress, bytesToHex } from '../../../src/core/chain/hex';
import type { Address, Hash, NetworkId } from '../../../src/core/chain/primitives';
import type { BlockEnvironment } from '../../../src/core/evm/environment';
import type { ChainRules } from '../../../src/core/evm/families/family';
import type { FamilyName } from '../../../src/core/evm/families/family-names';
import { loadFamily } from '../../../src/core/evm/families/load-family';
import { BLOBS_PRAGUE, Fork } from '../../../src/core/evm/rules/forks';
import { Stop } from '../../../src/core/evm/run';
import { State } from '../../../src/core/evm/state/state';
import type { TransactionInput } from '../../../src/core/evm/transaction/transaction-input';
import { etherMoved, paidFees } from '../../../src/core/replay/paid-fees';
import { Replay } from '../../../src/core/replay/replay';
import { Random } from '../../../tools/fuzz/random';
import { assemble, BLOCK, bytes, COINBASE, limbs, OTHER, SENDER, TARGET, transaction } from '../evm/scene';

type Chain = { rules: ChainRules; more?: (random: Random) => Partial<TransactionInput> };

async function rulesOf(name: FamilyName, id: number, number: number, timestamp: number): Promise<ChainRules> {
  const mixHash = `0x${'00'.repeat(23)}20${'00'.repeat(8)}` as Hash;
  const block = { number, timestamp, extraData: '0x4b', mixHash } as const;
  const rules = (await loadFamily(name)).rulesAt({ id: id as NetworkId, name }, block);
  if (!rules.ok) throw new Error(rules.error);
  return rules.value;
}

/** A deposit now and then: the protocol makes ether for its sender. */
const deposits = (random: Random) =>
  random.chance(0.3) ? { isForced: true, mint: BigInt(random.below(5_000)) } : { encoded: random.bytes(150) };

const CHAINS: Readonly<Record<string, () => Promise<Chain>>> = {
  Ethereum: async () => ({ rules: { fork: Fork.prague, blobs: BLOBS_PRAGUE } }),
  'OP Mainnet, Fjord': async () => ({
    rules: await rulesOf('opStack', 10, 122_000_000, 1_721_000_000),
    more: deposits,
  }),
  'OP Mainnet, Isthmus': async () => ({
    rules: await rulesOf('opStack', 10, 136_000_000, 1_750_000_000),
    more: deposits,
  }),
  'OP Mainnet, Jovian': async () => ({
    rules: await rulesOf('opStack', 10, 145_000_000, 1_766_000_000),
    more: deposits,
  }),
  Celo: async () => ({ rules: await rulesOf('celo', 42220, 40_000_000, 1_752_100_000), more: deposits }),
  Arbitrum: async () => ({
    rules: await rulesOf('arbitrum', 42161, 300_000_000, 1_740_000_000),
    more: (random) => ({ dataGas: random.below(5_000) }),
  }),
  Scroll: async () => ({
    rules: await rulesOf('scroll', 534352, 20_000_000, 1_762_509_034),
    more: (random) => ({ statedDataFee: BigInt(random.below(100_000)) }),
  }),
  Taiko: async () => ({ rules: await rulesOf('taiko', 167000, 600_000, 1_740_000_000) }),
  Gnosis: async () => ({ rules: await rulesOf('gnosis', 100, 40_000_000, 1_750_000_000) }),
  Polygon: async () => ({ rules: await rulesOf('polygon', 137, 80_000_000, 1_760_000_000) }),
  'BNB Smart Chain': async () => ({ rules: await rulesOf('bnbSmartChain', 56, 60_000_000, 1_760_000_000) }),
  Avalanche: async () => ({ rules: await rulesOf('avalanche', 43114, 60_000_000, 1_760_000_000) }),
};

/** Code that sends small amounts about, makes contracts, ends itself or fails. */
function randomCode(random: Random): string {
  const place = () => BigInt(bytesToHex(random.pick([OTHER, SENDER, COINBASE, TARGET, new Uint8Array(20).fill(0x77)])));
  const steps = Array.from({ length: random.below(5) }, () =>
    random.chance(0.8) ? `0 0 0 0 ${random.below(40)} ${place()} 30000 CALL POP` : `0 0 ${random.below(40)} CREATE POP`,
  );
  const end = random.below(10);
  return assemble([...steps, end === 0 ? `${place()} SELFDESTRUCT` : end < 3 ? '0 0 REVERT' : 'STOP'].join(' '));
}

/** Slots of L1Block that fees go by: prices, scalars and what the operator asks. */
const SLOTS: Readonly<Record<string, bigint>> = {
  '1': 30_000_000_000n,
  '3': (5_227n << 96n) | (1_014_213n << 64n),
  '7': 4_000_000_000n,
  '8': (1_000n << 64n) | 77n,
};

function replayed({ rules, more }: Chain, random: Random): Replay {
  const codes = new Map([TARGET, OTHER].map((address) => [bytesToHex(address), randomCode(random)]));
  const state = new State();
  const environment: BlockEnvironment = {
    ...BLOCK,
    fork: rules.fork,
    blobs: rules.blobs,
    ...(rules.protocol && { protocol: rules.protocol }),
  };
  const input = transaction({
    value: BigInt(random.below(100)),
    gasLimit: 200_000n + BigInt(random.below(100_000)),
    maxPriorityFeePerGas: BigInt(random.below(4)),
    ...more?.(random),
  });
  const replay = new Replay(state, environment, input);
  while (replay.run(100_000) !== Stop.done) {
    const { missing } = state;
    if (missing?.kind === 'account') {
      const code = codes.get(bytesToHex(missing.address));
      const balance = missing.address.every((byte) => byte === 0xaa) ? 10n ** 18n : code === undefined ? 0n : 60n;
      const exists = balance > 0n;
      state.supplyAccount(missing.address, { balance: limbs(balance), nonce: 0n, code: bytes(code ?? ''), exists });
    } else if (missing?.kind === 'slot') {
      const value = SLOTS[BigInt(bytesToHex(missing.key)).toString()] ?? 0n;
      const word = bytes(value.toString(16).padStart(64, '0'));
      state.supplySlot(state.indexOfAddress(missing.address), missing.key, word);
    } else throw new Error('nothing else is missing');
  }
  return replay;
}

describe.each(Object.entries(CHAINS))('%s', (_, open) => {
  test('balances of 15 generated transactions change by what moved, was made and was paid', async () => {
    const chain = await open();
    const random = new Random(36);
    const kinds = new Set<string>();
    for (let at = 0; at < 15; at++) {
      const replay = replayed(chain, random);
      const { result } = replay;
      if (result === undefined) throw new Error(replay.execution.invalid);
      const trace = replay.finish();
      const ends = chain.rules.fork < Fork.cancun ? 'all' : 'created';
      const paid = paidFees(replay, trace, result, ends);
      const expected = etherMoved(trace, ends);
      const add = (address: Address, wei: bigint) => expected.set(address, (expected.get(address) ?? 0n) + wei);
      add(bytesToAddress(SENDER), paid.minted - paid.total);
      for (const { kind, wei, to } of paid.parts) {
        kinds.add(kind);
        if (to) add(to, wei);
      }
      // Nobody has what ends with a contract.
      expected.delete('0x0000000000000000000000000000000000000000' as Address);
      const changed = new Map<Address, bigint>();
      for (const { address, before, after } of replay.touched())
        if (before.balance !== after.balance) changed.set(address, after.balance - before.balance);
      for (const [address, wei] of expected) if (wei === 0n) expected.delete(address);
      expect(Object.fromEntries(changed), `transaction ${at}`).toEqual(Object.fromEntries(expected));
      expect(paid.change).toBe(paid.moved + paid.minted - paid.total);
    }
    expect(kinds.size).toBeGreaterThan(0);
  });
});
