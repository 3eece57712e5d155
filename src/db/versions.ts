/**
 * The versions of the database, oldest first; version 1 is that of the first release. A released version is never
 * edited: a change of what is stored is a new entry, with an upgrade where rows must change, and a dump of the new
 * version in tests/db/dumps.
 */
import type { Dexie, Transaction } from 'dexie';

export type DatabaseVersion = {
  /**
   * By table, its primary key and then its indexes, in Dexie's syntax. A table that is not named stays as it was; null
   * deletes the table.
   */
  tables: Readonly<Record<string, string | null>>;
  /**
   * Changes the rows of a database of the version before. It uses types and functions of its own, because those of the
   * app change later, and it awaits nothing but the database.
   */
  upgrade?: (upgrading: Transaction) => PromiseLike<unknown>;
};

export const versions: readonly DatabaseVersion[] = [
  {
    tables: {
      transactions: '[networkId+hash]',
      receiptLogs: '[networkId+hash]',
      blocks: '[networkId+hash], [networkId+number]',
      traces: '[networkId+hash]',
      traceChecks: '[networkId+hash]',
      firstScreenCache: '[networkId+hash]',
      blockSummaries: '[networkId+number]',
      transactionSummaries: '[networkId+blockNumber+index]',
      packedLists: 'key',
      addressIds: '++id, &address',
      tokens: '[networkId+address], *searchKeys',
      tokenLists: 'id',
      listedTokens: '[listId+networkId+address], [networkId+address], listId, *searchKeys',
      indexChoices: 'networkId',
      indexProgress: 'networkId',
      blockRanges: '[networkId+start], usedAt',
      storageTotals: 'kind',
      uses: '[table+key], [table+usedAt]',
      contracts: '[networkId+address], *searchKeys',
      contractSources: '[networkId+address]',
      artifacts: 'id, importedFrom',
      artifactSources: 'id',
      compilations: 'id',
      signatures: 'id, selector',
      simulations: 'id, createdAt',
      verificationDrafts: '[networkId+address], savedAt',
      preferences: 'key',
      networks: 'id',
      endpoints: 'id, networkId',
      callCounts: '[networkId+endpoint+method+hour], hour',
      labels: '[networkId+address]',
      rowNotes: '[networkId+hash+depthId]',
      projects: 'uid, [owner.username+slug]',
      projectAccounts: '[projectUid+networkId+address], [networkId+address]',
      projectItems: '[kind+id], projectUid',
      watches: 'id, networkId',
      watchMatches: '[watchId+key], [networkId+blockNumber], [networkId+told], foundAt',
      watchProgress: 'networkId',
      virtualNetworks: 'networkId',
      virtualBlocks: '[networkId+number]',
      parentReads: 'id, place',
      visits: '[networkId+hash], visitedAt',
      addressVisits: '[networkId+address], visitedAt',
    },
  },
  { tables: { testProjects: 'id, openedAt', testFiles: '[projectId+path], projectId' } },
];

/** The newest version. A database of a later one belongs to a newer app. */
export const currentVersion = versions.length;

/** Declares the versions on `db`, so that a database of any of them is brought to the last one when it opens. */
export function declareVersions(db: Dexie, declared: readonly DatabaseVersion[] = versions): void {
  declared.forEach(({ tables, upgrade }, index) => {
    const version = db.version(index + 1).stores(tables);
    if (upgrade !== undefined) version.upgrade(upgrade);
  });
}
