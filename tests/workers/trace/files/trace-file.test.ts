/** A trace goes into a file, and comes back on a machine that knows nothing. */
import 'fake-indexeddb/auto';
import { parse } from 'valibot';
import { expect, test } from 'vitest';
import { transactionNames } from '../../../../devnet/names';
import type { Address } from '../../../../src/core/chain/primitives';
import { blockToRpc, receiptToRpc, transactionToRpc } from '../../../../src/core/chain/rpc-form';
import { withoutLogs } from '../../../../src/core/chain/transaction';
import { readContractSource } from '../../../../src/db/contracts/contract-sources';
import { writeDatabase } from '../../../../src/db/database';
import { readLabels, saveLabel } from '../../../../src/db/reader/labels';
import { readRowNotes, saveRowNote } from '../../../../src/db/reader/row-notes';
import { readTrace } from '../../../../src/db/traces/traces';
import { fetchReceipt } from '../../../../src/net/chain-reader';
import { blockSchema } from '../../../../src/net/rpc/block-schema';
import { receiptSchema } from '../../../../src/net/rpc/receipt-schema';
import { transactionSchema } from '../../../../src/net/rpc/transaction-schema';
import type { TransactionKey } from '../../../../src/workers/ids';
import { decodeTraceFile, TRACE_FILE_VERSION } from '../../../../src/workers/trace/files/trace-file';
import type { TransactionUpdate } from '../../../../src/workers/trace/open-trace.api';
import type { VisibleIndex } from '../../../../src/workers/trace/rows.api';
import {
  forgetAll,
  importDemoContracts,
  lineOf,
  newJob,
  runDemoChain,
  startEngine,
} from '../../../helpers/demo-engine';
import { ANVIL_NETWORK, rpcOf } from '../../../helpers/rpc';

const chain = runDemoChain();

/** An endpoint nobody serves. */
const NOWHERE = 'http://127.0.0.1:9';

async function fileOf(name: 'swap-two-hops' | 'nested-custom-error') {
  const { engine, open, settledRows } = await startEngine([chain.proxy.url]);
  await importDemoContracts(engine, chain);
  const key = chain.keyOf(name);
  const { handle } = await open(key);
  const rows = (await settledRows(handle)).map(lineOf);
  const [router] = await engine.trace.contracts(handle);
  if (router) await saveLabel({ ...key, address: router.address, name: 'My router' });
  await saveRowNote(key, { depthId: '0', priority: 'high', comment: 'look here' });
  const exported = await engine.trace.exportTrace(newJob(), handle);
  if (!exported.ok) throw new Error(exported.error.message);
  return { file: new Uint8Array(exported.value), rows, key };
}

/** Whatever is in the file, changed. */
async function rewritten(file: Uint8Array, change: (description: Description) => void): Promise<Uint8Array> {
  const unpacked = await through(file, new DecompressionStream('gzip'));
  const length = new DataView(unpacked.buffer).getUint32(12, true);
  const description = JSON.parse(new TextDecoder().decode(unpacked.subarray(16, 16 + length)));
  change(description);
  const bytes = new TextEncoder().encode(JSON.stringify(description));
  const header = unpacked.slice(0, 16);
  new DataView(header.buffer).setUint32(12, bytes.length, true);
  const whole = await new Blob([header, bytes, unpacked.slice(16 + length)]).arrayBuffer();
  return through(new Uint8Array(whole), new CompressionStream('gzip'));
}

type Description = {
  network: { id: number };
  transaction?: { value: string };
  block?: unknown;
  state?: { accounts: { address: string; code: number; storage: string; balance: string }[]; codes: string[] };
  sources?: {
    runs: { version: string; input: { sources: Record<string, { content: string }> }; output: unknown }[];
    contracts: { address: string; run: number; file: string; contract: string }[];
  };
};

