/**
 * The access list of a block (EIP-7928), computed from what its node says that
 * each transaction changed. Nodes of today's chains have none: a proxy in front
 * of one answers with it as a node of Amsterdam would. What was only read is
 * left out, and so is what the protocol itself writes before the first
 * transaction; neither changes what a transaction finds.
 */

type Call = <T>(method: string, params: readonly unknown[]) => Promise<T>;
type Side = Readonly<
  Record<string, { balance?: string; nonce?: number; code?: string; storage?: Readonly<Record<string, string>> }>
>;
type Changes = { index: string; value: string }[];
type Account = {
  address: string;
  storageChanges: Map<string, Changes>;
  balanceChanges: Changes;
  nonceChanges: Changes;
  codeChanges: { index: string; code: string }[];
};

const ZERO = `0x${'0'.repeat(64)}`;

/** Returns the answer to eth_getBlockAccessList. Asks the node for one trace a transaction. */
export async function computeBlockAccessList(call: Call, blockHash: string): Promise<readonly unknown[]> {
  const block = await call<{ transactions: string[] }>('eth_getBlockByHash', [blockHash, false]);
  const accounts = new Map<string, Account>();
  const accountOf = (address: string): Account => {
    const known = accounts.get(address);
    if (known !== undefined) return known;
    const created = { address, storageChanges: new Map(), balanceChanges: [], nonceChanges: [], codeChanges: [] };
    accounts.set(address, created);
    return created;
  };
  for (const [position, hash] of block.transactions.entries()) {
    const config = { tracer: 'prestateTracer', tracerConfig: { diffMode: true } };
    const { pre, post } = await call<{ pre: Side; post: Side }>('debug_traceTransaction', [hash, config]);
    const index = `0x${(position + 1).toString(16)}`;
    for (const address of new Set([...Object.keys(pre), ...Object.keys(post)])) {
      const account = accountOf(address.toLowerCase());
      const { balance, nonce, code, storage = {} } = post[address] ?? {};
      if (balance !== undefined) account.balanceChanges.push({ index, value: balance });
      if (nonce !== undefined) account.nonceChanges.push({ index, value: `0x${nonce.toString(16)}` });
      if (code !== undefined) account.codeChanges.push({ index, code });
      // A slot that became zero is named before the transaction, and not after it.
      for (const key of new Set([...Object.keys(pre[address]?.storage ?? {}), ...Object.keys(storage)])) {
        const changes = account.storageChanges.get(key) ?? [];
        changes.push({ index, value: storage[key] ?? ZERO });
        account.storageChanges.set(key, changes);
      }
    }
  }
  return [...accounts.values()]
    .toSorted((a, b) => (a.address < b.address ? -1 : 1))
    .map(({ storageChanges, ...account }) => ({
      ...account,
      storageChanges: [...storageChanges]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, changes]) => ({ key, changes })),
      storageReads: [],
    }));
}
