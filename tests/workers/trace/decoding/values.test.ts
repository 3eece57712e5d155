/** Values read the same in rows, headline, stack trace, events and state; the expected ones are those of `values.sol`. */
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Abi, encodeFunctionData, maxUint256, parseAbi, toFunctionSelector } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stateCsv } from '../../../../src/app/views/state/state-csv';
import type { Decoded } from '../../../../src/core/abi/decoded';
import { cutValue } from '../../../../src/core/abi/value-text';
import type { Address, Hex } from '../../../../src/core/chain/primitives';
import { RowKind, rowIndex } from '../../../../src/core/trace/rows';
import { errorText } from '../../../../src/workers/trace/rows/failure-text';
import type { RowView, VisibleIndex } from '../../../../src/workers/trace/rows.api';
import { ANVIL_ACCOUNTS } from '../../../helpers/anvil';
import { forgetAll, newJob, startEngine } from '../../../helpers/demo-engine';
import { sendMined } from '../../../helpers/mined';
import { startNode, type TestNode } from '../../../helpers/node';
import { ANVIL_NETWORK } from '../../../helpers/rpc';
import { newestSolc } from '../../../helpers/solc';

type Contract = { abi: Abi; evm: { bytecode: { object: string } } };

const [DEPLOYER, OTHER] = ANVIL_ACCOUNTS as unknown as [Address, Address];
/** `baseapp`, its length, schema 0 and the marker (ERC-8021). */
const BASEAPP = `626173656170700700${'8021'.repeat(8)}`;

const input = {
  language: 'Solidity',
  sources: { 'values.sol': { content: readFileSync(resolve(import.meta.dirname, 'values.sol'), 'utf8') } },
  settings: {
    outputSelection: {
      '*': {
        '*': ['abi', 'evm.bytecode', 'evm.deployedBytecode', 'evm.methodIdentifiers', 'storageLayout', 'metadata'],
        '': ['ast'],
      },
    },
  },
};
const solc = newestSolc();
const output = JSON.parse(solc.compile(JSON.stringify(input)));
const contracts: Record<string, Contract> = output.contracts['values.sol'];
const build = { id: 'values', _format: 'hh-sol-build-info-1', solcVersion: '', solcLongVersion: '', input, output };

let node: TestNode;
const at: Record<string, Address> = {};

beforeAll(async () => {
  node = await startNode();
  let last = '';
  for (const name of [
    'Token',
    'Mixed',
    'Kitty',
    'Snake',
    'Bare',
    'Teller',
    'Permits',
    'Vault',
    'Shares',
    'Inner',
    'Outer',
    'Holder',
    'Callbacks',
    'Loud',
  ]) {
    // A library stands before what is linked with it.
    const data = `0x${contracts[name]?.evm.bytecode.object.replace(/__\$.{34}\$__/g, last)}`;
    at[name] = (await sendMined(node, { from: DEPLOYER, data, gas: '0x989680' })).contractAddress;
    last = at[name].slice(2);
  }
});
afterAll(async () => {
  await forgetAll();
  await node?.stop();
});

const call = (contract: string, functionName: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: contracts[contract]?.abi ?? [], functionName, args });

/** Sends the call and opens it, with the build output imported or with nothing known. */
async function openCall(contract: string, data: Hex, isKnown: boolean) {
  return openSent({ to: at[contract], data }, isKnown);
}

async function openSent(
  sent: { to?: Address | undefined; data: Hex },
  isKnown: boolean,
  beforeOpening = async () => {},
) {
  const { transactionHash } = await sendMined(node, { from: DEPLOYER, gas: '0xf4240', ...sent });
  await beforeOpening();
  const { engine, open, settledRows } = await startEngine([node.url]);
  if (isKnown) {
    const bytes = new TextEncoder().encode(JSON.stringify({ ...build, solcLongVersion: solc.longVersion }));
    const imported = await engine.contracts.importBuildOutput('values.json', bytes);
    if (!imported.ok) throw new Error(imported.error.message);
  }
  const { handle } = await open({ networkId: ANVIL_NETWORK, hash: transactionHash });
  await settledRows(handle, 1);
  const source = await engine.trace.sourceTrace(newJob(), handle);
  await engine.settled();
  const { rows } = await engine.trace.rows(handle, 0 as VisibleIndex, 100);
  return { engine, handle, rows, stack: source.ok ? source.value.stack : [] };
}

