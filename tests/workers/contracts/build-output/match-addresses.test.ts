/** Many addresses against one compilation, on a real chain and with a real compiler. */
import 'fake-indexeddb/auto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Address, Hex } from '../../../../src/core/chain/primitives';
import { emptyDraft, emptySettings, type VerificationDraft } from '../../../../src/core/contract/verification/draft';
import { readMatchedContracts } from '../../../../src/db/contracts/contracts';
import { matchAddresses } from '../../../../src/workers/contracts/build-output/match-addresses';
import { CompilerRuns } from '../../../../src/workers/contracts/compiling/compiler-runs';
import { SourceCheck } from '../../../../src/workers/contracts/sources/check-sources';
import { forgetAll, newJob, startEngine } from '../../../helpers/demo-engine';
import { startNode, type TestNode } from '../../../helpers/node';
import { ANVIL_NETWORK, rpcOf } from '../../../helpers/rpc';
import { compilingWith, newestSolc, servingWith } from '../../../helpers/solc';

const SOURCES = {
  'src/Factory.sol': `pragma solidity ^0.8.0; import "./Child.sol";
contract Factory { function make(uint x) external returns (Child) { return new Child(x); } }
contract Beside { uint public y; }`,
  'src/Child.sol': 'contract Child { uint public immutable x; constructor(uint given) { x = given; } }',
};
const DRAFT: VerificationDraft = {
  ...emptyDraft,
  method: 'directory',
  uploaded: SOURCES,
  root: 'src/Factory.sol:Factory',
  settings: { ...emptySettings, compilerVersion: '0.8.37+commit.f401782d' },
};
const solc = newestSolc();
const addressOf = (digit: string) => `0x${digit.repeat(40)}` as Address;
let node: TestNode;

beforeAll(async () => {
  node = await startNode();
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(Object.entries(SOURCES).map(([path, content]) => [path, { content }])),
    settings: { outputSelection: { '*': { '*': ['evm.deployedBytecode'] } } },
  };
  const { contracts } = JSON.parse(solc.compile(JSON.stringify(input)));
  const plant = (address: Address, code: Hex) => node.call('anvil_setCode', [address, code]);
  await plant(
    addressOf('a'),
    `0x${contracts['src/Child.sol'].Child.evm.deployedBytecode.object.replace(/0{64}/, '7'.padStart(64, '0'))}`,
  );
  await plant(addressOf('b'), `0x${contracts['src/Factory.sol'].Beside.evm.deployedBytecode.object}`);
  await plant(addressOf('c'), '0x6001600155');
});

afterAll(async () => {
  await forgetAll();
  await node.stop();
});

function match(draft: VerificationDraft, addresses: readonly Address[], url = node.url) {
  const checker = new SourceCheck(() => compilingWith(solc), new CompilerRuns());
  return matchAddresses(checker, rpcOf([url]), { draft, addresses }, new AbortController().signal);
}

test('each address is told as the contract that it is, whatever the root was', async () => {
  const compared = await match(DRAFT, [addressOf('c'), addressOf('a'), addressOf('b'), addressOf('d')]);
  expect(compared.ok && compared.value.matched).toEqual([
    { address: addressOf('c'), state: 'other' },
    { address: addressOf('a'), state: 'match', path: 'src/Child.sol', name: 'Child', match: 'exact' },
    { address: addressOf('b'), state: 'match', path: 'src/Factory.sol', name: 'Beside', match: 'exact' },
    { address: addressOf('d'), state: 'none' },
  ]);
});

test('what matched is known at once, without a page of the contract that is opened first', async () => {
  const { engine } = await startEngine([node.url]);
  await engine.contracts.setCompiler(servingWith(solc));
  const addresses = [addressOf('c'), addressOf('a'), addressOf('b')];
  const compared = await engine.contracts.matchAddresses(newJob(), ANVIL_NETWORK, {
    draft: DRAFT,
    addresses,
    keep: true,
  });
  expect(compared.ok).toBe(true);
  await engine.settled();
  const known = await readMatchedContracts();
  expect(known.map(({ address, name, abiOrigin }) => [address, name?.text, abiOrigin])).toEqual([
    [addressOf('a'), 'Child', 'verifiedHere'],
    [addressOf('b'), 'Beside', 'verifiedHere'],
  ]);
});

test('an address that cannot be asked for is not taken for one without code', async () => {
  const compared = await match(DRAFT, [addressOf('a')], 'http://127.0.0.1:1');
  expect(compared.ok && compared.value.matched).toEqual([{ address: addressOf('a'), state: 'unread' }]);
});

test('sources that do not compile are a failure in the compiler’s words', async () => {
  const broken = { ...DRAFT, uploaded: { ...SOURCES, 'src/Child.sol': 'contract Child { nonsense }' } };
  const compared = await match(broken, [addressOf('a')]);
  expect(!compared.ok && compared.error.message).toMatch(/^The sources do not compile: .*/s);
});
