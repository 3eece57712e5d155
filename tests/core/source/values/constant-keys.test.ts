/** Mappings under keys that the compiler hashes itself, as bug reports have them (ChainSecurity/deployment_validation#17, a16z/halmos PR 74). */
import { keccak256, toHex } from 'viem';
import { expect, test } from 'vitest';
import { LIMBS, toBigInt } from '../../../../src/core/evm/words/words';
import { keysOfSources } from '../../../../src/core/source/values/constant-keys';
import { valueInSlot } from '../../../../src/core/source/values/decode-word';
import { MappingKeys } from '../../../../src/core/source/values/known-storage';
import { StoragePaths } from '../../../../src/core/source/values/storage-path';
import type { Target } from '../../../../tools/conformance/solidity/solc';
import { target } from '../../../../tools/conformance/solidity/targets';
import { runSource, type SourceCall } from '../../../helpers/source-run';

const ROLES = `pragma solidity ^0.8.20;
type Price is uint128;
interface Token { function mint(address to) external; function burn(uint256 id) external; }
library Names { bytes32 internal constant BURNER = keccak256("BURNER"); }
abstract contract Base { uint256 internal constant LIMIT = 10 ** 3 + 7; address internal constant SINK = 0x000000000000000000000000000000000000dEaD; }
contract Roles is Base {
  struct Role { mapping(address => bool) members; bytes32 admin; }
  enum Mode { Off, Slow }
  mapping(bytes32 => Role) private roles;
  mapping(uint256 => uint256) public params;
  mapping(string => uint256) public limits;
  mapping(Mode => mapping(bytes4 => uint256)) nested;
  mapping(Price => uint256) byPrice;
  mapping(address => mapping(bytes32 => uint256[])) lists;
  mapping(int64 => uint256) signed;
  mapping(bytes4 => bool) known;
  bytes32 public constant MINTER = keccak256("MINTER");
  function grant(address who) external { roles[MINTER].members[who] = true; roles[MINTER].admin = bytes32(uint256(1)); }
  function burner(address who) external { roles[Names.BURNER].members[who] = true; }
  function setFee(uint256 v) external { params[3] = v; params[LIMIT] = v; limits["daily"] = v * 2; }
  function setNested(uint256 v) external { nested[Mode.Slow][0xdeadbeef] = v; }
  function setPrice(uint256 v) external { byPrice[Price.wrap(123)] = v; signed[-70000] = v; }
  function setList(uint256 v) external { lists[SINK]["first"].push(v); }
  function setEnds(uint256 v) external { params[type(uint64).max] = v; params[type(uint256).max] = v; signed[type(int64).min] = v; nested[type(Mode).max][bytes4(bytes.concat(bytes2(0xdead), bytes2(0xbeef)))] = v; }
  function support() external { known[type(Token).interfaceId] = true; known[Token.mint.selector] = true; }
}
`;

const WHO = `0x${'ab'.repeat(20)}`;
const text = (word: string) => `0x${Buffer.from(word).toString('hex').padEnd(64, '0')}`;
// As cast interface-id and cast sig have them.
const MINT = keccak256(toHex('mint(address)')).slice(0, 10);
const BURN = keccak256(toHex('burn(uint256)')).slice(0, 10);
const TOKEN = `0x${(BigInt(MINT) ^ BigInt(BURN)).toString(16).padStart(8, '0')}`;

const CASES: readonly (readonly [call: SourceCall, written: readonly string[]])[] = [
  [
    { name: 'grant', args: [WHO] },
    [
      `roles[${keccak256(toHex('MINTER'))}].members[${WHO}]=true`,
      `roles[${keccak256(toHex('MINTER'))}].admin=${toHex(1n, { size: 32 })}`,
    ],
  ],
  [{ name: 'burner', args: [WHO] }, [`roles[${keccak256(toHex('BURNER'))}].members[${WHO}]=true`]],
  [{ name: 'setFee', args: [30n] }, ['params[3]=30', 'params[1007]=30', 'limits["daily"]=60']],
  [{ name: 'setNested', args: [5n] }, ['nested[Slow][0xdeadbeef]=5']],
  [{ name: 'setPrice', args: [5n] }, ['byPrice[123]=5', 'signed[-70000]=5']],
  [
    { name: 'setList', args: [9n] },
    [
      `lists[0x000000000000000000000000000000000000dead][${text('first')}].length=1`,
      `lists[0x000000000000000000000000000000000000dead][${text('first')}][0]=9`,
    ],
  ],
  [
    { name: 'setEnds', args: [5n] },
    [
      `params[${2n ** 64n - 1n}]=5`,
      `params[${2n ** 256n - 1n}]=5`,
      `signed[${-(2n ** 63n)}]=5`,
      'nested[Slow][0xdeadbeef]=5',
    ],
  ],
  [{ name: 'support' }, [`known[${TOKEN}]=true`, `known[${MINT}]=true`]],
];

