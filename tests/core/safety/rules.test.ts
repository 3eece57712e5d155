/** Rules of action safety on traces drawn as text: for each a case where it fires, and one where it must not. */
import { encodeAbiParameters, encodeFunctionData, maxUint256, parseAbi } from 'viem';
import { expect, test } from 'vitest';
import type { Address, Hex } from '../../../src/core/chain/primitives';
import { checkSafety } from '../../../src/core/safety/check';
import type { SafetySubject } from '../../../src/core/safety/subject';
import type { Trace } from '../../../src/core/trace/rows';
import { addressOf, callTree } from '../../helpers/call-tree';

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
const OWNERSHIP = '0x8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0';

const who = (name: string) => `0x${addressOf(name).slice(2).padStart(64, '0')}`;
const amount = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value]);

const NOTHING: SafetySubject = {
  trace: callTree('Nobody'),
  sender: addressOf('Sender'),
  delegations: [],
  codeOf: () => undefined,
  hasItems: () => false,
  isYoung: () => undefined,
  isVerified: () => true,
  known: new Set(),
  variables: [],
};

function told(trace: Trace, subject: Partial<SafetySubject> = {}): string[] {
  return checkSafety({ ...NOTHING, ...subject, trace }).map(({ rule, severity }) => `${severity} ${rule}`);
}

/** The codes of accounts by name; others are not known. */
const codes = (byName: Record<string, Hex>) => {
  const known = new Map(Object.entries(byName).map(([name, code]) => [addressOf(name), code]));
  return (address: Address) => known.get(address);
};

/** The trace with this calldata in place of that of a row. */
function withInput(trace: Trace, row: number, input: Hex): Trace {
  const bytes = Uint8Array.from(Buffer.from(input.slice(2), 'hex'));
  const payload = new Uint8Array(trace.payload.length + bytes.length);
  payload.set(trace.payload);
  payload.set(bytes, trace.payload.length);
  const [inputStart, inputLength] = [trace.rows.inputStart.slice(), trace.rows.inputLength.slice()];
  inputStart[row] = trace.payload.length;
  inputLength[row] = bytes.length;
  return { ...trace, payload, rows: { ...trace.rows, inputStart, inputLength } };
}

test('assets that leave with nothing coming back: handed on to a stranger, not a trade, a deposit, or whom the call names', () => {
  const codeOf = codes({ Stranger: '0x', Vault: '0x00' });
  const update = callTree(`
    Fake.securityUpdate = 2
      Stranger = 2`);
  expect(told(update, { codeOf })).toEqual(['danger one-sided']);
  expect(told(update, { codeOf, known: new Set([addressOf('Stranger')]) })).toEqual(['warning one-sided']);
  const trade = callTree(`
    Shop.buy = 2
      Stranger = 2
      Token
        #[${TRANSFER} ${who('Shop')} ${who('Sender')} | ${amount(1n)}]`);
  expect(told(trade, { codeOf })).toEqual([]);
  expect(told(callTree('Vault.deposit = 2'), { codeOf })).toEqual([]);
  const handed = callTree(`
    Router.deposit = 2
      Vault = 2`);
  expect(told(handed, { codeOf })).toEqual([]);
  const named = withInput(update, 0, `0x12345678${who('Stranger').slice(2)}`);
  expect(told(named, { codeOf })).toEqual([]);
  const taken = callTree(`
    Fake.claim
      Token.transferFrom
        #[${TRANSFER} ${who('Sender')} ${who('Stranger')} | ${amount(9n)}]`);
  expect(told(taken, { codeOf })).toEqual(['danger one-sided']);
});

test('assets that leave for a token that anybody may have made: not for one that is verified and old, or that the reader knows', () => {
  const codeOf = codes({ Stranger: '0x' });
  const reward = callTree(`
    Reward.claim = 2
      Stranger = 2
      #[${TRANSFER} ${who('Nobody')} ${who('Sender')} | ${amount(10n ** 24n)}]`);
  expect(told(reward, { codeOf, isVerified: () => false })).toEqual(['warning one-sided']);
  expect(told(reward, { codeOf, isYoung: (token) => token === addressOf('Reward') })).toEqual(['warning one-sided']);
  expect(told(reward, { codeOf })).toEqual([]);
  const known = new Set([addressOf('Reward')]);
  expect(told(reward, { codeOf, isVerified: () => false, known })).toEqual([]);
  // Ether that comes back is worth what it is, whoever sends it.
  const change = callTree(`
    Reward.claim
      Token.transferFrom
        #[${TRANSFER} ${who('Sender')} ${who('Stranger')} | ${amount(9n)}]
      Sender = 1`);
  expect(told(change, { codeOf, isVerified: () => false })).toEqual([]);
});

