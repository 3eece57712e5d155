import { expect, test } from 'vitest';
import type { Address, Hash, Hex } from '../../../src/core/chain/primitives';
import {
  emptyAccount,
  emptyDraft,
  emptyStep,
  type SimulationDraft,
  writeDraft,
} from '../../../src/core/simulation/draft';
import type { PlannedStep } from '../../../src/core/simulation/plan';
import type { StepOutcome } from '../../../src/core/simulation/run';
import { compileWatch } from '../../../src/core/watch/compile-watch';
import {
  matchBlock,
  movedTokens,
  NO_STATE,
  type StateAround,
  type TokenUnits,
  type WatchedBlock,
  type WatchedTransaction,
} from '../../../src/core/watch/match-block';
import type { WatchCondition, WatchId } from '../../../src/core/watch/watch';
import { type WatchedOutcome, watchedOutcome } from '../../../src/core/watch/watched-simulation';

const address = (digit: string) => `0x${digit.repeat(40)}` as Address;
const word = (digits: string) => `0x${digits.replace(/^0x/, '').padStart(64, '0')}` as Hash;
const [SENDER, TARGET, TOKEN, STRANGER] = [address('a'), address('b'), address('c'), address('d')];

/** A simulation of one step, which sets variables of its callee. */
function withVariables(variables: string): SimulationDraft {
  return emptyDraft('1', [emptyStep({ from: TARGET, accounts: [{ ...emptyAccount(), address: TARGET, variables }] })]);
}

const EXECUTED: StepOutcome = {
  state: 'executed',
  nonce: 0,
  gasLimit: 100_000,
  gasPrice: 1n,
  success: true,
  output: '0x',
  gasUsed: 21_000,
  refunded: 0,
  logs: [],
};
const REVERTED: StepOutcome = { ...EXECUTED, success: false, error: 'execution reverted' };

const TRANSFER = word('ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef');
// keccak256 of Upgraded(address), as EIP-1967 states it.
const UPGRADED = word('bc7cd75a20ee27fd9adebab32041f755214dbc6bffa90cc0225b39da2e5c2d3b');

function transaction(
  digit: string,
  more: Partial<WatchedTransaction['transaction']> = {},
  receipt: Partial<WatchedTransaction['receipt']> = {},
): WatchedTransaction {
  return {
    transaction: { hash: word(digit.repeat(64)), from: SENDER, to: TARGET, value: 0n, input: '0x', ...more },
    receipt: { status: 'success', logs: [], ...receipt },
  };
}

function log(from: Address, topics: readonly Hash[], data: Hex = '0x') {
  return { address: from, topics, data, logIndex: 0 };
}

const transferLog = (amount: bigint) => log(TOKEN, [TRANSFER, word(SENDER), word(TARGET)], word(amount.toString(16)));

const block: WatchedBlock = {
  number: 7,
  hash: word('f'),
  transactions: [
    transaction('1', { input: '0xa9059cbb00', value: 5n }),
    transaction('2', { from: STRANGER }, { status: 'failed' }),
    transaction('3', { to: TOKEN }, { logs: [transferLog(100n), transferLog(7n)] }),
    transaction('4', { to: STRANGER, from: STRANGER, value: 900n }, { logs: [log(TARGET, [UPGRADED, word(TOKEN)])] }),
  ],
};

/** The transactions in which a watch of TARGET finds something, by their digit. */
function found(condition: WatchCondition, of: readonly Address[] | 'network' = [TARGET], state?: StateAround) {
  const compiled = compileWatch({ id: 'w' as WatchId, name: 'w', condition }, of === 'network' ? undefined : of);
  if (!compiled.ok) throw new Error(compiled.error);
  return matchBlock(compiled.value, block, state).map(({ transactionHash }) => transactionHash?.[2] ?? '');
}

test.each<[string, WatchCondition, readonly string[], readonly string[]]>([
  ['successful', { on: 'successful' }, ['1'], ['1', '3', '4']],
  ['failed', { on: 'failed' }, ['2'], ['2']],
  ['a function by its signature', { on: 'function', function: 'transfer(address to, uint256)' }, ['1'], ['1']],
  ['a function by its selector', { on: 'function', function: '0xA9059CBB' }, ['1'], ['1']],
  ['an event', { on: 'event', event: 'event Upgraded(address indexed implementation)' }, ['4'], ['4']],
  ['an event of another contract', { on: 'event', event: 'Transfer(address,address,uint256)' }, [], ['3', '3']],
  ['a transfer to it', { on: 'transfer', least: '0' }, ['3', '3'], ['3', '3']],
  ['a large transfer', { on: 'transfer', least: '100' }, ['3'], ['3']],
  ['a caller who is not allowed', { on: 'callers', list: 'allowed', callers: [SENDER] }, ['2'], ['2', '4']],
  ['a caller who is blocked', { on: 'callers', list: 'blocked', callers: [STRANGER] }, ['2'], ['2', '4']],
  ['a value', { on: 'value', least: '5' }, ['1'], ['1', '4']],
  ['an upgrade', { on: 'proxyUpgraded' }, ['4'], ['4']],
])('%s is found of an address and of the network', (_, condition, ofAddress, ofNetwork) => {
  expect(found(condition)).toEqual(ofAddress);
  expect(found(condition, 'network')).toEqual(ofNetwork);
});