const TARGETS: readonly Target[] = [target('0.8.37'), target('0.8.37', true), target('0.8.37', true, true)];

test.each(TARGETS.flatMap((compiler) => CASES.map(([call, written]) => ({ compiler, call, written }))))(
  'entries are named, $call.name, optimised $compiler.optimizer, via IR $compiler.viaIR',
  ({ compiler, call, written }) => {
    const run = runSource(ROLES, 'Roles', compiler, [call]);
    const layout = run.compilation.contracts.find(({ name }) => name === 'Roles')?.layout.storage ?? [];
    const paths = new StoragePaths(run.replay.preimages, () => keysOfSources(run.compilation));
    const { slots } = run.state;
    const keys = run.replay.accesses.slots().map((slot) => ({
      key: toBigInt(slots.keys, slot * LIMBS),
      word: toBigInt(slots.current, slot * LIMBS),
    }));
    const named = keys.flatMap(({ key, word }) =>
      paths
        .at(key, layout)
        .map(({ path, type, offset, bytes }) => `${path}=${valueInSlot(type, word, offset, bytes).text}`),
    );
    expect(named.sort()).toEqual([...written].sort());
    // A reader of the whole mapping is told of each key that was hashed in either way.
    const all = new MappingKeys(run.replay.preimages).with(
      paths.foldedKeys(
        keys.map(({ key }) => key),
        layout,
      ),
    );
    const mapping = layout.find(({ name }) => written[0]?.startsWith(`${name}[`));
    expect(all.of(mapping?.slot ?? -1n).length).toBeGreaterThan(0);
  },
);

/** EIP-2535's reference implementation keeps its struct so, solidstate in structs called Layout, OpenZeppelin by ERC-7201. */
const DIAMOND = `pragma solidity ^0.8.20;
library LibDiamond {
  bytes32 constant DIAMOND_STORAGE_POSITION = keccak256("diamond.standard.diamond.storage");
  struct DiamondStorage { mapping(bytes4 => uint96) facets; address contractOwner; uint64 count; }
  function diamondStorage() internal pure returns (DiamondStorage storage ds) {
    bytes32 position = DIAMOND_STORAGE_POSITION;
    assembly { ds.slot := position }
  }
}
library Direct {
  struct Layout { uint256 total; }
  bytes32 constant AT = 0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00;
  function layout() internal pure returns (Layout storage l) { assembly { l.slot := AT } }
}
contract Facet {
  struct Free { uint256 at; }
  function at(bytes32 slot) internal pure returns (Free storage r) { assembly { r.slot := slot } }
  function inc() external {
    LibDiamond.DiamondStorage storage ds = LibDiamond.diamondStorage();
    ds.count = 7; ds.contractOwner = msg.sender; ds.facets[0x01020304] = 3;
    Direct.layout().total = 9;
    at(keccak256("free")).at = 1;
  }
}
`;

test.each(TARGETS)('structs at a constant slot are named, optimised $optimizer, via IR $viaIR', (compiler) => {
  const run = runSource(DIAMOND, 'Facet', compiler, [{ name: 'inc' }]);
  const { namespaces = [] } = run.compilation.contracts.find(({ name }) => name === 'Facet')?.layout ?? {};
  // What cast keccak says of the text, and what the source states.
  expect(namespaces.map(({ contract, name, slot }) => `${contract}.${name} ${slot.toString(16)}`)).toEqual([
    'LibDiamond.DiamondStorage c8fcad8db84d3cc18b4c41d551ea0ee66dd599cde068d998e57d5e09332c131c',
    'Direct.Layout 52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00',
  ]);
  const paths = new StoragePaths(run.replay.preimages, () => keysOfSources(run.compilation));
  const { slots } = run.state;
  const named = run.replay.accesses
    .slots()
    .flatMap((slot) => paths.at(toBigInt(slots.keys, slot * LIMBS), namespaces).map(({ path }) => path));
  expect(named.sort()).toEqual([
    'DiamondStorage.contractOwner',
    'DiamondStorage.count',
    'DiamondStorage.facets[0x01020304]',
    'Layout.total',
  ]);
});

