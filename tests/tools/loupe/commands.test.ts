/** The other commands, on the demo chain, and what all of them say of arguments that make no sense. */

import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { encodeErrorResult, encodeFunctionData, parseAbi, toEventSelector, toHex } from 'viem';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { request } from '../../../devnet/rpc';
import { COMMANDS } from '../../../tools/loupe/commands';
import { ownBySpeedscope } from '../../../tools/speedscope-file';
import { runDemoChain } from '../../helpers/demo-engine';
import { loupe } from '../../helpers/loupe';

const chain = runDemoChain();
const ask = (given: readonly string[]) =>
  loupe([...given, '--rpc', chain.proxy.url, '--sources', chain.devnet.buildOutputPath]);
const HASH = `0x${'12'.repeat(32)}`;
const ADDRESS = `0x${'12'.repeat(20)}`;

afterEach(() => {
  expect(process.exitCode).toBeUndefined();
});

test('step stops at the error and at a line, and knows the variables there', async () => {
  const { hash } = chain.keyOf('swap-too-little');
  const failed = await ask(['step', hash, '--error', '--json']);
  expect(failed).toMatchObject({ code: 0, err: '' });
  const facts = JSON.parse(failed.out) as { instruction: string; place: { file: string; line: number; text: string } };
  expect(facts).toMatchObject({ format: 'loupe-step', version: 1, instruction: 'REVERT' });
  expect(facts.place.text).toContain('revert TooLittleReceived(amountOut, minimumOut)');
  const { line } = facts.place;
  const atLine = await ask(['step', hash, '--line', `Router.sol:${line}`]);
  expect(atLine.out).toContain(`contracts/amm/Router.sol:${line}`);
  expect(atLine.out).toMatch(/deadline = [\d,]+ {2}uint256/);
  expect(await ask(['step', hash, '--line', 'Nowhere.sol:1'])).toMatchObject({
    code: 1,
    err: 'No source that ran ends with Nowhere.sol.\n',
  });
});

test('step evaluates expressions, and finds where a value changes', async () => {
  const { hash } = chain.keyOf('erc20-transfer');
  const { to: token, block } = JSON.parse((await ask(['tx', hash, '--json'])).out) as {
    to: string;
    block: { number: number };
  };
  const watched = JSON.parse((await ask(['step', hash, '--watch', 'balanceOf[to]', '--json'])).out) as {
    changes: { step: number; by?: { file: string }; before?: { value: string }; after: { value: string } }[];
  };
  const last = watched.changes.at(-1);
  const [step = 0] = watched.changes.flatMap((each) => (each.before ? [each.step] : []));
  const evaluated = await ask(['step', hash, '--at', String(step), '--expr', 'to', '--expr', 'value * 2', '--json']);
  const { expressions } = JSON.parse(evaluated.out) as { expressions: { value: { value: string } }[] };
  const [holder, twice] = expressions.map(({ value }) => value.value);
  // balanceOf(address), asked of the node after the block and before it.
  const balanceAt = async (number: number) => {
    const data = `0x70a08231${(holder ?? '').slice(2).padStart(64, '0')}`;
    return BigInt((await request(chain.proxy.url, 'eth_call', [{ to: token, data }, toHex(number)])) as string);
  };
  const [before, after] = [await balanceAt(block.number - 1), await balanceAt(block.number)];
  expect(last).toMatchObject({ before: { value: `${before}` }, after: { value: `${after}` } });
  expect(last?.by?.file).toMatch(/ERC20\.sol$/);
  expect(twice).toBe(`${(after - before) * 2n}`);
});

