/** The code of the contracts in an open trace, as far as the trace or its replay has it, and what to ask the chain of the rest. */

import { bytesToAddress, bytesToHex } from '../../../core/chain/hex';
import type { Address, Hex } from '../../../core/chain/primitives';
import { ZERO_ADDRESS } from '../../../core/chain/zero-address';
import { proxyInCode } from '../../../core/contract/proxies/proxy';
import { isCreateKind } from '../../../core/trace/frame-kind';
import { fromOf, inputOf, outputOf } from '../../../core/trace/row-fields';
import { RowFlag, rowIndex, type Trace } from '../../../core/trace/rows';
import type { TouchedAddresses } from '../../../core/trace/touched-addresses';
import type { ChainQuestion } from '../../contracts/knowledge/learn-contracts';
import type { Opened } from '../opened';
import type { Replayed } from '../replay/replayed';
import type { TraceSession } from '../trace-session';

/** Returns the code that `addresses` had at the start of the transaction; those without code are left out. */
export function codesOf({ witness }: Replayed, addresses: readonly Address[]): ReadonlyMap<Address, Hex> {
  const wanted = new Set(addresses);
  const codes = new Map<Address, Hex>();
  for (const account of witness.accounts) {
    const address = bytesToAddress(account.address);
    const code = witness.codes[account.code];
    if (wanted.has(address) && code.length > 0) codes.set(address, bytesToHex(code));
  }
  return codes;
}

/** Bytes of a delegation: its mark and an address (EIP-7702). */
const DELEGATION_LENGTH = 23;

/**
 * Returns the code of accounts that are no contracts as it began to run, `0x` for none: that of before the transaction, and the delegations
 * of the transaction itself (EIP-7702). Empty where it is not at hand; whose a kept delegation is, only a replay tells.
 */
export function codesBegun({ transaction, witness: kept }: Opened, replayed: Replayed | undefined): Map<Address, Hex> {
  const codes = new Map<Address, Hex>();
  const authorizations = transaction.authorizationList ?? [];
  const witness = replayed?.witness ?? (authorizations.length === 0 ? kept : undefined);
  for (const account of witness?.accounts ?? []) {
    const code = bytesToHex((witness?.codes[account.code] ?? new Uint8Array()).subarray(0, DELEGATION_LENGTH + 1));
    if (code === '0x' || isDelegation(code)) codes.set(bytesToAddress(account.address), code);
  }
  for (const [at, { authority, refusal }] of (replayed?.authorizations() ?? []).entries()) {
    const to = authorizations[at]?.address;
    if (authority === undefined || refusal !== undefined || to === undefined) continue;
    codes.set(authority, to === ZERO_ADDRESS ? '0x' : `0xef0100${to.slice(2)}`);
  }
  return codes;
}

/** Returns the codes among them that delegate an account. */
export function delegationsOf(opened: Opened): Map<Address, Hex> {
  return new Map([...codesBegun(opened, opened.replayed)].filter(([, code]) => isDelegation(code)));
}

function isDelegation(code: Hex): boolean {
  return proxyInCode(code)?.kind === 'EIP-7702';
}

/**
 * Returns the init codes of contracts that have no code after their creation, because it failed, or because they ended in
 * their constructors.
 */
export function leftNoCode(trace: Trace, { created }: TouchedAddresses): ReadonlyMap<Address, Uint8Array> {
  const gone = [...created].filter(([, row]) => isFailed(trace, row) || outputOf(trace, row).length === 0);
  const { kind, to, subtreeEnd } = trace.rows;
  for (let row = 0; row < trace.rows.length; row++) {
    // A failed creation has no address of its own; what it called came from there.
    if (isCreateKind(kind[row]) && to[row] < 0 && subtreeEnd[row] > row + 1)
      gone.push([fromOf(trace, rowIndex(row + 1)), rowIndex(row)]);
  }
  return new Map(gone.map(([address, row]) => [address, inputOf(trace, row)]));
}

function isFailed({ rows }: Trace, row: number): boolean {
  return (rows.flags[row] & RowFlag.failed) !== 0;
}

/** Returns what to ask the chain about the contracts of a trace. The code of contracts that it created is in the trace. */
export function questionOf({ trace, touched }: TraceSession): Omit<ChainQuestion, 'block' | 'signal'> {
  const codes = new Map<Address, Hex>();
  const gone = leftNoCode(trace, touched);
  for (const [address, row] of touched.created)
    if (!gone.has(address)) codes.set(address, bytesToHex(outputOf(trace, row)));
  const { undelegated, tokens } = touched;
  const contracts = touched.contracts.filter((address) => !gone.has(address));
  // A proxy that was created in this trace may not have run.
  const proxies = [...new Set([...undelegated, ...touched.created.keys()])];
  return { contracts, codes, proxies, tokens };
}
