/** `loupe watch FILE` as a process on a real node: what it prints, and where it goes on after it was killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { emptyDraft, emptyStep } from '../../src/core/simulation/draft';
import { ANVIL_ACCOUNTS } from '../helpers/anvil';
import { eventually } from '../helpers/eventually';
import { expectForm } from '../helpers/json-form';
import { sendMined } from '../helpers/mined';
import { startNode, type TestNode } from '../helpers/node';
import { ANVIL_NETWORK } from '../helpers/rpc';

const [ALICE, BOB] = ANVIL_ACCOUNTS;

let node: TestNode;
let folder: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  node = await startNode();
  folder = await mkdtemp(join(tmpdir(), 'loupe-watch-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await node.stop();
});

function watch(file: string, ...options: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tools/loupe/main.ts', 'watch', file, ...options]);
  children.push(child);
  const said = { lines: [] as { watch: string; transactionHash?: string }[], err: '' };
  let open = '';
  child.stdout.on('data', (data: Buffer) => {
    const lines = (open + data.toString()).split('\n');
    open = lines.pop() ?? '';
    said.lines.push(...lines.map((line) => JSON.parse(line)));
  });
  child.stderr.on('data', (data: Buffer) => {
    said.err += data.toString();
  });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  return { child, said, ended };
}

/** The height up to which the command looked. */
function lookedAt(file: string): number {
  const kept = existsSync(`${file}.state`) ? JSON.parse(readFileSync(`${file}.state`, 'utf8')) : {};
  return (kept.progress?.next ?? 0) - 1;
}

const pay = () => sendMined(node, { from: ALICE, to: BOB, value: '0x7', gas: '0x5208' });

test('finds are printed once, and a killed command goes on where it was', async () => {
  const file = join(folder, 'watches.json');
  const watches = [{ name: 'paid', addresses: [BOB], condition: { on: 'value', least: '7' } }];
  await writeFile(file, JSON.stringify({ endpoint: node.url, networkId: ANVIL_NETWORK, watches }));
  const before = await pay();
  const first = watch(file);
  await eventually(() => expect(lookedAt(file)).toBe(Number(before.blockNumber)));
  const paid = await pay();
  await eventually(() =>
    expect(first.said.lines).toMatchObject([{ watch: 'paid', transactionHash: paid.transactionHash }]),
  );
  // A find is printed before it is kept: killed between the two, the command prints it again.
  await eventually(() => expect(lookedAt(file)).toBe(Number(paid.blockNumber)));
  first.child.kill('SIGKILL');
  await first.ended;

  const meanwhile = await pay();
  const second = watch(file, '--json');
  await eventually(() => expect(second.said.lines).toMatchObject([{ transactionHash: meanwhile.transactionHash }]));
  for (const line of [...first.said.lines, ...second.said.lines]) expectForm('watch', line);
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
  expect(second.said.lines).toHaveLength(1);
});

test('a simulation of a file is told of when it turns', async () => {
  const poor = `0x${'ab'.repeat(20)}`;
  const file = join(folder, 'simulated.json');
  const simulation = emptyDraft(`${ANVIL_NETWORK}`, [emptyStep({ from: poor, to: BOB, value: '1', manner: 'free' })]);
  const watches = [{ name: 'can pay', condition: { on: 'simulation', simulation } }];
  await writeFile(file, JSON.stringify({ endpoint: node.url, networkId: ANVIL_NETWORK, watches }));
  const before = await pay();
  const { said, child, ended } = watch(file);
  await eventually(() => expect(lookedAt(file)).toBe(Number(before.blockNumber)));
  const given = await sendMined(node, { from: ALICE, to: poor, value: '0xde0b6b3a7640000', gas: '0x5208' });
  await eventually(() =>
    expect(said.lines).toMatchObject([{ watch: 'can pay', blockNumber: Number(given.blockNumber) }]),
  );
  for (const line of said.lines) expectForm('watch', line);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('a file that is not there ends it with a sentence', async () => {
  const file = join(folder, 'missing.json');
  const { said, ended } = watch(file);
  expect(await ended).toBe(2);
  expect(said.err).toBe(`${file}: the file is not there, or cannot be read.\n`);
});

test('a file that makes no sense ends it with a sentence', async () => {
  const file = join(folder, 'wrong.json');
  await writeFile(file, '{}');
  const { said, ended } = watch(file);
  expect(await ended).toBe(2);
  expect(said.err).toContain('endpoint');
});

test('a file of another chain than the endpoint serves ends it with both chain ids', async () => {
  const file = join(folder, 'other-chain.json');
  const watches = [{ name: 'all', condition: { on: 'successful' } }];
  await writeFile(file, JSON.stringify({ endpoint: node.url, networkId: 1, watches }));
  const { said, ended } = watch(file);
  expect(await ended).toBe(2);
  expect(said.err).toContain(`serves chain ${ANVIL_NETWORK}, not 1`);
});

test('a file without watches ends it with a sentence', async () => {
  const file = join(folder, 'none.json');
  await writeFile(file, JSON.stringify({ endpoint: node.url, networkId: ANVIL_NETWORK, watches: [] }));
  const { said, ended } = watch(file);
  expect(await ended).toBe(2);
  expect(said.err).toContain(`${file}: watches:`);
});