async function through(bytes: Uint8Array, stream: GenericTransform): Promise<Uint8Array<ArrayBuffer>> {
  const piped = new Blob([bytes.slice()]).stream().pipeThrough(stream as TransformStream<Uint8Array, Uint8Array>);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}
type GenericTransform = CompressionStream | DecompressionStream;

/** Opened on a machine that knows nothing and reaches nobody. */
async function openedElsewhere(file: Uint8Array, key: TransactionKey) {
  await forgetAll();
  const { engine, open } = await startEngine([NOWHERE]);
  const imported = await engine.trace.importTrace(newJob(), file);
  if (!imported.ok) throw new Error(imported.error.message);
  return { engine, imported: imported.value, summary: await open(key) };
}

test('opens without any network, with names, labels and notes', async () => {
  const { file, rows, key } = await fileOf('swap-two-hops');
  await forgetAll();
  const { engine, open, settledRows } = await startEngine([NOWHERE]);
  const imported = await engine.trace.importTrace(newJob(), file);
  expect(imported).toEqual({
    ok: true,
    value: { networkId: ANVIL_NETWORK, hash: key.hash, newNetwork: false, known: false, notes: 1 },
  });
  const record = await engine.chain.loadTransaction(newJob(), key, false);
  expect(record).toMatchObject({ ok: true, value: { origin: 'cache', block: { hash: expect.any(String) } } });
  const summary = await open(key);
  expect(summary).toMatchObject({ cached: true, limitations: [expect.stringContaining('opened from a file')] });
  // Whose row it is goes by the token's own symbol, which counts for more than what a file says.
  const withoutOwner = (line: string) => line.replace(/^(\S+) .+?\./, '$1 .');
  const read = (await settledRows(summary.handle)).map(lineOf);
  expect(read.map(withoutOwner)).toEqual(rows.map(withoutOwner));
  // The saver's label is the file's word here, and no label of the reader's.
  expect(await readLabels()).toEqual([]);
  expect(await readRowNotes(key)).toEqual([{ depthId: '0', priority: 'high', comment: 'look here' }]);
  const { rows: shown } = await engine.trace.rows(summary.handle, 0 as VisibleIndex, 5);
  expect(shown.map(({ functionName }) => functionName?.origin)).toContain('traceFile');
});

test('shows sources, state and steps without any network', async () => {
  const { file, key } = await fileOf('nested-custom-error');
  const { engine, summary } = await openedElsewhere(file, key);
  expect(summary).toMatchObject({ fromFile: true, verification: { compared: { status: true } } });
  const { handle } = summary;
  const decoded = await engine.trace.sourceTrace(newJob(), handle);
  if (!decoded.ok) throw new Error(decoded.error.message);
  const { stack, contracts } = decoded.value;
  expect(contracts.every(({ name }) => name !== undefined)).toBe(true);
  const last = stack.at(-1);
  expect(last).toMatchObject({ place: { file: expect.stringMatching(/\.sol$/) } });
  const rows = await engine.trace.sourceRows(handle, 0, 200);
  expect(rows).toMatchObject({ ok: true });
  if (rows.ok) expect(rows.value.some(({ function: name }) => name !== undefined)).toBe(true);
  expect(await engine.trace.stateAt(handle, last?.step ?? 0)).toMatchObject({ ok: true });
  const [address] = contracts.map((each) => each.address);
  const source = await engine.contracts.contractSource(newJob(), key.networkId, address as never);
  expect(source).toMatchObject({ ok: true, value: { source: { origin: 'traceFile' } } });
  expect(await engine.trace.stateChanges(handle)).toMatchObject({ ok: true, value: { origin: 'replay' } });
  // The sources are there, and nobody compiled them: the file's maker alone says that the code is theirs.
  const involved = await engine.trace.contracts(handle);
  expect(involved.length).toBeGreaterThan(0);
  for (const each of involved) {
    expect(each).toMatchObject({ verification: 'stated', origin: 'traceFile' });
    const listed = await engine.contracts.contractSource(newJob(), key.networkId, each.address);
    expect(each.files).toBe(listed.ok ? listed.value.source?.files.length : undefined);
  }
});

