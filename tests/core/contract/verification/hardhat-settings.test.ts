/** Configs in the forms that projects have them. */
import { expect, test } from 'vitest';
import { hardhatSettings } from '../../../../src/core/contract/verification/hardhat-settings';
import { readSourceFiles } from '../../../../src/core/contract/verification/read-upload';

test.each([
  ['module.exports = { solidity: "0.8.19" };', { compilerVersion: '0.8.19', optimizer: false, evmVersion: 'default' }],
  ["export default { solidity: '0.8.28' }", { compilerVersion: '0.8.28', optimizer: false, evmVersion: 'paris' }],
  [
    `import { HardhatUserConfig } from "hardhat/config";
    const config: HardhatUserConfig = {
      networks: { main: { url: process.env.URL ?? "", accounts: [KEY], solidityPath: "x" } },
      solidity: {
        version: "0.8.24", // of all
        settings: { optimizer: { enabled: true, runs: 1_000, details: { yulDetails: { optimizerSteps: "u" } } }, viaIR: true, evmVersion: \`cancun\`, },
      },
    };
    export default config;`,
    { compilerVersion: '0.8.24', optimizer: true, runs: '1000', viaIR: true, evmVersion: 'cancun' },
  ],
  [
    `const settings = { optimizer: { enabled: true, runs: 800 } } as const
    const LOW: SolcUserConfig = { version: '0.7.6', settings: { ...settings, metadata: { bytecodeHash: 'none' } } }
    export default {
      /* solidity: "0.4.0" */
      solidity: { compilers: [LOW, { version: "0.6.12", settings }], overrides: { "contracts/A.sol": LOW } },
    }`,
    {
      compilerVersion: '0.7.6',
      optimizer: true,
      runs: '800',
      further: expect.stringContaining('"bytecodeHash": "none"'),
    },
  ],
  [
    `export default defineConfig({ solidity: { profiles: { default: { version: "0.8.28" }, production: { version: "0.8.28", settings: { optimizer: { enabled: true, runs: 5 } } } } } });`,
    { compilerVersion: '0.8.28', optimizer: true, runs: '5', evmVersion: 'default' },
  ],
])('%s', (config, settings) => {
  expect(hardhatSettings(config)).toMatchObject(settings);
});

test.each([
  ['module.exports = { solidity: versionOf(process.env) };'],
  ['module.exports = { solidity: { version: process.env.SOLC, settings: {} } };'],
  ['const a = b; const b = a; export default { solidity: a };'],
  ['export default { solidity: "0.8.2" + patch };'],
  ['{{{{ solidity: ['],
  [
    `export default { solidity: c0 }; ${Array.from({ length: 40 }, (_, at) => `const c${at} = { ...c${at + 1}, ...c${at + 1} };`).join('')}`,
  ],
  [''],
])('%s computes it, or states nothing', (config) => {
  expect(hardhatSettings(config)).toEqual({});
});

test('a folder of a project brings its config along', () => {
  const file = (path: string, text: string) => ({ path, bytes: new TextEncoder().encode(text) });
  const files = [
    file('project/hardhat.config.ts', 'export default { solidity: "0.8.24" }'),
    file('project/contracts/A.sol', 'contract A {}'),
  ];
  expect(readSourceFiles(files)).toMatchObject({ settings: { compilerVersion: '0.8.24' }, rejected: [] });
  const both = [...files, file('project/foundry.toml', '[profile.default]\nsolc = "0.8.20"')];
  expect(readSourceFiles(both).settings).toEqual({ compilerVersion: '0.8.20' });
});
