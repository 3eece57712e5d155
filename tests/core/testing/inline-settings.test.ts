/** How many runs each test has by its documentation: the numbers are those of forge 1.7.1 for the same file. */
import { expect, test } from 'vitest';
import { settingsOf, wrongProfile } from '../../../src/core/testing/inline-settings';
import { readProject } from '../../../src/core/testing/project';
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
    return artefacts.map((artefact) => wrongProfile(artefact, settings));
  };
  for (const profile of ['ci', 'aaa', 'default']) expect(await reasonOf(profile)).toEqual([undefined]);
  expect(await reasonOf('nosuch')).toEqual([
    'Inline config error: invalid profile `nosuch.fuzz.runs = 5`; valid profiles: aaa, ci, default',
  ]);
});