test('profile writes what other tools read: all gas before refunds', async () => {
  const { hash } = chain.keyOf('erc20-transfer');
  const folded = await ask(['profile', hash]);
  const sum = folded.out
    .trimEnd()
    .split('\n')
    .reduce((whole, each) => whole + Number(each.slice(each.lastIndexOf(' ') + 1)), 0);
  const { gasUsed } = JSON.parse((await ask(['tx', hash, '--json'])).out) as { gasUsed: number };
  expect(sum).toBe(gasUsed); // nothing is refunded
  expect(ownBySpeedscope((await ask(['profile', hash, '--format', 'speedscope'])).out).whole).toBe(sum);
  expect((await ask(['profile', hash, '--format', 'lines'])).out).toContain('ERC20.sol:');
});

test('diff finds nothing between a transaction and itself, and what differs between two', async () => {
  const one = chain.keyOf('erc20-transfer').hash;
  expect(JSON.parse((await ask(['diff', one, one, '--json'])).out)).toMatchObject({ isSame: true, rows: [] });
  const other = JSON.parse((await ask(['diff', one, chain.keyOf('erc20-mint').hash, '--json'])).out);
  expect(other).toMatchObject({ format: 'loupe-difference', version: 1, isSame: false });
  expect(other.rows.length).toBeGreaterThan(0);
  // Wei as decimal text (docs/command-line.md), and in the unit of the currency for people.
  const balances = other.state.filter(({ field }: { field: string }) => field === 'balance');
  expect(balances[0].a.before).toMatch(/^\d+$/);
  expect((await ask(['diff', one, chain.keyOf('erc20-mint').hash])).out).toMatch(
    / balance +[\d.]+ ETH → [\d.]+ ETH \| /,
  );
});

test('contract and storage know a contract by the build output at hand', async () => {
  const { hash } = chain.keyOf('swap-too-little');
  const { to } = JSON.parse((await ask(['tx', hash, '--json'])).out) as { to: string };
  const { out } = await ask(['contract', to]);
  expect(out).toContain('Router.sol:Router');
  expect(out).toContain('swapExactTokens(uint256,uint256,address[],address,uint256)');
  const factory = (await ask(['storage', to, 'factory'])).out.trim();
  expect(factory).toMatch(/^0x[\da-f]{40}/);
  expect((await ask(['storage', to])).out).toContain(`Router.factory = ${factory}`);
});

test('contract and verify tell of the code that a wallet delegates to', async () => {
  const { from } = JSON.parse((await ask(['tx', chain.keyOf('set-code').hash, '--json'])).out) as { from: string };
  const code = String(await request(chain.proxy.url, 'eth_getCode', [from, 'latest']));
  expect(code).toMatch(/^0xef0100/);
  const behind = `0x${code.slice(8)}`;
  const { out } = await ask(['contract', from]);
  expect(out).toContain(`delegates to ${behind} (EIP-7702)`);
  expect(out).toContain('SmartWallet.sol:SmartWallet');
  const verified = await loupe(['verify', from, chain.devnet.buildOutputPath, '--rpc', chain.proxy.url]);
  expect(verified.out).toContain(`delegates to another account; the code of ${behind} is compared`);
  expect([verified.code, verified.err]).toEqual([0, '']);
});

test('the build output of the project around the working directory is found', async () => {
  const project = mkdtempSync(join(tmpdir(), 'loupe-project-'));
  onTestFinished(() => rmSync(project, { recursive: true, force: true }));
  const deep = join(project, 'contracts/amm');
  for (const folder of [deep, join(project, 'artifacts/build-info')]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(project, 'hardhat.config.ts'), '');
  copyFileSync(chain.devnet.buildOutputPath, join(project, 'artifacts/build-info/1.json'));
  // An artefact beside a whole run, and what is no build output, are no trouble.
  writeFileSync(join(project, 'artifacts/cache.json'), '{}');
  const { hash } = chain.keyOf('swap-too-little');
  const { out, err } = await loupe(['tx', hash, '--rpc', chain.proxy.url], deep);
  expect(err).toBe('');
  expect(out).toMatch(/^✕ Router\.swapExactTokens reverted/);
  expect(out).toMatch(/contracts\/amm\/Router\.sol:\d+/);
});