test('spenders: code that is new or that nobody verified, not what is old and verified or what the reader knows', () => {
  const approve = (value: bigint) =>
    callTree(`
    Token.approve
      #[${APPROVAL} ${who('Sender')} ${who('Spender')} | ${amount(value)}]`);
  const codeOf = codes({ Spender: '0x00', Sender: '0x' });
  const unverified = { codeOf, isVerified: () => false };
  expect(told(approve(5n), { codeOf })).toEqual([]);
  expect(told(approve(5n), unverified)).toEqual(['warning approve-unknown']);
  expect(told(approve(5n), { codeOf, isYoung: () => true })).toEqual(['warning approve-unknown']);
  expect(told(approve(maxUint256), unverified)).toEqual(['danger approve-unknown', 'warning approve-unlimited']);
  expect(told(approve(5n), { ...unverified, known: new Set([addressOf('Spender')]) })).toEqual([]);
});

test('approvals and losses of a contract that indexes nothing count: an item where it has items, and an amount where not', () => {
  const three = (from: string, to: string, value: bigint) => `${who(from)}${who(to).slice(2)}${amount(value).slice(2)}`;
  const approve = callTree(`
    Token.approve
      #[${APPROVAL} | ${three('Sender', 'Spender', maxUint256)}]`);
  const codeOf = codes({ Spender: '0x', Sender: '0x', Stranger: '0x' });
  expect(told(approve, { codeOf })).toEqual(['danger approve-no-code', 'warning approve-unlimited']);
  expect(told(approve, { codeOf, hasItems: () => true })).toEqual(['danger approve-no-code']);
  const moved = callTree(`
    Token.approve
      #[${APPROVAL} | ${three('Sender', 'Spender', 9n)}]
      #[${TRANSFER} | ${three('Sender', 'Vault', 9n)}]`);
  expect(told(moved, { codeOf })).toEqual(['danger approve-no-code']);
  expect(told(moved, { codeOf, hasItems: () => true })).toEqual([]);
  // The item of id 0 is an item, and an amount of 0 is nothing.
  const taken = callTree(`
    Fake.claim
      Token.take
        #[${TRANSFER} | ${three('Sender', 'Stranger', 0n)}]`);
  expect(told(taken, { codeOf })).toEqual([]);
  expect(told(taken, { codeOf, hasItems: () => true })).toEqual(['danger one-sided']);
});

test('tokens for a contract that can call nobody stick there; metadata is no code, and a proxy can call', () => {
  const input = encodeFunctionData({
    abi: parseAbi(['function transfer(address, uint256)']),
    args: [addressOf('Box'), 5n],
  });
  const send = withInput(callTree('Token.transfer'), 0, input);
  const of = (code: Hex) => told(send, { codeOf: codes({ Box: code }) });
  expect(of('0x60f100')).toEqual(['danger to-stuck']); // 0xf1 as an operand
  // What solc 0.8 appends has 0xf1 in its hash.
  const metadata = `a2646970667358221220${'f1'.repeat(32)}64736f6c634300081e0033`;
  expect(of(`0x6000fe${metadata}`)).toEqual(['danger to-stuck']);
  expect(of('0x5f5f5f5f5f335af100')).toEqual([]);
  expect(of(`0x365f5f375f5f365f73${'11'.repeat(20)}5af43d5f5f3e5f3d91602a57fd5bf3`)).toEqual([]);
  expect(of('0x')).toEqual([]);
  expect(of(`0xef0100${'11'.repeat(20)}`)).toEqual([]);
  expect(told(send)).toEqual([]);
});

