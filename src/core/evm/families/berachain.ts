/**
 * Berachain and Bepolia: Ethereum's rules, but that the first transaction of a
 * block is a call by the protocol, which shares out what validators earn (proof
 * of liquidity, BRIP-0004), and that headers end with the key of the validator
 * who proposed the block before. Base fees change less from block to block,
 * and gas and blobs have a least price.
 *
 * When they took the forks of Ethereum before Osaka is told by headers, so that
 * these rules are tried. Sources: berachain/bera-reth, src/node/evm/executor.rs
 * and src/transaction (the call has 30,000,000 gas, which counts as none), its
 * releases v1.0.0, v1.4.1, v1.4.3-rc.0 and v1.4.3, and pull requests 22 and 268;
 * berachain/BRIPs, BRIP-0004.
 */
import { FIRST_FIELDS, headerItems, LATER_FIELDS } from '../../chain/header-items';
import { keccakHex } from '../../chain/keccak';
import type { Hash, Hex } from '../../chain/primitives';
import { encodeRlpHex, rlpScalar } from '../../chain/rlp';
import { SYSTEM_ADDRESS } from '../../chain/system-address';
import { type Block, gasLimitOf, type Transaction } from '../../chain/transaction';
import { ok } from '../../values/result';
import { fakeExponential } from '../environment';
import { BLOBS_CANCUN, Fork } from '../rules/forks';
import type { ChainRules, Family, HeaderBefore, RuledBlock } from './family';
import { changedBaseFee } from './op-stack/base-fee';
import type { Protocol } from './protocol';

/** Envelope type of the call; the OP Stack has another under it. */
const LIQUIDITY = 0x7e;

export const BERACHAIN: Family = {
  id: 'berachain',
  name: 'Berachain',
  rulesAt: ({ id }, block) => ok(rulesOf(block.timestamp >= timesOf(id).osaka ? Fork.osaka : forkShown(block))),
  environment: ({ networkId, timestamp, excessBlobGas }) =>
    excessBlobGas === undefined || timestamp < timesOf(networkId).osaka1
      ? {}
      : { blobBaseFee: fakeExponential(LEAST, BigInt(excessBlobGas), BigInt(BLOBS_CANCUN.baseFeeUpdateFraction)) },
  nextBaseFee,
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

/** First seconds of Osaka, which adds no field to headers, and of Osaka1, since when gas and blobs cost at least `LEAST` each. */
const TIMES = {
  berachain: { osaka: 1_783_526_400, osaka1: 1_785_945_600 },
  bepolia: { osaka: 1_779_897_600, osaka1: 1_784_736_000 },
};
const BEPOLIA_ID = 80069;
const LEAST = 1_000_000_000n;
/** First second since when a base fee changes by a 48th at most (Berachain's; a fork of Bepolia goes by it as well). */
const PRAGUE_1 = 1_756_915_200;
const MAX_CHANGE = 48n;

function timesOf(id: number) {
  return id === BEPOLIA_ID ? TIMES.bepolia : TIMES.berachain;
}

/** Returns Ethereum's before Prague1; a fork has a chain id of its own, so that the times are those of Berachain. */
function nextBaseFee(parent: HeaderBefore): bigint | undefined {
  const { baseFeePerGas: fee, gasUsed, timestamp = 0 } = parent;
  if (fee === undefined || timestamp < PRAGUE_1) return undefined;
  const next = changedBaseFee(fee, BigInt(gasUsed), BigInt(gasLimitOf(parent)) / 2n, MAX_CHANGE);
  return timestamp >= TIMES.berachain.osaka1 && next < LEAST ? LEAST : next;
}

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
