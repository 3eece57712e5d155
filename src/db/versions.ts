/**
 * The versions of the database, oldest first: the tables of each, in Dexie's
 * syntax. A released version is never edited: a change is a new entry, with an
 * entry in upgrades.ts when records must change, and a dump of the new version
 * in tests/db/dumps.
 */
import type { Dexie } from 'dexie';

/**
 * By table, its primary key and then its indexes. A table that is not named stays as it was; null deletes the table.
 */
export type Tables = Readonly<Record<string, string | null>>;

export const versions: readonly Tables[] = [
  {
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
  { compilations: 'id', contractSources: '[networkId+address]' },
  { rowNotes: '[networkId+hash+depthId]' },
  { receiptLogs: '[networkId+hash]', firstScreens: '[networkId+hash]' },
  {
    firstScreens: null, // Replaced by `firstScreenCache`, which starts empty.
    firstScreenCache: '[networkId+hash]',
    blockSummaries: '[networkId+number]',
    transactionSummaries: '[networkId+blockNumber+index]',
    addressActivity: '[networkId+address+blockNumber+index]',
    blockRanges: '[networkId+start], usedAt',
    storageTotals: 'kind',
    uses: '[table+key], [table+usedAt]',
  },
  { traceChecks: '[networkId+hash]', addressVisits: '[networkId+address], visitedAt' },
  {
    tokenTransfers:
      '[networkId+blockNumber+position], [networkId+kind+blockNumber+position], [networkId+token+blockNumber+position], [networkId+token+tokenId+blockNumber+position]',
    addressTransfers: '[networkId+address+kind+blockNumber+position]',
    tokens: '[networkId+address], [networkId+symbolKey], [networkId+nameKey]',
    tokenBalances: '[networkId+token+tokenId+holder], [networkId+token+tokenId+rank], [networkId+holder+token+tokenId]',
    indexChoices: 'networkId',
    indexProgress: 'networkId',
  },
  { contracts: '[networkId+address], *searchKeys', tokens: '[networkId+address], *searchKeys' },
  { tokenItems: '[networkId+token+tokenId], [networkId+token+order]' },
  { verificationDrafts: '[networkId+address], savedAt' },
  {
    projects: 'uid, [owner.username+slug]',
    projectAccounts: '[projectUid+networkId+address], [networkId+address]',
  },
  {
    watches: 'id, networkId',
    watchMatches: '[watchId+key], [networkId+blockNumber], [networkId+told], foundAt',
    watchProgress: 'networkId',
  },
  { simulations: 'id, createdAt' },
  {
    addressActivity: null,
    tokenTransfers: null,
    addressTransfers: null,
    tokenBalances: null,
    tokenItems: null,
    packedLists: 'key',
    addressIds: '++id, &address',
  },
  { virtualNetworks: 'networkId', virtualBlocks: '[networkId+number]', parentReads: 'id, place' },
  // Simulations keep the slots and values that their named overrides became.
  {},
  // Lists of one address share leaves.
  {},
  { projectItems: '[kind+id], projectUid' },
  {
    tokenLists: 'id',
    listedTokens: '[listId+networkId+address], [networkId+address], listId, *searchKeys',
  },
];

/** The newest version. A database of a later one belongs to a newer app. */
export const currentVersion = versions.length;

/** The tables of the newest version, whichever version declared them. */
const tables = Object.fromEntries(
  Object.entries<string | null>(Object.assign({}, ...versions)).filter(([, schema]) => schema !== null),
);

/**
 * Declares only the newest version on `db`. A new database, and one that is up to date, needs no other: Dexie reads the
 * tables of all versions again for each declared version, which takes longer than opening the database. `beforeUpgrade`
 * is called when the database turns out to be older; an error that it throws leaves the database as it was.
 */
export function declareTables(db: Dexie, beforeUpgrade: () => void): void {
  db.version(currentVersion).stores(tables).upgrade(beforeUpgrade);
}