test('shows the calls alone where the state does not lead to the receipt', async () => {
  const { file, key } = await fileOf('swap-two-hops');
  const forged = await rewritten(file, ({ state }) => {
    for (const account of state?.accounts ?? []) account.storage = '0x';
  });
  const { engine, summary } = await openedElsewhere(forged, key);
  expect(summary.verification).toBeUndefined();
  expect(summary.limitations).toContainEqual(expect.stringContaining('Steps and state are missing'));
  expect(await engine.trace.sourceTrace(newJob(), summary.handle)).toMatchObject({ ok: false });
});

test('believes no source that does not compile to the code that ran', async () => {
  const { file, key } = await fileOf('nested-custom-error');
  const forged = await rewritten(file, ({ sources, state }) => {
    // What stands at one address is said to stand at another, whose code is another.
    const [first, second] = sources?.contracts ?? [];
    if (!first || !second) throw new Error('the file holds fewer sources than the test wants');
    first.file = second.file;
    first.contract = second.contract;
    for (const run of sources?.runs ?? []) run.output = { contracts: {}, sources: {} };
    expect(state?.accounts.length).toBeGreaterThan(1);
  });
  const { engine, summary } = await openedElsewhere(forged, key);
  const decoded = await engine.trace.sourceTrace(newJob(), summary.handle);
  if (!decoded.ok) throw new Error(decoded.error.message);
  expect(decoded.value.contracts.filter(({ name }) => name !== undefined)).toEqual([]);
});

test('looks for the code of an address in the named contract alone', async () => {
  const { file, key } = await fileOf('nested-custom-error');
  let at = '';
  const forged = await rewritten(file, ({ sources }) => {
    const named = sources?.contracts.map((each) => `${each.run} ${each.file} ${each.contract}`) ?? [];
    const index = named.findIndex((name) => name !== named[0]);
    const [first, other] = [sources?.contracts[0], sources?.contracts[index]];
    if (!first || !other) throw new Error('the file holds fewer sources than the test wants');
    at = other.address;
    other.contract = `${other.contract}Other`;
  });
  await openedElsewhere(file, key);
  expect(await readContractSource(key.networkId, at as Address)).toMatchObject({ origin: 'traceFile' });
  await openedElsewhere(forged, key);
  expect(await readContractSource(key.networkId, at as Address)).toBeUndefined();
});

test('takes over no sources once it is cancelled', async () => {
  const { file, key } = await fileOf('nested-custom-error');
  const read = await decodeTraceFile(file);
  const [first] = (read.ok && read.value.sources?.contracts) || [];
  if (!first) throw new Error('the file holds fewer sources than the test wants');
  await forgetAll();
  const { engine, open } = await startEngine([chain.proxy.url]);
  await open(key);
  await engine.settled();
  const job = newJob();
  const importing = engine.trace.importTrace(job, file);
  await engine.trace.cancel(job);
  expect(await importing).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  expect(await readContractSource(key.networkId, first.address)).toBeUndefined();
  expect(await engine.trace.importTrace(newJob(), file)).toMatchObject({ ok: true, value: { known: true } });
  expect(await readContractSource(key.networkId, first.address)).toBeDefined();
});

test('keeps what this browser has from a node', async () => {
  const { file, key } = await fileOf('swap-two-hops');
  const { engine, open } = await startEngine([chain.proxy.url]);
  expect(await engine.trace.importTrace(newJob(), file)).toMatchObject({ ok: true, value: { known: true } });
  expect(await open(key)).toMatchObject({ fromFile: false });
});

