/** The rules of action safety on the demo chain: for each a case where it fires, and one where it must not. */
import 'fake-indexeddb/auto';
import { encodeFunctionData, maxUint256, parseAbi } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { accounts } from '../../../../devnet/accounts';
import type { TransactionName } from '../../../../devnet/names';
import type { Address, Hash, Hex } from '../../../../src/core/chain/primitives';
import type { Authorization } from '../../../../src/core/chain/transaction';
import type { AccountOverrides } from '../../../../src/core/simulation/overlay';
import { saveLabel } from '../../../../src/db/reader/labels';
import type { SafetyReport } from '../../../../src/workers/trace/safety.api';
import type { BlockOverrides } from '../../../../src/workers/trace/simulate.api';
import { ANVIL_ACCOUNTS } from '../../../helpers/anvil';
import { importDemoContracts, newJob, runDemoChain, startEngine } from '../../../helpers/demo-engine';
import { ANVIL_NETWORK } from '../../../helpers/rpc';

const chain = runDemoChain();

const ABI = parseAbi([
  'function approve(address spender, uint256 value)',
  'function setApprovalForAll(address operator, bool approved)',
  'function transfer(address to, uint256 value)',
  'function release()',
]);
const STRANGER = `0x${'5e'.repeat(20)}` as Address;
const CODE_AT = `0x${'c0de'.repeat(10)}` as Address;

const contract = (name: string) => {
  const address = chain.devnet.manifest.contracts[name];
  if (address === undefined) throw new Error(`the demo chain has no ${name}`);
  return address.toLowerCase() as Address;
};

async function started() {
  const { engine, open } = await startEngine([chain.proxy.url]);
  await importDemoContracts(engine, chain);
  const check = async (handle: Parameters<typeof engine.trace.checkSafety>[1]): Promise<SafetyReport> => {
    const report = await engine.trace.checkSafety(newJob(), handle);
    if (!report.ok) throw new Error(report.error.message);
    return report.value;
  };
  return {
    async mined(name: TransactionName) {
      return check((await open(chain.keyOf(name))).handle);
    },
    /** A transaction of the first account, or of the owner of what is moved. */
    async simulated(
      call: { to: Address; data?: Hex; value?: bigint; from?: Address; authorizationList?: readonly Authorization[] },
      overrides: AccountOverrides = {},
      block: BlockOverrides = {},
    ) {
      const [first] = ANVIL_ACCOUNTS as unknown as [Address];
      const { to, data = '0x', value = 0n, from = first, authorizationList } = call;
      const simulation = await engine.trace.simulate(newJob(), {
        networkId: ANVIL_NETWORK,
        at: 'latest',
        transaction:
          authorizationList === undefined
            ? { from, to, input: data, value }
            : { from, to, input: data, value, authorizationList },
        accounts: overrides,
        block,
        manner: 'paid',
      });
      if (!simulation.ok) throw new Error(simulation.error.message);
      expect(simulation.value.success).toBe(true);
      return check(simulation.value.trace.handle);
    },
  };
}

const told = ({ verdicts }: SafetyReport) => verdicts.map(({ rule, severity }) => `${severity} ${rule}`);
const data = (functionName: 'approve' | 'transfer' | 'setApprovalForAll', args: readonly [Address, bigint | boolean]) =>
  encodeFunctionData({ abi: ABI, functionName, args } as Parameters<typeof encodeFunctionData>[0]);

test('approvals: to accounts without code, without limit, of collections; not those of contracts, nor taken back', async () => {
  const { mined, simulated } = await started();
  const approve = await mined('erc20-approve');
  expect(told(approve)).toEqual(['danger approve-no-code', 'warning approve-unlimited']);
  expect(approve.verdicts[0]?.evidence).toContainEqual({ label: 'Code of the spender', value: 'none' });
  expect(approve.verdicts[0]?.rows).toEqual(['0.e0']);
  const router = contract('Router');
  const token = contract('Juniper');
  expect(told(await simulated({ to: token, data: data('approve', [router, 5n]) }))).toEqual([]);
  expect(told(await simulated({ to: token, data: data('approve', [router, maxUint256]) }))).toEqual([
    'warning approve-unlimited',
  ]);
  expect(told(await simulated({ to: token, data: data('approve', [STRANGER, 0n]) }))).toEqual([]);
  const cards = contract('Postcards');
  expect(told(await simulated({ to: cards, data: data('setApprovalForAll', [router, true]) }))).toEqual([
    'warning approve-all',
  ]);
  expect(told(await simulated({ to: cards, data: data('setApprovalForAll', [router, false]) }))).toEqual([]);
});

