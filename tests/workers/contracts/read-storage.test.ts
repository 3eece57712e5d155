/** Storage of a real contract on a real node, by the layout of its sources and by the numbers of slots. */
import 'fake-indexeddb/auto';
import { encodeFunctionData, parseAbi, stringToHex } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Address } from '../../../src/core/chain/primitives';
import { ANVIL_ACCOUNTS } from '../../helpers/anvil';
import { forgetAll, newJob, startEngine, type TestEngine } from '../../helpers/demo-engine';
import { sendMined } from '../../helpers/mined';
import { startNode, type TestNode } from '../../helpers/node';
import { ANVIL_NETWORK } from '../../helpers/rpc';
import { newestSolc } from '../../helpers/solc';

const SOURCE = `contract Base { uint256 private twin = 1; uint128 internal low = 7; uint128 internal high = 9; }
contract Store is Base {
  struct Order { address owner; uint64 price; string note; }
  enum Kind { None, Some }
  event Placed(uint256 indexed id);
  error Poor(uint256 missing);
  uint256 immutable fee = 3;
  Order[] public orders;
  mapping(address => mapping(Kind => int32)) public scores;
  mapping(string => uint256) named; mapping(string => mapping(bytes => uint256)) raw;
  uint16[5] packed; uint256[300] many; bytes blob = hex"0102"; bytes longBlob = "0123456789012345678901234567890123456789";
  uint256 private twin = 2; uint256 transient lock; bytes32 constant OWNER_SLOT = keccak256("owner");
  function(uint256) internal pure returns (uint256) op; function() external view returns (uint256) hook; string long = "a text that is longer than the thirty-one bytes that fit a slot"; mapping(bytes32 => uint256) roles; mapping(uint256 => uint256) byNumber; uint256 constant DAY = 1 days;
  function place(uint64 price, string calldata note) external {
    orders.push(Order(msg.sender, price, note));
    scores[msg.sender][Kind.Some] = -5;
    named["a b"] = 44;
    packed[3] = 303; op = twice; hook = this.cost; many[1] = 8; lock = 1; Vault.at().count = 6; Vault.at().owed[msg.sender] = 3;
    bytes32 owner = OWNER_SLOT; assembly { sstore(owner, caller()) } Unused.Other storage other = Unused.at(); other; roles[OWNER_SLOT] = 11; roles["tag"] = 12; raw[unicode"é"]["b"] = 21; raw["a"][hex"00_ff"] = 22; roles[hex"01"] = 23; byNumber[DAY] = 13;
  }
  function cost() external view returns (uint256) { return fee; }
  function twice(uint256 x) internal pure returns (uint256) { return x * 2; }
  function run(uint256 x) external view returns (uint256) { return op(x); }
}
library Vault {
  struct Layout { uint128 total; uint64 count; mapping(address => uint256) owed; }
  function at() internal pure returns (Layout storage l) { bytes32 p = keccak256("vault"); assembly { l.slot := p } }
}
library Unused {
  struct Other { uint128 total; }
  function at() internal pure returns (Other storage l) { assembly { l.slot := 77777 } }
}`;
const SENDER = ANVIL_ACCOUNTS[0].toLowerCase();

let node: TestNode;
let test_: TestEngine;
let address: Address;
let empty: number;

