/** What `foundry.toml` says of running tests, by profile, with forge's defaults. */

import { parseAddress } from '../chain/address';
import type { Address } from '../chain/primitives';
import { type Fields, readFields, readList } from '../values/json-fields';
import { ok, type Result } from '../values/result';
import { type Chosen, folderOf, profilesOf, readSections } from './configuration';
import { versionUnder } from './evm-version';
import { type TestFilters, withFilters } from './test-filters';

export type FuzzSettings = {
  runs: number;
  maxRejects: number;
  seed: bigint | undefined;
  /**
   * Whether any revert fails a run. Where false, a run that another contract than the test's reverts first is no
   * failure.
   */
  failOnRevert: boolean;
  /** Percent of the inputs that are taken from the dictionary. */
  dictionaryWeight: number;
};

export type InvariantSettings = {
  runs: number;
  /** Calls of a sequence. */
  depth: number;
  failOnRevert: boolean;
  /** Calls whose assumptions do not hold, at most. */
  maxRejects: number;
  /** Percent of the calls whose inputs are taken from the dictionary. */
  dictionaryWeight: number;
  /** Tries that shrinking may take. */
  shrinkRuns: number;
  /** The invariant is called after every so many calls, and after the last; 0 for that one alone. */
  checkInterval: number;
};

export type TestSettings = {
  /** Account that deploys tests and calls them; `CALLER` calls all else. */
  sender: Address;
  /** Wei that sender, `CALLER` and test contract have. */
  initialBalance: bigint;
  chainId: bigint;
  blockNumber: bigint;
  timestamp: bigint;
  coinbase: Address;
  baseFee: bigint;
  gasPrice: bigint;
  prevrandao: bigint;
  gasLimit: bigint;
  /** Gas limit of the block, which calls have in the place of their own (`gasLimitOf`). */
  blockGasLimit: bigint | undefined;
  evmVersion: string;
  /** Bytes of a contract's code at most; its init code may have twice as many. */
  codeSizeLimit: number;
  /** Bytes of memory that the calls of a test, one within the other, may have together. */
  memoryLimit: number;
  /** Calls have at most the gas that a transaction may have since Osaka (EIP-7825). */
  limitsTransactions: boolean;
  /** Every call of a test is a transaction of its own. */
  isolate: boolean;
  /** Tests may start processes, where that works. */
  ffi: boolean;
  /** Creations with a salt go through the factory also where nothing is broadcast. */
  usesFactory: boolean;
  /** The factory that they go through, in lower case. */
  factory: Address;
  allowInternalExpectRevert: boolean;
  assertionsRevert: boolean;
  legacyAssertions: boolean;
  fuzz: FuzzSettings;
  invariant: InvariantSettings;
  /** Libraries that are deployed already: `file:name` and where. */
  libraries: Readonly<Record<string, Address>>;
  /** Access to paths below the root: `read`, `write` or `read-write`. */
  permissions: readonly { access: string; path: string }[];
  rpcEndpoints: Readonly<Record<string, string>>;
  filters: TestFilters;
  /** Folders of dependencies, without a slash at the end: their tests are not the project's. */
  dependencies: readonly string[];
  /** Where a run without filters finds tests, and where its scripts are, which it leaves out; without a slash at the end. */
  folders: Readonly<Record<'src' | 'test' | 'script', string>>;
  /** The chosen profile, and the names of all. */
  profile: string;
  profiles: readonly string[];
};

/** The factory that every chain has, in lower case. */
export const CREATE2_DEPLOYER = '0x4e59b44847b379578588920ca78fbf26c0b4956c' as Address;
/** Account that calls `setUp`, invariants and what asks a test's contract: the sender where none is set. */
export const CALLER = '0x1804c8ab1f12e6bbf3894d4083f33e07309d1f38' as Address;
const ZERO = `0x${'0'.repeat(40)}` as Address;

