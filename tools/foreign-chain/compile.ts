/**
 * Compiles the contracts of the foreign chain: those of npm packages as they
 * are published, each with the compiler its sources ask for, and our own beside
 * them. The result of each run has the shape of a Hardhat build-info file.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { Abi, Hex } from 'viem';
import { writeWhole } from '../../devnet/write-whole';
import { gatherSources, type Sources } from '../solc/gather-sources';
import { installedCompilers, loadCompiler } from '../solc/installed';

type LinkReferences = Record<string, Record<string, { start: number; length: number }[]>>;

type CompiledContract = { abi: Abi; evm: { bytecode: { object: string; linkReferences: LinkReferences } } };

type Output = {
  errors?: { severity: string; formattedMessage: string }[];
  contracts?: Record<string, Record<string, CompiledContract>>;
};

export type BuildInfo = {
  _format: 'hh-sol-build-info-1';
  id: string;
  solcVersion: string;
  solcLongVersion: string;
  input: { language: 'Solidity'; sources: Sources; settings: Record<string, unknown> };
  output: Output;
};

/** One run of a compiler: what it is told beside the sources, which are the files named and all they import. */
type Run = { name: string; solc: string; files: readonly string[]; settings: Record<string, unknown> };

const root = resolve(import.meta.dirname, '../..');
const cache = join(root, '.cache/foreign-chain');
const modern = { evmVersion: 'prague', optimizer: { enabled: true, runs: 200 } };

const RUNS: readonly Run[] = [
  {
    name: 'uniswap-core',
    solc: '0.5.16',
    files: ['@uniswap/v2-core/contracts/UniswapV2Factory.sol'],
    settings: { evmVersion: 'istanbul', optimizer: { enabled: true, runs: 999_999 } },
  },
  {
    name: 'uniswap-periphery',
    solc: '0.6.6',
    files: ['@uniswap/v2-periphery/contracts/UniswapV2Router02.sol'],
    settings: { evmVersion: 'istanbul', optimizer: { enabled: true, runs: 999_999 } },
  },
  {
    name: 'safe',
    solc: '0.7.6',
    files: [
      '@safe-global/safe-contracts/contracts/Safe.sol',
      '@safe-global/safe-contracts/contracts/proxies/SafeProxyFactory.sol',
      '@safe-global/safe-contracts/contracts/libraries/MultiSend.sol',
      '@safe-global/safe-contracts/contracts/handler/CompatibilityFallbackHandler.sol',
    ],
    settings: { optimizer: { enabled: false, runs: 200 } },
  },
  {
    name: 'tokens',
    solc: '0.8.37',
    files: [
      'contracts/Tokens.sol',
      'contracts/Proxies.sol',
      'contracts/Shares.sol',
      'solmate/src/tokens/WETH.sol',
      '@openzeppelin/contracts/governance/TimelockController.sol',
    ],
    settings: modern,
  },
  { name: 'lab', solc: '0.8.37', files: ['contracts/Lab.sol'], settings: { evmVersion: 'prague' } },
  { name: 'stir', solc: '0.8.37', files: ['contracts/Stir.sol'], settings: modern },
  { name: 'gov', solc: '0.8.37', files: ['contracts/Gov.sol'], settings: { ...modern, viaIR: true } },
  {
    name: 'wild',
    solc: '0.8.37',
    files: ['contracts/Wild.sol', 'contracts/Accounts.sol', 'contracts/Diamond.sol'],
    settings: modern,
  },
  { name: 'deep-stack', solc: '0.8.37', files: ['contracts/DeepStack.sol'], settings: { ...modern, viaIR: true } },
];

/** The run of the laboratory's contracts, which takes a twentieth of all. */
const LABORATORY = 'lab';

const outputSelection = {
  '*': {
    '': ['ast'],
    '*': ['abi', 'metadata', 'storageLayout', 'evm.methodIdentifiers', 'evm.bytecode', 'evm.deployedBytecode'],
  },
};

/** The chapters of a foreign chain: all, or the laboratory of failures alone. */
export type Chapters = 'all' | 'laboratory';

export type Compiled = {
  builds: readonly BuildInfo[];
  /** ABI and creation code, libraries linked in; throws when there is none of that name. `file` tells apart those of one name. */
  contract(name: string, options?: { libraries?: Record<string, Hex>; file?: string }): { abi: Abi; bytecode: Hex };
  /** The line, from 1, of a file that holds the text: the only one, or the first from one that holds `within` on; throws otherwise. */
  lineOf(file: string, text: string, within?: string): number;
};