test('approvals: the last of several for the same spender counts', async () => {
  const { simulated } = await started();
  const approval = '8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
  // Emits Approval(caller, STRANGER, amount).
  const emit = (amount: bigint) =>
    `7f${amount.toString(16).padStart(64, '0')}5f5273${STRANGER.slice(2)}337f${approval}60205fa3`;
  const run = (...amounts: readonly bigint[]) =>
    simulated({ to: CODE_AT }, { [CODE_AT]: { code: `0x${amounts.map(emit).join('')}` as Hex } });
  expect(told(await run(maxUint256, 0n))).toEqual([]);
  expect(told(await run(0n, 5n, maxUint256))).toEqual(['danger approve-no-code', 'warning approve-unlimited']);
  expect(told(await run(maxUint256, 5n))).toEqual(['danger approve-no-code']);
});

test('approvals: one of Permit2 ends by itself', async () => {
  const { simulated } = await started();
  const approval = 'da9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b';
  const router = contract('Router').slice(2);
  // Emits Approval(caller, CODE_AT, Router, 2^160 - 1, 1900000000).
  const code = `0x73${'ff'.repeat(20)}5f5263${(1_900_000_000).toString(16)}60205273${router}73${CODE_AT.slice(2)}337f${approval}60405fa4`;
  const found = await simulated({ to: CODE_AT }, { [CODE_AT]: { code: code as Hex } });
  expect(told(found)).toEqual(['warning approve-unlimited']);
  expect(found.verdicts[0]?.reason).toContain('until it expires or is revoked');
  expect(found.verdicts[0]?.evidence).toContainEqual({ label: 'Expires', value: '1900000000' });
});

test('recipients: the token itself, nobody, and who looks like somebody known', async () => {
  const { mined, simulated } = await started();
  const token = contract('Juniper');
  const send = (to: Address) =>
    simulated({ to: token, data: data('transfer', [to, 1n]), from: accounts.alice.address.toLowerCase() as Address });
  expect(told(await mined('erc20-transfer'))).toEqual([]);
  expect(told(await send(token))).toEqual(['danger to-token']);
  expect(told(await mined('erc20-burn'))).toEqual([]);
  const nobody = `0x${'0'.repeat(40)}` as Address;
  expect(told(await simulated({ to: nobody, value: 1n }))).toEqual(['danger to-zero']);
  expect(told(await simulated({ to: STRANGER, value: 1n }))).toEqual([]);
  const known = `0x5e5e${'11'.repeat(16)}5e5e` as Address;
  await saveLabel({ networkId: ANVIL_NETWORK, address: known, name: 'Exchange' });
  const imitated = await simulated({ to: STRANGER, value: 1n });
  expect(told(imitated)).toEqual(['danger look-alike']);
  expect(imitated.verdicts[0]?.evidence).toContainEqual({ label: 'Address that you know', value: known });
  expect(told(await simulated({ to: known, value: 1n }))).toEqual([]);
});

test('recipients: not a token whose shares are burnt, nor one that takes a fee for itself', async () => {
  const { mined, simulated } = await started();
  expect(told(await mined('remove-liquidity'))).toEqual([]);
  // Emits Transfer(caller, itself, 5) whatever it is asked, in its own code or in that of another.
  const event = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
  const takes: Hex = `0x60055f5230337f${event}60205fa300`;
  const own: AccountOverrides = { [CODE_AT]: { code: takes } };
  const proxy: AccountOverrides = {
    [CODE_AT]: { code: `0x365f5f375f5f365f73${STRANGER.slice(2)}5af400` },
    [STRANGER]: { code: takes },
  };
  const [, someone] = ANVIL_ACCOUNTS as unknown as [Address, Address];
  const send = async (to: Address, overrides: AccountOverrides) =>
    told(await simulated({ to: CODE_AT, data: data('transfer', [to, 100n]) }, overrides));
  expect(await send(someone, own)).toEqual([]);
  expect(await send(CODE_AT, own)).toEqual(['danger to-token']);
  expect(await send(someone, proxy)).toEqual(['warning foreign-code']);
  expect(await send(CODE_AT, proxy)).toEqual(['danger to-token', 'warning foreign-code']);
});

