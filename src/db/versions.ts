/**
 * The versions of the database, oldest first. A released version is never
 * edited: a change is a new entry, with `upgrade` when records must change, and
 * a dump of the new version in tests/db/dumps (README.md says how it is made).
 */
import type { Dexie, Transaction } from 'dexie';
import { listWhatIsKept } from './upgrade-to-version-5';
import { addSearchKeys } from './upgrade-to-version-8';
import { listItems } from './upgrade-to-version-9';
import { packLists } from './upgrade-to-version-14';
import { joinLists } from './upgrade-to-version-17';

type Version = {
  /** Dexie's syntax: primary key first, then indexes. A table stays as it was when it is not named, and goes where `null` is. */
  stores: Readonly<Record<string, string | null>>;
  upgrade?: (transaction: Transaction) => PromiseLike<unknown>;
};

const versions: readonly Version[] = [
  {
    stores: {
      transactions: '[networkId+hash]',
      blocks: '[networkId+hash], [networkId+number]',
      traces: '[networkId+hash]',
      contracts: '[networkId+address]',
      artifacts: 'id, importedFrom',
      artifactSources: 'id',
      signatures: 'id, selector',
      preferences: 'key',
      networks: 'id',
      endpoints: 'id, networkId',
      callCounts: '[networkId+endpoint+method+hour], hour',
      labels: '[networkId+address]',
      visits: '[networkId+hash], visitedAt',
      uses: '[table+key], [table+usedAt], usedAt',
    },
  },
  { stores: { compilations: 'id', contractSources: '[networkId+address]' } },
  { stores: { rowNotes: '[networkId+hash+depthId]' } },
  { stores: { receiptLogs: '[networkId+hash]', firstScreens: '[networkId+hash]' }, upgrade: moveLogs },
  {
    stores: {
      firstScreens: null, // `firstScreenCache` in its place, which starts empty.
      firstScreenCache: '[networkId+hash]',
      blockSummaries: '[networkId+number]',
      transactionSummaries: '[networkId+blockNumber+index]',
      addressActivity: '[networkId+address+blockNumber+index]',
      blockRanges: '[networkId+start], usedAt',
      storageTotals: 'kind',
      uses: '[table+key], [table+usedAt]',
    },
    upgrade: listWhatIsKept,
  },
  { stores: { traceChecks: '[networkId+hash]', addressVisits: '[networkId+address], visitedAt' } },
  {
    stores: {
      tokenTransfers:
        '[networkId+blockNumber+position], [networkId+kind+blockNumber+position], [networkId+token+blockNumber+position], [networkId+token+tokenId+blockNumber+position]',
      addressTransfers: '[networkId+address+kind+blockNumber+position]',
      tokens: '[networkId+address], [networkId+symbolKey], [networkId+nameKey]',
      tokenBalances:
        '[networkId+token+tokenId+holder], [networkId+token+tokenId+rank], [networkId+holder+token+tokenId]',
      indexChoices: 'networkId',
      indexProgress: 'networkId',
    },
  },
  {
    stores: { contracts: '[networkId+address], *searchKeys', tokens: '[networkId+address], *searchKeys' },
    upgrade: addSearchKeys,
  },
  {
    stores: { tokenItems: '[networkId+token+tokenId], [networkId+token+order]' },
    upgrade: listItems,
  },
  { stores: { verificationDrafts: '[networkId+address], savedAt' } },
  {
    stores: {
      projects: 'uid, [owner.username+slug]',
      projectAccounts: '[projectUid+networkId+address], [networkId+address]',
    },
  },
  {
    stores: {
      watches: 'id, networkId',
      watchMatches: '[watchId+key], [networkId+blockNumber], [networkId+told], foundAt',
      watchProgress: 'networkId',
    },
  },
  { stores: { simulations: 'id, createdAt' } },
  {
    stores: {
      addressActivity: null,
      tokenTransfers: null,
      addressTransfers: null,
      tokenBalances: null,
      tokenItems: null,
      packedLists: 'key',
      addressIds: '++id, &address',
    },
    upgrade: packLists,
  },
  {
    stores: { virtualNetworks: 'networkId', virtualBlocks: '[networkId+number]', parentReads: 'id, place' },
  },
  // A simulation keeps what its overrides by variable and token became.
  { stores: {} },
  // Lists of one address share leaves.
  { stores: {}, upgrade: joinLists },
  { stores: { projectItems: '[kind+id], projectUid' } },
  {
    stores: {
      tokenLists: 'id',
      listedTokens: '[listId+networkId+address], [networkId+address], listId, *searchKeys',
    },
  },
];

/** The newest version. A database of a later one belongs to a newer app. */
export const currentVersion = versions.length;

/** The tables of the newest version, whichever version declared them. */
const tables = Object.fromEntries(
  Object.entries(Object.assign({}, ...versions.map(({ stores }) => stores)) as Version['stores']).filter(
    ([, schema]) => schema !== null,
  ),
);

/**
 * Declares the newest version on `db`. That is all a new database needs, or one that is up to date: Dexie reads the
 * tables of all versions anew for each version that is declared, which took longer than opening the database.
 * `beforeUpgrade` is called when the database turns out to be older; an error it throws leaves the database as it was.
 */
export function declareTables(db: Dexie, beforeUpgrade: () => void): void {
  db.version(currentVersion).stores(tables).upgrade(beforeUpgrade);
}

/** Declares every version on `db`, so that a database of any of them is brought up to date when it opens. */
export function declareUpgrades(db: Dexie): void {
  versions.forEach((version, index) => {
    const declared = db.version(index + 1).stores(version.stores);
    if (version.upgrade !== undefined) declared.upgrade(version.upgrade);
  });
}

/** Moves the logs of receipts to a table of their own, one transaction after the other: they may be more than memory holds. */
async function moveLogs(upgrading: Transaction): Promise<void> {
  const transactions = upgrading.table('transactions');
  for (const key of await transactions.toCollection().primaryKeys()) {
    const { receipt, ...row } = await transactions.get(key);
    if (receipt === undefined) continue;
    const { logs, ...head } = receipt;
    await transactions.put({ ...row, receipt: { ...head, logCount: logs.length } });
    await upgrading.table('receiptLogs').put({ networkId: row.networkId, hash: row.hash, logs });
  }
}
