/** All that a reader has who worked for a year: rows of the database, with content that is the same in each run. */
import { bytesToHex } from '../../../src/core/chain/hex';

const PROJECTS = 10;
/** Accounts of one project. */
const ACCOUNTS = 200;
export const LABELS = 50_000;
const TRACES = 200;
/** Bytes of a trace's columns, and of what its replay read. */
const TRACE_BYTES = 300_000;
const WITNESS_CODE = 24_000;
const WITNESS_ACCOUNTS = 40;
const NETWORK = 1;
const TIME = 1_700_000_000_000;

/** Returns the rows of a made-up profile, by table. */
export function madeUpProfile(): ReadonlyMap<string, readonly object[]> {
  const projects = count(PROJECTS, (at) => ({
    uid: at.toString(16).padStart(32, '0'),
    owner: { username: 'me', type: 'user' },
    name: `Project ${at}`,
    slug: `project-${at}`,
    visibility: 'PRIVATE',
    description: 'What it is about, in a sentence or two.',
    createdAt: TIME + at,
    changedAt: TIME + at,
  }));
  const projectAccounts = projects.flatMap(({ uid }, project) =>
    count(ACCOUNTS, (at) => ({
      projectUid: uid,
      networkId: NETWORK,
      address: addressOf(project * ACCOUNTS + at),
      type: at % 3 === 0 ? 'wallet' : 'contract',
      tags: ['vault', `part ${at % 7}`],
      note: { text: `Seen at ${at}, with words that a note has.`, isPrivate: at % 2 === 0 },
      addedAt: TIME + at,
      changedAt: TIME + at,
    })),
  );
  const labels = count(LABELS, (at) => ({
    networkId: NETWORK,
    address: addressOf(at),
    name: `Label number ${at}`,
    changedAt: TIME,
  }));
  const traces = count(TRACES, trace);
  const transactions = traces.map(({ hash, blockHash }, at) => ({
    networkId: NETWORK,
    hash,
    transaction: {
      networkId: NETWORK,
      hash,
      type: 2,
      from: addressOf(at),
      to: addressOf(at + 1),
      nonce: at,
      value: 10n ** 18n,
      input: `0x${'ab'.repeat(200)}`,
      gas: 1_000_000,
      blockHash,
      blockNumber: at,
      index: 0,
    },
    fetchedAt: TIME,
  }));
  return new Map<string, readonly object[]>([
    ['projects', projects],
    ['projectAccounts', projectAccounts],
    ['labels', labels],
    ['transactions', transactions],
    ['traces', traces],
  ]);
}

function trace(at: number) {
  const accounts = count(WITNESS_ACCOUNTS, (index) => ({
    address: bytesOf(20, at + index),
    balance: bytesOf(32, at + index),
    nonce: BigInt(index),
    code: index % 4,
    exists: true,
    storage: bytesOf(64 * 10, at + index),
  }));
  const block = {
    networkId: NETWORK,
    hash: hashOf(at, 'b'),
    number: at,
    parentHash: hashOf(at, 'c'),
    timestamp: 1_700_000_000 + at,
    miner: addressOf(at),
    gasUsed: 1,
    gasLimit: 30_000_000,
    transactions: [hashOf(at, 'a')],
  };
  return {
    networkId: NETWORK,
    hash: hashOf(at, 'a'),
    blockHash: hashOf(at, 'b'),
    bytes: bytesOf(TRACE_BYTES, at).buffer,
    source: 'replay',
    replay: {
      verification: {
        origin: 'rpc',
        compared: { status: true, gasUsed: 1, logs: 1, earlier: 0 },
        steps: 10_000,
      },
      block,
      witness: { accounts, codes: count(4, (code) => bytesOf(WITNESS_CODE, code)), hashes: [] },
    },
  };
}

function count<T>(length: number, make: (at: number) => T): T[] {
  return Array.from({ length }, (_, at) => make(at));
}

/** Bytes of a small generator (xorshift32). */
function bytesOf(length: number, seed: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let state = seed * 2_654_435_761 + 1;
  for (let at = 0; at < length; at++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[at] = state;
  }
  return bytes;
}

function addressOf(at: number): string {
  return bytesToHex(bytesOf(16, at)) + at.toString(16).padStart(8, '0');
}

function hashOf(at: number, digit: string): string {
  return `0x${digit}${at.toString(16).padStart(63, '0')}`;
}
