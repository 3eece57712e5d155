/**
 * The Dexie database with its tables. It is a module of its own, so that Dexie is loaded when the database is first
 * opened.
 */
import { Dexie, type Table } from 'dexie';
import type { AddressIdRow } from './rows/address-id-row';
import type { AddressVisitRow } from './rows/address-visit-row';
import type { ArtifactRow } from './rows/artifact-row';
import type { ArtifactSourceRow } from './rows/artifact-source-row';
import type { BlockRangeRow } from './rows/block-range-row';
import type { KeptBlock } from './rows/block-row';
import type { BlockSummaryRow } from './rows/block-summary-row';
import type { CallCountRow } from './rows/call-count-row';
import type { CompilationRow } from './rows/compilation-row';
import type { ContractRow } from './rows/contract-row';
import type { ContractSourceRow } from './rows/contract-source-row';
import type { EndpointRow } from './rows/endpoint-row';
import type { FirstScreenRow } from './rows/first-screen-row';
import type { IndexChoice } from './rows/index-choice-row';
import type { IndexProgress } from './rows/index-progress-row';
import type { LabelRow } from './rows/label-row';
import type { ListedTokenRow } from './rows/listed-token-row';
import type { NetworkRow } from './rows/network-row';
import type { PackedLeafRow } from './rows/packed-leaf-row';
import type { ParentReadsRow } from './rows/parent-reads-row';
import type { PreferenceRow } from './rows/preference-row';
import type { ProjectItemRow } from './rows/project-item-row';
import type { ProjectAccountRow, ProjectRow } from './rows/project-row';
import type { ReceiptLogsRow } from './rows/receipt-logs-row';
import type { RowNoteRow } from './rows/row-note-row';
import type { SignatureRow } from './rows/signature-row';
import type { SimulationRow } from './rows/simulation-row';
import type { StorageTotalRow } from './rows/storage-total-row';
import type { StoredTransactionSummary } from './rows/stored-summary';
import type { TestFileRow } from './rows/test-file-row';
import type { TestProjectRow } from './rows/test-project-row';
import type { TokenListRow } from './rows/token-list-row';
import type { TokenRow } from './rows/token-row';
import type { TraceChecksRow } from './rows/trace-checks-row';
import type { KeptTrace } from './rows/trace-row';
import type { TransactionRow } from './rows/transaction-row';
import type { UseRow } from './rows/use-row';
import type { VerificationDraftRow } from './rows/verification-draft-row';
import type { VirtualBlockRow } from './rows/virtual-block-row';
import type { VirtualNetworkRow } from './rows/virtual-network-row';
import type { VisitRow } from './rows/visit-row';
import type { WatchMatchRow, WatchProgress, WatchRow } from './rows/watch-row';
import { currentVersion, declareVersions } from './versions';

/**
 * How long opening may take before the app goes on without the database, milliseconds: an upgrade of what is kept and a
 * slow disk take a second or two, and a reader should not wait longer for a cache.
 */
const MAX_OPEN_WAIT = 4_000;
/**
 * The same wait, milliseconds, once the browser said that another tab has an older version open: such a tab closes its
 * database after at most one write.
 */
const MAX_BLOCKED_WAIT = 500;

/**
 * Calls `listener` after each write to the database of this name, also one of another tab or worker, with the tables that
 * it changed; undefined when it may be any.
 */
export function onWrite(database: string, listener: (tables: ReadonlySet<string> | undefined) => void): void {
  const prefix = `idb://${database}/`;
  Dexie.on('storagemutated', (parts) => {
    // Dexie names what changed `idb://database/table/index`, and all there is where the page came back from a cache.
    const paths = Object.keys(parts).filter((path) => path.startsWith(prefix));
    const tables = paths.map((path) => path.slice(prefix.length).split('/', 1)[0] ?? '');
    if ('all' in parts) listener(undefined);
    else if (tables.length > 0) listener(new Set(tables));
  });
}

export class LoupeDatabase extends Dexie {
  declare transactions: Table<TransactionRow, [number, string]>;
  declare receiptLogs: Table<ReceiptLogsRow, [number, string]>;
  declare blocks: Table<KeptBlock, [number, string]>;
  declare traces: Table<KeptTrace, [number, string]>;
  declare traceChecks: Table<TraceChecksRow, [number, string]>;
  declare firstScreenCache: Table<FirstScreenRow, [number, string]>;
  declare blockSummaries: Table<BlockSummaryRow, [number, number]>;
  declare transactionSummaries: Table<StoredTransactionSummary, [number, number, number]>;
  declare packedLists: Table<PackedLeafRow, ArrayBuffer>;
  declare addressIds: Table<AddressIdRow, number, Omit<AddressIdRow, 'id'>>;
  declare tokens: Table<TokenRow, [number, string]>;
  declare tokenLists: Table<TokenListRow, string>;
  declare listedTokens: Table<ListedTokenRow, [string, number, string]>;
  declare indexChoices: Table<IndexChoice, number>;
  declare indexProgress: Table<IndexProgress, number>;
  declare blockRanges: Table<BlockRangeRow, [number, number]>;
  declare storageTotals: Table<StorageTotalRow, string>;
  declare contracts: Table<ContractRow, [number, string]>;
  declare artifacts: Table<ArtifactRow, string>;
  declare artifactSources: Table<ArtifactSourceRow, string>;
  declare compilations: Table<CompilationRow, string>;
  declare simulations: Table<SimulationRow, string>;
  declare verificationDrafts: Table<VerificationDraftRow, [number, string]>;
  declare contractSources: Table<ContractSourceRow, [number, string]>;
  declare signatures: Table<SignatureRow, string>;
  declare preferences: Table<PreferenceRow, string>;
  declare networks: Table<NetworkRow, number>;
  declare endpoints: Table<EndpointRow, string>;
  declare callCounts: Table<CallCountRow, [number, string, string, number]>;
  declare labels: Table<LabelRow, [number, string]>;
  declare projects: Table<ProjectRow, string>;
  declare projectAccounts: Table<ProjectAccountRow, [string, number, string]>;
  declare projectItems: Table<ProjectItemRow, [string, string]>;
  declare watches: Table<WatchRow, string>;
  declare watchMatches: Table<WatchMatchRow, [string, string]>;
  declare watchProgress: Table<WatchProgress, number>;
  declare virtualNetworks: Table<VirtualNetworkRow, number>;
  declare virtualBlocks: Table<VirtualBlockRow, [number, number]>;
  declare parentReads: Table<ParentReadsRow, string>;
  declare rowNotes: Table<RowNoteRow, [number, string, string]>;
  declare visits: Table<VisitRow, [number, string]>;
  declare addressVisits: Table<AddressVisitRow, [number, string]>;
  declare testProjects: Table<TestProjectRow, string>;
  declare testFiles: Table<TestFileRow, [string, string]>;
  declare uses: Table<UseRow, [string, [number, string]]>;

