/** What a fork read of its parent, kept, so that it is asked once for ever. */
import type { Address, Hash, Hex } from '../chain/primitives';
import type { StateSource } from './state-source';

export type ParentReads = {
  accounts: readonly { address: Address; balance: bigint; nonce: number; code: Hex }[];
  slots: readonly { address: Address; key: Hash; value: Hash }[];
  hashes: readonly { number: number; hash: Hash }[];
};

type Fresh = { [Kind in keyof ParentReads]: ParentReads[Kind][number][] };

/** A source that answers from what is known, asks `asked` for the rest, and says what is new. */
export class RememberedSource implements StateSource {
  private readonly accounts = new Map<Address, ParentReads['accounts'][number]>();
  private readonly slots = new Map<string, Hash>();
  private readonly hashes = new Map<number, Hash>();
  private fresh: Fresh = { accounts: [], slots: [], hashes: [] };

  constructor(
    known: readonly ParentReads[],
    private readonly asked: StateSource,
  ) {
    for (const { accounts, slots, hashes } of known) {
      for (const account of accounts) this.accounts.set(account.address, account);
      for (const { address, key, value } of slots) this.slots.set(`${address}${key}`, value);
      for (const { number, hash } of hashes) this.hashes.set(number, hash);
    }
  }

  async account(address: Address) {
    const known = this.accounts.get(address);
    if (known !== undefined) return known;
    const { balance, nonce, code } = await this.asked.account(address);
    const account = { address, balance, nonce, code };
    this.accounts.set(address, account);
    this.fresh.accounts.push(account);
    return account;
  }

  async slot(address: Address, key: Hash): Promise<Hash> {
    const known = this.slots.get(`${address}${key}`);
    if (known !== undefined) return known;
    const value = await this.asked.slot(address, key);
    this.slots.set(`${address}${key}`, value);
    this.fresh.slots.push({ address, key, value });
    return value;
  }

  async blockHash(number: number): Promise<Hash> {
    const known = this.hashes.get(number);
    if (known !== undefined) return known;
    const hash = await this.asked.blockHash(number);
    this.hashes.set(number, hash);
    this.fresh.hashes.push({ number, hash });
    return hash;
  }

  get hasFresh(): boolean {
    const { accounts, slots, hashes } = this.fresh;
    return accounts.length + slots.length + hashes.length > 0;
  }

  /** Returns what was read since the last call; undefined for nothing. */
  takeFresh(): ParentReads | undefined {
    const { fresh } = this;
    if (!this.hasFresh) return undefined;
    this.fresh = { accounts: [], slots: [], hashes: [] };
    return fresh;
  }

  /** Gives back what was taken and could not be kept. */
  putBack({ accounts, slots, hashes }: ParentReads): void {
    this.fresh.accounts.push(...accounts);
    this.fresh.slots.push(...slots);
    this.fresh.hashes.push(...hashes);
  }
}