beforeAll(async () => {
  node = await startNode();
  const input = {
    language: 'Solidity',
    sources: { 'Store.sol': { content: SOURCE } },
    settings: {
      outputSelection: {
        '*': { '': ['ast'], '*': ['abi', 'metadata', 'storageLayout', 'evm.bytecode', 'evm.deployedBytecode'] },
      },
    },
  };
  const output = JSON.parse(newestSolc().compile(JSON.stringify(input)));
  const data = `0x${output.contracts['Store.sol'].Store.evm.bytecode.object}`;
  const send = (transaction: object) => sendMined(node, { from: ANVIL_ACCOUNTS[0], ...transaction });
  const created = await send({ data });
  address = created.contractAddress.toLowerCase() as Address;
  empty = Number(created.blockNumber);
  const abi = parseAbi(['function place(uint64 price, string note)']);
  await send({ to: address, data: encodeFunctionData({ abi, args: [70n, 'first'] }) });
  await send({ to: address, data: encodeFunctionData({ abi, args: [71n, 'n'.repeat(40)] }) });
  test_ = await startEngine([node.url]);
  const build = { solcLongVersion: '0.8.37+commit.f401782d', input, output };
  const bytes = new TextEncoder().encode(JSON.stringify(build));
  const imported = await test_.engine.contracts.importBuildOutput('build.json', bytes);
  expect(imported.ok && imported.value.contracts).toBeGreaterThan(0);
});

afterAll(async () => {
  await forgetAll();
  await node.stop();
});

const subject = () => ({ networkId: ANVIL_NETWORK, address, layoutOf: address });

async function read(expression: string, block: number | 'latest' = 'latest'): Promise<string> {
  const answer = await test_.engine.contracts.readStorage(newJob(), subject(), expression, block);
  if (!answer.ok) return answer.error.message;
  return answer.value.value?.text ?? answer.value.word ?? '';
}

test('expressions of the layout: members, indexes, keys of every kind, packed values', async () => {
  expect(await read('high')).toBe('9');
  expect(await read('orders[1].price')).toBe('71');
  expect(await read('orders[1].note')).toBe('n'.repeat(40));
  expect(await read(` orders [ 0 ] . owner `)).toBe(SENDER);
  expect(await read(`scores[${SENDER}][Kind.Some]`)).toBe('-5');
  expect(await read(`scores[${SENDER}][1]`)).toBe('-5');
  expect(await read('named["a b"]')).toBe('44');
  expect(await read('packed[3]')).toBe('303');
  expect(await read('long')).toBe('a text that is longer than the thirty-one bytes that fit a slot');
  expect(await read('orders')).toBe('');
});

test('keys by the names of constants, by the hash of a text, and as a text', async () => {
  expect(await read('roles[OWNER_SLOT]')).toBe('11');
  expect(await read('roles[ Store.OWNER_SLOT ]')).toBe('11');
  expect(await read('roles[keccak256("owner")]')).toBe('11');
  expect(await read('roles["tag"]')).toBe('12');
  // As the source writes them.
  expect(await read('raw[unicode"é"]["b"]')).toBe('21');
  expect(await read('raw["a"][hex"00_ff"]')).toBe('22');
  expect(await read(`raw['a'][hex'00ff']`)).toBe('22');
  expect(await read('raw["a"][0x00ff]')).toBe('22');
  expect(await read(`roles[hex"${'01'.padEnd(64, '0')}"]`)).toBe('23');
  expect(await read(`roles[${stringToHex('tag', { size: 32 })}]`)).toBe('12');
  expect(await read('byNumber[DAY]')).toBe('13');
  expect(await read('byNumber[NIGHT]')).toBe('The key of byNumber: it is a whole number.');
  expect(await read('byNumber[Base.DAY]')).toBe('The key of byNumber: it is a whole number.');
  expect(await read('DAY')).toBe('DAY is a constant of the source, 86400, and takes no storage.');
});

test('lengths of arrays, immutables and functions, as the State tab has them', async () => {
  expect(await read('orders.length')).toBe('2');
  expect(await read('orders.length', empty)).toBe('0');
  expect(await read('packed.length')).toBe('packed always has 5 items.');
  expect(await read('fee')).toBe('3');
  expect(await read('op')).toBe('twice');
  expect(await read('hook')).toBe(`${address}.cost`);
});

