/** The package: `npm run pack`, installed without a network into an empty folder, on a real node. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMANDS } from '../../../tools/loupe/commands';
import { TOOLS } from '../../../tools/loupe/mcp/tools';
import { packLoupe } from '../../../tools/pack';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../../helpers/anvil';

const [ALICE, BOB] = ANVIL_ACCOUNTS;

let folder: string;
let anvil: Anvil;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'loupe-pack-'));
  anvil = await startAnvil();
});
afterAll(async () => {
  await anvil.stop();
  rmSync(folder, { recursive: true, force: true });
});

function run(command: string, given: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(
      command,
      given,
      { cwd: folder, env: { PATH: process.env.PATH, XDG_CACHE_HOME: join(folder, 'cache') } },
      (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

test('the tarball installs offline, depends on nothing, and tells a transaction', { timeout: 900_000 }, async () => {
  const tarball = await packLoupe(join(folder, 'made'));
  expect(statSync(tarball).size).toBeLessThan(12_000_000);
  const installed = await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--prefix', folder, tarball]);
  expect(installed.code, installed.err).toBe(0);
  const modules = join(folder, 'node_modules');
  expect(readdirSync(modules).filter((name) => !name.startsWith('.'))).toEqual(['loupe']);
  expect(readFileSync(join(modules, 'loupe/app/index.html'), 'utf8')).toContain('<title>Loupe');

  const hash = await anvil.call<string>('eth_sendTransaction', [{ from: ALICE, to: BOB, value: '0x7' }]);
  const loupe = join(modules, '.bin/loupe');
  const told = await run(loupe, ['tx', hash, '--rpc', anvil.url, '--json']);
  expect([told.code, told.err]).toEqual([0, '']);
  expect(JSON.parse(told.out)).toMatchObject({
    format: 'loupe-transaction',
    status: 'success',
    value: '7',
    gasUsed: 21_000,
    proof: { method: 'replay' },
  });
  expect(await run(loupe, ['tx', '0x12'])).toEqual({
    code: 2,
    out: '',
    err: 'The hash of a transaction is 0x and 64 hex digits.\n',
  });

  // Every command loads; what the run before compiled is kept, and says the same; damaged, it is made anew.
  for (const { name } of COMMANDS) expect(await run(loupe, [name, '--help'])).toMatchObject({ code: 0, err: '' });
  expect((await run(loupe, ['rpc', '--chain-id', 'x'])).err).not.toContain('bug of Loupe');
  const [name = ''] = readdirSync(join(folder, 'cache/loupe')).filter((file) => file.startsWith('tx-'));
  const kept = join(folder, 'cache/loupe', name);
  // V8 takes what was kept, whatever flags the run before ended with: nothing is compiled and kept anew.
  const { mtimeMs } = statSync(kept);
  expect(await run(loupe, ['tx', hash, '--rpc', anvil.url, '--json'])).toEqual(told);
  expect(statSync(kept).mtimeMs).toBe(mtimeMs);
  writeFileSync(kept, 'damaged');
  expect(await run(loupe, ['tx', hash, '--rpc', anvil.url, '--json'])).toEqual(told);

  const client = new Client({ name: 'test', version: '1.0.0' });
  const env = { PATH: process.env.PATH ?? '' };
  await client.connect(
    new StdioClientTransport({ command: loupe, args: ['mcp', '--rpc', anvil.url], cwd: folder, env }),
  );
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
  const answer = await client.callTool({ name: 'transaction', arguments: { transaction: hash } });
  const said = JSON.stringify(answer.content);
  expect(said).toContain('value 7 Wei');
  const [link = ''] = /http:\/\/127\.0\.0\.1:\d+\/\d+\/tx\/0x[\da-f]+/.exec(said) ?? [];
  expect(await (await fetch(link)).text()).toContain('<title>Loupe');
  await client.close();
});
