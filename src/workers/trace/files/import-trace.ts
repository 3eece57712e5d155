/**
 * A trace file into this browser's storage, where it is opened from as anything
 * that was kept. What this browser knows already stays as it is.
 *
 * A file that brings the state is executed here before it is kept: the rows
 * that are shown are then those of the execution, and it came out as the file's
 * receipt says. That the chain says so too is the word of the file's maker.
 */

import { bytesToAddress, bytesToHex } from '../../../core/chain/hex';
import { unlistedNetwork } from '../../../core/chain/network';
import type { Address, Hex, NetworkId } from '../../../core/chain/primitives';
import { signedChainOf } from '../../../core/chain/raw-transaction';
import { isEthereumTransaction, withoutLogs } from '../../../core/chain/transaction';
import type { ContractKnowledge } from '../../../core/contract/knowledge';
import { compareNamed } from '../../../core/contract/matching/match-output';
import { Fork } from '../../../core/evm/rules/forks';
import { hasKnownRules, isDevelopmentId } from '../../../core/evm/rules/known-chains';
import type { Witness } from '../../../core/evm/state/witness';
import type { UsedRules } from '../../../core/proof/proof-level';
import { reachedFrom } from '../../../core/source/compiled/reached-sources';
import { encodeTrace } from '../../../core/trace/binary';
import type { Trace } from '../../../core/trace/rows';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { saveBlock } from '../../../db/chain/save-block';
import { saveTransaction } from '../../../db/chain/save-transaction';
import { saveCompilation } from '../../../db/contracts/compilations';
import { readContractSource, saveContractSource } from '../../../db/contracts/contract-sources';
import { readContracts, saveContracts } from '../../../db/contracts/contracts';
import { saveSignatures } from '../../../db/contracts/signatures';
import { saveNetwork } from '../../../db/networks/networks';
import { readPreference } from '../../../db/reader/preferences';
import { importRowNotes } from '../../../db/reader/row-notes';
import type { KeptReplay } from '../../../db/rows/trace-row';
import { saveTrace } from '../../../db/traces/save-trace';
import { readTrace } from '../../../db/traces/traces';
import type { Chains } from '../../chain/chains';
import { networkOf } from '../../chain/find-network';
import { codeHashOf } from '../../contracts/build-output/match-build-output';
import { packText } from '../../packing';
import { createSlices } from '../../scheduling/slices';
import { replayKept } from '../replay/replay-transaction';
import type { ImportedTrace } from '../trace-files.api';
import { decodeTraceFile, type TraceFile } from './trace-file';

const FROM_FILE =
  'It was opened from a file and not compared with the chain. Only the maker of the file vouches for it.';

export async function importTrace(
  bytes: Uint8Array,
  chains: Chains,
  signal: AbortSignal,
): Promise<Result<ImportedTrace, Failure>> {
  const decoded = await decodeTraceFile(bytes);
  if (!decoded.ok) return decoded;
  const file = decoded.value;
  const { id } = file.network;
  const { hash } = file.transaction;
  const signed = isEthereumTransaction(file.transaction) ? signedChainOf(file.transaction) : undefined;
  // Development nodes show the blocks of the chain that they forked under an id of their own.
  if (signed !== undefined && signed !== id && hasKnownRules(id) && !isDevelopmentId(id)) {
    const message = `The file says chain ${id}, and its transaction is signed for chain ${signed}.`;
    return fail(failure('badAnswer', message));
  }
  const knownNetwork = (await chains.networks()).some((network) => network.id === id);
  const { explorer } = await chains.config();
  if (explorer !== undefined && explorer.networkId !== id) {
    return fail(
      failure('wrongChain', `The file is of chain ${id}; this explorer shows chain ${explorer.networkId} only.`),
    );
  }
  const before = await readTrace({ networkId: id, hash });
  const known = before !== undefined && before.fromFile !== true;
  if (!known && !(await keepTrace(file, await executed(file, chains, signal)))) {
    return fail(failure('storage', 'The browser refuses to keep the trace, and it is opened from there.'));
  }
  if (!knownNetwork) await saveNetwork(unlistedNetwork(id, file.network.name, file.network.currency));
  const files = await keepSources(id, file, signal);
  await keepKnowledge(id, file, files);
  const notes = await importRowNotes({ networkId: id, hash }, file.notes);
  return ok({
    networkId: id,
    hash,
    newNetwork: !knownNetwork,
    known,
    notes: notes ?? 0,
  });
}

/**
 * Rules for a chain that nothing is known of: files of older versions do not say them, and those of the header come
 * next.
 */
const TRIED: UsedRules = { fork: Fork.osaka, basis: 'tried' };

type Executed = { trace: Trace; replay: KeptReplay } | { trace: Trace; replay?: undefined; limitation?: string };

