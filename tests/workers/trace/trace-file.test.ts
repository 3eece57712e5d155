/** A trace goes into a file, and comes back on a machine that knows nothing. */
import 'fake-indexeddb/auto';
import { parse } from 'valibot';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { transactionNames } from '../../../devnet/names';
import { blockToRpc, receiptToRpc, transactionToRpc } from '../../../src/core/chain/rpc-form';
import { readLabels, saveLabel } from '../../../src/db/labels';
import { readRowNotes, saveRowNote } from '../../../src/db/row-notes';
import { blockSchema } from '../../../src/net/rpc/block-schema';
import { receiptSchema } from '../../../src/net/rpc/receipt-schema';
import { transactionSchema } from '../../../src/net/rpc/transaction-schema';
import type { VisibleIndex } from '../../../src/workers/trace/trace.api';
import { decodeTraceFile, traceFileVersion } from '../../../src/workers/trace/trace-file';
import {
  type DemoChain,
  forgetAll,
  importDemoContracts,
  lineOf,
  newJob,
  startDemoChain,
  startEngine,
} from '../../helpers/demo-engine';
import { ANVIL_NETWORK } from '../../helpers/rpc';

vi.setConfig({ testTimeout: 60_000 });

let chain: DemoChain;
beforeAll(async () => {
  chain = await startDemoChain();
}, 120_000);
afterAll(() => chain?.stop());
afterEach(forgetAll);

/** An endpoint nobody serves. */
const NOWHERE = 'http://127.0.0.1:9';

async function fileOf(name: 'swap-two-hops' | 'nested-custom-error') {
  const { engine, open, settledRows } = await startEngine([chain.proxy.url]);
  await importDemoContracts(engine, chain);
  const key = chain.keyOf(name);
  const { handle } = await open(key);
  const rows = (await settledRows(handle)).map(lineOf);
  const [router] = await engine.contracts(handle);
  if (router) await saveLabel({ ...key, address: router.address, name: 'My router' });
  await saveRowNote(key, { depthId: '0', priority: 'high', comment: 'look here' });
  return { file: new Uint8Array(await engine.exportTrace(handle)), rows, key };
}

it('opens without any network, with names, labels and notes', async () => {
  const { file, rows, key } = await fileOf('swap-two-hops');
  await forgetAll();
  const { engine, open, settledRows } = await startEngine([NOWHERE]);
  const imported = await engine.importTrace(file);
  expect(imported).toEqual({
    ok: true,
    value: { networkId: ANVIL_NETWORK, hash: key.hash, newNetwork: false, labels: 1, notes: 1 },
  });
  const record = await engine.loadTransaction(newJob(), key, false);
  expect(record).toMatchObject({ ok: true, value: { origin: 'cache', block: { hash: expect.any(String) } } });
  const summary = await open(key);
  expect(summary).toMatchObject({ cached: true, limitations: [expect.stringContaining('opened from a file')] });
  // Whose row it is goes by the token's own symbol, which counts for more than what a file says.
  const withoutOwner = (line: string) => line.replace(/^(\S+) .+?\./, '$1 .');
  const read = (await settledRows(summary.handle)).map(lineOf);
  expect(read.map(withoutOwner)).toEqual(rows.map(withoutOwner));
  expect((await readLabels()).map(({ name }) => name)).toEqual(['My router']);
  expect(await readRowNotes(key)).toEqual([{ depthId: '0', priority: 'high', comment: 'look here' }]);
  const { rows: shown } = await engine.rows(summary.handle, 0 as VisibleIndex, 5);
  expect(shown.map(({ functionName }) => functionName?.origin)).toContain('traceFile');
});

it('takes nothing from a damaged, a cut or a newer file', async () => {
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
  expect(await changed((bytes) => bytes.set([traceFileVersion + 1], 8))).toMatchObject({
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

it('writes transactions, receipts and blocks of every kind as they are read', async () => {
  const { engine } = await startEngine([chain.proxy.url]);
  for (const name of transactionNames.filter((each) => each !== 'hundred-thousand-calls')) {
    const record = await engine.loadTransaction(newJob(), chain.keyOf(name), false);
    if (!record.ok || !record.value.receipt || !record.value.block) throw new Error(name);
    const { transaction, receipt, block } = record.value;
    const travelled = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
    expect(parse(transactionSchema(ANVIL_NETWORK), travelled(transactionToRpc(transaction))), name).toEqual(
      transaction,
    );
    expect(parse(receiptSchema(ANVIL_NETWORK), travelled(receiptToRpc(receipt))), name).toEqual(receipt);
    expect(parse(blockSchema(ANVIL_NETWORK), travelled(blockToRpc(block))), name).toEqual(block);
  }
});