test('code: upgrades, other owners, unverified code; not a proxy that runs what was verified', async () => {
  const { mined, simulated } = await started();
  expect(told(await mined('uups-upgrade'))).toEqual(['warning upgrade']);
  expect(told(await mined('beacon-upgrade'))).toEqual(['warning upgrade']);
  expect(told(await mined('uups-after-upgrade'))).toEqual([]);
  // DELEGATECALL to the address in the calldata, all gas, no data.
  const runsAny: AccountOverrides = { [CODE_AT]: { code: '0x5f5f5f5f5f355af400' } };
  const stops: AccountOverrides = { ...runsAny, [STRANGER]: { code: '0x00' } };
  const named = await simulated({ to: CODE_AT, data: `0x${STRANGER.slice(2).padStart(64, '0')}` }, stops);
  expect(told(named)).toEqual(['danger foreign-code']);
  const verified = await simulated(
    { to: CODE_AT, data: `0x${contract('Multisig').slice(2).padStart(64, '0')}` },
    runsAny,
  );
  expect(told(verified)).toEqual([]);
  // OwnershipTransferred(1, 2), and the same from nobody, as constructors do.
  const event = '8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0';
  const owned = (before: string, after = '02'): AccountOverrides => ({
    [CODE_AT]: { code: `0x60${after}60${before}7f${event}5f5fa300` },
  });
  const another = await simulated({ to: CODE_AT }, owned('01'));
  expect(told(another)).toEqual(['warning ownership']);
  expect(another.verdicts[0]?.reason).toContain('gets another owner');
  expect(told(await simulated({ to: CODE_AT }, owned('00')))).toEqual([]);
  const none = await simulated({ to: CODE_AT }, owned('01', '00'));
  expect(told(none)).toEqual(['warning ownership']);
  expect(none.verdicts[0]?.reason).toContain('has no owner any more');
  expect(told(await simulated({ to: CODE_AT }, { [CODE_AT]: { code: '0x33ff' } }))).toEqual(['warning self-destruct']);
});

test('another administrator without an event, by the slot that a standard fixes', async () => {
  const { simulated } = await started();
  const slot = 'b53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103';
  const code: Hex = `0x73${STRANGER.slice(2)}7f${slot}5500`;
  const before = `0x${'11'.repeat(20).padStart(64, '0')}` as Hash;
  const found = await simulated({ to: CODE_AT }, { [CODE_AT]: { code, stateDiff: { [`0x${slot}` as Hash]: before } } });
  expect(told(found)).toEqual(['danger ownership']);
  expect(found.verdicts[0]?.evidence).toContainEqual({ label: 'After', value: STRANGER });
});

test('recipients: ether that a contract hands on to nobody that was named, with nothing coming back', async () => {
  const { simulated } = await started();
  const accounts: AccountOverrides = { [CODE_AT]: { code: `0x5f5f5f5f3473${STRANGER.slice(2)}5af15000` } };
  const call = { to: CODE_AT, value: 2n };
  expect(told(await simulated({ ...call, data: '0x6d3d0e6c' }, accounts))).toEqual(['danger one-sided']);
  expect(told(await simulated({ ...call, data: `0x6d3d0e6c${STRANGER.slice(2)}` }, accounts))).toEqual([]);
});

test('signatures: permits that are brought, and accounts that delegate', async () => {
  const { mined } = await started();
  expect(told(await mined('erc20-permit'))).toContain('notice permit');
  expect(told(await mined('set-code'))).toContain('warning delegate');
});