const textOf = (values: readonly Decoded[] | undefined) =>
  (values ?? []).map((value) => `${value.name}: ${cutValue(value, 160).text}`).join(', ');

const rowOf = (rows: readonly RowView[], name: string) => rows.find(({ functionName }) => functionName?.text === name);

test('an id in a topic is no amount, and what may be one is none either, where a contract has both', async () => {
  for (const isKnown of [false, true]) {
    const { rows } = await openCall('Mixed', call('Mixed', 'transferFrom', [DEPLOYER, OTHER, 7n]), isKnown);
    const events = rows.filter(({ functionName }) => functionName?.text === 'Transfer');
    expect(events.map(({ inputs }) => textOf(inputs?.slice(2)))).toEqual(['value: 5.0 MIX', 'tokenId: 7']);
    expect(textOf(rows[0]?.inputs?.slice(2)).replace(/^\w+/, 'third')).toBe('third: 7');
  }
});

test('an event that indexes nothing is decoded', async () => {
  for (const isKnown of [false, true]) {
    const { engine, handle, rows } = await openCall('Kitty', call('Kitty', 'mint', [OTHER]), isKnown);
    const values = rowOf(rows, 'Transfer')?.inputs?.map(({ text }) => text);
    expect(values).toEqual([`0x${'0'.repeat(40)}`, OTHER, '9']);
    expect(rowOf(rows, 'Transfer')?.inputs?.[2]?.name).toBe('tokenId');
    const moved = await engine.trace.settledTransfers(handle);
    expect(moved.transfers).toMatchObject([
      { standard: 'ERC-721', token: at.Kitty, to: OTHER, tokenId: 9n, amount: 1n },
    ]);
  }
});

test('an amount of a token without decimals is no id (otterscan#3631)', async () => {
  await forgetAll();
  const { engine, handle, rows } = await openCall('Bare', call('Bare', 'mint', [OTHER]), false);
  expect(textOf(rowOf(rows, 'Transfer')?.inputs?.slice(2))).toBe('value: 9');
  const moved = await engine.trace.settledTransfers(handle);
  expect(moved.transfers).toMatchObject([{ standard: 'ERC-20', token: at.Bare, to: OTHER, amount: 9n }]);
});

test.each([
  [
    'a governor',
    'function propose(address[] targets, uint256[] values, bytes[] calldatas, string description)',
    (data: Hex) => [[OTHER], [0n], [data], 'pay'],
  ],
  [
    'a timelock',
    'function schedule(address target, uint256 value, bytes data, bytes32 predecessor, bytes32 salt, uint256 delay)',
    (data: Hex) => [OTHER, 0n, data, `0x${'00'.repeat(32)}`, `0x${'00'.repeat(32)}`, 5n],
  ],
])(
  'a call that %s only keeps is decoded by what is bundled, though nothing runs it',
  async (_, signature, argumentsOf) => {
    await forgetAll();
    const held = encodeFunctionData({ abi: parseAbi(['function approve(address, uint256)']), args: [OTHER, 5n] });
    const data = encodeFunctionData({ abi: parseAbi([signature]), args: argumentsOf(held) } as never);
    const { rows } = await openCall('Bare', data, false);
    const inputs = rows[0]?.inputs?.flatMap((input) => [input, ...(input.items ?? [])]) ?? [];
    const [call] = inputs.find(({ nested }) => nested !== undefined)?.nested ?? [];
    expect(call).toMatchObject({ name: 'approve', items: [{ text: OTHER.toLowerCase() }, { text: '5' }] });
  },
);

test('storage that a library called by a library writes is that of the contract', async () => {
  const { engine, handle } = await openCall('Holder', call('Holder', 'raise', [5n]), true);
  const variables = await engine.trace.storageVariables(handle);
  if (!variables.ok) throw new Error(variables.error.message);
  const told = variables.value.flatMap(({ values }) => values.map(({ path, after }) => `${path} = ${after.text}`));
  expect(told.sort()).toEqual(['place.a = 5', 'place.b = 2']);
});