/** Returns forge's defaults. */
export function defaultSettings(): TestSettings {
  return {
    sender: CALLER,
    initialBalance: (1n << 96n) - 1n,
    chainId: 31337n,
    blockNumber: 1n,
    timestamp: 1n,
    coinbase: ZERO,
    baseFee: 0n,
    gasPrice: 0n,
    prevrandao: 0n,
    gasLimit: 1n << 30n,
    blockGasLimit: undefined,
    evmVersion: 'osaka',
    codeSizeLimit: Number.POSITIVE_INFINITY,
    memoryLimit: 1 << 27,
    limitsTransactions: false,
    isolate: false,
    ffi: false,
    usesFactory: false,
    factory: CREATE2_DEPLOYER,
    allowInternalExpectRevert: false,
    assertionsRevert: true,
    legacyAssertions: false,
    fuzz: { runs: 256, maxRejects: 65_536, seed: undefined, failOnRevert: true, dictionaryWeight: 40 },
    invariant: {
      ...{ runs: 256, depth: 500, failOnRevert: false, maxRejects: 65_536 },
      ...{ dictionaryWeight: 80, shrinkRuns: 5_000, checkInterval: 1 },
    },
    libraries: {},
    permissions: [{ access: 'read', path: 'out' }],
    rpcEndpoints: {},
    filters: {},
    dependencies: ['lib', 'node_modules'],
    folders: { src: 'src', test: 'test', script: 'script' },
    profile: 'default',
    profiles: ['default'],
  };
}

/**
 * Reads the text of `foundry.toml` over that of the file that it extends, and over both what `FOUNDRY_…` says in the
 * environment; the defaults without them. The error is one sentence.
 */
export function readSettings(text: string | undefined, chosen: Chosen, base?: string): Result<TestSettings, string> {
  const sections = readSections(text, base, chosen);
  if (!sections.ok) return sections;
  let settings: TestSettings = { ...defaultSettings(), profile: chosen.profile, profiles: profilesOf(text, base) };
  for (const section of sections.value) settings = withSection(settings, section);
  const compiler = sections.value
    .map(({ solc, solc_version }) => solc ?? solc_version)
    .findLast((named) => named !== undefined);
  return ok({ ...settings, evmVersion: versionUnder(String(compiler), settings.evmVersion) });
}

/** Returns the gas that a call of a test has, and its block. */
export function gasLimitOf({ blockGasLimit, gasLimit }: TestSettings): bigint {
  return blockGasLimit ?? gasLimit;
}