test('signatures: not a permit that takes one back, nor one that nobody called', async () => {
  const { simulated } = await started();
  const plain = parseAbi(['function permit(address, address, uint256, uint256, uint8, bytes32, bytes32)']);
  const dai = parseAbi(['function permit(address, address, uint256, uint256, bool, uint8, bytes32, bytes32)']);
  const none = `0x${'0'.repeat(64)}` as Hex;
  const ofAmount = (amount: bigint) =>
    encodeFunctionData({ abi: plain, args: [STRANGER, CODE_AT, amount, 9n, 27, none, none] });
  const ofDai = (allowed: boolean) =>
    encodeFunctionData({ abi: dai, args: [STRANGER, CODE_AT, 0n, 9n, allowed, 27, none, none] });
  const takes: AccountOverrides = { [CODE_AT]: { code: '0x00' } };
  const of = async (input: Hex, overrides = takes) => told(await simulated({ to: CODE_AT, data: input }, overrides));
  expect(await of(ofAmount(5n))).toEqual(['notice permit']);
  expect(await of(ofAmount(0n))).toEqual([]);
  expect(await of(ofDai(true))).toEqual(['notice permit']);
  expect(await of(ofDai(false))).toEqual([]);
  // The same bytes where they are no calldata: hashed, and nobody called.
  const hashes: AccountOverrides = { [CODE_AT]: { code: '0x365f5f37365f2000' } };
  expect(await of(`0x00${ofAmount(5n).slice(2)}`, hashes)).toEqual([]);
});

test('signatures: not an authorisation that takes a delegation back, nor one that does not count', async () => {
  const { simulated } = await started();
  const signer = privateKeyToAccount(`0x${'17'.repeat(32)}`);
  const authorised = async (address: Address, nonce: number, chainId: number = ANVIL_NETWORK) => {
    const { r, s, yParity = 0 } = await signer.signAuthorization({ address, chainId, nonce });
    return told(await simulated({ to: STRANGER, authorizationList: [{ chainId, address, nonce, yParity, r, s }] }, {}));
  };
  const verified = contract('Multisig');
  expect(await authorised(verified, 0)).toEqual(['warning delegate']);
  expect(await authorised(verified, 0, 0)).toEqual(['danger delegate']);
  expect(await authorised(CODE_AT, 0)).toEqual(['danger delegate']);
  expect(await authorised(`0x${'0'.repeat(40)}` as Address, 0)).toEqual([]);
  // A nonce that is not the account's: the authorisation is passed over.
  expect(await authorised(verified, 3)).toEqual([]);
});

test('code that does something else in a simulation: found by running it again, and not where it only asks', async () => {
  const { simulated, mined } = await started();
  const run = (code: Hex, block: BlockOverrides = {}) => simulated({ to: CODE_AT }, { [CODE_AT]: { code } }, block);
  const block = { miner: STRANGER, number: 1_000 };
  // Reverts where block.coinbase, or tx.gasprice, is zero.
  const guarded = await run('0x4115600657005b5f5ffd', block);
  expect(told(guarded)).toEqual(['danger environment']);
  expect(guarded.verdicts[0]?.evidence).toContainEqual({ label: 'Then', value: 'it fails: execution reverted' });
  expect(guarded.runs).toBe(1);
  expect(told(await run('0x3a15600657005b5f5ffd', block))).toEqual(['danger environment']);
  // Asks for the coinbase and forgets it.
  expect(told(await run('0x415000', block))).toEqual([]);
  // Reverts unless the number is 1,000; and one that only writes the time into an event.
  expect(told(await run('0x436103e81415600a57005b5f5ffd', block))).toEqual(['notice environment']);
  expect(told(await run('0x425f5260205fa000', block))).toEqual([]);
  expect(told(await mined('swap-one-hop'))).toEqual([]);
});

