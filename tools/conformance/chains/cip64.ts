/** Transactions of Celo that pay in a token (CIP-64), out of their bytes, as JSON-RPC states them. */
import { fromRlp, keccak256, pad, recoverAddress } from 'viem';
import type { Address, Hash, Hex, NetworkId } from '../../../src/core/chain/primitives';
import { type Transaction, transactionOf } from '../../../src/core/chain/transaction';
import { encodeCelo } from '../../../src/core/evm/families/celo/celo-transactions';

type Entry = readonly [Address, readonly Hash[]];

/** Decodes `0x7b ‖ rlp([chainId, nonce, tip, feeCap, gas, to, value, data, accessList, feeCurrency, v, r, s])`; recovers the sender. */
export async function decodeCip64(raw: Hex, networkId: NetworkId): Promise<Transaction> {
  const fields = fromRlp(`0x${raw.slice(4)}`) as readonly (Hex | readonly Entry[])[];
  const bytes = (at: number) => fields[at] as Hex;
  const number = (at: number) => (bytes(at) === '0x' ? 0n : BigInt(bytes(at)));
  const stated = {
    networkId,
    hash: keccak256(raw) as Hash,
    type: 0x7b,
    chainId: Number(number(0)),
    nonce: Number(number(1)),
    maxPriorityFeePerGas: number(2),
    maxFeePerGas: number(3),
    gas: Number(number(4)),
    ...(bytes(5) !== '0x' && { to: bytes(5) as Address }),
    value: number(6),
    input: bytes(7),
    accessList: (fields[8] as readonly Entry[]).map(([address, storageKeys]) => ({ address, storageKeys })),
    ...(bytes(9) !== '0x' && { rollup: { feeCurrency: bytes(9) as string } }),
  };
  const [r, s] = [pad(bytes(11), { size: 32 }), pad(bytes(12), { size: 32 })];
  const yParity = Number(number(10));
  const nobody = `0x${'00'.repeat(20)}` as Address;
  const unsigned = encodeCelo(transactionOf({ ...stated, from: nobody })) as Hex;
  const from = await recoverAddress({ hash: keccak256(unsigned), signature: { r, s, yParity } });
  return transactionOf({
    ...stated,
    from: from.toLowerCase() as Address,
    signature: { r, s, v: BigInt(yParity), yParity },
  });
}