/** The trace as executing it on the file's state makes it; without state, or where that comes out otherwise, the file's rows. */
async function executed(
  { network, columns, state, block, transaction, receipt }: TraceFile & { columns: Trace },
  chains: Chains,
  signal: AbortSignal,
): Promise<Executed> {
  const stepLimit = await readPreference('stepLimit');
  if (state === undefined || block === undefined || stepLimit === 0) return { trace: columns };
  const { origin, earlier, witness, rules = hasKnownRules(network.id) ? undefined : TRIED } = state;
  const { name } = await networkOf(chains, network.id);
  const job = { network: { id: network.id, name }, block, transaction, receipt, signal, stepLimit };
  const again = await replayKept(job, witness, origin, earlier, rules);
  signal.throwIfAborted();
  if (!again.ok) {
    return {
      trace: columns,
      limitation: `Steps and state are missing: executed from the file, ${again.error.message}`,
    };
  }
  const { replay, compared, checked } = again.value;
  const verification = { origin, compared, checked, steps: replay.steps.length };
  return { trace: replay.finish(), replay: { verification, block, witness } };
}

async function keepTrace(file: TraceFile, { trace, replay, ...rest }: Executed): Promise<boolean> {
  const { network, transaction, receipt, block } = file;
  const { hash } = transaction;
  const said = 'limitation' in rest && rest.limitation !== undefined ? [rest.limitation] : [];
  const limitations = [...new Set([...trace.limitations, ...said, FROM_FILE])];
  const row = { networkId: network.id, hash, transaction, receipt: withoutLogs(receipt), fetchedAt: Date.now() };
  const kept =
    (await saveTransaction(row, receipt.logs, { block, stated: 'traceFile' })) &&
    (await saveTrace({
      networkId: network.id,
      hash,
      blockHash: receipt.blockHash,
      bytes: encodeTrace({ ...trace, limitations }),
      source: trace.source,
      fromFile: true,
      ...(replay === undefined ? {} : { replay }),
    }));
  if (kept && block?.hash !== undefined && block.number !== undefined) {
    const { hash: blockHash, number } = block;
    await saveBlock({ networkId: network.id, hash: blockHash, number, block, fetchedAt: Date.now() }, [], 'traceFile');
  }
  return kept;
}

/**
 * Keeps knowledge of addresses of which nothing is known here. A label of the file is a claim of its maker like any
 * other name in it, and never the reader's own label.
 */
async function keepKnowledge(
  networkId: NetworkId,
  { contracts, labels, signatures }: TraceFile,
  files: ReadonlyMap<Address, number>,
): Promise<void> {
  const claims = new Map(
    contracts.map((contract): [Address, ContractKnowledge] => {
      const fileCount = files.get(contract.address);
      return [contract.address, { ...contract, ...(fileCount !== undefined && { fileCount }) }];
    }),
  );
  for (const { address, name } of labels) {
    const claimed = claims.get(address) ?? { networkId, address, abi: [], fetchedAt: 0 };
    claims.set(address, { ...claimed, name: { text: name, origin: 'traceFile' } });
  }
  const present = await readContracts(networkId, [...claims.keys()]);
  await saveContracts([...claims.values()].filter(({ address }) => !present.has(address)));
  await saveSignatures(signatures);
}

/**
 * Takes over sources where the contract that the file names compiles to the code in the file's state, and no other
 * sources are known. Returns how many files each of these contracts was made of.
 */
async function keepSources(
  networkId: NetworkId,
  { sources, state }: TraceFile,
  signal: AbortSignal,
): Promise<ReadonlyMap<Address, number>> {
  const files = new Map<Address, number>();
  if (sources === undefined || state === undefined) return files;
  const codes = codesOf(state.witness);
  const kept = new Map<number, string>();
  const slices = createSlices(signal);
  for (const { address, run: index, file, contract } of sources.contracts) {
    await slices.pause();
    const run = sources.runs[index];
    const code = codes.get(address);
    if (run === undefined || code === undefined || (await readContractSource(networkId, address)) !== undefined)
      continue;
    const found = compareNamed(run.output, code, { path: file, name: contract });
    const match = found?.comparison.match;
    const codeHash = codeHashOf(bytesToHex(code) as Hex);
    if (found === undefined || match === undefined || codeHash === undefined) continue;
    const id = kept.get(index) ?? (await keepRun(run));
    kept.set(index, id);
    await saveContractSource({
      networkId,
      address,
      codeHash,
      compilation: id,
      file: found.path,
      contract: found.name,
      match,
      origin: 'traceFile',
      fetchedAt: Date.now(),
    });
    const isOwn = reachedFrom(run.output, [found.path]);
    files.set(address, Object.keys(run.input.sources).filter(isOwn).length);
  }
  return files;
}

/** The run's id is made of all that is in it, so that no file can put itself in the place of a run made here. */
async function keepRun({ version, input, output }: NonNullable<TraceFile['sources']>['runs'][number]): Promise<string> {
  const [given, answered] = [JSON.stringify(input), JSON.stringify(output)];
  const text = new TextEncoder().encode(JSON.stringify([version, given, answered]));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  const id = `file ${bytesToHex(digest).slice(2)}`;
  await saveCompilation({ id, version, input: await packText(given), output: await packText(answered) });
  return id;
}

function codesOf({ accounts, codes }: Witness): Map<Address, Uint8Array> {
  const byAddress = new Map<Address, Uint8Array>();
  for (const { address, code } of accounts) {
    const bytes = codes[code];
    if (bytes !== undefined && bytes.length > 0) byAddress.set(bytesToAddress(address), bytes);
  }
  return byAddress;
}
