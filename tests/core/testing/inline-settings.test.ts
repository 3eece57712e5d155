/** How many runs each test has by its documentation: the numbers are those of forge 1.7.1 for the same file. */
import { expect, test } from 'vitest';
import { settingsOf, wrongConfiguration } from '../../../src/core/testing/inline-settings';
import { readProject } from '../../../src/core/testing/project';
import { runTests } from '../../../src/core/testing/run-tests';
import { withSourceDocumentation } from '../../../src/core/testing/source-documentation';
import { newestSolc } from '../../helpers/solc';
import { fixtureText } from './fixture-project';

const FILE = 'src/Inline.t.sol';

/** Reads what `forge build --build-info` leaves of the contracts of the fixture. */
async function inlineProject(text = fixtureText('Inline.t.sol'), configuration = '') {
  const outputSelection = { '*': { '*': ['abi', 'metadata', 'evm.bytecode', 'evm.deployedBytecode'], '': ['ast'] } };
  const input = { language: 'Solidity', sources: { [FILE]: { content: text } }, settings: { outputSelection } };
  const { contracts, sources } = JSON.parse(newestSolc().compile(JSON.stringify(input))) as {
    contracts: Record<string, Record<string, Built>>;
    sources: Record<string, { ast: object }>;
  };
  const files = Object.entries(contracts[FILE] ?? {}).map(([name, { abi, evm, metadata }]) => ({
    path: `out/Inline.t.sol/${name}.json`,
    text: JSON.stringify({ abi, ...evm, metadata: JSON.parse(metadata) as object, ast: sources[FILE]?.ast, id: 0 }),
  }));
  const read = await readProject(
    [...files, { path: 'foundry.toml', text: configuration }].map((file) => ({
      path: file.path,
      read: async () => new TextEncoder().encode(file.text),
    })),
  );
  if (!read.ok) throw new Error(read.error);
  return read.value;
}
type Built = { abi: unknown; metadata: string; evm: { bytecode: unknown; deployedBytecode: unknown } };

test('the documentation of a contract and of its own functions configures tests, that of what it inherits does not', async () => {
  const { artefacts, suites, settings } = await inlineProject();
  const runs = suites.map(({ id, tests }) => {
    const artefact = artefacts.find((one) => one.id === id);
    if (artefact === undefined) throw new Error(id);
    return Object.fromEntries(
      tests.map(({ name, signature }) => [name, settingsOf(artefact, signature, settings).fuzz.runs]),
    );
  });
  expect(runs).toEqual([
    { testNone: 11, testOver: 6, testOwn: 5 },
    {
      ...{ testNone: 256, testOver: 256, testOwn: 256, testPlain: 256 },
      ...{ testCustom: 12, testDev: 8, testParam: 13, testTable: 4, testTwo: 9 },
    },
  ]);
});

test('without trees, what is inherited from another file configures nothing', async () => {
  const { artefacts, suites } = await inlineProject();
  const plain = artefacts.map((one) => ({ ...one, raw: {} }));
  const source = new TextEncoder().encode('contract Base {} contract InlineTest is Base {}');
  const read = await withSourceDocumentation(plain, suites, async () => source);
  expect(read.map(({ documentation }) => documentation)).toEqual([{}, {}]);
});

test('a profile that there is not is named in the words of forge', async () => {
  const text = (profile: string) =>
    `pragma solidity >=0.8.0; contract A { /// forge-config: ${profile}.fuzz.runs = 5\nfunction testA(uint256) public {} }`;
  const reasonOf = async (profile: string) => {
    const { artefacts, settings } = await inlineProject(text(profile), '[profile.ci]\n[profile.aaa.fuzz]\nruns = 1');
    return artefacts.map((artefact) => wrongConfiguration(artefact, settings));
  };
  for (const profile of ['ci', 'aaa', 'default']) expect(await reasonOf(profile)).toEqual([undefined]);
  expect(await reasonOf('nosuch')).toEqual([
    'Inline config error: invalid profile `nosuch.fuzz.runs = 5`; valid profiles: aaa, ci, default',
  ]);
});

