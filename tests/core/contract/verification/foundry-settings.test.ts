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
