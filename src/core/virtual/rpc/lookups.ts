/** Further reads that Anvil answers: raw transactions, accounts as one object, the pool as text, the rules in force. */
import { bytesToHash, bytesToHex, hexToBytes, quantityHex } from '../../chain/hex';
import { encodeRawTransaction } from '../../chain/raw-transaction';
import { precompileAddresses } from '../../evm/precompiles/table';
import { Fork } from '../../evm/rules/forks';
import { LIMBS, toBigInt, toBytes } from '../../evm/words/words';
import { EMPTY_CODE_HASH } from '../../proof/account-proof';
import type { SealedBlock } from '../sealed-block';
import { blockForm, headerForm } from './forms';
import { addressOf, hashOf, quantityOf } from './parameters';
import { accountOf, type Method, ofBlock, ofState, placed, poolParts } from './reads';
import { RpcCode, RpcError } from './rpc-error';
import type { VirtualNode } from './virtual-node';

function rawAt({ transactions }: SealedBlock, index: unknown): unknown {
  const transaction = transactions[quantityOf(index, 'index')];
  return transaction === undefined ? null : encodeRawTransaction(transaction);
}

/** Names of EIP-7910, by address. */
const PRECOMPILES: ReadonlyMap<number, string> = new Map([
  [0x01, 'ECREC'],
  [0x02, 'SHA256'],
  [0x03, 'RIPEMD160'],
  [0x04, 'ID'],
  [0x05, 'MODEXP'],
  [0x06, 'BN254_ADD'],
  [0x07, 'BN254_MUL'],
  [0x08, 'BN254_PAIRING'],
  [0x09, 'BLAKE2F'],
  [0x0a, 'KZG_POINT_EVALUATION'],
  [0x0b, 'BLS12_G1ADD'],
  [0x0c, 'BLS12_G1MSM'],
  [0x0d, 'BLS12_G2ADD'],
  [0x0e, 'BLS12_G2MSM'],
  [0x0f, 'BLS12_PAIRING_CHECK'],
  [0x10, 'BLS12_MAP_FP_TO_G1'],
  [0x11, 'BLS12_MAP_FP2_TO_G2'],
  [0x100, 'P256VERIFY'],
]);

/** Contracts that the protocol calls, with the fork that they came with (EIP-4788, EIP-2935, EIP-6110, EIP-7002, EIP-7251). */
const SYSTEM_CONTRACTS: readonly (readonly [since: Fork, name: string, address: string])[] = [
  [Fork.cancun, 'BEACON_ROOTS_ADDRESS', '0x000f3df6d732807ef1319fb7b8bb8522d0beac02'],
  [Fork.prague, 'CONSOLIDATION_REQUEST_PREDEPLOY_ADDRESS', '0x0000bbddc7ce488642fb579f8b00f3a590007251'],
  [Fork.prague, 'DEPOSIT_CONTRACT_ADDRESS', '0x00000000219ab540356cbb839cbe05303d7705fa'],
  [Fork.prague, 'HISTORY_STORAGE_ADDRESS', '0x0000f90827f1c53a10cb7a02335b175320002935'],
  [Fork.prague, 'WITHDRAWAL_REQUEST_PREDEPLOY_ADDRESS', '0x00000961ef480eb55e80d19ad83579a64c007002'],
];

/** The rules of the next block (EIP-7910). A chain of one's own has no fork id, and they hold from its beginning. */
function config({ chain }: VirtualNode): unknown {
  const { fork, blobs } = chain.rulesOf(chain.draft());
  const precompiles = precompileAddresses({ fork }).flatMap((at): [string, string][] => {
    const name = PRECOMPILES.get(Number(at));
    return name === undefined ? [] : [[name, `0x${at.toString(16).padStart(40, '0')}`]];
  });
  const { target, max, baseFeeUpdateFraction } = blobs;
  return {
    current: {
      activationTime: 0,
      blobSchedule: { baseFeeUpdateFraction, max, target },
      chainId: quantityHex(chain.networkId),
      forkId: '0x00000000',
      precompiles: Object.fromEntries(precompiles.sort(([a], [b]) => (a < b ? -1 : 1))),
      systemContracts: Object.fromEntries(
        SYSTEM_CONTRACTS.flatMap(([since, name, address]) => (since <= fork ? [[name, address]] : [])),
      ),
    },
    next: null,
    last: null,
  };
}