/**
 * Compiles the contracts, all or those of the laboratory alone; reads them from `.cache/foreign-chain` where sources,
 * settings and compilers are those of the cached ones.
 */
export async function compileForeign(chapters: Chapters = 'all'): Promise<Compiled> {
  const builds: BuildInfo[] = [];
  for (const run of RUNS) if (chapters === 'all' || run.name === LABORATORY) builds.push(await compileRun(run));
  const texts = new Map(builds.flatMap(({ input }) => Object.entries(input.sources)));
  return {
    builds,
    contract(name, { libraries = {}, file } = {}) {
      for (const { output } of builds) {
        for (const [path, contracts] of Object.entries(output.contracts ?? {})) {
          const found = contracts[name];
          if (found === undefined || (file !== undefined && file !== path)) continue;
          if (found.evm.bytecode.object === '') continue;
          return { abi: found.abi, bytecode: link(found, libraries) };
        }
      }
      throw new Error(`There is no contract ${name}.`);
    },
    lineOf(file, text, within) {
      const lines = (texts.get(file)?.content ?? '').split('\n');
      const from = within === undefined ? 0 : lines.findIndex((line) => line.includes(within));
      const found = lines.flatMap((line, at) => (at >= from && from >= 0 && line.includes(text) ? [at + 1] : []));
      if (found[0] === undefined || (found.length > 1 && within === undefined))
        throw new Error(`${file} has ${found.length} lines with ${text}.`);
      return found[0];
    },
  };
}

async function compileRun({ name, solc: version, files, settings }: Run): Promise<BuildInfo> {
  const sources = await gatherSources(files, pathOf);
  const input = { language: 'Solidity' as const, sources, settings: { ...settings, outputSelection } };
  const id = createHash('sha256').update(JSON.stringify({ version, input })).digest('hex').slice(0, 32);
  const kept = join(cache, `${name}-${id}.json`);
  const found = await readFile(kept, 'utf8').catch(() => undefined);
  if (found !== undefined) return JSON.parse(found) as BuildInfo;

  const installed = installedCompilers().find((compiler) => compiler.version === version);
  if (installed === undefined) throw new Error(`solc ${version} is not installed.`);
  const solc = loadCompiler(installed);
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as Output;
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const build: BuildInfo = {
    _format: 'hh-sol-build-info-1',
    id,
    solcVersion: version,
    solcLongVersion: solc.longVersion,
    input,
    output,
  };
  await mkdir(cache, { recursive: true });
  await writeWhole(kept, JSON.stringify(build));
  return build;
}

/** Returns the path of the file of a source unit, named as Hardhat names them: of a package, or our own under `contracts/`. */
export function pathOf(unit: string): string {
  return unit.startsWith('contracts/')
    ? join(import.meta.dirname, unit)
    : join(
        dirname(packageOf(unit)),
        unit
          .split('/')
          .slice(unit.startsWith('@') ? 2 : 1)
          .join('/'),
      );
}

function packageOf(unit: string): string {
  const name = unit
    .split('/')
    .slice(0, unit.startsWith('@') ? 2 : 1)
    .join('/');
  return join(root, 'node_modules', name, 'package.json');
}

/** Reads an artifact that a package of npm has compiled itself. */
export function publishedArtifact(path: string): { abi: Abi; bytecode: Hex } {
  const { abi, bytecode } = createRequire(import.meta.url)(path) as { abi: Abi; bytecode: string };
  return { abi, bytecode: bytecode.startsWith('0x') ? (bytecode as Hex) : `0x${bytecode}` };
}

function link({ evm: { bytecode } }: CompiledContract, libraries: Record<string, Hex>): Hex {
  let code = bytecode.object;
  for (const references of Object.values(bytecode.linkReferences)) {
    for (const [library, places] of Object.entries(references)) {
      const address = libraries[library];
      if (address === undefined) throw new Error(`The library ${library} has no address to link.`);
      for (const { start, length } of places)
        code = code.slice(0, start * 2) + address.slice(2).toLowerCase() + code.slice((start + length) * 2);
    }
  }
  return `0x${code}`;
}