/** Settings and the words in which forge 1.7.1 refuses them; undefined where it takes them. AT is the key. */
const SETTINGS: readonly (readonly [string, string | undefined])[] = [
  ['fuzz.runs = "x"', 'invalid type: found string "x", expected u32 for key "AT"'],
  ['fuzz.runs = "7"', 'invalid type: found string "7", expected u32 for key "AT"'],
  ['fuzz.runs = -1', 'invalid value signed int `-1`, expected u32 for key "AT"'],
  ['fuzz.runs = 99999999999', 'invalid value signed int `99999999999`, expected u32 for key "AT"'],
  ['fuzz.runs = 1.5', 'invalid type: found float `1.5`, expected u32 for key "AT"'],
  ['fuzz.runs = 5.0', 'invalid type: found float `5`, expected u32 for key "AT"'],
  ['fuzz.runs = true', 'invalid type: found bool true, expected u32 for key "AT"'],
  ['fuzz.runs = [1]', 'invalid type: found sequence, expected u32 for key "AT"'],
  ['fuzz.runs = { a = 1 }', 'invalid type: found map, expected u32 for key "AT"'],
  ['fuzz.runs = 1_0', undefined],
  ['fuzz.fail_on_revert = "no"', 'invalid type: found string "no", expected a boolean for key "AT"'],
  ['fuzz.seed = 5', 'invalid type: found signed int `5`, expected a 32 byte hex string for key "AT"'],
  ['fuzz.seed = "0xg"', 'invalid value string "0xg", expected a 32 byte hex string for key "AT"'],
  ['fuzz.seed = "7"', undefined],
  ['fuzz.dictionary_weight = 101', 'percent must be lte 100 for key "default.fuzz"'],
  ['fuzz.dictionary_weight = true', 'data did not match any variant of untagged enum Numeric for key "default.fuzz"'],
  ['fuzz.dictionary_weight = "0x10"', undefined],
  ['fuzz.nosuch = 5', undefined],
  ['nosuch.thing = 5', undefined],
  ['fuzz = 5', 'invalid type: found signed int `5`, expected struct FuzzConfig for key "AT"'],
  ['invariant.depth = "deep"', 'invalid type: found string "deep", expected u32 for key "AT"'],
  ['isolate = "true"', 'invalid type: found string "true", expected a boolean for key "AT"'],
  ['evm_version = 5', 'invalid type: found signed int `5`, expected a string for key "AT"'],
  ['evm_version = "amsterdam"', 'Unknown evm version: amsterdam for key "AT"'],
  ['sender = "0x10"', 'invalid string length for key "AT"'],
  ['sender = "x"', 'odd number of digits for key "AT"'],
  ['sender = "1804c8ab1f12e6bbf3894d4083f33e07309d1f38"', undefined],
  ['tx_origin = "0xzz04c8ab1f12e6bbf3894d4083f33e07309d1f38"', `invalid character 'z' at position 0 for key "AT"`],
  [
    'block_coinbase = true',
    'invalid type: found bool true, expected 20 bytes, represented as a hex string of length 40, an array of u8, or raw bytes for key "AT"',
  ],
  ['block_prevrandao = [1]', 'invalid length 1, expected exactly 32 bytes for key "AT"'],
  ['chain_id = "7"', undefined],
  ['chain_id = "mainnet"', undefined],
  ['chain_id = -1', 'invalid value signed int `-1`, expected chain name or ID for key "AT"'],
  ['chain_id = "0x10"', 'invalid digit found in string for key "AT"'],
  ['gas_limit = "max"', undefined],
  ['gas_limit = ""', 'cannot parse integer from empty string for key "AT"'],
  ['gas_limit = 1.5', 'data did not match any variant of untagged enum Val for key "AT"'],
  ['memory_limit = "7"', 'invalid type: found string "7", expected u64 for key "AT"'],
  ['block_timestamp = "x"', 'digit 33 is out of range for base 10 for key "AT"'],
  ['block_number = "0xg"', 'digit 16 is out of range for base 16 for key "AT"'],
  ['block_number = "-"', 'invalid digit: - for key "AT"'],
  ['block_number = true', 'data did not match any variant of untagged enum NumericValue for key "AT"'],
  ['libs = 5', 'invalid type: found signed int `5`, expected a sequence for key "AT"'],
  ['rpc_endpoints = 5', 'invalid type: found signed int `5`, expected a map for key "AT"'],
];

test('a value of a wrong type fails its test in the words of forge, one of the contract all its tests', async () => {
  const functions = SETTINGS.map(
    ([setting], at) => `/// forge-config: default.${setting}\nfunction test${at + 10}() public {}`,
  );
  const project = await inlineProject(
    `pragma solidity >=0.8.0; contract A {\n${functions.join('\n')}\n}
     /// forge-config: default.isolate = 5
     contract B { function testB() public {} }`,
  );
  const results = await runTests(project, project.suites, { now: () => 0, pause: async () => true });
  const told = results.map(({ tests }) => tests.map(({ signature, reason }) => [signature, reason]));
  const expected = SETTINGS.map(([setting, reason], at) => {
    const [key] = setting.split(' = ');
    return [`test${at + 10}()`, reason && `${reason.replace('AT', `default.${key}`)} in inline config`];
  });
  expect(told.flat()).toEqual([
    ...expected,
    ['setUp()', 'invalid type: found signed int `5`, expected a boolean for key "default.isolate" in inline config'],
  ]);
});

test('a value that is no TOML fails its contract', async () => {
  for (const value of ['many', '07']) {
    const setting = `default.fuzz.runs = ${value}`;
    const { artefacts, settings } = await inlineProject(
      `pragma solidity >=0.8.0; contract A { /// forge-config: ${setting}\nfunction testA(uint256) public {} }`,
    );
    expect(artefacts.map((artefact) => wrongConfiguration(artefact, settings))).toEqual([
      `Inline config error: TOML parse error in \`${setting}\``,
    ]);
  }
});
