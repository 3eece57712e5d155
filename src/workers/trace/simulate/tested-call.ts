/** A call of a test of contracts, to be opened as a transaction is. Its project is run from what this browser keeps of it. */
import { bytesToAddress, bytesToHex, hexToBytes } from '../../../core/chain/hex';
import type { Address, Hash, NetworkId } from '../../../core/chain/primitives';
import { type Transaction, transactionOf } from '../../../core/chain/transaction';
import { ZERO_HASH } from '../../../core/chain/zero-hash';
import type { ContractKnowledge } from '../../../core/contract/knowledge';
import type { State } from '../../../core/evm/state/state';
import type { IncludedBlock } from '../../../core/evm/transaction/chain-input';
import { cheatcodeAbi } from '../../../core/testing/cheatcodes/all-cheatcodes';
import { VM_ADDRESS } from '../../../core/testing/cheats/vm';
import type { TestProject } from '../../../core/testing/project';
import { recordTest } from '../../../core/testing/record-test';
import type { RecordedCall, RecordedTest } from '../../../core/testing/recorded-test';
import { SUITE_CALLS } from '../../../core/testing/suite';
import { readTestHash } from '../../../core/testing/test-hash';
import { describeTraceProblem } from '../../../core/trace/parser';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { deleteArtifactsOf } from '../../../db/contracts/artifacts';
import { saveContracts } from '../../../db/contracts/contracts';
import type { TestFileRow } from '../../../db/rows/test-file-row';
import type { Chains } from '../../chain/chains';
import type { TransactionKey } from '../../ids';
import { nextTurn } from '../../scheduling/next-turn';
import type { KeptProjects } from '../../testing/kept-project';
import type { Repeated } from '../open/opening';
import { openedOf, receiptOf } from './simulated-trace';

/** Imports a file of build output, which gives names, arguments and lines to the code that runs. */
type ImportFile = (name: string, bytes: Uint8Array) => Promise<Result<{ id: string }, Failure>>;

/** Files that were imported since this worker began. */
const imported = new Set<string>();

/**
 * Runs the test that the hash of `key` names with everything recorded, and returns the call that the hash means. `chains`
 * has the networks whose endpoints a test may ask.
 */
export async function repeatTestedCall(
  key: TransactionKey,
  projects: KeptProjects,
  chains: Pick<Chains, 'config'>,
  importFile: ImportFile,
  signal: AbortSignal,
): Promise<Result<Repeated, Failure>> {
  const named = readTestHash(key.hash);
  if (named === undefined) return fail(failure('notFound', 'This is not the hash of a test.'));
  projects.networks = (await chains.config()).networks;
  const kept = await projects.read(named.project);
  if (!kept.ok) return kept;
  const { row, files, project } = kept.value;
  const test = project.suites
    .flatMap(({ id, tests }) =>
      [...SUITE_CALLS, ...tests.map(({ signature }) => signature)].map((signature) => ({ suite: id, signature })),
    )
    .find(named.names);
  if (test === undefined)
    return fail(failure('notFound', `${row.name} has no such test any more: it was renamed or removed.`));
  await importBuild(row.name, files, project, importFile);
  const { counterexample } = row.results.find(named.names) ?? {};
  const which = { ...test, ...(counterexample && { counterexample }) };
  const recorded = await recordTest(project, which, {
    ...(await projects.surroundings(row)),
    now: () => performance.now(),
    async pause() {
      await nextTurn();
      return !signal.aborted;
    },
  });
  signal.throwIfAborted();
  await saveContracts(namesOf(key.networkId, recorded));
  if (!recorded.ok) return fail(failure('unsupported', recorded.error));
  const call = recorded.value.calls.at(-1 - named.before);
  if (call === undefined) return fail(failure('notFound', 'This call of the test did not run.'));
  const { recording } = call;
  if (recording.problem) return fail(failure('tooLarge', describeTraceProblem(recording.problem)));
  const block = blockOf(call, key.networkId);
  const transaction = transactionIn(call, key);
  const receipt = receiptOf(transaction, block, call.outcome);
  const { opened } = openedOf({ recording, transaction, receipt, block, hashes: new Map() });
  const record = { transaction, receipt: opened.receipt, block, origin: 'cache', fetchedAt: row.openedAt } as const;
  return ok({ loaded: { record, receipt: opened.wholeReceipt }, made: { ...opened, isSimulated: true } });
}

/** Imports what the project's build says of its contracts, in the place of what an earlier build said. */
async function importBuild(
  project: string,
  files: readonly TestFileRow[],
  { runs, runFiles }: Pick<TestProject, 'runs' | 'runFiles'>,
  importFile: ImportFile,
): Promise<void> {
  for (const { projectId, path, changedAt, size, bytes } of files) {
    const version = `${projectId} ${path} ${changedAt} ${size}`;
    // A whole compiler run says all that its artefacts do.
    if (imported.has(version) || !path.endsWith('.json') || (runs.length > 0 && !runFiles.has(path))) continue;
    const name = `${project}: ${path}`;
    const read = await importFile(name, new Uint8Array(bytes));
    if (read.ok) await deleteArtifactsOf(name, read.value.id);
    imported.add(version);
  }
}

/** Returns what is known of `vm`, and of accounts that the test named; addresses of contracts are another's in the next test. */
function namesOf(networkId: NetworkId, recorded: Result<RecordedTest, string>): ContractKnowledge[] {
  const known = { networkId, fetchedAt: -1 } as const;
  const vm = { text: 'vm', origin: 'builtin' } as const;
  const named = recorded.ok ? Object.entries(recorded.value.labels) : [];
  const state = recorded.ok ? recorded.value.calls.at(-1)?.recording.execution.state : undefined;
  return [
    { ...known, address: VM_ADDRESS, name: vm, abi: cheatcodeAbi(), abiOrigin: 'builtin' },
    ...named
      .filter(([address]) => state !== undefined && !hasCode(state, address as Address))
      .map(([address, text]) => ({
        ...known,
        address: address as Address,
        name: { text, origin: 'buildOutput' } as const,
        abi: [],
      })),
  ];
}

function hasCode(state: State, address: Address): boolean {
  const account = state.indexOfAddress(hexToBytes(address));
  return state.codes[state.code[account]].bytes.length > 0;
}

/** Blocks of a test are in no chain: they have no hashes. */
function blockOf({ environment }: RecordedCall, networkId: NetworkId): IncludedBlock {
  return {
    networkId,
    number: environment.number,
    hash: ZERO_HASH,
    parentHash: ZERO_HASH,
    timestamp: environment.timestamp,
    miner: bytesToAddress(environment.coinbase),
    gasUsed: 0,
    gasLimit: Number(environment.gasLimit),
    baseFeePerGas: environment.baseFee,
    mixHash: `0x${environment.random.toString(16).padStart(64, '0')}` as Hash,
    transactions: [],
  };
}

function transactionIn({ transaction, outcome }: RecordedCall, { networkId, hash }: TransactionKey): Transaction {
  const { from, to, nonce, value, data, gasLimit, maxFeePerGas } = transaction;
  return transactionOf({
    networkId,
    hash,
    type: 0,
    from: bytesToAddress(from),
    ...(to !== undefined && { to: bytesToAddress(to) }),
    nonce: Number(nonce),
    value,
    gas: Math.max(Number(gasLimit), outcome.gasUsed),
    gasPrice: maxFeePerGas,
    input: bytesToHex(data),
  });
}
