/** Cheatcodes come out as forge 1.7.1 lets them: the expectations are its output for the same sources, compiler and configuration. */
import { beforeAll, expect, test } from 'vitest';
import { randomWord } from '../../../src/core/testing/cheats/chacha';
import type { SuiteResult } from '../../../src/core/testing/result';
import { runTests } from '../../../src/core/testing/run-tests';
import { fixtureBuild, fixtureProject, HOST } from './fixture-project';

const CONFIGURATION = `[profile.default]
fs_permissions = [
  { access = "read-write", path = "notes" },
  { access = "read-write", path = "foundry.toml" },
  { access = "read", path = "notes-state.json" },
]
[rpc_endpoints]
unset = "\${LOUPE_UNSET}"
`;

/** A folder with nothing in it. */
const EMPTY_FOLDER = {
  ...HOST,
  // As long as the path that forge ran in: a path that a test gets costs gas by its length.
  root: `/${'project'.padEnd(27, '-')}`,
  readFile: async () => undefined,
  readFolder: async (path: string) => (path === '' ? [] : undefined),
};

let results: readonly SuiteResult[];

beforeAll(async () => {
  const project = await fixtureProject(CONFIGURATION, fixtureBuild('Cheatcodes.t.sol', ['storageLayout']));
  results = await runTests(project, project.suites, EMPTY_FOLDER);
}, 60_000);

