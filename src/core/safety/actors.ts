/**
 * For whom a transaction acts: its sender, and accounts made of code that act as they were told by a signature or by
 * their owner. For a bundle (ERC-4337) that is the account of each operation, for a Safe the Safe.
 */
import { toFunctionSelector } from 'viem';
import { bytesToHex } from '../chain/hex';
import type { Address } from '../chain/primitives';
import { USER_OPERATION } from '../trace/failed-inside';
import { type RowIndex, RowKind, rowIndex } from '../trace/rows';
import { addressAt, addressOfTopic, callsOf, logsOf, type Moving, type SafetySubject } from './subject';

/** Selectors of functions by which accounts are told to do something. */
const EXECUTES: ReadonlySet<string> = new Set(
  [
    // Safe
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    'execTransactionFromModule(address,uint256,bytes,uint8)',
    'execTransactionFromModuleReturnData(address,uint256,bytes,uint8)',
    // Accounts of ERC-4337, ERC-6551 and ERC-7579
    'execute(address,uint256,bytes)',
    'executeBatch(address[],bytes[])',
    'executeBatch(address[],uint256[],bytes[])',
    'executeBatch((address,uint256,bytes)[])',
    'execute(address,uint256,bytes,uint8)',
    'execute(bytes32,bytes)',
    // DSProxy
    'execute(address,bytes)',
  ].map((signature) => toFunctionSelector(signature)),
);

/** An account, the frames in which it did what it was told, what that was, and whom the costs of a bundle go to. */
export type Actor = { account: Address; frames: readonly RowIndex[]; calldata: string; beneficiary?: Address };

/** Returns the accounts, the sender first, each once. Linear in the rows. */
export function actorsOf({ trace, sender }: Pick<Moving, 'trace'> & Pick<SafetySubject, 'sender'>): Actor[] {
  const { rows, payload } = trace;
  if (rows.length === 0) return [];
  const root = payload.subarray(rows.inputStart[0], rows.inputStart[0] + rows.inputLength[0]);
  /** Accounts of operations, by the EntryPoint and themselves. */
  const operating = new Map<string, { account: Address; frames: RowIndex[]; inputs: string[] }>();
  for (const { address, topics } of logsOf(trace)) {
    const account = topics[0] === USER_OPERATION ? addressOfTopic(topics[2]) : sender;
    if (account !== sender) operating.set(`${address} ${account}`, { account, frames: [], inputs: [] });
  }
  const actors = new Map<Address, Actor>([
    [sender, { account: sender, frames: [rowIndex(0)], calldata: bytesToHex(root) }],
  ]);
  for (const { row, kind, to, from, input } of callsOf(trace)) {
    if (kind !== RowKind.call) continue;
    const operation = operating.get(`${from} ${to}`);
    operation?.frames.push(row);
    operation?.inputs.push(bytesToHex(input));
    if (EXECUTES.has(bytesToHex(input.subarray(0, 4))) && !actors.has(to))
      actors.set(to, { account: to, frames: [row], calldata: bytesToHex(input) });
  }
  // handleOps(ops, beneficiary), and handleAggregatedOps as well.
  const beneficiary = addressAt(root.subarray(4), 1);
  for (const { account, frames, inputs } of operating.values())
    actors.set(account, { account, frames, calldata: inputs.join(''), beneficiary });
  return [...actors.values()];
}