test('what a vault calls assets has the unit of the token that it moves', async () => {
  const data = call('Shares', 'redeem', [15n * 10n ** 17n, OTHER, DEPLOYER]);
  const { rows } = await openCall('Shares', data, false);
  const [root] = rows;
  expect(textOf(root?.inputs?.slice(0, 1))).toBe('shares: 1.5 sPTK');
  expect(root && 'outputs' in root && textOf(root.outputs)).toMatch(/: 1\.5 PTK$/);
  expect(textOf(rowOf(rows, 'Withdraw')?.inputs?.slice(3))).toBe('assets: 1.5 PTK, shares: 1.5 sPTK');
});

test('bytes behind the arguments leave the call, and are shown as what they are', async () => {
  for (const isKnown of [false, true]) {
    const data: Hex = `${call('Token', 'transfer', [OTHER, 5_000n])}${BASEAPP}`;
    const { engine, handle, rows } = await openCall('Token', data, isKnown);
    const [root] = rows;
    expect(root?.functionName?.text).toBe('transfer');
    expect(textOf(root?.inputs?.slice(1))).toBe('value: 0.005 PTK, 25 more bytes: attribution("baseapp")');
    const { inputs } = await engine.trace.detail(handle, rowIndex(0));
    expect(textOf(inputs?.slice(1))).toBe('value: 0.005 PTK, 25 more bytes: attribution("baseapp")');
  }
});

test('bytes behind the data of an event leave it, and are shown as what they are', async () => {
  const { engine, handle, rows } = await openCall('Loud', call('Loud', 'say', []), true);
  expect(textOf(rowOf(rows, 'Said')?.inputs)).toBe('id: 3, value: 7, 2 more bytes: 0xabcd');
  const { events } = await engine.trace.events(handle, { undone: false }, 0, 10);
  expect(events.map(({ inputs }) => textOf(inputs))).toEqual(['id: 3, value: 7, 2 more bytes: 0xabcd']);
});

test('amounts read alike in the call, its internal calls, storage, state, and the exported state', async () => {
  const { engine, handle, rows } = await openCall('Token', call('Token', 'transfer', [OTHER, 1_500_000n]), true);
  expect(textOf(rowOf(rows, 'transfer')?.inputs?.slice(1))).toBe('value: 1.5 PTK');
  const writes = rows.flatMap((row) => ('access' in row ? row.access.values : []));
  expect(writes.length).toBeGreaterThan(2);
  for (const { after } of writes) expect(cutValue(after).text).toMatch(/^[\d.]+ PTK$/);
  const internal = rowOf(rows, '_transfer');
  const read = await engine.trace.rowValues(handle, internal ? [internal.row] : []);
  expect(read.map(({ inputs }) => textOf(inputs?.slice(2)))).toEqual(['value: 1.5 PTK']);
  const again = await engine.trace.rows(handle, 0 as VisibleIndex, 100);
  expect(textOf(rowOf(again.rows, '_transfer')?.inputs?.slice(2))).toBe('value: 1.5 PTK');
  const variables = await engine.trace.storageVariables(handle);
  if (!variables.ok) throw new Error(variables.error.message);
  for (const { values } of variables.value)
    for (const { after } of values) expect(cutValue(after, 400).text).toMatch(/^[\d.]+ PTK$/);
  const changes = await engine.trace.stateChanges(handle);
  expect(changes.ok && stateCsv(changes.value, variables.value)).toMatch(/,[\d.]+ PTK,[\d.]+ PTK,\r?\n/);
});

test('a token hands amounts on to functions of any name, and keeps them in variables with underscores', async () => {
  const { engine, handle, rows } = await openCall('Snake', call('Snake', 'transfer', [OTHER, 40_000_000n]), true);
  const inside = ['_hand_over', '_keep', '_stamp'].map((name) => rowOf(rows, name)?.row ?? rowIndex(0));
  const read = await engine.trace.rowValues(handle, inside);
  expect(read.map(({ inputs }) => textOf(inputs?.filter(({ kind }) => kind !== 'address')))).toEqual([
    'v: 40.0 SNK, many: 7',
    'fee: 4.0 SNK',
    // It takes no account, so that nothing says that it moves anything.
    'at: 40,000,000',
  ]);
  const variables = await engine.trace.storageVariables(handle);
  if (!variables.ok) throw new Error(variables.error.message);
  const told = variables.value.flatMap(({ values }) => values.map(({ path, after }) => [path, cutValue(after).text]));
  expect(told.map(([path, value]) => `${String(path).slice(0, 15)} ${value}`).sort()).toEqual([
    'stamp 40,000,000',
    'token_balances[ 36.0 SNK',
    'token_balances[ 4.0 SNK',
    'token_balances[ 960.0 SNK',
  ]);
});