/** Lays the fields of a profile, or of a configuration in the documentation of a test, over settings. */
export function withSection(settings: TestSettings, section: Fields): TestSettings {
  const libraries = readList(section.libraries).flatMap((text) => {
    const [, file, address] = /^(.*:.*):(0x[\da-fA-F]{40})$/.exec(String(text)) ?? [];
    const parsed = address === undefined ? undefined : parseAddress(address);
    return file !== undefined && parsed?.ok ? [[file, parsed.value] as const] : [];
  });
  const { fuzz, invariant } = settings;
  const fuzzed = readFields(section.fuzz);
  const invariants = readFields(section.invariant);
  return {
    ...settings,
    sender: addressIn(section, 'sender', settings.sender),
    initialBalance: wholeIn(section, 'initial_balance', settings.initialBalance),
    chainId: wholeIn(section, 'chain_id', settings.chainId),
    blockNumber: wholeIn(section, 'block_number', settings.blockNumber),
    timestamp: wholeIn(section, 'block_timestamp', settings.timestamp),
    coinbase: addressIn(section, 'block_coinbase', settings.coinbase),
    baseFee: wholeIn(section, 'block_base_fee_per_gas', settings.baseFee),
    gasPrice: wholeIn(section, 'gas_price', settings.gasPrice),
    prevrandao: wholeIn(section, 'block_prevrandao', settings.prevrandao),
    gasLimit: wholeIn(section, 'gas_limit', settings.gasLimit),
    blockGasLimit:
      section.block_gas_limit === undefined ? settings.blockGasLimit : wholeIn(section, 'block_gas_limit', 0n),
    evmVersion: typeof section.evm_version === 'string' ? section.evm_version.toLowerCase() : settings.evmVersion,
    codeSizeLimit:
      section.code_size_limit === undefined ? settings.codeSizeLimit : countIn(section, 'code_size_limit', 0),
    memoryLimit: Number(wholeIn(section, 'memory_limit', BigInt(settings.memoryLimit))),
    limitsTransactions: flagIn(section, 'enable_tx_gas_limit', settings.limitsTransactions),
    isolate: flagIn(section, 'isolate', settings.isolate),
    ffi: flagIn(section, 'ffi', settings.ffi),
    usesFactory: flagIn(section, 'always_use_create_2_factory', settings.usesFactory),
    factory: addressIn(section, 'create2_deployer', settings.factory),
    allowInternalExpectRevert: flagIn(section, 'allow_internal_expect_revert', settings.allowInternalExpectRevert),
    assertionsRevert: flagIn(section, 'assertions_revert', settings.assertionsRevert),
    legacyAssertions: flagIn(section, 'legacy_assertions', settings.legacyAssertions),
    fuzz: {
      runs: countIn(fuzzed, 'runs', fuzz.runs),
      maxRejects: countIn(fuzzed, 'max_test_rejects', fuzz.maxRejects),
      seed: fuzzed.seed === undefined ? fuzz.seed : wholeIn(fuzzed, 'seed', 0n),
      failOnRevert: flagIn(fuzzed, 'fail_on_revert', fuzz.failOnRevert),
      dictionaryWeight: countIn(fuzzed, 'dictionary_weight', fuzz.dictionaryWeight),
    },
    invariant: {
      runs: countIn(invariants, 'runs', invariant.runs),
      depth: countIn(invariants, 'depth', invariant.depth),
      failOnRevert: flagIn(invariants, 'fail_on_revert', invariant.failOnRevert),
      maxRejects: countIn(invariants, 'max_assume_rejects', invariant.maxRejects),
      dictionaryWeight: countIn(invariants, 'dictionary_weight', invariant.dictionaryWeight),
      shrinkRuns: countIn(invariants, 'shrink_run_limit', invariant.shrinkRuns),
      checkInterval: countIn(invariants, 'check_interval', invariant.checkInterval),
    },
    libraries: { ...settings.libraries, ...Object.fromEntries(libraries) },
    permissions: section.fs_permissions === undefined ? settings.permissions : permissionsOf(section.fs_permissions),
    rpcEndpoints: { ...settings.rpcEndpoints, ...textsOf(section.rpc_endpoints) },
    filters: withFilters(settings.filters, section),
    dependencies: section.libs === undefined ? settings.dependencies : readList(section.libs).map(folderOf),
    folders: {
      src: folderOf(section.src ?? settings.folders.src),
      test: folderOf(section.test ?? settings.folders.test),
      script: folderOf(section.script ?? settings.folders.script),
    },
  };
}

function permissionsOf(value: unknown): TestSettings['permissions'] {
  return readList(value).map((item) => {
    const { access, path } = readFields(item);
    return { access: access === true ? 'read-write' : String(access), path: String(path).replace(/^\.\//, '') };
  });
}

function textsOf(value: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(readFields(value)).filter(([, text]) => typeof text === 'string')) as Record<
    string,
    string
  >;
}

function addressIn(section: Fields, key: string, otherwise: Address): Address {
  const parsed = typeof section[key] === 'string' ? parseAddress(section[key]) : undefined;
  return parsed?.ok ? (parsed.value.toLowerCase() as Address) : otherwise;
}

/** A whole number as TOML has it, or as text of digits or hex. */
function wholeIn(section: Fields, key: string, otherwise: bigint): bigint {
  const value = section[key];
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return BigInt(Math.trunc(value));
  if (typeof value === 'string' && /^(0x[\da-f]+|\d+)$/i.test(value)) return BigInt(value);
  if (typeof value === 'string' && value.toLowerCase() === 'max') return (1n << 64n) - 1n;
  return otherwise;
}

function countIn(section: Fields, key: string, otherwise: number): number {
  return Number(wholeIn(section, key, BigInt(otherwise)));
}

function flagIn(section: Fields, key: string, otherwise: boolean): boolean {
  const value = section[key];
  return typeof value === 'boolean' ? value : typeof value === 'string' ? value === 'true' : otherwise;
}