/** Status, reason and gas, as `forge test --ast --json` writes them. */
const FORGE = [
  [
    'test_ambiguousVersion()',
    'failed',
    'vm.getCode: the path out/Cheatcodes.t.sol/Box.json is not allowed to be accessed for read operations',
    3207,
  ],
  ['test_arbitrary()', 'failed', '67350900536747027229585709178274816969402970928486983076982664581925078789474', 6798],
  ['test_broadcasts()', 'passed', undefined, 11466],
  ['test_chains()', 'failed', 'xdai 100 gnosis', 8599],
  ['test_delegates()', 'failed', '0xef01005615deb798bb3e4dfa0139dfa1b3d433cc23b72f', 170764],
  [
    'test_delegatesOnce()',
    'failed',
    'vm.attachDelegation: invalid nonce for 0x70997970c51812dc3a010c7d01b50e0d17dc79c8: expected 1, got 0',
    8802,
  ],
  ['test_deploys()', 'failed', '7', 7691],
  ['test_deploysAndFails()', 'failed', 'Refused(13)', 4082],
  [
    'test_diffJson()',
    'failed',
    '{"0x5615deb798bb3e4dfa0139dfa1b3d433cc23b72f":{"label":null,"contract":"src/Cheatcodes.t.sol:Box","balanceDiff":null,"nonceDiff":null,"stateDiff":{"0x0000000000000000000000000000000000000000000000000000000000000000":{"previousValue":"0x0000000000000000000000000000000000000000000000000000000000000001","newValue":"0x0000000000000000000000000000000000000000000000000000000000000007","label":"value","type":"uint256","offset":0,"slot":"0","decoded":{"previousValue":"1","newValue":"7"}},"0x0000000000000000000000000000000000000000000000000000000000000001":{"previousValue":"0x0000000000000000000000000000000000000000000000000000000000000000","newValue":"0x0000000000000000000000000000000200000000000000000000000000000001","label":"pair","type":"struct Box.Pair","offset":0,"slot":"1","members":[{"label":"left","type":"uint128","offset":0,"slot":"1","decoded":{"previousValue":"0","newValue":"1"}},{"label":"right","type":"uint128","offset":16,"slot":"1","decoded":{"previousValue":"0","newValue":"2"}}]},"0x0000000000000000000000000000000000000000000000000000000000000003":{"previousValue":"0x0000000000000000000000000000000000000000000000000000000000000000","newValue":"0x0000000000000000000000000000000000000000000000000000000000000009","label":"list[1]","type":"uint256[2]","offset":0,"slot":"3","decoded":{"previousValue":"0","newValue":"9"}},"0x0000000000000000000000000000000000000000000000000000000000000004":{"previousValue":"0x0000000000000000000000000000000000000000000000000000000000000000","newValue":"0x000000000000000000000000000000000000000000000000000000000000007b","label":"text","type":"string","offset":0,"slot":"4","members":[{"label":"text[0]","type":"string","offset":0,"slot":"62514009886607029107290561805838585334079798074568712924583230797734656856475"},{"label":"text[1]","type":"string","offset":0,"slot":"62514009886607029107290561805838585334079798074568712924583230797734656856476"}],"decoded":{"previousValue":"","newValue":"longer than thirty-two bytes, so that it has slots of its own"}},"0x79fb49a47c2d4f20147115914e3a1ab801314239fdb8267752376fbbd50a7780":{"previousValue":"0x0000000000000000000000000000000000000000000000000000000000000000","newValue":"0x0000000000000000000000000000000000000000000000000000000000000006","label":"held[0x7FA9385bE102ac3EAc297483Dd6233D62b3e1496][5]","type":"mapping(address => mapping(uint256 => uint256))","offset":0,"slot":"55173841553826539826403976721620754611182346619534787483417027190263282038656","decoded":{"previousValue":"0","newValue":"6"},"keys":["0x7FA9385bE102ac3EAc297483Dd6233D62b3e1496","5"]},"0x8a35acfbc15ff81a39ae7d344fd709f28e8600b4aa8c65c6b64bfe7fe36bd19b":{"previousValue":"0x0000000000000000000000000000000000000000000000000000000000000000","newValue":"0x6c6f6e676572207468616e207468697274792d74776f2062797465732c20736f","label":"text[0]","type":"string","offset":0,"slot":"62514009886607029107290561805838585334079798074568712924583230797734656856475","decoded":{"previousValue":"0x0000000000000000000000000000000000000000000000000000000000000000","newValue":"0x6c6f6e676572207468616e207468697274792d74776f2062797465732c20736f"}},"0x8a35acfbc15ff81a39ae7d344fd709f28e8600b4aa8c65c6b64bfe7fe36bd19c":{"previousValue":"0x0000000000000000000000000000000000000000000000000000000000000000","newValue":"0x20746861742069742068617320736c6f7473206f6620697473206f776e000000","label":"text[1]","type":"string","offset":0,"slot":"62514009886607029107290561805838585334079798074568712924583230797734656856476","decoded":{"previousValue":"0x0000000000000000000000000000000000000000000000000000000000000000","newValue":"0x20746861742069742068617320736c6f7473206f6620697473206f776e000000"}}}}}',
    134220,
  ],
  [
    'test_diffText()',
    'failed',
    '0x5615dEB798BB3E4dFa0139dFa1b3D433Cc23b72f\ncontract: src/Cheatcodes.t.sol:Box\n- state diff:\n@ 0x0000000000000000000000000000000000000000000000000000000000000000 (value, uint256): 1 → 7\n@ 0x0000000000000000000000000000000000000000000000000000000000000001 (pair, (uint128,uint128)): 0x0000000000000000000000000000000000000000000000000000000000000000 → 0x0000000000000000000000000000000200000000000000000000000000000001\n@ 0x0000000000000000000000000000000000000000000000000000000000000003 (list[1], uint256[2]): 0 → 9\n@ 0x0000000000000000000000000000000000000000000000000000000000000004 (text, string):  → longer than thirty-two bytes, so that it has slots of its own\n@ 0x79fb49a47c2d4f20147115914e3a1ab801314239fdb8267752376fbbd50a7780 (held[0x7FA9385bE102ac3EAc297483Dd6233D62b3e1496][5], uint256): 0 → 6\n@ 0x8a35acfbc15ff81a39ae7d344fd709f28e8600b4aa8c65c6b64bfe7fe36bd19b (text[0], bytes32): 0x0000000000000000000000000000000000000000000000000000000000000000 → 0x6c6f6e676572207468616e207468697274792d74776f2062797465732c20736f\n@ 0x8a35acfbc15ff81a39ae7d344fd709f28e8600b4aa8c65c6b64bfe7fe36bd19c (text[1], bytes32): 0x0000000000000000000000000000000000000000000000000000000000000000 → 0x20746861742069742068617320736c6f7473206f6620697473206f776e000000\n\n',
    132614,
  ],
  [
    'test_dumps()',
    'failed',
    '{"0x0000000000000000000000000000000000000200":{"nonce":"0x0","balance":"0xde0b6b3a7640000","code":"0x","storage":{"0x0000000000000000000000000000000000000000000000000000000000000001":"0x0000000000000000000000000000000000000000000000000000000000000002"}}}',
    6664,
  ],
  ['test_endpoint()', 'failed', 'environment variable `LOUPE_UNSET` not found', 3179],
  ['test_executes()', 'passed', undefined, 5534],
  [
    'test_executesOtherChain()',
    'failed',
    'vm.executeTransaction: transaction execution failed: transaction validation error: invalid chain ID',
    3218,
  ],
  ['test_files()', 'failed', '{\n  "a": 1,\n  "b": {\n    "c": 2\n  }\n}', 17445],
  ['test_filesConfiguration()', 'failed', 'vm.writeFile: access to `foundry.toml` is not allowed', 3530],
  [
    'test_filesOutside()',
    'failed',
    'vm.writeFile: the path src/other.txt is not allowed to be accessed for write operations',
    3511,
  ],
  ['test_gasResets()', 'passed', undefined, 96],
  ['test_gasSnapshot()', 'failed', '8474', 13931],
  ['test_gasStands()', 'failed', '2946', 9026],
  [
    'test_keys()',
    'failed',
    '40606737760334725431406512677033654118342507952694270066784247067953537247501 1619529720180342148229349372250203627472505019890366391613440871470198071760',
    12991,
  ],
  ['test_mapping()', 'passed', undefined, 149539],
  ['test_memoryInside()', 'passed', undefined, 3553],
  [
    'test_memoryOutside()',
    'failed',
    'memory write at offset 0x90 of size 0x20 not allowed; safe range: [0x00, 0x60) U [0x80, 0xA0)',
    3583,
  ],
  [
    'test_random()',
    'failed',
    '1107141612010602031008001705091815131904 181015210302537112489762728767 0x7fdf7a041e60',
    35723,
  ],
  ['test_rlp()', 'failed', 'vm.fromRlp: Failed to decode RLP: unexpected list', 5941],
  ['test_slots()', 'passed', undefined, 6886],
  [
    'test_etchNoPrecompile()',
    'failed',
    'vm.etch: cannot use precompile 0x0000000000000000000000000000000000000100 as an argument',
    4130,
  ],
  ['test_haltGivesGasBack()', 'passed', undefined, 8187],
  ['test_outOfGasGivesNoneBack()', 'passed', undefined, 37993],
  ['test_persistent()', 'passed', undefined, 9019],
  [
    'test_resolveEnv()',
    'failed',
    `vm.resolveEnv: failed to resolve env var: environment variable \`LOUPE_NONE\` not found in \`a \${LOUPE_A} \${ LOUPE_A } \${LOUPE_NONE}\``,
    3972,
  ],
  ['test_revertKeepsRefund()', 'passed', undefined, 8563],
  [
    'test_typedData()',
    'failed',
    'custom error 0x46ca02df: dfa28cdfe98f3511c50cc1d713eb859deaa068bd1da40edd5b6a62114363e7090f650d42260564c3925defc30687a8be41103bdeadf2dfa23cf0f0dd',
    8714,
  ],
  [
    'test_typedDataTwoRoots()',
    'failed',
    'vm.eip712HashType: missing type in type resolution: primary component: A, B',
    3181,
  ],
  ['test_isolatedAccessList()', 'passed', undefined, 66833],
  ['test_isolatedBaseFee()', 'passed', undefined, 51969],
  ['test_isolatedCreation()', 'passed', undefined, 459810],
  ['test_isolatedHalts()', 'passed', undefined, 105473],
  ['test_isolatedPayments()', 'passed', undefined, 111203],
  ['test_isolatedReads()', 'passed', undefined, 15704],
  ['test_isolatedTransient()', 'passed', undefined, 49462],
  ['test_isolatedWrites()', 'passed', undefined, 123777],
  ['test_unknownConsole()', 'failed', 'unknown selector `0x01020304` for ConsoleCalls', 3661],
] as const;

test.each(FORGE)('%s', (signature, status, reason, gas) => {
  const result = results.flatMap(({ tests }) => tests).find((one) => one.signature === signature);
  expect(result).toMatchObject({ status, gas });
  expect(result?.reason).toBe(reason);
});

test('the fixture has no other tests', () => {
  expect(results.flatMap(({ tests }) => tests.map(({ signature }) => signature)).sort()).toEqual(
    FORGE.map(([signature]) => signature).sort(),
  );
});

test('random words are those of ChaCha20: its test vector for a key and a nonce of zeros', () => {
  // draft-agl-tls-chacha20poly1305-04, section 7: 76 b8 e0 ad a0 f1 3d 90 …
  expect([0, 1].map((index) => randomWord(0n, index))).toEqual([0xade0b876, 0x903df1a0]);
});
