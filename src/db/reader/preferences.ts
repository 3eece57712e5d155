/** The reader's choices. What is stored is checked when it is read: it may come from an older or newer version. */
import * as v from 'valibot';
import type { NetworkId } from '../../core/chain/primitives';
import { Fork } from '../../core/evm/rules/forks';
import { hasKnownRules } from '../../core/evm/rules/known-chains';
import { DEFAULT_STEP_LIMIT } from '../../core/replay/step-limit';
import { FIRST_TOGGLES } from '../../core/trace/first-toggles';
import { MAX_WEIGHT, ONE_PER_CALL } from '../../core/usage/weight-limits';
import { withDatabase, writeDatabase } from '../database';

const MEGABYTE = 1_000_000;

/** Schema and default of each preference. */
const SCHEMAS = {
  /** For each provider by its id, whether the reader switched it on. A provider that is off or absent is not asked. */
  providers: v.record(v.string(), v.boolean()),
  /** Whether the question about providers was answered, so that it is asked once. */
  providersAsked: v.boolean(),
  /** Bytes that traces, transactions, blocks and contracts may take together. */
  storageBudget: v.pipe(v.number(), v.integer(), v.minValue(10 * MEGABYTE)),
  /** Kinds of rows that call traces show. */
  traceToggles: v.object({
    ...{ full: v.boolean(), storage: v.boolean(), events: v.boolean(), gas: v.boolean() },
    foldsLibraries: v.optional(v.boolean()),
  }),
  /** Percent of the width that each panel of the debugger takes. */
  debuggerLayout: v.object({ execution: v.number(), instructions: v.number(), state: v.number() }),
  /** Percent of the height of its column that the debugger's stack trace takes. */
  debuggerStack: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
  /** Breakpoints: lines of files, which are identified by the digest of their text, and names of instructions. */
  breakpoints: v.object({
    lines: v.array(v.object({ path: v.string(), digest: v.string(), line: v.pipe(v.number(), v.integer()) })),
    opcodes: v.array(v.string()),
  }),
  /** Expressions that the debugger evaluates at every step. */
  watches: v.array(v.string()),
  /** The most steps of a transaction that is executed again; with 0 none is executed again. */
  stepLimit: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000)),
  /** URL of a list of compilers; '' for the configured list. */
  compilerList: v.string(),
  /** By chain id, the rules under which transactions of a chain came out as their receipts say (workers/trace/replay/worked-rules.ts). */
  workedRules: v.record(v.string(), v.object({ fork: v.picklist(Object.values(Fork)), since: v.number() })),
  /** Whether the reader knows that functions recovered from bytecode are guesses. */
  recoveredFunctions: v.boolean(),
  /** An explorer with Etherscan's API; asked only with a key, which is the reader's own. */
  etherscan: v.object({ url: v.pipe(v.string(), v.url()), key: v.string() }),
  /** Hosted APIs that the reader entered, by chain id. */
  hostedApis: v.record(
    v.string(),
    v.object({ url: v.union([v.literal(''), v.pipe(v.string(), v.url())]), project: v.string(), vnet: v.string() }),
  ),
  /**
   * Permission keys that a hosted API last reported as withdrawn, by project (`owner:slug`); '' stands for the account.
   */
  withdrawnKeys: v.record(v.string(), v.array(v.string())),
  /**
   * By id of a watch, the time up to which its finds were looked at, milliseconds since the epoch; '' stands for all
   * watches.
   */
  findsSeen: v.record(v.string(), v.number()),
  /** Whether functions and errors in the summary link to their rows. */
  developerMode: v.boolean(),
  /** Whether asset changes are shown by address or in the order they happened. */
  assetGrouping: v.picklist(['address', 'time']),
  /** The units that a call counts for, by method. */
  unitWeights: v.record(v.string(), v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_WEIGHT))),
  /** For each endpoint by its name, the units that it may be asked for in a number of days. */
  quotas: v.record(v.string(), v.object({ units: v.pipe(v.number(), v.minValue(1)), days: v.picklist([1, 30]) })),
};

export type Preferences = { [Key in keyof typeof SCHEMAS]: v.InferOutput<(typeof SCHEMAS)[Key]> };

const DEFAULTS: Preferences = {
  providers: {},
  providersAsked: false,
  storageBudget: 500 * MEGABYTE,
  traceToggles: FIRST_TOGGLES,
  debuggerLayout: { execution: 20, instructions: 50, state: 30 },
  debuggerStack: 30,
  breakpoints: { lines: [], opcodes: [] },
  watches: [],
  stepLimit: DEFAULT_STEP_LIMIT,
  compilerList: '',
  workedRules: {},
  recoveredFunctions: false,
  etherscan: { url: 'https://api.etherscan.io/v2/api', key: '' },
  hostedApis: {},
  withdrawnKeys: {},
  findsSeen: {},
  developerMode: true,
  assetGrouping: 'address',
  unitWeights: ONE_PER_CALL,
  quotas: {},
};

/** Returns whether `value` is valid for the preference of this key. */
export function isPreference(key: string, value: unknown): boolean {
  return Object.hasOwn(SCHEMAS, key) && v.safeParse(SCHEMAS[key as keyof Preferences], value).success;
}

/** Reads the reader's choice; the default where there is none or it is damaged. */
export function readPreference<Key extends keyof Preferences>(key: Key): Promise<Preferences[Key]> {
  return withDatabase(DEFAULTS[key], async (db) => {
    const row = await db.preferences.get(key);
    const parsed = v.safeParse(SCHEMAS[key], row?.value);
    return parsed.success ? (parsed.output as Preferences[Key]) : DEFAULTS[key];
  });
}

/** Returns the steps of a transaction that is executed before its receipt is there; 0 on chains where that is not known to come out. */
export async function readEarlySteps(networkId: NetworkId): Promise<number> {
  const isKnown = hasKnownRules(networkId) || networkId in (await readPreference('workedRules'));
  return isKnown ? readPreference('stepLimit') : 0;
}

/** Keeps the reader's choice; false when storage refused. */
export function savePreference<Key extends keyof Preferences>(key: Key, value: Preferences[Key]): Promise<boolean> {
  return writeDatabase(async (db) => {
    await db.preferences.put({ key, value });
  });
}