test('a call that bytes hold is one of the contract that was called with them', async () => {
  const { rows } = await openCall('Snake', call('Snake', 'tell', [at.Token, OTHER, 2_000n]), true);
  const told = rows.filter(({ functionName }) => functionName?.text === 'Told');
  expect(told.map(({ inputs }) => textOf(inputs))).toEqual([
    `call_data: approve(${OTHER.slice(0, 8)}…${OTHER.slice(-4)}, 0.002 PTK)`,
  ]);
});

test('shares of a vault, votes and a wrapper are amounts of the contract itself; its storage of ERC-7201, too', async () => {
  const { engine, handle, rows } = await openCall('Vault', call('Vault', 'mint', [2_500_000_000n, OTHER]), true);
  expect(textOf(rows[0]?.inputs?.slice(0, 1))).toBe('shares: 2.5 vPT');
  const { events } = await engine.trace.events(handle, { undone: false }, 0, 10);
  expect(events.map(({ inputs }) => textOf(inputs?.slice(1)).replace(/\S+: 0x\S+, /, ''))).toEqual([
    'value: 2.5 vPT',
    'assets: 2,500,000, shares: 2.5 vPT',
    'previousVotes: 0 vPT, newVotes: 2.5 vPT',
    'amount: 2.5 vPT',
  ]);
  const variables = await engine.trace.storageVariables(handle);
  const changes = variables.ok ? variables.value.flatMap(({ values }) => values) : [];
  expect(changes.map(({ path, after }) => [path.split('[')[0], cutValue(after).text])).toEqual([
    ['ERC20Storage._balances', '2.5 vPT'],
  ]);
  const again = await openCall('Vault', call('Vault', 'mint', [1_234_567_000_000_003n, OTHER]), true);
  const small = await openCall('Vault', call('Vault', 'mint', [3n, OTHER]), true);
  expect(again.rows).toHaveLength(rows.length);
  const slots = await small.engine.trace.storageVariables(small.handle);
  const [change] = slots.ok ? slots.value.flatMap(({ values }) => values) : [];
  expect(change && cutValue(change.after).text).toBe('1,234,569.500000006 vPT');
});

test('a helper of tokens moves an amount of the token that it is given', async () => {
  const data = call('Vault', 'send', [at.Token, OTHER, 0n]);
  const { engine, handle, rows } = await openCall('Vault', data, true);
  const helper = rowOf(rows, 'safeTransfer');
  const [read] = await engine.trace.rowValues(handle, helper ? [helper.row] : []);
  expect(textOf(read?.inputs?.slice(2))).toBe('value: 0 PTK');
});

test('a contract that declares no constructor is created without arguments', async () => {
  const data = `0x${contracts.Vault?.evm.bytecode.object}`;
  const { transactionHash } = await sendMined(node, { from: DEPLOYER, data, gas: '0x989680' });
  const { engine, open } = await startEngine([node.url]);
  const bytes = new TextEncoder().encode(JSON.stringify({ ...build, solcLongVersion: solc.longVersion }));
  await engine.contracts.importBuildOutput('values.json', bytes);
  const { handle } = await open({ networkId: ANVIL_NETWORK, hash: transactionHash });
  await engine.settled();
  const { rows } = await engine.trace.rows(handle, 0 as VisibleIndex, 1);
  expect([rows[0]?.functionName?.text, rows[0]?.inputs]).toEqual(['constructor', []]);
});

test('an allowance without end is said to be one', async () => {
  const { engine, handle, rows } = await openCall('Token', call('Token', 'approve', [OTHER, maxUint256]), true);
  expect(textOf(rows[0]?.inputs?.slice(1))).toBe('value: unlimited PTK');
  expect(textOf(rowOf(rows, 'Approval')?.inputs?.slice(2))).toBe('value: unlimited PTK');
  const variables = await engine.trace.storageVariables(handle);
  const after = variables.ok ? variables.value[0]?.values[0]?.after : undefined;
  expect(after && cutValue(after).text).toBe('unlimited PTK');
});