/** Describes the pending transactions, a line each, as go-ethereum writes it. */
function inspected(entries: ReturnType<typeof poolParts>['pending']): Record<string, Record<string, string>> {
  const content: Record<string, Record<string, string>> = {};
  for (const { transaction } of entries) {
    const { from, nonce, to, value, gas } = transaction;
    const price = transaction.gasPrice ?? transaction.maxFeePerGas ?? 0n;
    content[from] ??= {};
    content[from][String(nonce)] = `${to ?? 'contract creation'}: ${value} wei + ${gas} gas × ${price} wei`;
  }
  return content;
}

export const LOOKUPS: Readonly<Record<string, Method>> = {
  eth_getRawTransactionByHash: (node, params) => {
    const hash = hashOf(params[0]);
    const found = placed(node, hash);
    const transaction = found?.sealed.transactions[found.index] ?? node.chain.pool.get(hash)?.transaction;
    return transaction === undefined ? null : encodeRawTransaction(transaction);
  },
  eth_getRawTransactionByBlockNumberAndIndex: ofBlock(
    'eth_getRawTransactionByBlockNumberAndIndex',
    0,
    (sealed, params) => rawAt(sealed, params[1]),
  ),
  eth_getRawTransactionByBlockHashAndIndex: ofBlock('eth_getRawTransactionByBlockHashAndIndex', 0, (sealed, params) =>
    rawAt(sealed, params[1]),
  ),
  eth_getAccount: ofState('eth_getAccount', 1, async (given) => {
    const { node, params, state } = given;
    const trie = node.chain.provableTrie;
    if (trie === undefined || node.numberOf(params[1]) !== node.chain.number)
      throw new RpcError(
        RpcCode.server,
        'roots of storage are there of the newest block of a network that is not forked',
      );
    const account = await accountOf(given);
    const code = state.codes[state.code[account]];
    const codeHash = new Uint8Array(32);
    toBytes(code.hash, 0, codeHash, 0);
    return {
      nonce: quantityHex(state.nonce[account]),
      balance: quantityHex(toBigInt(state.balance, account * LIMBS)),
      storageRoot: trie.prove(hexToBytes(addressOf(params[0])), []).storageHash,
      codeHash: code.bytes.length === 0 ? EMPTY_CODE_HASH : bytesToHash(codeHash),
    };
  }),
  eth_getAccountInfo: ofState('eth_getAccountInfo', 1, async (given) => {
    const account = await accountOf(given);
    const { state } = given;
    return {
      balance: quantityHex(toBigInt(state.balance, account * LIMBS)),
      nonce: quantityHex(state.nonce[account]),
      code: bytesToHex(state.codes[state.code[account]].bytes),
    };
  }),
  eth_config: (node) => config(node),
  eth_networkId: ({ chain }) => String(chain.networkId),
  eth_hashrate: () => '0x0',
  /** Blocks of a virtual network have none. */
  eth_getUncleByBlockNumberAndIndex: ofBlock('eth_getUncleByBlockNumberAndIndex', 0, () => null),
  eth_getUncleByBlockHashAndIndex: ofBlock('eth_getUncleByBlockHashAndIndex', 0, () => null),
  eth_getHeaderByNumber: ofBlock('eth_getHeaderByNumber', 0, headerForm),
  eth_getHeaderByHash: ofBlock('eth_getHeaderByHash', 0, headerForm),
  erigon_getHeaderByNumber: ofBlock('erigon_getHeaderByNumber', 0, (sealed) => blockForm(sealed, false)),
  txpool_inspect: ({ chain }) => {
    const { pending, queued } = poolParts(chain.pool.all(), chain);
    return { pending: inspected(pending), queued: inspected(queued) };
  },
};
