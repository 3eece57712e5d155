/** Transactions of a chain as its endpoint states them. */

import { bytesToHex, parseHex } from '../../chain/hex';
import type { TransactionInput } from '../../evm/transaction/transaction-input';
import { type Fields, readFields, readList } from '../../values/json-fields';
import { CheatError } from '../cheats/cheat-error';
import { numberOf } from './ask-chain';

const LARGEST_TYPE = 4n;
const DEPOSIT = 0x7en;
/** Arbitrum and the OP Stack send from these. */
const SYSTEM_SENDERS: ReadonlySet<string> = new Set([
  '0x0000000000000000000000000000000000000000',
  '0x00000000000000000000000000000000000a4b05',
  '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001',
]);

/** Reads a transaction as the machine takes it: whatever nonce its sender has fits, as in forge. Throws a `CheatError` for what is none. */
export function readMinedTransaction(fields: Fields): TransactionInput {
  const type = numberIn(fields, 'type');
  if (type > LARGEST_TYPE) throw new CheatError(`transactions of type ${type} are not executed on forks`);
  const price = numberIn(fields, 'gasPrice');
  const { to } = fields;
  return {
    type: Number(type),
    isIncluded: true,
    isMadeUp: true,
    isUnnumbered: true,
    from: bytesIn(fields, 'from', 20),
    to: to === null || to === undefined ? undefined : bytesIn(fields, 'to', 20),
    nonce: numberIn(fields, 'nonce'),
    value: numberIn(fields, 'value'),
    data: bytesIn(fields, 'input'),
    gasLimit: numberIn(fields, 'gas'),
    maxFeePerGas: type < 2n ? price : numberIn(fields, 'maxFeePerGas'),
    maxPriorityFeePerGas: type < 2n ? price : numberIn(fields, 'maxPriorityFeePerGas'),
    accessList: readList(fields.accessList).map((entry) => ({
      address: bytesIn(readFields(entry), 'address', 20),
      storageKeys: readList(readFields(entry).storageKeys).map((key) => bytesIn({ key }, 'key', 32)),
    })),
    maxFeePerBlobGas: numberIn(fields, 'maxFeePerBlobGas'),
    blobHashes: readList(fields.blobVersionedHashes).map((hash) => bytesIn({ hash }, 'hash', 32)),
    authorizationList: readList(fields.authorizationList).map((entry) => {
      const signed = readFields(entry);
      return {
        chainId: numberIn(signed, 'chainId'),
        address: bytesIn(signed, 'address', 20),
        nonce: numberIn(signed, 'nonce'),
        yParity: Number(numberIn(signed, signed.yParity === undefined ? 'v' : 'yParity')),
        r: numberIn(signed, 'r'),
        s: numberIn(signed, 's'),
      };
    }),
  };
}

/** The number of a field; 0 where it is absent. */
function numberIn(fields: Fields, name: string): bigint {
  return fields[name] === undefined || fields[name] === null ? 0n : numberOf(fields[name], name);
}

function bytesIn(fields: Fields, name: string, length?: number): Uint8Array {
  const bytes = parseHex(String(fields[name]));
  if (bytes === undefined || (length !== undefined && bytes.length !== length))
    throw new CheatError(`the endpoint's answer has no ${name}`);
  return bytes;
}

/** Returns whether the protocol put the transaction into its block; forge leaves those out. */
export function isOfProtocol(fields: Fields): boolean {
  return numberIn(fields, 'type') === DEPOSIT || SYSTEM_SENDERS.has(bytesToHex(bytesIn(fields, 'from', 20)));
}