test('assets for a precompile are lost; tokens for another token are told, unless it is called', () => {
  const to = (recipient: Address) =>
    encodeFunctionData({ abi: parseAbi(['function transfer(address, uint256)']), args: [recipient, 5n] });
  const sha256 = `0x${'2'.padStart(40, '0')}` as Address;
  expect(told(withInput(callTree('Token.transfer'), 0, to(sha256)))).toEqual(['danger to-zero']);
  expect(told(withInput(callTree('Token.transfer'), 0, to(addressOf('Bob'))))).toEqual([]);
  const codeOf = codes({ Other: '0x63a9059cbb63313ce5675f5f5f5f5f335af100', Vault: '0x5f5f5f5f5f335af100' });
  const other = to(addressOf('Other'));
  expect(told(withInput(callTree('Token.transfer'), 0, other), { codeOf })).toEqual(['warning to-token']);
  expect(told(withInput(callTree('Token.transfer'), 0, to(addressOf('Vault'))), { codeOf })).toEqual([]);
  const heard = callTree(`
    Token.transfer
      Other.tokensReceived`);
  expect(told(withInput(heard, 0, other), { codeOf })).toEqual([]);
});

test('ether sticks in a contract that can send nothing, unless a function was called that takes it', () => {
  const of = (code: Hex, call = 'Box = 5') => told(callTree(call), { codeOf: codes({ Box: code }) });
  expect(of('0x345f540100')).toEqual(['danger to-stuck']);
  expect(of('0x345f540100', 'Box.deposit = 5')).toEqual([]);
  expect(of('0x345f540100', 'Box')).toEqual([]);
  expect(of('0x33ff')).toEqual([]);
  expect(of('0x5f5f5f5f5f335af100')).toEqual([]);
  expect(of('0x')).toEqual([]);
});

test('another owner or other code without an event that says so', () => {
  const call = callTree('Vault.setOwner');
  const [before, after] = [addressOf('Old'), addressOf('New')];
  const changed = (path: string, event = '') =>
    told(event === '' ? call : callTree(`\n    Vault.setOwner\n      ${event}`), {
      variables: [{ address: addressOf('Vault'), path, before, after }],
    });
  expect(changed('owner')).toEqual(['danger ownership']);
  expect(changed('_admin')).toEqual(['danger ownership']);
  expect(changed('settings.governor')).toEqual(['danger ownership']);
  expect(changed('eip1967.proxy.implementation')).toEqual(['danger upgrade']);
  expect(changed('pendingOwner')).toEqual([]);
  const added = (path: string, was = 'false', is = 'true') =>
    told(call, { variables: [{ address: addressOf('Vault'), path: `${path}[${after}]`, before: was, after: is }] });
  const roles = ['_roles[0x00].members', '_roles[0x00].hasRole', 'roles[0x00]'];
  for (const path of ['wards', 'isOwner', 'isSigner', ...roles]) expect(added(path)).toEqual(['danger ownership']);
  expect(added('wards', '0', '1')).toEqual(['danger ownership']);
  expect(added('isOwner', 'true', 'false')).toEqual([]);
  for (const path of ['claimed', 'allowed', `_operatorApprovals[${before}]`]) expect(added(path)).toEqual([]);
  expect(changed('_owners[7]')).toEqual([]);
  expect(changed('highestBidder')).toEqual([]);
  // The event that says so is told by the rule of events.
  expect(changed('owner', `#[${OWNERSHIP} ${who('Old')} ${who('New')} | ]`)).toEqual(['warning ownership']);
});

test('a permit that somebody else brings and spends at once, unless something comes back to the owner', () => {
  const permit = encodeFunctionData({
    abi: parseAbi(['function permit(address, address, uint256, uint256, uint8, bytes32, bytes32)']),
    args: [addressOf('Owner'), addressOf('Sender'), 5n, 9n, 27, who('r') as Hex, who('s') as Hex],
  });
  const spent = (more: string) =>
    withInput(
      callTree(`
    Pull.run
      Token.permit
      Token.transferFrom
        #[${TRANSFER} ${who('Owner')} ${who('Sender')} | ${amount(5n)}]${more}`),
      1,
      permit,
    );
  expect(told(spent(''))).toEqual(['danger permit']);
  const paid = `
      Other.transfer
        #[${TRANSFER} ${who('Sender')} ${who('Owner')} | ${amount(4n)}]`;
  expect(told(spent(paid))).toEqual(['notice permit']);
  expect(told(spent(paid), { isVerified: (token) => token !== addressOf('Other') })).toEqual(['warning permit']);
});

