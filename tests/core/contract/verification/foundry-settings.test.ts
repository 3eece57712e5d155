import { expect, test } from 'vitest';
import { foundrySettings } from '../../../../src/core/contract/verification/foundry-settings';
import { readSourceFiles } from '../../../../src/core/contract/verification/read-upload';

const TOML = `
[profile.default]
src = "src" # where they are
solc = "0.8.24"
evm_version = 'london'
optimizer = true
optimizer_runs = 999_999
via_ir = true
bytecode_hash = "none"

[profile.ci]
solc = "0.8.30"
optimizer_runs = 1
`;

test('the settings of the default profile are taken, and those of others are not', () => {
  expect(foundrySettings(TOML)).toEqual({
    compilerVersion: '0.8.24',
    evmVersion: 'london',
    optimizer: true,
    runs: '999999',
    viaIR: true,
    further: '{\n  "metadata": {\n    "bytecodeHash": "none"\n  }\n}',
  });
});

test.each([
  ['[profile.default]\noptimizer_runs = 500', { optimizer: true, runs: '500' }],
  ['[profile.default]\noptimizer = false\noptimizer_runs = 500', { optimizer: false, runs: '500' }],
  ['[profile.default]\n# solc = "0.8.1"\nsolc_version = "0.8.19"', { compilerVersion: '0.8.19' }],
  ['[profile.default]\nsolc = "./bin/solc"', {}],
  ['[profile.default]\ncbor_metadata = false', { further: '{\n  "metadata": {\n    "appendCBOR": false\n  }\n}' }],
  ['solc = "0.8.1"', {}],
  ['[profile.default', {}],
  ['profile.default.solc = "0.8.1"', { compilerVersion: '0.8.1' }],
  ['[profile]\ndefault = { via_ir = true, optimizer_runs = 7 }', { viaIR: true, optimizer: true, runs: '7' }],
  ['[default]\nevm_version = "London"', { evmVersion: 'london' }],
  [
    `[profile.default]\nlibraries = [\n  "src/A.sol:A:0x${'11'.repeat(20)}", # linked\n  'b/A.sol:B:0x${'22'.repeat(20)}',\n]`,
    {
      libraries: [
        { name: 'src/A.sol:A', address: `0x${'11'.repeat(20)}` },
        { name: 'b/A.sol:B', address: `0x${'22'.repeat(20)}` },
      ],
    },
  ],
])('%j states %j', (toml, settings) => {
  expect(foundrySettings(toml)).toEqual(settings);
});

test('a project folder brings them along, and not those of its dependencies', () => {
  const file = (path: string, text: string) => ({ path, bytes: new TextEncoder().encode(text) });
  const read = readSourceFiles([
    file('project/foundry.toml', '[profile.default]\nsolc = "0.8.24"'),
    file('project/lib/oz/foundry.toml', '[profile.default]\nsolc = "0.8.20"'),
    file('project/src/A.sol', 'contract A {}'),
  ]);
  expect(read.settings).toEqual({ compilerVersion: '0.8.24' });
});

// Names of the settings as solc documents them (Using the Compiler, Input Description).
test('details of the optimizer, revert strings and literal sources are settings of the compiler', () => {
  const { further, ...others } = foundrySettings(`
[profile.default]
revert_strings = "strip"
use_literal_content = true
extra_output = ["storageLayout"]

[profile.default.optimizer_details]
constant_optimizer = true
orderLiterals = false

[profile.default.optimizer_details.yul_details]
optimizer_steps = "u"

[profile.ci.optimizer_details]
cse = true
`);
  expect(others).toEqual({});
  expect(JSON.parse(further ?? '')).toEqual({
    metadata: { useLiteralContent: true },
    optimizer: { details: { constantOptimizer: true, orderLiterals: false, yulDetails: { optimizerSteps: 'u' } } },
    debug: { revertStrings: 'strip' },
  });
});

test('a profile that extends another file counts over it; lists are put together unless they are replaced', () => {
  const file = (path: string, text: string) => ({ path, bytes: new TextEncoder().encode(text) });
  const lib = (name: string) => `"src/${name}.sol:${name}:0x${'11'.repeat(20)}"`;
  const base = `[profile.default]\nsolc = "0.8.20"\nvia_ir = true\nlibraries = [${lib('A')}]`;
  const read = (extending: string) =>
    readSourceFiles([
      file('project/base.toml', base),
      file('project/foundry.toml', `[profile.default]\nsolc = "0.8.24"\nlibraries = [${lib('B')}]\n${extending}`),
      file('project/src/A.sol', 'contract A {}'),
    ]).settings;
  expect(read('extends = "./base.toml"')).toMatchObject({
    compilerVersion: '0.8.24',
    viaIR: true,
    libraries: [{ name: 'src/A.sol:A' }, { name: 'src/B.sol:B' }],
  });
  expect(read('extends = { path = "base.toml", strategy = "replace-arrays" }').libraries).toMatchObject([
    { name: 'src/B.sol:B' },
  ]);
  expect(read('').viaIR).toBeUndefined();
});

test('profiles that a project compiles some of its files with are alternatives to the default one', () => {
  const toml = `
[profile.default]
solc = "0.8.26"
optimizer_runs = 44444444
via_ir = true
bytecode_hash = "none"
additional_compiler_profiles = [
  { name = "posm", via_ir = true, optimizer_runs = 30000 },
  { name = "test", via_ir = false, evm_version = "cancun" }
]
compilation_restrictions = [{ paths = "src/PositionManager.sol", optimizer_runs = 30000 }]
`;
  const { alternatives, ...stated } = foundrySettings(toml);
  const shared = { compilerVersion: '0.8.26', optimizer: true, further: stated.further };
  expect(stated).toMatchObject({ ...shared, runs: '44444444', viaIR: true });
  expect(alternatives).toEqual([
    { ...shared, runs: '30000', viaIR: true },
    { ...shared, runs: '44444444', viaIR: false, evmVersion: 'cancun' },
  ]);
});