test('gives way to what the node says of the transaction, and stays where it says less', async () => {
  const { file, key } = await fileOf('swap-two-hops');
  const forged = await rewritten(file, ({ transaction }) => {
    if (transaction) transaction.value = '0x3635c9adc5dea00000';
  });
  const openingOf = async (refuse?: RegExp) => {
    await forgetAll();
    chain.proxy.set(refuse === undefined ? {} : { refuse });
    const { engine } = await startEngine([chain.proxy.url]);
    expect(await engine.trace.importTrace(newJob(), forged)).toMatchObject({ ok: true, value: { known: false } });
    const updates: TransactionUpdate[] = [];
    await engine.trace.openTransaction(newJob(), key, (update) => void updates.push(update));
    await engine.settled();
    return updates.filter(({ type }) => type === 'record' || type === 'opened');
  };
  expect(await openingOf()).toMatchObject([
    { type: 'record', record: { origin: 'cache', transaction: { value: 10n ** 21n } } },
    { type: 'opened', trace: { fromFile: true } },
    { type: 'record', record: { origin: 'endpoint', transaction: { value: 0n } } },
    {
      type: 'opened',
      trace: {
        fromFile: false,
        cached: false,
        verification: { compared: { logs: 11 } },
        skipped: [{ source: 'cache', reason: expect.stringContaining('was replaced by the endpoint') }, {}],
      },
    },
  ]);
  const kept = await readTrace(key);
  expect(kept?.source).toBe('replay');
  expect(kept).not.toHaveProperty('fromFile');
  expect(
    (await openingOf(/^(debug|trace|ots)_|^eth_get(Balance|Code|StorageAt|StorageValues|TransactionCount)$/)).at(-1),
  ).toMatchObject({ type: 'opened', trace: { fromFile: true } });
});

test('takes nothing from a file of another chain than its transaction is signed for', async () => {
  const { file, key } = await fileOf('nested-custom-error');
  const moved = await rewritten(file, ({ network }) => Object.assign(network, { id: 1 }));
  await forgetAll();
  const { engine } = await startEngine([]);
  expect(await engine.trace.importTrace(newJob(), moved)).toMatchObject({
    ok: false,
    error: { code: 'badAnswer', message: 'The file says chain 1, and its transaction is signed for chain 31337.' },
  });
  expect(await readTrace({ ...key, networkId: 1 as typeof key.networkId })).toBeUndefined();
});

test('takes nothing from a file whose parts are hostile', async () => {
  const { file } = await fileOf('nested-custom-error');
  const damaged = { ok: false, error: { code: 'badAnswer', message: expect.stringContaining('damaged') } };
  const refused = async (change: (description: Required<Description>) => void) =>
    expect(await decodeTraceFile(await rewritten(file, change as (description: Description) => void))).toMatchObject(
      damaged,
    );
  expect(await decodeTraceFile(await rewritten(file, () => {}))).toMatchObject({ ok: true });
  await refused(({ state }) => Object.assign(state.accounts[0] ?? {}, { code: state.codes.length }));
  await refused(({ state }) => Object.assign(state.accounts[0] ?? {}, { storage: '0x00' }));
  await refused(({ state }) => Object.assign(state.accounts[0] ?? {}, { balance: `0x${'00'.repeat(33)}` }));
  await refused(({ state }) => state.accounts.push({ ...(state.accounts[0] as (typeof state.accounts)[0]) }));
  await refused(({ state }) => state.codes.splice(0));
  await refused(({ sources }) => Object.assign(sources.contracts[0] ?? {}, { run: sources.runs.length }));
  await refused(({ sources }) => Object.assign(sources.runs[0]?.input ?? {}, { sources: 'elsewhere' }));
  await refused(({ sources }) =>
    Object.assign(sources.runs[0]?.input.sources ?? {}, { '../../etc/passwd': { urls: ['file:///etc/passwd'] } }),
  );
});