/** UserOperationEvent(hash, account, paymaster, nonce, success, cost, gas) of an EntryPoint (ERC-4337, 0.6 on). */
const operation = (account: string) =>
  `#[0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f 0x${'aa'.repeat(32)} ${who(account)} ${who('Nobody')} | ${amount(1n)}]`;

test('accounts that a bundle acts for are judged each, as a Safe is', () => {
  const codeOf = codes({ Wallet: '0x00', Spender: '0x', Stranger: '0x', Relay: '0x' });
  const approved = `Token.approve
          #[${APPROVAL} ${who('Wallet')} ${who('Spender')} | ${amount(5n)}]`;
  const bundle = (did: string, events = operation('Wallet')) =>
    callTree(`
    Entry.handleOps
      Wallet.execute
        ${did}
      Relay = 3
      ${events}`);
  expect(told(bundle(approved), { codeOf })).toEqual(['danger approve-no-code']);
  // A contract that approves somebody while it trades is asked for by nobody.
  expect(told(bundle(approved, '#Other'), { codeOf })).toEqual([]);
  // Undone, as operations that fail are.
  expect(told(bundle(approved.replace('Token.approve', 'Token.approve !')), { codeOf })).toEqual([]);
  const drained = `Fake.claim
          Token.transferFrom
            #[${TRANSFER} ${who('Wallet')} ${who('Stranger')} | ${amount(9n)}]`;
  expect(told(bundle(drained), { codeOf })).toEqual(['danger one-sided']);
  // The account names it in what it signed, and pays for its gas.
  const named = `0x12345678${who('Stranger').slice(2)}` as Hex;
  expect(told(withInput(bundle(drained), 1, named), { codeOf })).toEqual([]);
  const paid = bundle('Entry = 3');
  expect(told(withInput(paid, 0, `0x765e827f${who('x').slice(2)}${who('Relay').slice(2)}`), { codeOf })).toEqual([]);
  // What one operation loses is not told of the others, which pay for their gas in ether, too.
  const two = callTree(`
    Entry.handleOps
      Wallet.validateUserOp
        Entry = 3
      Other.validateUserOp
        Entry = 3
      Wallet.execute
        Fake.claim = 9
          Stranger = 9
      Other.execute
      Relay = 6
      ${operation('Wallet')}
      ${operation('Other')}`);
  expect(told(withInput(two, 0, `0x765e827f${who('x').slice(2)}${who('Relay').slice(2)}`), { codeOf })).toEqual([
    'danger one-sided',
  ]);
  const exec = '0x6a761202' as Hex; // execTransaction of a Safe
  const safe = callTree(`
    Wallet.exec
      ${approved}`);
  expect(told(safe, { codeOf })).toEqual([]);
  expect(told(withInput(safe, 0, exec), { codeOf })).toEqual(['danger approve-no-code']);
});

test('an account that delegates to code has a key: as a spender, as an owner, and as who gets what is taken', () => {
  const delegates: Hex = `0xef0100${'11'.repeat(20)}`;
  const approve = (owner: string) =>
    callTree(`
    Token.approve
      #[${APPROVAL} ${who(owner)} ${who('Spender')} | ${amount(5n)}]`);
  const codeOf = codes({ Spender: delegates, Other: delegates, Stranger: delegates });
  expect(told(approve('Sender'), { codeOf })).toEqual(['danger approve-no-code']);
  expect(told(approve('Other'), { codeOf })).toEqual(['danger approve-no-code']);
  const taken = callTree(`
    Fake.claim
      Token.transferFrom
        #[${TRANSFER} ${who('Sender')} ${who('Stranger')} | ${amount(9n)}]`);
  expect(told(taken, { codeOf })).toEqual(['danger one-sided']);
});