test('who gets what counts: ether that goes elsewhere in a simulation, though nothing else differs', async () => {
  const { simulated } = await started();
  const [, boss] = ANVIL_ACCOUNTS as unknown as [Address, Address];
  // if (condition) to = boss; else to = caller;  to.call{value: callvalue}()
  const code = (condition: string): Hex => {
    const at = 5 + condition.length / 2;
    const target = (offset: number) => `60${(at + offset).toString(16).padStart(2, '0')}`;
    return `0x5f5f5f5f34${condition}${target(7)}5733${target(29)}565b73${boss.slice(2)}5b5af15000`;
  };
  const run = (condition: string, block: BlockOverrides) =>
    simulated({ to: CODE_AT, value: 10n ** 18n }, { [CODE_AT]: { code: code(condition) } }, block);
  const block = { miner: STRANGER, number: 1_000 };
  for (const condition of ['41', '3a']) {
    const report = await run(condition, block);
    expect(told(report)).toEqual(['warning environment']);
    expect(report.verdicts[0]?.evidence).toContainEqual({
      label: 'Then',
      value: `${boss} gets 0 wei instead of 1000000000000000000`,
    });
  }
  expect(told(await run('6001', block))).toEqual([]);
});

test('what merely follows the price of gas is no other code: an event of the cost, and who gets it back', async () => {
  const { simulated } = await started();
  const [, bundler] = ANVIL_ACCOUNTS as unknown as [Address, Address];
  const sending = `5f5f5f5f613a983a0273${bundler.slice(2)}5af150`;
  // Emits 30,000 gas at the price of gas, and pays half of it, as an EntryPoint pays its bundler (ERC-4337).
  const report = await simulated(
    { to: CODE_AT },
    { [CODE_AT]: { code: `0x6175303a025f5260205fa0${sending}00`, balance: 10n ** 18n } },
    { miner: STRANGER },
  );
  expect(report.runs).toBe(1);
  expect(told(report)).toEqual([]);
  // The price alone is named where the base fee was not asked for.
  const guarded = await simulated({ to: CODE_AT }, { [CODE_AT]: { code: '0x3a15600657005b5f5ffd' } });
  expect(guarded.verdicts[0]?.evidence).toContainEqual({ label: 'It reads', value: 'tx.gasprice' });
});

test('to pay who makes the block is the same whoever it is', async () => {
  const { simulated } = await started();
  const code: Hex = '0x5f5f5f5f34415af15000';
  const report = await simulated({ to: CODE_AT, value: 5n }, { [CODE_AT]: { code } }, { miner: STRANGER });
  expect(report.runs).toBe(1);
  expect(told(report)).toEqual([]);
});

test('a failed transaction leaves nothing to look at, and says so', async () => {
  const { mined } = await started();
  const report = await mined('require-string');
  expect(report).toMatchObject({ verdicts: [], checked: [] });
  expect(report.left.join()).toContain('It failed');
});

test('a proxy whose code is exchanged by what it runs, without an event and without any source, as in the theft from a Safe', async () => {
  const { simulated } = await started();
  const WRITER = `0x${'ab'.repeat(20)}` as Address;
  const slot = `0x${'0'.repeat(64)}` as Hash;
  const word = (digits: string) => `0x${digits.padStart(64, '0')}` as Hash;
  const overrides = (keeps: string): AccountOverrides => ({
    // Delegates all to the address in slot 0, as the proxy of a Safe does.
    [CODE_AT]: { code: '0x365f5f375f5f365f5f545af400', stateDiff: { [slot]: word(WRITER.slice(2)) } },
    // Writes the first word of the calldata to the slot.
    [WRITER]: { code: `0x5f3560${keeps}5500` as Hex },
  });
  const exchange = { to: CODE_AT, data: word(STRANGER.slice(2)) };
  const found = await simulated(exchange, overrides('00'));
  expect(told(found)).toContain('danger upgrade');
  expect(found.verdicts.find(({ rule }) => rule === 'upgrade')).toMatchObject({
    subject: CODE_AT,
    evidence: [
      { label: 'Contract', value: CODE_AT },
      { label: 'Variable', value: 'slot 0' },
      { label: 'Before', value: WRITER },
      { label: 'After', value: STRANGER },
    ],
  });
  // Another slot, and the same code once more, exchange nothing.
  expect(told(await simulated(exchange, overrides('01')))).not.toContain('danger upgrade');
  expect(told(await simulated({ to: CODE_AT, data: word(WRITER.slice(2)) }, overrides('00')))).not.toContain(
    'danger upgrade',
  );
});
