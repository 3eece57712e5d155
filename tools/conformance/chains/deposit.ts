/** Deposits of the OP Stack out of their bytes, as JSON-RPC states them. */
import { fromRlp, keccak256 } from 'viem';
import type { Address, Hash, Hex, NetworkId } from '../../../src/core/chain/primitives';
import { type Transaction, transactionOf } from '../../../src/core/chain/transaction';

/** Decodes `0x7e ‖ rlp([sourceHash, from, to, mint, value, gas, isSystemTx, data])`. */
export function decodeDeposit(raw: Hex, networkId: NetworkId, nonce = 0): Transaction {
  const fields = fromRlp(`0x${raw.slice(4)}`) as readonly Hex[];
  const [sourceHash, from, to, mint, value, gas, isSystemTx, input] = fields as [
    Hex,
    Hex,
    Hex,
    Hex,
    Hex,
    Hex,
    Hex,
    Hex,
  ];
  return transactionOf({
    networkId,
    hash: keccak256(raw) as Hash,
    type: 0x7e,
    from: from as Address,
    ...(to !== '0x' && { to: to as Address }),
    nonce,
    value: numberOf(value),
    gas: Number(numberOf(gas)),
    gasPrice: 0n,
    input,
    rollup: {
      sourceHash,
      ...(mint !== '0x' && { mint }),
      ...(isSystemTx !== '0x' && { isSystemTx: 'true' }),
    },
  });
}

function numberOf(bytes: Hex): bigint {
  return bytes === '0x' ? 0n : BigInt(bytes);
}