describe('decode reads, without any endpoint,', () => {
  const one = `0x${'1'.padStart(64, '0')}`;
  test.each([
    [
      'calldata',
      encodeFunctionData({
        abi: parseAbi(['function transfer(address,uint256)']),
        args: [ADDRESS as `0x${string}`, 7n],
      }),
      ['transfer(address,uint256)', '7'],
    ],
    [
      'a revert string',
      encodeErrorResult({ abi: parseAbi(['error Error(string)']), args: ['paused'] }),
      ['Error(string)', 'paused'],
    ],
    // keccak256("Transfer(address,address,uint256)")
    [
      'a log',
      `0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef,${one},${one}:${one}`,
      ['Transfer(address,address,uint256)', '0x0000000000000000000000000000000000000001'],
    ],
  ])('%s', async (_, bytes, words) => {
    const { out, code } = await loupe(['decode', bytes]);
    expect(code).toBe(0);
    for (const word of words) expect(out).toContain(word);
  });
});

test('decode names a known event also where topics and data are not what it encodes to', async () => {
  const word = (value: number) => toHex(value, { size: 32 });
  const topic = toEventSelector('Transfer(address,address,uint256)');
  const decoded = async (topics: readonly string[], data: string, ...sources: readonly string[]) => {
    const { out } = await loupe(['decode', `${topics.join()}:${data}`, '--json', ...sources]);
    const { readings } = JSON.parse(out) as { readings: { signature: string; fits: boolean; inputs?: unknown[] }[] };
    return readings.map(({ signature, fits, inputs }) => [signature, fits, inputs?.length]);
  };
  const fitting = [topic, word(1), word(2)];
  const signature = 'Transfer(address,address,uint256)';
  const behind = word(3) + word(4).slice(2);
  expect(await decoded(fitting, word(3))).toEqual([[signature, true, 3]]);
  expect(await decoded(fitting, behind)).toEqual([[signature, false, undefined]]);
  expect(await decoded(fitting, '0x')).toEqual([[signature, false, undefined]]);
  // The build output states what is indexed, so that the values are known all the same.
  const own = ['--sources', chain.devnet.buildOutputPath];
  expect(await decoded(fitting, word(3), ...own)).toContainEqual([signature, true, 3]);
  // The bytes behind them stand there, too.
  expect(await decoded(fitting, behind, ...own)).toContainEqual([signature, false, 4]);
});

test('decode knows the errors of the build output as errors', async () => {
  const abi = parseAbi(['error TooLittleReceived(uint256,uint256)']);
  const data = encodeErrorResult({ abi, args: [5n, 9n] });
  const { out } = await loupe(['decode', data, '--sources', chain.devnet.buildOutputPath]);
  expect(out).toMatch(/^TooLittleReceived\(uint256,uint256\) {2}error, named by buildOutput\n/);
  expect(out).not.toContain('  call, ');
});

test('decode says once what can be an error alone', async () => {
  // ERC-6093; Solidity docs, Error handling: nobody may declare Error(string) anew.
  const abi = parseAbi(['error ERC20InsufficientBalance(address,uint256,uint256)']);
  const known = await loupe(['decode', encodeErrorResult({ abi, args: [ADDRESS as `0x${string}`, 1n, 2n] })]);
  expect(known.out.match(/^\S+ {2}(call|error), /gm)).toEqual([
    'ERC20InsufficientBalance(address,uint256,uint256)  error, ',
  ]);
  expect((await loupe(['decode', '0x08c379a0'])).out).toMatch(/^Error\(string\) {2}error, named by Solidity; /);
});

