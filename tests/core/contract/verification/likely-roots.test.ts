/** Which contract of the sources deployed code is of. The codes are those of the newest compiler. */
import { expect, test } from 'vitest';
import { parseHex } from '../../../../src/core/chain/hex';
import { emptyDraft } from '../../../../src/core/contract/verification/draft';
import { dispatchedSelectors, functionsBeside } from '../../../../src/core/contract/verification/likely-roots';
import { reviewSources } from '../../../../src/core/contract/verification/review-sources';
import { newestSolc } from '../../../helpers/solc';

const SOURCES = {
  'src/Factory.sol': `import "./Kid.sol";
    contract Factory { Kid public last; /* function secret() external */
      function make(uint salt) external returns (Kid) { return last = new Kid{salt: bytes32(salt)}(); } }`,
  'src/Kid.sol': `import "./Base.sol";
    contract Kid is Base { enum Mood { Good, Bad } struct Pair { uint a; uint b; }
      function cheer(Mood mood, IERC20 token) external { last = address(token); if (mood == Mood.Bad) revert(); }
      function take(Pair calldata pair) external pure returns (uint) { return pair.a; } }
    interface IERC20 { function totalSupply() external view returns (uint256); }`,
  'src/Base.sol': `contract Base { address internal last; function lastSeen() public view virtual returns (address) { return last; }
      function hidden() internal {} }`,
};

/** The answer of the compiler, as far as it is read here. */
type Output = {
  contracts: Record<
    string,
    Record<string, { evm: { deployedBytecode: { object: string }; methodIdentifiers: Record<string, string> } }>
  >;
};

/** The runtime code of a contract, and the selectors that the compiler states. */
function compile(name: string): { code: Uint8Array; selectors: readonly string[] } {
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(Object.entries(SOURCES).map(([path, content]) => [path, { content }])),
    settings: { outputSelection: { '*': { '*': ['evm.deployedBytecode.object', 'evm.methodIdentifiers'] } } },
  };
  const { contracts }: Output = JSON.parse(newestSolc().compile(JSON.stringify(input)));
  const evm = contracts[`src/${name}.sol`]?.[name]?.evm;
  if (evm === undefined) throw new Error(`${name} does not compile`);
  const selectors = Object.values(evm.methodIdentifiers).map((selector) => `0x${selector}`);
  return { code: parseHex(evm.deployedBytecode.object) ?? new Uint8Array(0), selectors };
}

const draft = { ...emptyDraft, method: 'directory' as const, uploaded: SOURCES };

test.each(['Factory', 'Kid', 'Base'])('the code of %s has its selectors alone, and puts it first', (name) => {
  const { code, selectors } = compile(name);
  expect([...dispatchedSelectors(code)].sort()).toEqual([...selectors].sort());
  expect(reviewSources(draft, dispatchedSelectors(code)).root?.name).toBe(name);
});

test('functions of the code that the chosen contract lacks have the names that other sources give them', () => {
  const { code, selectors } = compile('Kid');
  const lacking = functionsBeside(SOURCES, dispatchedSelectors(code), new Set(compile('Base').selectors));
  expect(lacking.map(({ signature, contract }) => signature && `${contract}.${signature}`)).toEqual(
    expect.arrayContaining(['Kid.cheer(uint8,address)', undefined]),
  );
  expect(lacking).toHaveLength(selectors.length - 1);
  expect(functionsBeside(SOURCES, dispatchedSelectors(code), new Set(selectors))).toEqual([]);
});
