/** What is known of the code at an address, and what it stores: facts and text are both made of these answers. */
import type { Address, NetworkId } from '../../src/core/chain/primitives';
import type { Failure } from '../../src/core/values/failure';
import { fail, ok, type Result } from '../../src/core/values/result';
import type { AccountSummary, FoundSource } from '../../src/workers/contracts/contracts.api';
import type { StorageReading, StoredVariables } from '../../src/workers/contracts/storage.api';
import type { Engine } from '../../src/workers/engine';
import { JOB } from './open-chain';

type Asked = { engine: Pick<Engine, 'contracts'>; networkId: NetworkId; address: Address };

export type ContractAnswers = {
  account: AccountSummary;
  /** Source of the code that runs there, of its implementation for a proxy; absent for a wallet that delegates to none. */
  source?: Result<FoundSource, Failure>;
};

/** Asks for an account and the sources of what runs there. */
export async function readContract({ engine, networkId, address }: Asked): Promise<Result<ContractAnswers, Failure>> {
  const loaded = await engine.contracts.loadAccount(JOB, networkId, address);
  if (!loaded.ok) return loaded;
  const account = loaded.value;
  if (!runsCode(account)) return ok({ account });
  const behind = account.implementation?.address ?? address;
  return ok({ account, source: await engine.contracts.contractSource(JOB, networkId, behind) });
}

/** Returns whether calls of the account run code: a contract's, or that which a wallet delegates to (EIP-7702). */
export function runsCode({ type, knowledge }: AccountSummary): boolean {
  return type !== 'wallet' || knowledge.proxy !== undefined;
}

export type StorageAnswers =
  | { address: Address; path: string; reading: StorageReading }
  | { address: Address; all: StoredVariables };

/**
 * Asks for the value of a path, or for all state variables. The storage of a proxy is read by the layout of its
 * implementation.
 */
export async function readStored(
  { engine, networkId, address }: Asked,
  path: string | undefined,
  block: number | 'latest',
): Promise<Result<StorageAnswers, Failure>> {
  const account = await engine.contracts.loadAccount(JOB, networkId, address);
  if (!account.ok) return fail(account.error);
  const subject = { networkId, address, layoutOf: account.value.knowledge.proxy?.implementation ?? address };
  await engine.contracts.contractSource(JOB, networkId, subject.layoutOf);
  if (path === undefined) {
    const all = await engine.contracts.storedVariables(JOB, subject, block);
    return all.ok ? ok({ address, all: all.value }) : all;
  }
  const read = await engine.contracts.readStorage(JOB, subject, path, block);
  return read.ok ? ok({ address, path, reading: read.value }) : read;
}