test('items behind a constant key are named where mappings have more keys than are tried', () => {
  const many = Array.from({ length: 16 }, (_, at) => `mapping(bytes32 => mapping(bytes32 => uint256)) a${at};`);
  const keys = Array.from({ length: 80 }, (_, at) => `bytes32 constant K${at} = keccak256("key ${at}");`);
  const source = `pragma solidity ^0.8.20; contract Many { ${keys.join(' ')} ${many.join(' ')}
    mapping(bytes32 => uint256[]) lists; function add() external { lists[K79].push(8); } }`;
  const run = runSource(source, 'Many', target('0.8.37', true), [{ name: 'add' }]);
  const layout = run.compilation.contracts.find(({ name }) => name === 'Many')?.layout.storage ?? [];
  const paths = new StoragePaths(run.replay.preimages, () => keysOfSources(run.compilation));
  const slots = run.replay.accesses.slots();
  const named = slots.flatMap((slot) => paths.at(toBigInt(run.state.slots.keys, slot * LIMBS), layout));
  const list = `lists[${keccak256(toHex('key 79'))}]`;
  expect(named.map(({ path }) => path).sort()).toEqual([`${list}.length`, `${list}[0]`].sort());
});

/** Contracts of a real size have more keys than are tried: those between brackets come first, however deep. */
test('chains of keys that the source writes are named where mappings have more keys than are tried', () => {
  const many = Array.from({ length: 16 }, (_, at) => `mapping(bytes32 => mapping(bytes32 => uint256)) a${at};`);
  const keys = Array.from({ length: 80 }, (_, at) => `bytes32 constant K${at} = keccak256("key ${at}");`);
  const source = `pragma solidity ^0.8.20; contract Deep { ${keys.join(' ')} ${many.join(' ')}
    struct Cell { uint8 a; uint8[3] rgb; }
    mapping(address => mapping(bytes32 => mapping(bool => uint256))) deep; mapping(uint256 => mapping(uint256 => Cell)[2]) cells;
    function set() external { deep[address(1)][K70][true] = 8; cells[4][1][8].rgb[2] = 44; } }`;
  const run = runSource(source, 'Deep', target('0.8.37', true), [{ name: 'set' }]);
  const layout = run.compilation.contracts.find(({ name }) => name === 'Deep')?.layout.storage ?? [];
  const paths = new StoragePaths(run.replay.preimages, () => keysOfSources(run.compilation));
  const slots = run.replay.accesses.slots();
  const named = slots.flatMap((slot) => paths.at(toBigInt(run.state.slots.keys, slot * LIMBS), layout));
  const deep = `deep[0x${'1'.padStart(40, '0')}][${keccak256(toHex('key 70'))}][true]`;
  expect(named.map(({ path }) => path)).toEqual(expect.arrayContaining([deep, 'cells[4][1][8].rgb[2]']));
});

/** The slot is what `cast keccak` says of the text; StorageSlot of OpenZeppelin points so. */
const SLOTS = `pragma solidity ^0.8.20;
library StorageSlot {
  struct AddressSlot { address value; }
  function getAddressSlot(bytes32 slot) internal pure returns (AddressSlot storage r) { assembly { r.slot := slot } }
}
contract Own {
  using StorageSlot for bytes32;
  bytes32 constant OWNER = keccak256("owner");
  bytes32 constant COUNT = bytes32(uint256(keccak256("count")) - 1);
  bytes32 constant GUARD = keccak256("guard");
  function set() external {
    StorageSlot.getAddressSlot(OWNER).value = msg.sender;
    GUARD.getAddressSlot().value = address(7);
    bytes32 count = COUNT; assembly { sstore(count, 5) }
  }
}
`;

test.each(TARGETS)('slots that a constant names go by it, optimised $optimizer, via IR $viaIR', (compiler) => {
  const run = runSource(SLOTS, 'Own', compiler, [{ name: 'set' }]);
  const { namespaces = [] } = run.compilation.contracts.find(({ name }) => name === 'Own')?.layout ?? {};
  const paths = new StoragePaths(run.replay.preimages, () => keysOfSources(run.compilation));
  const { slots } = run.state;
  const named = run.replay.accesses
    .slots()
    .flatMap((slot) => paths.at(toBigInt(slots.keys, slot * LIMBS), namespaces).map(({ path }) => path));
  expect(named.sort()).toEqual(['COUNT', 'GUARD.value', 'OWNER.value']);
});
