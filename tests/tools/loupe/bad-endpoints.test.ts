/** What commands say of endpoints that are out of order, and what they end with: the same of all commands. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runDemoChain } from '../../helpers/demo-engine';
import type { Behaviour } from '../../helpers/fault-proxy';
import { loupe } from '../../helpers/loupe';

const chain = runDemoChain();
const ADDRESS = `0x${'12'.repeat(20)}`;

let folder: string;
let simulation: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'loupe-bad-'));
  simulation = join(folder, 'simulation.json');
  const blocks = [{ steps: [{ from: ADDRESS, to: ADDRESS, value: '0' }] }];
  writeFileSync(simulation, JSON.stringify({ format: 'loupe-simulation', version: 1, network: '31337', blocks }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** All but the first question, which no command goes on without. */
const OTHERS = /^(?!eth_chainId$)/;
const body = (text: string): Behaviour => ({ fault: { kind: 'body', body: text }, methods: OTHERS });
const NULL = { own: (method: string) => (OTHERS.test(method) ? null : undefined) };

/** By the transaction or the account that is asked for, and what is simulated, which asks for the head. */
const COMMANDS: readonly (readonly [string, (hash: string) => readonly string[]])[] = [
  ['tx', (hash) => ['tx', hash]],
  ['step', (hash) => ['step', hash, '--error']],
  ['diff', (hash) => ['diff', hash, hash]],
  ['profile', (hash) => ['profile', hash]],
  ['storage', () => ['storage', ADDRESS, 'owner']],
  ['contract', () => ['contract', ADDRESS]],
  ['verify', () => ['verify', ADDRESS, chain.devnet.buildOutputPath]],
  ['simulate', () => ['simulate', simulation]],
  ['check', () => ['check', simulation]],
];

describe.each(COMMANDS)('%s ends with 2 and a sentence where the endpoint', (name, given) => {
  test.each([
    ['answers with an error', { fault: { kind: 'rpcError', code: -32000, message: 'out of cheese' }, methods: OTHERS }],
    ['answers with a page', body('<html>busy</html>')],
    ['answers with nothing', body('')],
    ['breaks the connection off', { fault: { kind: 'drop' }, methods: OTHERS }],
  ] as [string, Behaviour][])('%s', async (_, behaviour) => {
    chain.proxy.set(behaviour);
    const { code, out, err } = await loupe([...given(chain.keyOf('swap-too-little').hash), '--rpc', chain.proxy.url]);
    expect(code).toBe(2);
    // A build server is told that the file could not be run, too.
    expect(out).toMatch(name === 'check' ? /<error message=/ : /^$/);
    expect(err.split('\n')[0]).toMatch(/^.*127\.0\.0\.1:\d+ .*\.$/);
    expect(err).not.toMatch(/bug of Loupe|\n {4}at |web pages/);
    if (behaviour.fault?.kind === 'rpcError' && !/simulate|check/.test(name))
      expect(err).toContain('it says: out of cheese');
  });
});

test('null of a transaction is an answer: it is not known; null of anything else is none', async () => {
  chain.proxy.set(NULL);
  for (const [name, given] of COMMANDS) {
    const { code, err } = await loupe([...given(chain.keyOf('swap-too-little').hash), '--rpc', chain.proxy.url]);
    expect([name, code, err]).toEqual([name, /tx|step|diff|profile/.test(name) ? 1 : 2, expect.stringMatching(/\.\n/)]);
  }
});

test('an answer larger than is read whole ends with 2, whatever was asked', { timeout: 300_000 }, async () => {
  // net/rpc/limits.ts reads 64 MB.
  chain.proxy.set(body(`{"jsonrpc":"2.0","id":1,"result":"0x${'0'.repeat(65 << 20)}"}`));
  for (const [name, given] of COMMANDS.filter(([each]) => /tx|contract|check/.test(each))) {
    const { code, err } = await loupe([...given(chain.keyOf('swap-too-little').hash), '--rpc', chain.proxy.url]);
    expect([name, code]).toEqual([name, 2]);
    expect(err).toMatch(/The answer of 127\.0\.0\.1:\d+ to eth_\w+ is larger than it or Loupe allows\.\n/);
  }
});
