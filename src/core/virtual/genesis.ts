/** How a chain without a parent begins: a few rich accounts, or the genesis file of another chain. */

import { INITIAL_BASE_FEE } from '../chain/base-fee';
import { hexToBytes } from '../chain/hex';
import type { Address, Hash, Hex } from '../chain/primitives';
import type { Block } from '../chain/transaction';
import { WEI_PER_ETHER } from '../chain/units';
import { ZERO_HASH } from '../chain/zero-hash';
import { Fork } from '../evm/rules/forks';
import { fromBytes, LIMBS, limbsOf } from '../evm/words/words';
import { EMPTY_TRIE_ROOT } from '../proof/trie';
import { requestsHashOf } from './block-execution';
import type { ChainKeeper } from './chain-keeper';
import type { ChainStart } from './chain-start';
import { fixedRules, NEWEST_RULES, rulesOfGenesis } from './rule-schedule';
import { NO_UNCLES } from './sealed-block';
import { VirtualChain } from './virtual-chain';

/** Balance that each test account is given, wei. */
export const TEST_BALANCE = 10_000n * WEI_PER_ETHER;

export type GenesisAccount = { balance: bigint; nonce?: number; code?: Hex; storage?: Readonly<Record<Hex, Hex>> };

/** Arachnid's factory for CREATE2, at the address it has on every chain: deployment tools count on it. */
const CREATE2_FACTORY = '0x4e59b44847b379578588920ca78fbf26c0b4956c' as Address;
const CREATE2_FACTORY_CODE: Hex =
  '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3';
/** Gas of a block, as development nodes have it. */
const GAS_LIMIT = 30_000_000;

/** Creates a chain of the newest rules on which each of `rich` owns 10,000 ether, and the CREATE2 factory is there. */
export async function createEmptyChain(
  chainId: number,
  rich: readonly Address[],
  clock: ChainStart['clock'],
  rules = NEWEST_RULES,
  keeper?: ChainKeeper,
): Promise<VirtualChain> {
  const { fork } = rules;
  const genesis: Omit<Block, 'networkId' | 'transactions'> = {
    ...EMPTY_HEADER,
    timestamp: clock(),
    gasLimit: GAS_LIMIT,
    ...(fork >= Fork.london ? { baseFeePerGas: INITIAL_BASE_FEE } : {}),
    ...laterFields(fork),
  };
  const chain = new VirtualChain({ chainId, rules: fixedRules(rules), first: { genesis }, clock, keeper });
  await chain.begin(async () => {
    for (const address of rich) await setAccount(chain, address, { balance: TEST_BALANCE });
    await setAccount(chain, CREATE2_FACTORY, { balance: 0n, nonce: 1, code: CREATE2_FACTORY_CODE });
  });
  return chain;
}

/** A genesis file as go-ethereum reads it. */
export type GenesisFile = Readonly<Record<string, unknown>> & {
  config: Readonly<Record<string, unknown>>;
  alloc: Readonly<Record<string, { balance: string; nonce?: string; code?: Hex; storage?: Record<Hex, Hex> }>>;
};

/** Creates the chain that the file begins. */
export async function createChainOfGenesis(file: GenesisFile, clock: ChainStart['clock']): Promise<VirtualChain> {
  const rules = rulesOfGenesis(file.config);
  const text = (name: string, otherwise: string) => (typeof file[name] === 'string' ? file[name] : otherwise);
  const difficulty = BigInt(text('difficulty', '0x0'));
  const timestamp = Number(text('timestamp', '0x0'));
  const { fork } = rules(0, timestamp, difficulty === 0n);
  const genesis: Omit<Block, 'networkId' | 'transactions'> = {
    ...EMPTY_HEADER,
    timestamp,
    difficulty,
    miner: text('coinbase', EMPTY_HEADER.miner).toLowerCase() as Address,
    parentHash: text('parentHash', ZERO_HASH) as Hash,
    nonce: `0x${BigInt(text('nonce', '0x0')).toString(16).padStart(16, '0')}`,
    mixHash: text('mixHash', ZERO_HASH) as Hash,
    extraData: text('extraData', '0x') as Hex,
    gasLimit: Number(text('gasLimit', '0x0')),
    ...(fork >= Fork.london
      ? { baseFeePerGas: BigInt(text('baseFeePerGas', `0x${INITIAL_BASE_FEE.toString(16)}`)) }
      : {}),
    ...laterFields(fork),
  };
  const chain = new VirtualChain({ chainId: Number(file.config.chainId), rules, first: { genesis }, clock });
  await chain.begin(async () => {
    for (const [digits, { balance, nonce, code, storage }] of Object.entries(file.alloc)) {
      const address = `0x${digits.toLowerCase().replace(/^0x/, '')}` as Address;
      await setAccount(chain, address, {
        balance: BigInt(balance),
        ...(nonce === undefined ? {} : { nonce: Number(nonce) }),
        ...(code === undefined ? {} : { code }),
        ...(storage === undefined ? {} : { storage }),
      });
    }
  });
  return chain;
}

/** Gives the account all that is named, at the head. */
export async function setAccount(chain: VirtualChain, address: Address, given: GenesisAccount): Promise<void> {
  const { balance, nonce = 0, code = '0x', storage = {} } = given;
  await chain.change(address, (state, account) => {
    state.setBalance(account, limbsOf(balance), 0);
    state.setNonce(account, BigInt(nonce));
    if (code !== '0x') state.setCode(account, hexToBytes(code));
    const word = new Uint32Array(LIMBS);
    for (const [key, value] of Object.entries(storage)) {
      fromBytes(wordBytes(key as Hex), 0, 32, word, 0);
      const slot = state.slots.indexOf(account, word, 0);
      state.slots.known[slot] = 1;
      fromBytes(wordBytes(value), 0, 32, word, 0);
      state.setSlot(slot, word, 0);
    }
  });
}

const EMPTY_HEADER = {
  number: 0,
  parentHash: ZERO_HASH,
  sha3Uncles: NO_UNCLES,
  miner: `0x${'0'.repeat(40)}` as Address,
  logsBloom: `0x${'0'.repeat(512)}` as Hex,
  difficulty: 0n,
  gasUsed: 0,
  extraData: '0x' as Hex,
  mixHash: ZERO_HASH,
  nonce: '0x0000000000000000' as Hex,
};

function laterFields(fork: Fork): Partial<Block> {
  return {
    ...(fork >= Fork.shanghai ? { withdrawals: [], withdrawalsRoot: EMPTY_TRIE_ROOT } : {}),
    ...(fork >= Fork.cancun ? { blobGasUsed: 0, excessBlobGas: 0, parentBeaconBlockRoot: ZERO_HASH } : {}),
    ...(fork >= Fork.prague ? { requestsHash: requestsHashOf([]) } : {}),
  };
}

function wordBytes(hex: Hex): Uint8Array {
  return hexToBytes(`0x${hex.slice(2).padStart(64, '0')}`);
}
