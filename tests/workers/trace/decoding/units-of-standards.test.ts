/**
 * Units of amounts that belong to an item (ERC-6909) or to the asset of a vault (ERC-4626), in OpenZeppelin's contracts: in
 * the tree, events, errors, storage and files. The expected texts are the numbers of the calls, counted by hand.
 */
import 'fake-indexeddb/auto';
import { type Abi, encodeFunctionData } from 'viem';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { stateCsv } from '../../../../src/app/views/state/state-csv';
import type { Decoded } from '../../../../src/core/abi/decoded';
import { cutValue } from '../../../../src/core/abi/value-text';
import type { Address, Hex } from '../../../../src/core/chain/primitives';
import { RowKind } from '../../../../src/core/trace/rows';
import type { RowView, VisibleIndex } from '../../../../src/workers/trace/rows.api';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../../../helpers/anvil';
import { forgetAll, newJob, startEngine } from '../../../helpers/demo-engine';
import { startFaultProxy } from '../../../helpers/fault-proxy';
import { sendMined } from '../../../helpers/mined';

import { packageSources } from '../../../helpers/package-sources';
import { ANVIL_NETWORK } from '../../../helpers/rpc';
import { newestSolc } from '../../../helpers/solc';

const [OWNER, OTHER] = ANVIL_ACCOUNTS as unknown as [Address, Address];
const METADATA = '@openzeppelin/contracts/token/ERC6909/extensions/draft-ERC6909Metadata.sol';
const VAULT = '@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol';
const CALLING = '@openzeppelin/contracts/token/ERC20/extensions/ERC1363.sol';

