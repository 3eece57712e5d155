/**
 * A transaction executed again with its contracts compiled without the
 * optimizer, so that parameters and locals have places on the stack:
 *
 *     contracts that ran → sources → unoptimised code → execution → compared call by call
 *
 * Immutables, libraries and storage are the chain's. Gas and the size of code
 * differ by nature; the transaction gets all the gas that it may have.
 */

import { bytesToHex, hexToBytes } from '../../../core/chain/hex';
import type { Address } from '../../../core/chain/primitives';
import { isUnoptimised } from '../../../core/contract/build-output/standard-input';
import { maxGasLimit } from '../../../core/evm/transaction/validity';
import type { AccountOverrides } from '../../../core/simulation/overlay';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { readPreference } from '../../../db/reader/preferences';
import type { Chains } from '../../chain/chains';
import type { Code } from '../../contracts/contracts-answers';
import type { Progress } from '../../ids';
import type { BuiltContract, DebugBuild } from '../debug-build.api';
import { contractsThatRan } from '../decoding/known-abis';
import type { OpenTraces } from '../open/open-traces';
import type { Replayed } from '../replay/replayed';
import type { TraceSession } from '../trace-session';
import { compareTraces } from '../views/compare-traces';
import { simulateChanged } from './simulate-changed';

export async function debugBuild(
  chains: Chains,
  code: Code,
  traces: OpenTraces,
  session: TraceSession,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void = () => undefined,
): Promise<Result<DebugBuild, Failure>> {
  const attempt = await session.replayed();
  if (!attempt.ok) return attempt;
  const replayed = attempt.value;
  const { touched, knowledge } = session;
  const addresses = contractsThatRan(touched, knowledge.contracts);
  const contracts: BuiltContract[] = [];
  const accounts: Record<Address, AccountOverrides[Address]> = {};
  for (const [done, address] of addresses.entries()) {
    onProgress({ phase: 'Compiling without the optimizer', done, total: addresses.length, unit: 'contracts' });
    const built = await buildOf(code, session, replayed, address, signal);
    if (signal.aborted) return fail(failure('cancelled', 'Cancelled.'));
    const name = knowledge.contracts.name(address)?.text ?? '';
    contracts.push({ address, name, why: built.ok ? '' : built.error });
    if (built.ok) accounts[address] = { code: built.value };
  }
  if (Object.keys(accounts).length === 0) {
    const reasons = contracts.map(({ name, address, why }) => `${name === '' ? address : name}: ${why}`);
    return fail(failure('unsupported', `No contract of it can be built for debugging. ${reasons.join(' ')}`.trim()));
  }
  const { gas } = replayed.transaction;
  const { block } = replayed.replay.execution;
  const most = Math.min(maxGasLimit(block), Number(block.gasLimit));
  const changes = { accounts, ...(most > gas ? { transaction: { gas: most } } : {}) };
  const toggles = await readPreference('traceToggles');
  const executed = await simulateChanged(chains, traces, session, changes, signal, onProgress, 'paid');
  if (!executed.ok) return executed;
  const opened = traces.get(executed.value.trace.handle);
  const partsAt = partingOf(session, opened);
  return ok({
    execution: { ...executed.value, trace: opened.firstScreen(toggles) },
    contracts,
    ...(most > gas ? { raisedGas: most } : {}),
    ...(partsAt === undefined ? {} : { partsAt }),
  });
}

/** The unoptimised code of the contract at an address; the error says why there is none. */
async function buildOf(
  code: Code,
  { key, touched }: TraceSession,
  { replay }: Replayed,
  address: Address,
  signal: AbortSignal,
): Promise<Result<`0x${string}`, string>> {
  if (touched.created.has(address))
    return fail('The transaction created it, with the code that its creator has for it.');
  const { state } = replay.execution;
  const account = state.indexOfAddress(hexToBytes(address));
  const ran = bytesToHex(state.codes[state.code[account]].bytes);
  const found = await code.findSource({ networkId: key.networkId, address, signal });
  if (!found.ok) return fail(found.error.message);
  if (found.value === undefined) return fail('No provider that you allow has its sources.');
  if (found.value.code.toLowerCase() !== ran) return fail('It had other code in this transaction than it has now.');
  if (isUnoptimised(found.value.source.run.input))
    return fail('Its own code is not optimised, and shows its variables.');
  const [known, { compileEdited }] = await Promise.all([code.sources(), import('../../contracts/sources/edit-source')]);
  const edit = { texts: {}, immutables: {}, unoptimised: true };
  const compiled = await compileEdited(known.checker, found.value, edit, { signal });
  if (!compiled.ok) return fail(compiled.error.message);
  const { edited, run } = compiled.value;
  switch (edited.state) {
    case 'errors':
      return fail(`It does not compile without the optimizer: ${edited.errors[0] ?? 'no reason is given'}`);
    case 'needsValues':
      return fail('Its code has immutables whose values are not in the code of the chain.');
    case 'compiled':
      if (run !== undefined) await known.keepEdited(edited.code, run);
      return ok(edited.code);
  }
}

/** The first row that differs, by its depth id. */
function partingOf(mined: TraceSession, built: TraceSession): string | undefined {
  const comparison = compareTraces(mined, built);
  const { first } = comparison.summary();
  if (first === undefined) return undefined;
  const [row] = comparison.rows(false, first.all, 1).rows;
  return (row?.a ?? row?.b)?.depthId;
}