test('a parameter of an event is compared, by its name or number', () => {
  const event = 'Transfer(address indexed from, address indexed to, uint256 amount)';
  const parameter = (name: string, is: '=' | '≠' | '<' | '>', value: string) =>
    found({ on: 'eventParameter', event, parameter: name, is, value }, [TOKEN]).length;
  expect([parameter('amount', '>', '50'), parameter('2', '<', '50'), parameter('amount', '=', '100')]).toEqual([
    1, 1, 1,
  ]);
  expect(parameter('to', '=', TARGET.toUpperCase().replace('0X', '0x'))).toBe(2);
  expect(parameter('to', '≠', TARGET)).toBe(0);
});

test('finds of one transaction have keys of their own, which are the same in any block', () => {
  const compiled = compileWatch({ id: 'w' as WatchId, name: 'w', condition: { on: 'transfer', least: '0' } }, [TARGET]);
  if (!compiled.ok) throw new Error(compiled.error);
  const keys = (from: WatchedBlock) => matchBlock(compiled.value, from).map(({ key }) => key);
  expect(new Set(keys(block)).size).toBe(2);
  expect(keys({ ...block, number: 9, hash: word('e') })).toEqual(keys(block));
});

test('an amount is told in the units of its token, and in the smallest where they are not known', () => {
  const compiled = compileWatch({ id: 'w' as WatchId, name: 'w', condition: { on: 'transfer', least: '50' } }, [
    TARGET,
  ]);
  if (!compiled.ok) throw new Error(compiled.error);
  expect(movedTokens(compiled.value, block)).toEqual([TOKEN]);
  const whats = (units: TokenUnits) =>
    matchBlock(compiled.value, block, { ...NO_STATE, tokens: new Map([[TOKEN, units]]) }).map(({ what }) => what);
  expect(whats({ symbol: 'SIX', decimals: 2 })).toEqual([`1 SIX of token ${TOKEN} from ${SENDER} to ${TARGET}`]);
  expect(whats({ symbol: 'SIX' })).toEqual([`100 of token ${TOKEN} from ${SENDER} to ${TARGET}`]);
});

test('a transfer of a contract that indexes nothing is found, as an amount or as one item', () => {
  const data = `0x${[SENDER, TARGET, '09'].map((part) => word(part).slice(2)).join('')}` as Hex;
  const odd = { ...block, transactions: [transaction('5', {}, { logs: [log(TOKEN, [TRANSFER], data)] })] };
  const finds = (least: string) => {
    const compiled = compileWatch({ id: 'w' as WatchId, name: 'w', condition: { on: 'transfer', least } }, [TARGET]);
    if (!compiled.ok) throw new Error(compiled.error);
    return matchBlock(compiled.value, odd).map(({ what }) => what);
  };
  const what = `9, or the item of that id, of token ${TOKEN} from ${SENDER} to ${TARGET}`;
  expect([finds('0'), finds('9'), finds('10')]).toEqual([[what], [what], []]);
});

test('a deposit or withdrawal is no transfer, alone or beside one that says the same', () => {
  const account = word(SENDER);
  // keccak256 of Deposit(address,uint256) and Withdrawal(address,uint256).
  const deposit = word('e1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c');
  const withdrawal = word('7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65');
  const logs = [
    log(TARGET, [withdrawal, account], word('5')),
    log(TOKEN, [TRANSFER, word('0'), account], word('7')),
    log(TOKEN, [deposit, account], word('7')),
  ];
  const wrapping = { ...block, transactions: [transaction('5', {}, { logs })] };
  for (const of of [[TARGET, TOKEN], undefined]) {
    const compiled = compileWatch({ id: 'w' as WatchId, name: 'w', condition: { on: 'transfer', least: '0' } }, of);
    if (!compiled.ok) throw new Error(compiled.error);
    expect(matchBlock(compiled.value, wrapping).map(({ key }) => key)).toEqual([
      `${word('5'.repeat(64))} log 1 item 0`,
    ]);
  }
});