test('what a transfer by the spender leaves of an approval was given before', () => {
  const swap = (more = '') =>
    withInput(
      callTree(`
    Router.swap${more}
      Token.transferFrom
        #[${APPROVAL} ${who('Sender')} ${who('Router')} | ${amount(maxUint256 - 5n)}]`),
      more === '' ? 1 : 3,
      '0x23b872dd',
    );
  const codeOf = codes({ Sender: '0x', Router: '0x00' });
  expect(told(swap(), { codeOf })).toEqual([]);
  const given = `
      Token.approve
        #[${APPROVAL} ${who('Sender')} ${who('Router')} | ${amount(maxUint256)}]`;
  expect(told(swap(given), { codeOf })).toEqual(['warning approve-unlimited']);
});

const PERMIT2 = parseAbi([
  'struct Held { address token; uint256 amount; }',
  'struct One { Held permitted; uint256 nonce; uint256 deadline; }',
  'struct Many { Held[] permitted; uint256 nonce; uint256 deadline; }',
  'struct Sent { address to; uint256 requestedAmount; }',
  'struct Detail { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
  'struct Allowance { Detail details; address spender; uint256 sigDeadline; }',
  'struct Allowances { Detail[] details; address spender; uint256 sigDeadline; }',
  'function permitTransferFrom(One permit, Sent sent, address owner, bytes signature)',
  'function permitTransferFrom(Many permit, Sent[] sent, address owner, bytes signature)',
  'function permitWitnessTransferFrom(One permit, Sent sent, address owner, bytes32 witness, string witnessType, bytes signature)',
  'function permitWitnessTransferFrom(Many permit, Sent[] sent, address owner, bytes32 witness, string witnessType, bytes signature)',
  'function permit(address owner, Allowance permit, bytes signature)',
  'function permit(address owner, Allowances permit, bytes signature)',
]);

test('Permit2: signatures that somebody else brings and spends at once, single, as a batch and with a witness', () => {
  const [owner, token, to] = [addressOf('Owner'), addressOf('Token'), addressOf('Sender')];
  const held = { token, amount: 5n };
  const other = { token: addressOf('Other'), amount: 5n };
  const detail = { token, amount: 5n, expiration: 9, nonce: 0 };
  const [sent, hash] = [{ to, requestedAmount: 5n }, who('w') as Hex];
  const one = { permitted: held, nonce: 0n, deadline: 9n };
  const many = { permitted: [other, held], nonce: 0n, deadline: 9n };
  const details = [{ ...detail, token: addressOf('Other') }, detail];
  const encode = (functionName: 'permit' | 'permitTransferFrom' | 'permitWitnessTransferFrom', args: unknown[]) =>
    encodeFunctionData({ abi: PERMIT2, functionName, args } as never);
  const permits = [
    encode('permitTransferFrom', [one, sent, owner, '0x']),
    encode('permitTransferFrom', [many, [sent, sent], owner, '0x']),
    encode('permitWitnessTransferFrom', [one, sent, owner, hash, 'x', '0x']),
    encode('permitWitnessTransferFrom', [many, [sent, sent], owner, hash, 'x', '0x']),
    encode('permit', [owner, { details: detail, spender: to, sigDeadline: 9n }, '0x']),
    encode('permit', [owner, { details, spender: to, sigDeadline: 9n }, '0x']),
  ];
  const spent = (permit: Hex, taker: string, more = '') =>
    withInput(
      callTree(`
    Pull.run
      Permit2.permit
        Token.transferFrom
          #[${TRANSFER} ${who('Owner')} ${who(taker)} | ${amount(5n)}]${more}`),
      1,
      permit,
    );
  const codeOf = codes({ Owner: '0x', Bridge: '0x00', Stranger: '0x' });
  for (const permit of permits) {
    expect(told(spent(permit, 'Sender'), { codeOf })).toEqual(['danger permit']);
    expect(told(spent(permit, 'Stranger'), { codeOf })).toEqual(['danger permit']);
    // A trade that somebody settles, a deposit that somebody brings, and the owner's own.
    const paid = `
        Gold.transfer
          #[${TRANSFER} ${who('Sender')} ${who('Owner')} | ${amount(4n)}]`;
    expect(told(spent(permit, 'Sender', paid), { codeOf })).toEqual([]);
    expect(told(spent(permit, 'Bridge'), { codeOf })).toEqual([]);
    expect(told(spent(permit, 'Bridge'), { codeOf, isVerified: () => false })).toEqual(['danger permit']);
    expect(told(spent(permit, 'Bridge'), { codeOf, sender: owner })).toEqual([]);
  }
});
