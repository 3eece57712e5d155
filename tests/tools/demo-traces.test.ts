/** The trace files a build ships open without any network. */
import 'fake-indexeddb/auto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { transactionNotes } from '../../devnet/names';
import { parseRuntimeConfig } from '../../src/core/config/runtime-config';
import { shippedTraces, writeDemoTraces } from '../../tools/demo-traces';
import { forgetAll, newJob, startDemoChain, startEngine } from '../helpers/demo-engine';

const folders: string[] = [];
afterAll(async () => {
  await forgetAll();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
});

test('are small, and bring their source along', async () => {
  const chain = await startDemoChain();
  const folder = await mkdtemp(join(tmpdir(), 'traces-'));
  folders.push(folder);
  const sizes = await writeDemoTraces(chain.devnet, folder, ['console-log']);
  await chain.stop();
  expect(sizes['console-log']).toBeLessThan(1_000_000);
  await forgetAll();
  const { engine, open } = await startEngine(['http://127.0.0.1:9']);
  const imported = await engine.trace.importTrace(newJob(), await readFile(join(folder, 'console-log.loupe')));
  if (!imported.ok) throw new Error(imported.error.message);
  const { handle } = await open(imported.value);
  const read = await engine.trace.sourceTrace(newJob(), handle);
  expect(read.ok && read.value.logs).toHaveLength(6);
});

test('are those that the configuration of a build offers', async () => {
  const config = parseRuntimeConfig(JSON.parse(await readFile('public/config.json', 'utf8')));
  if (!config.ok) throw new Error(config.error);
  expect(config.value.traces).toEqual(
    shippedTraces.map((name) => ({ name, note: transactionNotes[name], file: `/traces/${name}.loupe` })),
  );
});