describe('bad input ends with 2 and a sentence:', () => {
  test.each([
    ['nonsense'],
    ['tx'],
    ['tx', '0x12'],
    ['tx', ADDRESS],
    ['tx', HASH, HASH],
    ['tx', HASH, '--depth', 'deep'],
    ['tx', HASH, '--bogus'],
    ['tx', HASH, '--depth', '-1'],
    ['tx', HASH, '--rpc', 'localhost'],
    ['tx', HASH, '--sources', '/nowhere/at/all'],
    ['tx', HASH, '--rpc', 'http://127.0.0.1:9'],
    ['step', HASH],
    ['step', HASH, '--at', '1', '--error'],
    ['step', HASH, '--line', 'Router.sol'],
    ['step', HASH, '--at', '1', '--expr', 'a +'],
    ['step', HASH, '--watch', ''],
    ['diff', HASH],
    ['profile', HASH, '--format', 'svg'],
    ['open'],
    ['open', '/nowhere/at/all.loupe'],
    ['decode'],
    ['decode', '0xabc'],
    ['decode', '0x12:0x'],
    ['decode', ',:0x'],
    ['decode', `${HASH}:0x:0x`],
    ['storage', HASH],
    ['storage', ADDRESS, 'total', '--block', '-1'],
    ['contract', 'vitalik'],
    ['simulate'],
    ['verify'],
    ['verify', ADDRESS],
    ['verify', ADDRESS, '/nowhere/at/all'],
    ['check'],
    ['check', 'a.json', '--json', '--against', 'b.json'],
    ['check', 'a.json', '--against', '/nowhere/at/all.json'],
    ['watch'],
    ['watch', '/nowhere/at/all.json'],
    ['rpc', '--port', '70000'],
    ['serve', '--port', 'x'],
    ['mcp', '--port', 'x'],
    ['mcp', 'now'],
    ['mcp', '--rpc', 'here'],
  ])('%s %s %s %s', async (...given) => {
    const { code, out, err } = await loupe(given.filter((each) => each !== undefined));
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^[^\n]+[.]\n("loupe \w+ --help" says how it is used\.\n)?$/);
    expect(err).not.toMatch(/bug of Loupe|\n {4}at /);
  });
});

test('a step behind the last, and build output that is none, are no answers', async () => {
  const { hash } = chain.keyOf('erc20-transfer');
  const behind = await ask(['step', hash, '--at', '99999999']);
  expect([behind.code, behind.out]).toEqual([1, '']);
  expect(behind.err).toMatch(/^There is no step 99999999; the last is \d+\.\n$/);
  const file = join(mkdtempSync(join(tmpdir(), 'loupe-none-')), 'none.json');
  onTestFinished(() => rmSync(dirname(file), { recursive: true, force: true }));
  writeFileSync(file, 'null');
  for (const given of [
    ['contract', ADDRESS, '--sources', file],
    ['verify', ADDRESS, file],
  ]) {
    const { code, out, err } = await loupe([...given, '--rpc', chain.proxy.url]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^There is no build output at .*none\.json /);
  }
});

test('credentials of an endpoint are sent as a header, and shown to nobody', async () => {
  const { host } = new URL(chain.proxy.url);
  const { hash } = chain.keyOf('erc20-transfer');
  expect((await loupe(['tx', hash, '--rpc', `http://user:secret@${host}`])).code).toBe(0);
  const down = await loupe(['tx', hash, '--rpc', 'http://user:secret@127.0.0.1:9']);
  expect(down.code).toBe(2);
  expect(down.err).not.toContain('secret');
});

test('a hash that the endpoint does not know ends with 1', async () => {
  const { code, err } = await ask(['tx', HASH]);
  expect(err).toContain('does not know it');
  expect(code).toBe(1);
});

test('each command has help with an example', async () => {
  for (const { name, load } of COMMANDS) {
    const { summary, ...command } = await load();
    expect(command.name).toBe(name);
    const { out, code } = await loupe([name, '--help']);
    expect(code).toBe(0);
    expect(out).toContain(summary);
    expect(out).toContain(`Example:\n  loupe ${name}`);
  }
});