  constructor(name: string) {
    super(name);
    declareVersions(this);
  }

  /**
   * Opens the database. `opened` settles when opening ends, however late. `inTime` settles with it, but rejects earlier
   * when opening takes longer than a reader should wait.
   */
  openInTime(): { opened: Promise<void>; inTime: Promise<void> } {
    // Opens in a task of its own: in the zone of a live query, opening would go on with promises that are not Dexie's,
    // and Dexie would refuse what other callers write there.
    const opened = new Promise<void>((resolve, reject) => {
      setTimeout(() => void this.#openUnlessNewer().then(resolve, reject), 0);
    });
    const inTime = new Promise<void>((resolve, reject) => {
      let timer = setTimeout(() => reject(new DelayError('SlowOpenError')), MAX_OPEN_WAIT);
      const onBlocked = () => {
        clearTimeout(timer);
        timer = setTimeout(() => reject(new DelayError('HeldUpError')), MAX_BLOCKED_WAIT);
      };
      const end = () => {
        clearTimeout(timer);
        this.on('blocked').unsubscribe(onBlocked);
      };
      this.on('blocked', onBlocked);
      void opened.then(resolve, reject).then(end);
    });
    return { opened, inTime };
  }

  /**
   * For each pair, the first leaf whose key is from `lower` to `upper`, or undefined. Call it within a transaction over
   * `packedLists`. Reads IndexedDB directly: a write reads thousands of leaves, and a query of Dexie takes ten times as
   * long. Live queries do not observe it.
   */
  firstLeaves(
    keys: readonly (readonly [lower: ArrayBuffer, upper: ArrayBuffer])[],
  ): Promise<(PackedLeafRow | undefined)[]> {
    const leaves = currentStore('packedLists');
    return answers(keys.map(([lower, upper]) => leaves.get(IDBKeyRange.bound(lower, upper))));
  }

  /**
   * The ids of addresses (20 bytes each), undefined for addresses without one. Call it within a transaction over
   * `addressIds`. Live queries do not observe it.
   */
  idsOfAddresses(addresses: readonly ArrayBuffer[]): Promise<(number | undefined)[]> {
    const byAddress = currentStore('addressIds').index('address');
    return answers(addresses.map((address) => byAddress.getKey(address) as IDBRequest<number | undefined>));
  }

  /**
   * Opens the database unless a newer version of the app changed it. Dexie opens any version and adds the tables that it
   * misses, which would damage what the newer app keeps.
   */
  async #openUnlessNewer(): Promise<void> {
    if (isNewer(await keptVersion(this.name))) throw new NewerVersionError();
    await this.open();
    if (!isNewer(this.backendDB().version)) return;
    // A newer app upgraded the database after its version was read.
    this.close({ disableAutoOpen: false });
    throw new NewerVersionError();
  }
}

/** An object store of the current transaction. */
function currentStore(name: string): IDBObjectStore {
  return Dexie.currentTransaction.idbtrans.objectStore(name);
}

/** The results of requests of one transaction, in their order. */
function answers<Result>(requests: readonly IDBRequest<Result>[]): Promise<Result[]> {
  // A promise of Dexie keeps the transaction alive.
  const all = new Dexie.Promise<Result[]>((resolve, reject) => {
    let left = requests.length;
    if (left === 0) resolve([]);
    for (const request of requests) {
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        left--;
        if (left === 0) resolve(requests.map(({ result }) => result));
      };
    }
  });
  return Promise.resolve(all);
}

/** Opening takes too long: another tab holds it up, or the browser is slow. */
class DelayError extends Error {
  constructor(override readonly name: 'HeldUpError' | 'SlowOpenError') {
    super(name);
  }
}

class NewerVersionError extends Error {
  override readonly name = 'VersionError';
}

/**
 * Whether a version number of IndexedDB is that of a newer app. It is ten times the version of the app's tables; Dexie
 * counts repairs in the last digit.
 */
function isNewer(version: number): boolean {
  return Math.floor(version / 10) > currentVersion;
}

/** The version of the database on disk: 0 where there is none, or where the browser does not say. */
async function keptVersion(database: string): Promise<number> {
  try {
    return (await indexedDB.databases()).find(({ name }) => name === database)?.version ?? 0;
  } catch {
    return 0; // Opening it reports the failure.
  }
}
