/** Filters of foundry.toml leave out what forge 1.7.1 leaves out with them. */
import { expect, test } from 'vitest';
import { readProject } from '../../../src/core/testing/project';
import { readSettings } from '../../../src/core/testing/settings';
import type { Suite } from '../../../src/core/testing/suite';
import { filterSuites } from '../../../src/core/testing/test-filters';

const SUITES = ['test/unit/A.t.sol:ATest', 'test/integration/B.t.sol:BTest'].map((id): Suite => {
  const [file = '', name = ''] = id.split(':');
  const tests = ['testAdds()', 'testFFIAdds(uint256)'].map((signature) => ({
    ...{ signature, name: signature, kind: 'unit' as const, inputs: [], mustFail: false, line: undefined },
  }));
  return { id, name, file, tests };
});

function left(section: string): string[] {
  const settings = readSettings(`[profile.default]\n${section}\n[profile.all]\nno_match_test = "a^"`, {
    profile: 'default',
  });
  if (!settings.ok) throw new Error(settings.error);
  return filterSuites(SUITES, settings.value.filters, []).flatMap(({ name, tests }) =>
    tests.map(({ signature }) => `${name} ${signature}`),
  );
}

test.each([
  ['', ['ATest testAdds()', 'ATest testFFIAdds(uint256)', 'BTest testAdds()', 'BTest testFFIAdds(uint256)']],
  ['no_match_test = "FFI|LongRunning"', ['ATest testAdds()', 'BTest testAdds()']],
  ['match_test = "uint256"', ['ATest testFFIAdds(uint256)', 'BTest testFFIAdds(uint256)']],
  ['no_match_contract = "^B"\nno_match_test = "FFI"', ['ATest testAdds()']],
  ['no_match_path = "*/integration/*"\nno_match_test = "FFI"', ['ATest testAdds()']],
  ['match_path = "test/{unit,fork}/**/*.sol"\nno_match_test = "FFI"', ['ATest testAdds()']],
  ['match_path = "B.t.sol"\nno_match_test = "FFI"', ['BTest testAdds()']],
  ['match_path = "./test/unit/*"\nno_match_test = "FFI"', ['ATest testAdds()']],
])('%s', (section, expected) => {
  expect(left(section)).toEqual(expected);
});

test('one that cannot be read leaves nothing out, and says so', () => {
  const warnings: string[] = [];
  expect(filterSuites(SUITES, { match_test: '(' }, warnings)).toHaveLength(2);
  expect(warnings).toEqual(['match_test in foundry.toml cannot be read, so that it leaves nothing out: (']);
});

function artefact(file: string) {
  const text = JSON.stringify({
    abi: [{ type: 'function', name: 'testAdds', inputs: [], outputs: [], stateMutability: 'view' }],
    bytecode: { object: '0x00' },
    ast: { absolutePath: file },
  });
  return { path: `out/${file.replaceAll('/', '-')}/A.json`, read: async () => new TextEncoder().encode(text) };
}

test.each([
  ['', ['test/A.t.sol:A', 'vendor/A.t.sol:A']],
  ['libs = ["./vendor/"]', ['lib/dep/src/../test/A.t.sol:A', 'node_modules/dep/A.t.sol:A', 'test/A.t.sol:A']],
])('tests of dependencies are not the project’s: %s', async (section, expected) => {
  const configuration = new TextEncoder().encode(`[profile.default]\n${section}\n`);
  const paths = ['lib/dep/src/../test/A.t.sol', 'node_modules/dep/A.t.sol', 'test/A.t.sol', 'vendor/A.t.sol'];
  const read = await readProject([{ path: 'foundry.toml', read: async () => configuration }, ...paths.map(artefact)]);
  if (!read.ok) throw new Error(read.error);
  expect(read.value.suites.map(({ id }) => id)).toEqual(expected);
});

test.each([
  ['', ['src/A.t.sol:A', 'test/A.t.sol:A']],
  ['no_match_test = "FFI"', ['script/A.s.sol:A', 'src/A.t.sol:A', 'test/A.t.sol:A']],
  ['script = "src"', ['script/A.s.sol:A', 'src/A.t.sol:A', 'test/A.t.sol:A']],
  ['script = "tools"\ntest = "script"', ['script/A.s.sol:A', 'src/A.t.sol:A', 'test/A.t.sol:A']],
  ['test = "script"', ['script/A.s.sol:A', 'src/A.t.sol:A', 'test/A.t.sol:A']],
])('tests among scripts run with a filter alone: %s', async (section, expected) => {
  const configuration = new TextEncoder().encode(`[profile.default]\n${section}\n`);
  const paths = ['script/A.s.sol', 'src/A.t.sol', 'test/A.t.sol'];
  const read = await readProject([{ path: 'foundry.toml', read: async () => configuration }, ...paths.map(artefact)]);
  if (!read.ok) throw new Error(read.error);
  expect(read.value.suites.map(({ id }) => id)).toEqual(expected);
});

test('a file that is extended is read in the folder, and its absence is told', async () => {
  const file = (path: string, text: string) => ({ path, read: async () => new TextEncoder().encode(text) });
  const own = file('foundry.toml', '[profile.default]\nextends = "base.toml"');
  const base = file('base.toml', '[profile.default]\nchain_id = 5');
  const read = async (...files: (typeof own)[]) => {
    const project = await readProject([...files, artefact('test/A.t.sol')]);
    if (!project.ok) throw new Error(project.error);
    return project.value;
  };
  expect(await read(own, base)).toMatchObject({ settings: { chainId: 5n }, warnings: [] });
  expect(await read(own)).toMatchObject({
    settings: { chainId: 31337n },
    warnings: ['foundry.toml extends base.toml, which this folder does not have: what it says is left out.'],
  });
});