test('a balance is found where it comes to hold, a slot where it changes', () => {
  const state = (before: bigint, after: bigint): StateAround => ({
    balances: new Map([[TARGET, { before, after }]]),
    slots: new Map([[`${TARGET} 3`, { before: word(`${before}`), after: word(`${after}`) }]]),
    simulations: new Map(),
    tokens: new Map(),
  });
  const balance = (before: bigint, after: bigint) =>
    found({ on: 'balance', is: '<', wei: '10' }, [TARGET], state(before, after)).length;
  expect([balance(20n, 5n), balance(5n, 4n), balance(5n, 20n), balance(20n, 10n)]).toEqual([1, 0, 0, 0]);
  const slot = (before: bigint, after: bigint) =>
    found({ on: 'stateVariable', slot: '0x3' }, [TARGET], state(before, after)).length;
  expect([slot(1n, 2n), slot(1n, 1n)]).toEqual([1, 0]);
});

test.each<[WatchCondition, string]>([
  [{ on: 'function', function: '0x12' }, 'name'],
  [{ on: 'event', event: 'Transfer(' }, ''],
  [{ on: 'eventParameter', event: 'A(uint256 x)', parameter: 'y', is: '=', value: '1' }, 'no parameter “y”'],
  [{ on: 'eventParameter', event: 'A(address x)', parameter: 'x', is: '>', value: '1' }, 'Only numbers'],
  [{ on: 'eventParameter', event: 'A(uint256 x)', parameter: 'x', is: '>', value: '0x1' }, 'decimal'],
  [{ on: 'transfer', least: '1.5' }, 'whole number'],
  [{ on: 'transfer', least: '1,5' }, 'whole number'],
  [{ on: 'stateVariable', slot: 'x' }, 'slot'],
  [{ on: 'callers', list: 'blocked', callers: [] }, 'at least one'],
  [{ on: 'simulation', draft: '{' }, 'no simulation'],
  [{ on: 'simulation', draft: writeDraft(withVariables('owner = 1')) }, 'by their names'],
])('what cannot be watched is said in a sentence: %o', (condition, words) => {
  const compiled = compileWatch({ id: 'w' as WatchId, name: 'w', condition }, [TARGET]);
  expect(compiled.ok).toBe(false);
  if (!compiled.ok) expect(compiled.error).toContain(words);
});

const outcomes: Record<WatchedOutcome['came'], WatchedOutcome> = {
  expected: { came: 'expected', words: '' },
  otherwise: { came: 'otherwise', words: 'step 2: execution reverted' },
  notRun: { came: 'notRun', words: 'Its chain has rules that are not known.' },
};

test.each<[WatchedOutcome['came'], WatchedOutcome['came'], string | undefined]>([
  ['expected', 'otherwise', 'The simulation fails now: step 2: execution reverted'],
  ['otherwise', 'expected', 'comes out as expected now. At the end of the block before: step 2: execution reverted'],
  ['expected', 'notRun', 'cannot be run any more: Its chain has rules'],
  ['notRun', 'notRun', undefined],
  ['expected', 'expected', undefined],
  ['otherwise', 'otherwise', undefined],
])('a simulation that was %s and is %s', (before, after, words) => {
  const draft = writeDraft(withVariables(''));
  const compiled = compileWatch({ id: 'w' as WatchId, name: 'w', condition: { on: 'simulation', draft } }, undefined);
  if (!compiled.ok) throw new Error(compiled.error);
  const simulations = new Map([[draft, { before: outcomes[before], after: outcomes[after] }]]);
  const matches = matchBlock(compiled.value, block, { ...NO_STATE, simulations });
  expect(matches.map(({ key }) => key)).toEqual(words === undefined ? [] : [`7 simulation ${after}`]);
  if (words !== undefined) expect(matches[0]?.what).toContain(words);
});

test('what a simulation came to is held against what its steps expect', () => {
  const came = (expect: PlannedStep['expect'], outcome?: StepOutcome) =>
    watchedOutcome(
      [{ expect: {} } as PlannedStep, { expect } as PlannedStep],
      [EXECUTED, ...(outcome === undefined ? [] : [outcome])],
    );
  expect(came({}, EXECUTED)).toEqual(outcomes.expected);
  expect(came({}, REVERTED)).toEqual(outcomes.otherwise);
  expect(came({ status: 'failed' }, REVERTED)).toEqual(outcomes.expected);
  expect(came({ status: 'failed' }, EXECUTED)).toEqual({
    came: 'otherwise',
    words: 'step 2: It was expected to fail.',
  });
  expect(came({})).toEqual({ came: 'otherwise', words: 'step 2: it did not run' });
});

test('state is watched of addresses only', () => {
  const compiled = compileWatch(
    { id: 'w' as WatchId, name: 'w', condition: { on: 'balance', is: '<', wei: '1' } },
    undefined,
  );
  expect(compiled).toMatchObject({ ok: false });
});
