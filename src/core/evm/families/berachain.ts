/**
 * Berachain and Bepolia: Ethereum's rules, but that the first transaction of a
 * block is a call by the protocol, which shares out what validators earn (proof
 * of liquidity, BRIP-0004), and that headers end with the key of the validator
 * who proposed the block before.
 *
 * When they take the forks of Ethereum is told by headers, so that these rules
 * are tried. Sources: berachain/bera-reth, src/node/evm/executor.rs and
 * src/transaction (the call has 30,000,000 gas, which counts as none);
 * berachain/BRIPs, BRIP-0004.
 */
import { FIRST_FIELDS, headerItems, LATER_FIELDS } from '../../chain/header-items';
import { keccakHex } from '../../chain/keccak';
import type { Hash, Hex } from '../../chain/primitives';
import { encodeRlpHex, rlpScalar } from '../../chain/rlp';
import { SYSTEM_ADDRESS } from '../../chain/system-address';
import type { Block, Transaction } from '../../chain/transaction';
import { ok } from '../../values/result';
import { BLOBS_CANCUN, Fork } from '../rules/forks';
import type { ChainRules, Family, RuledBlock } from './family';
import type { Protocol } from './protocol';

/** Envelope type of the call; the OP Stack has another under it. */
const LIQUIDITY = 0x7e;

export const BERACHAIN: Family = {
  id: 'berachain',
  name: 'Berachain',
  rulesAt: (_, block) => ok(rulesOf(forkShown(block))),
  // Osaka adds no field to headers.
  alsoPossible: (_, __, { fork }) => (fork === Fork.prague ? [rulesOf(Fork.osaka)] : []),
  input: (transaction) =>
    isByProtocol(transaction)
      ? ok({
          ...{ isForced: true, isBareCall: true, isWithoutRefund: true, isOfProtocol: true },
          ...{ maxFeePerGas: 0n, maxPriorityFeePerGas: 0n },
        })
      : undefined,
  encoding: {
    transaction: (transaction) => (isByProtocol(transaction) ? encodeCall(transaction) : undefined),
    unsigned: [LIQUIDITY],
    price: ({ type, gasPrice }) => (type === LIQUIDITY ? gasPrice : undefined),
    header: (block) => (block.rollup?.parentProposerPubkey === undefined ? 'ethereum' : hashOfHeader(block)),
  },
};

function forkShown({ requestsHash, parentBeaconBlockRoot }: RuledBlock): Fork {
  if (requestsHash !== undefined) return Fork.prague;
  return parentBeaconBlockRoot === undefined ? Fork.shanghai : Fork.cancun;
}

const PROTOCOL: Protocol = { gasUsed: ({ isOfProtocol }, used) => (isOfProtocol ? 0n : used) };

/** Larger contracts came with it; blobs stay as many as with Cancun (BRIP-0010; bera-reth, src/node/evm/config.rs). */
const SINCE_OSAKA: Protocol = { ...PROTOCOL, prices: { maxCodeSize: 32_768, maxInitCodeSize: 65_536 } };

const made = new Map<Fork, ChainRules>();

function rulesOf(fork: Fork): ChainRules {
  const rules: ChainRules = made.get(fork) ?? {
    fork,
    blobs: BLOBS_CANCUN,
    family: BERACHAIN,
    protocol: fork >= Fork.osaka ? SINCE_OSAKA : PROTOCOL,
    basis: 'tried',
  };
  made.set(fork, rules);
  return rules;
}

function isByProtocol({ type, from }: Transaction): boolean {
  return type === LIQUIDITY && from === SYSTEM_ADDRESS;
}

/** `0x7e ‖ rlp([chainId, from, to, nonce, gas, gasPrice, input])` */
function encodeCall({ networkId, from, to, nonce, gas, gasPrice, input }: Transaction): Hex {
  const numbers = [nonce, gas, gasPrice ?? 0n].map(rlpScalar);
  return `0x${LIQUIDITY.toString(16)}${encodeRlpHex([rlpScalar(networkId), from, to ?? '0x', ...numbers, input]).slice(2)}`;
}

const FIELDS = [...FIRST_FIELDS, ...LATER_FIELDS.slice(0, LATER_FIELDS.indexOf('requestsHash') + 1)];

/** The hash over Ethereum's fields and the key; undefined where the endpoint leaves one out. */
function hashOfHeader(block: Block): Hash | undefined {
  const items = headerItems(block, FIELDS);
  const key = block.rollup?.parentProposerPubkey;
  if (items === undefined || key === undefined || !/^0x([0-9a-f]{2})+$/i.test(key)) return undefined;
  return keccakHex(encodeRlpHex([...items, key as Hex]));
}