test('an allowance of Permit2 is one of the token that it names', async () => {
  await openCall('Token', call('Token', 'approve', [at.Permits, 1n]), true);
  for (const [amount, said] of [
    [2_500_000n, '2.5 PTK'],
    [2n ** 160n - 1n, 'unlimited PTK'],
  ] as const) {
    const data = call('Permits', 'approve', [at.Token, OTHER, amount, 1_900_000_000]);
    const { rows } = await openCall('Permits', data, true);
    expect(textOf(rows[0]?.inputs?.slice(2))).toBe(`amount: ${said}, expiration: 1,900,000,000`);
    expect(textOf(rowOf(rows, 'Approval')?.inputs?.slice(3))).toBe(`amount: ${said}, expiration: 1,900,000,000`);
  }
});

test('the structs of Permit2 name the token of their amounts', async () => {
  await openCall('Token', call('Token', 'approve', [at.Permits, 1n]), true);
  const details = { token: at.Token, amount: 2n ** 160n - 1n, expiration: 1, nonce: 2 };
  const transfer = { from: DEPLOYER, to: OTHER, amount: 2_500_000n, token: at.Token };
  const data = call('Permits', 'structs', [details, { token: at.Token, amount: 1_500_000n }, [transfer]]);
  const { rows } = await openCall('Permits', data, true);
  const [first, second, list] = rows[0]?.inputs ?? [];
  expect(textOf(first?.items?.slice(1, 3))).toBe('amount: unlimited PTK, expiration: 1');
  expect(textOf(second?.items?.slice(1))).toBe('amount: 1.5 PTK');
  expect(textOf(list?.items?.[0]?.items?.slice(2, 3))).toBe('amount: 2.5 PTK');
});

test('bytes of an event that hold an error read as it, in units of the token that failed', async () => {
  const transfers = [1_000_000n, 200_000_000n].map((value) => call('Token', 'transfer', [OTHER, value]));
  const data = call('Teller', 'executeBatch', [[at.Token, at.Token], transfers]);
  const { rows } = await openCall('Teller', data, true);
  expect(textOf(rowOf(rows, 'Failed')?.inputs?.slice(1))).toMatch(
    /^revertReason: ERC20InsufficientBalance\(Teller, 0 PTK, 1\.0 PTK\)$/,
  );
  const calls = rows[0]?.inputs?.[1]?.items?.flatMap(({ nested = [] }) => nested) ?? [];
  expect(calls.map(({ name, items }) => `${name} ${textOf(items?.slice(1))}`)).toEqual([
    'transfer value: 1.0 PTK',
    'transfer value: 200.0 PTK',
  ]);
});

test('bytes that hold an error which only the ABI of another contract knows read as it', async () => {
  const calls = [call('Teller', 'bad', [1])];
  const { rows } = await openCall('Teller', call('Teller', 'executeBatch', [[at.Teller], calls]), true);
  expect(textOf(rowOf(rows, 'Failed')?.inputs)).toBe('op: 0, revertReason: Bad(Sell, 1)');
});

test('a change smaller than the digits that are shown is written in full', async () => {
  await openCall('Token', call('Token', 'transfer', [OTHER, 2_000_000n]), true);
  const { engine, handle, rows } = await openCall('Token', call('Token', 'transfer', [OTHER, 3n]), true);
  const variables = await engine.trace.storageVariables(handle);
  const changes = variables.ok ? variables.value.flatMap(({ values }) => values) : [];
  const written = rows.flatMap((row) => (row.kind === RowKind.storageWrite ? row.access.values : []));
  expect(changes).toHaveLength(2);
  expect(written).toHaveLength(2);
  for (const { before, after } of [...changes, ...written]) {
    const read = [before, after].map((value) => Number(/^([\d,.]+) PTK$/.exec(cutValue(value).text)?.[1]));
    expect(Math.abs(((read[1] ?? 0) - (read[0] ?? 0)) * 1e6)).toBeCloseTo(3);
  }
});

test('an error that is handed on, or wrapped, has the units of the token that raised it', async () => {
  const handed = await openCall('Teller', call('Teller', 'hand', [at.Token, 7_000_000n]), true);
  const said = 'ERC20InsufficientBalance(Teller, 0 PTK, 7.0 PTK)';
  const outcome = await handed.engine.trace.outcome(handed.handle);
  expect(outcome.failing?.reason).toBe(said);
  for (const row of handed.rows)
    if ('error' in row && row.error) expect(textOf(row.error.args)).toContain('needed: 7.0 PTK');
  expect(handed.stack.at(-1)?.sentence).toBe(`Reverted with ${said}.`);
  const data = call('Teller', 'wrap', [at.Token, call('Token', 'transfer', [OTHER, 7_000_000n])]);
  const wrapped = await openCall('Teller', data, true);
  const { failing } = await wrapped.engine.trace.outcome(wrapped.handle);
  expect(failing?.reason).toBe(`Wrapped(ERC20InsufficientBalance(…), 3), because PTK.transfer reverted: ${said}`);
  expect(failing && errorText(failing.error)).toBe(`Wrapped(${said}, 3)`);
});