/** Item 7 has 6 decimals, 8 none, of 9 nothing is stated. The asset has 6 decimals, the shares 9. */
const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;
import "${METADATA}";
import "${VAULT}";
import "${CALLING}";
import "@openzeppelin/contracts/interfaces/IERC1363Receiver.sol";
import "@openzeppelin/contracts/interfaces/IERC1363Spender.sol";
contract Claims is ERC6909Metadata {
  constructor() {
    _setSymbol(7, "CS"); _setDecimals(7, 6); _mint(msg.sender, 7, 5_000_000);
    _setSymbol(8, "HAT"); _mint(msg.sender, 8, 12);
    _setSymbol(5, "GLD"); _setDecimals(5, 6);
  }
}
contract Cash is ERC20("Cash", "CSH") {
  constructor() { _mint(msg.sender, 1_000e6); }
  function decimals() public pure override returns (uint8) { return 6; }
}
contract Points is ERC1363 {
  event Transfer(address indexed from, address indexed to, uint256 value, bytes data);
  constructor() ERC20("Points", "PTS") { _mint(msg.sender, 1_000e4); }
  function decimals() public pure override returns (uint8) { return 4; }
  /** As tokens of ERC-677 do. */
  function transferWith(address to, uint256 value, bytes calldata data) external {
    transferAndCall(to, value, data);
    emit Transfer(msg.sender, to, value, data);
  }
  /** As tokens of ERC-777 and ERC-223 do, and those before ERC-1363. */
  function tell(Desk desk, uint256 value) external {
    desk.tokensToSend(msg.sender, msg.sender, address(desk), value, "", "");
    desk.tokenFallback(msg.sender, value, "");
    desk.tokenReceived(msg.sender, value, "");
    desk.receiveApproval(msg.sender, value, address(this), "");
  }
}
contract Desk is IERC1363Receiver, IERC1363Spender {
  function onApprovalReceived(address, uint256, bytes calldata) external pure returns (bytes4) {
    return IERC1363Spender.onApprovalReceived.selector;
  }
  function tokensToSend(address, address, address, uint256, bytes calldata, bytes calldata) external {}
  function tokenFallback(address, uint256, bytes calldata) external {}
  function tokenReceived(address, uint256, bytes calldata) external {}
  function receiveApproval(address, uint256, address, bytes calldata) external {}
  function onTransferReceived(address, address, uint256, bytes calldata) external pure returns (bytes4) {
    return IERC1363Receiver.onTransferReceived.selector;
  }
}
contract Shares is ERC4626 {
  constructor(IERC20 cash) ERC20("Shares of cash", "sCSH") ERC4626(cash) {}
  function _decimalsOffset() internal pure override returns (uint8) { return 3; }
  function maxMint(address) public pure override returns (uint256) { return 10e9; }
}`;

const solc = newestSolc();
const input = {
  language: 'Solidity',
  sources: {
    ...packageSources(METADATA),
    ...packageSources(VAULT),
    ...packageSources(CALLING),
    'Units.sol': { content: SOURCE },
  },
  settings: {
    outputSelection: {
      '*': {
        '*': ['abi', 'evm.bytecode', 'evm.deployedBytecode', 'evm.methodIdentifiers', 'storageLayout', 'metadata'],
        '': ['ast'],
      },
    },
  },
};
const output = JSON.parse(solc.compile(JSON.stringify(input)));
const build = {
  id: 'units',
  _format: 'hh-sol-build-info-1',
  solcVersion: '',
  solcLongVersion: solc.longVersion,
  input,
  output,
};
const contracts: Record<string, { abi: Abi; evm: { bytecode: { object: string } } }> = output.contracts['Units.sol'];

let node: Anvil;
const at: Record<string, Address> = {};

const call = (contract: string, functionName: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: contracts[contract]?.abi ?? [], functionName, args });

const send = (transaction: object) => sendMined(node, { from: OWNER, gas: '0x989680', ...transaction });

beforeAll(async () => {
  node = await startAnvil();
  for (const name of ['Claims', 'Cash', 'Points', 'Desk', 'Shares']) {
    const given = name === 'Shares' ? at.Cash?.slice(2).padStart(64, '0') : '';
    at[name] = (await send({ data: `0x${contracts[name]?.evm.bytecode.object}${given}` })).contractAddress;
  }
  await send({ to: at.Cash, data: call('Cash', 'approve', [at.Shares, 500_000_000n]) });
});
afterEach(forgetAll);
afterAll(() => node?.stop());

/** Sends the call and opens it, with the build output imported or with nothing known. */
async function openCall(contract: string, data: Hex, isKnown: boolean) {
  const { transactionHash } = await send({ to: at[contract], data });
  const { engine, open, settledRows } = await startEngine([node.url]);
  if (isKnown) await engine.contracts.importBuildOutput('u.json', new TextEncoder().encode(JSON.stringify(build)));
  const { handle } = await open({ networkId: ANVIL_NETWORK, hash: transactionHash });
  await settledRows(handle, 1);
  const source = await engine.trace.sourceTrace(newJob(), handle);
  await engine.settled();
  const { rows } = await engine.trace.rows(handle, 0 as VisibleIndex, 200);
  const reason = (await engine.trace.outcome(handle)).failing?.reason;
  return { engine, handle, rows, reason, stack: source.ok ? source.value.stack : [] };
}

const textOf = (values: readonly Decoded[] | undefined) =>
  (values ?? []).flatMap(({ kind, ...value }) =>
    kind === 'address' ? [] : [`${value.name} ${cutValue({ kind, ...value }, 160).text}`],
  );

const rowOf = (rows: readonly RowView[], name: string) => rows.find(({ functionName }) => functionName?.text === name);

async function storedIn({ engine, handle }: Awaited<ReturnType<typeof openCall>>) {
  const variables = await engine.trace.storageVariables(handle);
  if (!variables.ok) throw new Error(variables.error.message);
  const told = variables.value.flatMap(({ values }) =>
    values.map(({ path, before, after }) => `${path.split('[')[0]} ${cutValue(before).text} → ${cutValue(after).text}`),
  );
  const state = await engine.trace.stateChanges(handle);
  return { told: told.sort(), csv: state.ok ? stateCsv(state.value, variables.value) : '' };
}

test('an amount of an item reads alike in the call, the events, storage and files', async () => {
  for (const isKnown of [true, false]) {
    const opened = await openCall('Claims', call('Claims', 'transfer', [OTHER, 7n, 1_250_000n]), isKnown);
    const { engine, handle, rows } = opened;
    expect(textOf(rows[0]?.inputs)).toEqual(['id 7', 'amount 1.25 CS']);
    expect(textOf(rows.find(({ kind }) => kind === RowKind.log)?.inputs)).toEqual(['id 7', 'amount 1.25 CS']);
    expect(await engine.trace.transfersCsv(handle)).toContain(`,CS,7,${OWNER},${OTHER},1.25,1250000,no`);
    expect(await engine.trace.eventsCsv(handle, {})).toContain('; id=7; amount=1.25 CS,');
    if (!isKnown) continue;
    const inside = rowOf(rows, '_update');
    const [read] = await engine.trace.rowValues(handle, inside ? [inside.row] : []);
    expect(textOf(read?.inputs)).toEqual(['id 7', 'amount 1.25 CS']);
    const { told, csv } = await storedIn(opened);
    expect(told).toEqual(['_balances 0 CS → 1.25 CS', '_balances 5.0 CS → 3.75 CS']);
    expect(csv).toContain(',5 CS,3.75 CS,');
  }
});

test('an allowance of an item, one without end, and one of an item without decimals', async () => {
  const limits = [
    [7n, 2_000_000n, '2.0 CS', '0 CS → 2.0 CS'],
    [7n, 2n ** 256n - 1n, 'unlimited CS', '2.0 CS → unlimited CS'],
    [8n, 3n, '3 HAT', '0 HAT → 3 HAT'],
    [9n, 1_250_000n, '1,250,000', '0 → 1,250,000'],
  ] as const;
  for (const [id, amount, said, stored] of limits) {
    const opened = await openCall('Claims', call('Claims', 'approve', [OTHER, id, amount]), true);
    expect(textOf(opened.rows[0]?.inputs)).toEqual([`id ${id}`, `amount ${said}`]);
    expect(textOf(rowOf(opened.rows, 'Approval')?.inputs)).toEqual([`id ${id}`, `amount ${said}`]);
    expect((await storedIn(opened)).told).toEqual([`_allowances ${stored}`]);
  }
});

test('an error of ERC-6909 is in units of the item in headline, tree and stack trace', async () => {
  const said = /^ERC6909InsufficientBalance\(.+, 0 GLD, 7\.5 GLD, 5\)$/;
  for (const isKnown of [false, true]) {
    const { reason, rows, stack } = await openCall(
      'Claims',
      call('Claims', 'transfer', [OTHER, 5n, 7_500_000n]),
      isKnown,
    );
    expect(reason).toMatch(said);
    const [root] = rows;
    expect(root && 'error' in root && textOf(root.error?.args)).toEqual(['balance 0 GLD', 'needed 7.5 GLD', 'id 5']);
    if (isKnown) expect(stack.at(-1)?.sentence).toContain('0 GLD, 7.5 GLD, 5)');
  }
});

test('what a vault calls assets is in units of the token that it names, and shares in its own', async () => {
  const opened = await openCall('Shares', call('Shares', 'deposit', [2_500_000n, OWNER]), true);
  const { rows } = opened;
  expect(textOf(rows[0]?.inputs)).toEqual(['assets 2.5 CSH']);
  expect(textOf(rowOf(rows, 'Deposit')?.inputs)).toEqual(['assets 2.5 CSH', 'shares 2.5 sCSH']);
  const read = await opened.engine.trace.rowValues(
    opened.handle,
    ['_deposit', 'maxDeposit', '_convertToShares'].flatMap((name) => rowOf(rows, name)?.row ?? []),
  );
  expect(read.map(({ inputs, outputs }) => [...textOf(inputs), ...textOf(outputs)])).toEqual([
    ['assets 2.5 CSH', 'shares 2.5 sCSH'],
    [expect.stringMatching(/ unlimited CSH$/)],
    ['assets 2.5 CSH', 'rounding Floor', expect.stringMatching(/ 2\.5 sCSH$/)],
  ]);
  const redeemed = await openCall('Shares', call('Shares', 'redeem', [1_500_000_000n, OWNER, OWNER]), true);
  const inside = rowOf(redeemed.rows, '_convertToAssets');
  const [value] = await redeemed.engine.trace.rowValues(redeemed.handle, inside ? [inside.row] : []);
  expect(textOf(value?.inputs)).toEqual(['shares 1.5 sCSH', 'rounding Floor']);
  expect(textOf(value?.outputs)).toEqual([expect.stringMatching(/ 1\.5 CSH$/)]);
});

// LiorRabin's report fuseio/fuse-studio#30 is of such an event beside the one of ERC-20.
test('what a token hands to the contract that it calls is in its own units, there, too', async () => {
  for (const isKnown of [true, false]) {
    const data = call('Points', 'transferAndCall', [at.Desk, 25_000n]);
    const { rows } = await openCall('Points', data, isKnown);
    expect(textOf(rows[0]?.inputs)).toEqual(['value 2.5 PTS']);
    // By a signature of the table without the names of its arguments where nothing is known.
    const received = rows.find(({ to, kind }) => to === at.Desk && kind === RowKind.call);
    if (isKnown || received?.inputs) expect(textOf(received?.inputs)[0]).toMatch(/ 2\.5 PTS$/);
  }
  const { rows } = await openCall('Points', call('Points', 'transferWith', [at.Desk, 30_000n, '0x07']), true);
  const events = rows.filter(({ functionName }) => functionName?.text === 'Transfer');
  expect(events.map(({ inputs }) => textOf(inputs))).toEqual([['value 3.0 PTS'], ['value 3.0 PTS', 'data 0x07']]);
});

test('an approval that calls the spender, and what tokens tell before and after they move, are in units', async () => {
  const unit = (rows: readonly RowView[], to: Address) =>
    rows.flatMap((row) => (row.to === to && row.kind === RowKind.call ? [textOf(row.inputs).join(' ')] : []));
  const approved = await openCall('Points', call('Points', 'approveAndCall', [at.Desk, 15_000n]), true);
  expect(unit(approved.rows, at.Points as Address)).toEqual([expect.stringMatching(/value 1\.5 PTS$/)]);
  expect(unit(approved.rows, at.Desk as Address)).toEqual([expect.stringMatching(/ 1\.5 PTS/)]);
  await openCall('Points', call('Points', 'approve', [OWNER, 40_000n]), true);
  const moved = await openCall('Points', call('Points', 'transferFromAndCall', [OWNER, at.Desk, 35_000n]), true);
  expect(unit(moved.rows, at.Points as Address)).toEqual([expect.stringMatching(/value 3\.5 PTS$/)]);
  const told = await openCall('Points', call('Points', 'tell', [at.Desk, 45_000n]), true);
  expect(unit(told.rows, at.Desk as Address)).toEqual(
    Array.from({ length: 4 }, () => expect.stringMatching(/ 4\.5 PTS/)),
  );
});

test('errors of a vault are in assets or in shares, also where nothing moved and nothing is known', async () => {
  const cases = [
    ['withdraw', [9_000_000n, OTHER, OTHER], ['assets 9.0 CSH', 'max 0 CSH']],
    ['redeem', [4_000_000_000n, OTHER, OTHER], ['shares 4.0 sCSH', 'max 0 sCSH']],
    ['mint', [11_000_000_000n, OTHER], ['shares 11.0 sCSH', 'max 10.0 sCSH']],
  ] as const;
  for (const isKnown of [false, true])
    for (const [name, args, said] of cases) {
      const { reason, rows, stack } = await openCall('Shares', call('Shares', name, args), isKnown);
      const [root] = rows;
      expect(root && 'error' in root && textOf(root.error?.args)).toEqual(said);
      const texts = said.map((text) => text.replace(/^\w+ /, '')).join(', ');
      expect(reason).toMatch(new RegExp(`^ERC4626ExceededMax\\w+\\(.+, ${texts}\\)$`));
      expect(textOf(root?.inputs)).toEqual([said[0]]);
      if (isKnown) expect(stack.at(-1)?.sentence).toContain(`${texts})`);
    }
});

test.each([
  [
    'Claims',
    'transfer',
    [OTHER, 7n, 500_000n],
    '0x3f47e662',
    '12',
    /decimals of item 7 with 6, and the endpoint said 18/,
  ],
  [
    'Shares',
    'deposit',
    [1_500_000n, OWNER],
    '0x38d52e0f',
    '5e'.repeat(20),
    /asset with 0x\w+, and the endpoint said 0x5e/,
  ],
])('what an endpoint invents of a unit of %s is named, and amounts are as the code has it', async (...given) => {
  const [contract, name, args, selector, said, told] = given;
  const { transactionHash } = await send({ to: at[contract], data: call(contract, name, args) });
  const proxy = await startFaultProxy(node.url);
  proxy.set({
    lie: (method, [asked], result) =>
      method === 'eth_call' && (asked as { data: string }).data.startsWith(selector)
        ? `0x${said.padStart(64, '0')}`
        : result,
  });
  const { engine, events, open } = await startEngine([proxy.url]);
  const { handle } = await open({ networkId: ANVIL_NETWORK, hash: transactionHash });
  await engine.settled();
  await proxy.stop();
  const [checked] = events.flatMap((event) => (event.type === 'proven' ? [event.verification.checked] : []));
  expect(checked?.contradiction).toMatch(told);
  const { rows } = await engine.trace.rows(handle, 0 as VisibleIndex, 1);
  expect(textOf(rows[0]?.inputs).at(-1)).toMatch(/ (0\.5 CS|1\.5 CSH)$/);
});