test('bytes and texts by their length and byte, and variables of one name by the contract that declares them', async () => {
  expect(await read('blob.length')).toBe('2');
  expect(await read('longBlob.length')).toBe('40');
  expect(await read('orders[1].note.length')).toBe('40');
  expect(await read('longBlob[39]')).toBe('0x39');
  expect(await read('longBlob[40]')).toContain('there is no such byte');
  expect(await read('twin')).toBe('2');
  expect(await read('Base.twin')).toBe('1');
  expect(await read('lock')).toContain('transient');
});

test('structs of libraries that the contract uses, slots that a constant names, and the first items of a long array', async () => {
  expect(await read('Layout.count')).toBe('6');
  expect(await read(`Vault.Layout.owed[${SENDER}]`)).toBe('3');
  expect(await read('OWNER_SLOT')).toBe(`0x${SENDER.slice(2).padStart(64, '0')}`);
  const answer = await test_.engine.contracts.storedVariables(newJob(), subject(), 'latest');
  const variables = answer.ok ? answer.value.variables : [];
  const apart = variables.filter(({ kind }) => kind === 'namespace');
  expect(apart.map(({ declaredIn, value }) => `${declaredIn}.${value.name}`)).toEqual([
    'Vault.Layout',
    'Store.OWNER_SLOT',
  ]);
  const many = variables.find(({ value }) => value.name === 'many')?.value;
  expect(many?.items?.slice(0, 3).map(({ text }) => text)).toEqual(['0', '8', '0']);
  expect(many).toMatchObject({ length: 300 });
});

test('slots by number, and older blocks', async () => {
  expect(await read('1')).toBe(`0x${'0'.repeat(31)}9${'0'.repeat(31)}7`);
  expect(await read('0x1')).toBe(`0x${'0'.repeat(31)}9${'0'.repeat(31)}7`);
  expect(await read('packed[3]', empty)).toBe('0');
  expect(await read('orders[0].price', empty)).toContain('orders has 0 items');
});

test('what is no expression is refused in a sentence', async () => {
  expect(await read('gone')).toBe('The contract has no variable gone in storage.');
  expect(await read('orders[2].price')).toContain('orders has 2 items at block');
  expect(await read('orders[0].cost')).toBe('orders[0] has no member cost. It has owner, price, note.');
  expect(await read('packed[5]')).toBe('packed has 5 items, from 0 to 4.');
  expect(await read('scores[7]')).toContain('it is an address');
  expect(await read('low.x')).toBe('low is no struct, it has no member x.');
  expect(await read('orders[0')).toContain('neither a member nor an index');
  expect(await read(`0x1${'0'.repeat(64)}`)).toBe('A slot is a number below 2^256.');
  expect(await read('')).toBe('Name a variable or the number of a slot.');
});

test('all variables with what they hold, immutables among them', async () => {
  const answer = await test_.engine.contracts.storedVariables(newJob(), subject(), 'latest');
  const variables = answer.ok ? answer.value.variables : [];
  const texts = Object.fromEntries(variables.map(({ value }) => [value.name, value.text]));
  expect(texts).toMatchObject({ low: '7', high: '9', fee: '3', long: expect.stringContaining('a text that') });
  const orders = variables.find(({ value }) => value.name === 'orders')?.value;
  expect(orders?.items?.map(({ items }) => items?.map(({ text }) => text))).toEqual([
    [SENDER, '70', 'first'],
    [SENDER, '71', 'n'.repeat(40)],
  ]);
});

test('the outline names declarations with their lines, the contract’s own first', async () => {
  const answer = await test_.engine.contracts.contractOutline(newJob(), ANVIL_NETWORK, address);
  const entries = answer.ok ? answer.value : [];
  expect(entries.map(({ kind, name, parameters, line }) => `${kind} ${name}(${parameters}) ${line}`)).toEqual([
    'event Placed(uint256 id) 5',
    'error Poor(uint256 missing) 6',
    'function place(uint64 price, string note) 14',
    'function cost() 21',
    'function twice(uint256 x) 22',
    'function run(uint256 x) 23',
  ]);
});
