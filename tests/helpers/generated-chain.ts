/** A chain made of numbers, without an endpoint: it grows, forks and goes on, and says what is in its blocks. */
import type { Address, Hash } from '../../src/core/chain/primitives';
import { failure } from '../../src/core/values/failure';
import { fail, ok } from '../../src/core/values/result';
import type { WatchedBlock } from '../../src/core/watch/match-block';
import type { WatchedChain } from '../../src/workers/watch/chain-watch';

export const CALLER = `0x${'c'.repeat(40)}` as Address;
export const TARGET = `0x${'d'.repeat(40)}` as Address;

type Made = WatchedBlock & { parentHash: Hash; balance: bigint };

/** Numbers from a seed, the same ones in each run (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export class GeneratedChain {
  readonly blocks: Made[] = [];
  /** Every transaction that was ever in a block, by its hash. */
  readonly ever = new Set<string>();
  #made = 0;
  /** Tells the hashes of two chains apart. */
  readonly #salt: string;

  constructor(private readonly random: () => number) {
    this.#salt = Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
    this.grow(1);
  }

  get head(): Made {
    const head = this.blocks.at(-1);
    if (head === undefined) throw new Error('the chain has no block');
    return head;
  }

  /** Adds blocks with up to three transactions each; `again` are transactions that come back first. */
  grow(count: number, again: WatchedBlock['transactions'] = []): void {
    const waiting = [...again];
    for (let made = 0; made < count; made++) {
      const returning = waiting.splice(0, 2);
      const fresh = Array.from({ length: Math.floor(this.random() * 3) }, () => this.#transaction());
      const transactions = [...returning, ...fresh];
      for (const { transaction } of transactions) this.ever.add(transaction.hash);
      const parent = this.blocks.at(-1);
      this.blocks.push({
        number: this.blocks.length,
        hash: this.#hash('b'),
        parentHash: parent?.hash ?? this.#hash('0'),
        transactions,
        balance: BigInt(Math.floor(this.random() * 100)),
      });
    }
  }

  /** Replaces the last blocks by as many and one more, most of whose transactions are those of before. */
  reorganise(depth: number): void {
    const taken = this.blocks.splice(Math.max(1, this.blocks.length - depth));
    const again = taken.flatMap(({ transactions }) => transactions).filter(() => this.random() < 0.8);
    this.grow(taken.length + 1, again);
  }

  /**
   * Returns the questions that watching asks a chain, answered by this one as it is at that moment. A simulation fails
   * where the balance is below 50.
   */
  asked(): WatchedChain {
    const of = (hash: Hash) => this.blocks.find((block) => block.hash === hash);
    const missing = fail(failure('notFound', 'There is no such block.'));
    return {
      mayGoBack: false,
      head: async () => ok({ number: this.head.number, hash: this.head.hash }),
      hashAt: async (number) => ok(this.blocks[number]?.hash),
      block: async (number) => {
        const block = this.blocks[number];
        return block === undefined ? missing : ok(block);
      },
      balance: async (_, hash) => {
        const block = of(hash);
        return block === undefined ? missing : ok(block.balance);
      },
      slot: async () => missing,
      token: async () => undefined,
      simulate: async (_, { hash }) => {
        const block = of(hash);
        if (block === undefined) return missing;
        return ok(block.balance < 50n ? { came: 'otherwise', words: 'it is poor' } : { came: 'expected', words: '' });
      },
    };
  }

  #transaction(): WatchedBlock['transactions'][number] {
    const hash = this.#hash('a');
    const status = this.random() < 0.3 ? 'failed' : 'success';
    const transaction = { hash, from: CALLER, to: TARGET, value: 0n, input: '0x' } as const;
    return { transaction, receipt: { status, logs: [] } };
  }

  #hash(digit: string): Hash {
    this.#made++;
    return `0x${digit}${this.#salt}${this.#made.toString(16).padStart(55, '0')}` as Hash;
  }
}