test('takes nothing from a damaged, a cut or a newer file', async () => {
  const { file } = await fileOf('nested-custom-error');
  const unpacked = new Uint8Array(
    await new Response(new Blob([file]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer(),
  );
  const pack = async (bytes: Uint8Array<ArrayBuffer>) =>
    new Uint8Array(
      await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer(),
    );
  const changed = async (change: (bytes: Uint8Array<ArrayBuffer>) => void) => {
    const copy = unpacked.slice();
    change(copy);
    return decodeTraceFile(await pack(copy));
  };
  expect(await decodeTraceFile(await pack(unpacked))).toMatchObject({ ok: true });
  expect(await changed((bytes) => bytes.set([TRACE_FILE_VERSION + 1], 8))).toMatchObject({
    ok: false,
    error: { code: 'unsupported', message: expect.stringContaining('newer version') },
  });
  const damaged = { ok: false, error: { code: 'badAnswer', message: expect.stringContaining('damaged') } };
  expect(await decodeTraceFile(new Uint8Array([1, 2, 3]))).toMatchObject(damaged);
  expect(await decodeTraceFile(file.subarray(0, file.length - 200))).toMatchObject(damaged);
  expect(await changed((bytes) => bytes.set([0x58], 0))).toMatchObject(damaged);
  expect(await changed((bytes) => bytes.set([0xff, 0xff, 0xff, 0xff], 12))).toMatchObject(damaged);
  expect(await changed((bytes) => bytes.set([0x7d], 20))).toMatchObject(damaged);
  expect(await decodeTraceFile(await pack(unpacked.slice(0, unpacked.length - 100)))).toMatchObject(damaged);
});

test('writes transactions, receipts and blocks of every kind as they are read', async () => {
  const { engine } = await startEngine([chain.proxy.url]);
  for (const name of transactionNames.filter((each) => each !== 'hundred-thousand-calls')) {
    const record = await engine.chain.loadTransaction(newJob(), chain.keyOf(name), false);
    if (!record.ok || !record.value.receipt || !record.value.block) throw new Error(name);
    const { transaction, block } = record.value;
    const fetched = await fetchReceipt(rpcOf([chain.devnet.rpcUrl]), transaction.hash);
    if (!fetched.ok) throw new Error(name);
    const receipt = fetched.value;
    expect(withoutLogs(receipt), name).toEqual(record.value.receipt);
    const travelled = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
    expect(parse(transactionSchema(ANVIL_NETWORK), travelled(transactionToRpc(transaction))), name).toEqual(
      transaction,
    );
    expect(parse(receiptSchema(ANVIL_NETWORK), travelled(receiptToRpc(receipt))), name).toEqual(receipt);
    expect(parse(blockSchema(ANVIL_NETWORK), travelled(blockToRpc(block))), name).toEqual(block);
  }
});

test('asks the endpoint for the logs of a receipt where those kept were given up', async () => {
  const { engine, open } = await startEngine([chain.proxy.url]);
  const { handle } = await open(chain.keyOf('swap-two-hops'));
  await engine.settled();
  const again = await startEngine([chain.proxy.url]);
  const reopened = await again.open(chain.keyOf('swap-two-hops'));
  await writeDatabase((db) => db.receiptLogs.clear());
  chain.proxy.set({ fault: { kind: 'drop' } });
  const refused = await again.engine.trace.exportTrace(newJob(), reopened.handle);
  expect(refused).toMatchObject({ ok: false, error: { code: 'endpointDown' } });
  chain.proxy.set({});
  const [first, second] = await Promise.all([
    engine.trace.exportTrace(newJob(), handle),
    again.engine.trace.exportTrace(newJob(), reopened.handle),
  ]);
  if (!first.ok || !second.ok) throw new Error('a trace was not exported');
  const receiptOf = async (file: ArrayBuffer) => {
    const read = await decodeTraceFile(new Uint8Array(file));
    return read.ok ? read.value.receipt : undefined;
  };
  const receipt = await receiptOf(second.value);
  expect(receipt?.logs.length).toBeGreaterThan(0);
  expect(receipt).toEqual(await receiptOf(first.value));
});