test('members of enums, texts and malformed errors read alike in headline and stack trace', async () => {
  for (const [data, said] of [
    [call('Teller', 'bad', [1]), 'Bad(Sell, 1)'],
    [call('Teller', 'say', ['no more']), 'Said("no more")'],
    [call('Teller', 'cut', []), 'malformed Error(string) of 68 bytes'],
  ] as const) {
    const { engine, handle, stack, rows } = await openCall('Teller', data, true);
    expect((await engine.trace.outcome(handle)).failing?.reason).toBe(said);
    expect(stack.at(-1)?.sentence).toContain(said);
    const error = rows[0] && 'error' in rows[0] ? rows[0].error : undefined;
    expect(
      error?.said ?? `${error?.name?.text}(${(error?.args ?? []).map((arg) => cutValue(arg).text).join(', ')})`,
    ).toBe(said);
  }
});

test('a log whose first topic is a number has no selector of an event', async () => {
  const { rows } = await openCall('Teller', call('Teller', 'raw', []), true);
  const log = rows.find(({ kind }) => kind === RowKind.log);
  expect(log).toMatchObject({ inputLength: 64 });
  expect(log).not.toHaveProperty('selector');
  expect(log?.functionName).toBeUndefined();
});

test('a call of an account without code called no function, whatever code is there today', async () => {
  const code = `0x${(contracts.Token as unknown as { evm: { deployedBytecode: { object: string } } }).evm.deployedBytecode.object}`;
  for (const [to, data] of [
    [`0x${'5e'.repeat(20)}`, call('Token', 'transfer', [OTHER, 5n])],
    [`0x${'5f'.repeat(20)}`, '0x'],
  ] as [Address, Hex][]) {
    const { rows } = await openSent({ to, data }, true, async () => {
      await node.call('anvil_setCode', [to, code]);
    });
    expect(rows[0]).toMatchObject({ to, inputLength: data.length / 2 - 1 });
    expect(rows[0]?.functionName).toBeUndefined();
  }
});

test('a function of a contract reads alike as an argument, in an event, an error and in storage', async () => {
  const selector = toFunctionSelector('answer(uint256)');
  // viem encodes no functions: 24 bytes on the left of a word (Solidity docs, Contract ABI Specification).
  const hook = (digits: string, fails: 0 | 1) =>
    `${toFunctionSelector('hook(function,bool)')}${digits.padEnd(64, '0')}${String(fails).padStart(64, '0')}` as Hex;
  const given = `${at.Callbacks?.slice(2)}${selector.slice(2)}`;
  const read = `${at.Callbacks}.answer`;
  const named = 'Callbacks.answer';
  const { engine, handle, rows } = await openCall('Callbacks', hook(given, 0), true);
  expect(textOf(rows[0]?.inputs)).toBe(`given: ${named}, fails: false`);
  expect(textOf(rowOf(rows, 'Hooked')?.inputs)).toBe(`hook: {id: 7, call: ${named}}, plain: ${named}`);
  const kept = await engine.trace.storageVariables(handle);
  if (!kept.ok) throw new Error(kept.error.message);
  expect(kept.value.flatMap(({ values }) => values.map(({ path, after }) => [path, after.text]))).toEqual([
    ['kept', read],
  ]);
  const failed = await openCall('Callbacks', hook(given, 1), true);
  const [root] = failed.rows;
  expect(textOf(root && 'error' in root ? root.error?.args : [])).toBe(`plain: ${named}`);
  // Where nobody knows the function, its selector stands in the place of its name.
  const unknown = await openCall('Callbacks', hook(`${at.Token?.slice(2)}12345678`, 0), true);
  expect(textOf(unknown.rows[0]?.inputs?.slice(0, 1))).toBe(`given: ${at.Token}.0x12345678`);
});
