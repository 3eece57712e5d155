/** Contracts whose sources come with the repository: those of the demo chain, of the foreign chain, and of packages of npm. */
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathOf } from '../../foreign-chain/compile';
import { gatherSources } from '../../solc/gather-sources';
import { installedCompilers } from '../../solc/installed';
import type { BuildableContract } from './debug-build-case';

const DEMO = resolve(import.meta.dirname, '../../../devnet/contracts');

/** Files of the foreign chain, and of packages with contracts whose constructors take any arguments. */
const UNITS = [
  'contracts/Tokens.sol',
  'contracts/Proxies.sol',
  'contracts/Shares.sol',
  'contracts/Lab.sol',
  'contracts/Stir.sol',
  'contracts/Gov.sol',
  'solmate/src/tokens/WETH.sol',
  'solmate/src/auth/authorities/RolesAuthority.sol',
  'solmate/src/auth/authorities/MultiRolesAuthority.sol',
  'solmate/src/test/utils/mocks/MockERC20.sol',
  'solmate/src/test/utils/mocks/MockERC721.sol',
  'solmate/src/test/utils/mocks/MockERC1155.sol',
  'solmate/src/test/utils/mocks/MockERC4626.sol',
  'solmate/src/test/utils/mocks/MockERC6909.sol',
  '@openzeppelin/contracts/governance/TimelockController.sol',
  '@openzeppelin/contracts/metatx/ERC2771Forwarder.sol',
  '@openzeppelin/contracts/access/manager/AccessManager.sol',
  '@openzeppelin/contracts/finance/VestingWallet.sol',
];

/** Returns one contract for each file, with the files it imports, for the newest compiler that is installed. */
export async function* contractsOfRepository(): AsyncIterable<BuildableContract> {
  const version = installedCompilers().at(-1)?.version ?? '';
  const settings = { evmVersion: 'prague' };
  for (const unit of UNITS) {
    const sources = await gatherSources([unit], pathOf);
    yield { name: unit, version, path: unit, input: { language: 'Solidity', sources, settings } };
  }
  const files = (await readdir(DEMO, { recursive: true })).filter((name) => name.endsWith('.sol')).sort();
  for (const file of files) {
    const sources = await gatherSources([file], (unit) => join(DEMO, unit));
    yield { name: `demo ${file}`, version, path: file, input: { language: 'Solidity', sources, settings } };
  }
}
