/** The command that runs saved simulations, on a real node. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANVIL_ACCOUNTS } from '../helpers/anvil';
import { expectForm } from '../helpers/json-form';
import { loupe } from '../helpers/loupe';
import { startNode, type TestNode } from '../helpers/node';
import { ANVIL_NETWORK } from '../helpers/rpc';

const [ALICE, BOB] = ANVIL_ACCOUNTS;

let node: TestNode;
let folder: string;
beforeAll(async () => {
  node = await startNode();
  folder = await mkdtemp(join(tmpdir(), 'loupe-simulate-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await node.stop();
});

type Ended = { code: number; said: string };

/** What the command says of a file, and the code it ends with. */
async function simulate(content: unknown, endpoint: readonly string[] = ['--rpc', node.url], by = run): Promise<Ended> {
  const file = join(folder, 'simulation.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return by(file, ...endpoint);
}

/** Runs the command in this process. */
async function run(...given: readonly string[]): Promise<Ended> {
  const { code, out, err } = await loupe(['simulate', ...given]);
  return { code, said: out + err };
}

/** Runs it as a process of its own. */
function runProcess(...given: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', 'tools/loupe/main.ts', 'simulate', ...given],
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), said: stdout + stderr });
      },
    );
  });
}

function transfer(expect: Record<string, string>) {
  const steps = [{ from: ALICE, to: BOB, value: '1 ether', expect }];
  return { format: 'loupe-simulation', version: 1, network: String(ANVIL_NETWORK), blocks: [{ steps }] };
}

test('ends with 0 where every step came to what it expects', async () => {
  const { code, said } = await simulate(transfer({ status: 'success', gas: '21000' }));
  expect(said).toContain('✓ succeeds, 21,000 gas');
  expect(code).toBe(0);
});

test('ends with 1, and names it, where an expectation is not met', async () => {
  const failing = transfer({ status: 'failed' });
  const ended = await simulate(failing);
  expect(ended.said).toContain('✕');
  expect(ended.code).toBe(1);
  // As a process it says and ends with the same.
  expect(await simulate(failing, ['--rpc', node.url], runProcess)).toEqual(ended);
});

test('says why a step failed, and all of it as JSON', async () => {
  // Reverts with Error("paused") (Solidity docs, Error(string)).
  const data = `08c379a0${'20'.padStart(64, '0')}${'06'.padStart(64, '0')}${Buffer.from('paused').toString('hex').padEnd(64, '0')}`;
  const code = `0x6064600c60003960646000fd${data}`;
  const failing = transfer({});
  const file = {
    ...failing,
    blocks: [
      {
        steps: [
          { from: ALICE, input: code },
          { from: ALICE, to: BOB },
        ],
      },
    ],
  };
  const told = await simulate(file);
  expect(told.code).toBe(1);
  expect(told.said).toContain('✕ execution reverted: paused');
  const { said, code: ended } = await simulate(file, ['--rpc', node.url, '--json']);
  expect(ended).toBe(1);
  expectForm('simulate', JSON.parse(said));
  expect(JSON.parse(said).reports).toMatchObject([
    {
      code: 1,
      steps: [
        { isAsExpected: false, reason: 'paused' },
        { words: 'not run', unmet: [] },
      ],
    },
  ]);
});

test('ends with 2 and a sentence where there is no file, or an option is none', async () => {
  const missing = join(folder, 'missing.json');
  expect(await run(missing)).toEqual({ code: 2, said: `${missing}: the file is not there, or cannot be read.\n` });
  const { code, said } = await run(missing, '--prc');
  expect(said).toContain("Unknown option '--prc'");
  expect(said).not.toContain('node:internal'); // a sentence, no stack
  expect(code).toBe(2);
});

test('ends with 2 where a file is none, or what it says cannot be run', async () => {
  expect(await simulate('{')).toMatchObject({ code: 2, said: expect.stringContaining('no simulation of version 1') });
  const elsewhere = await simulate({ ...transfer({}), network: 'mainnet' });
  expect(elsewhere).toMatchObject({ code: 2, said: expect.stringContaining('no chain id') });
  const broken = transfer({});
  const { code, said } = await simulate({ ...broken, blocks: [{ steps: [{ from: 'nobody' }] }] });
  expect(said).not.toContain('at async'); // a sentence, no stack
  expect(code).toBe(2);
  const alone = await simulate(transfer({}), []);
  expect(alone).toMatchObject({ code: 2, said: expect.stringMatching(/only the request.*--rpc URL/) });
});
