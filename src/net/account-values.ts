/**
 * Accounts as nodes know them. As few as one batch carries are read by three calls each. When there are more, balances
 * and hashes of code come in one eth_call of a program that reads them; nonces are asked for beside it, and code only
 * where no code with that hash is known yet: accounts of one block mostly have none, or share it.
 *
 * eth_getProof without slots has balance, nonce and hash of code in one answer, and is not asked for them: it saves one
 * call beside the program, which has all accounts in one, weighs some 1.7 kB an account, and many nodes refuse it for
 * all but recent blocks, or bill it as fifty calls.
 */
import { check, pipe, transform } from 'valibot';
import { keccakHex } from '../core/chain/keccak';
import type { Address, Hash, Hex } from '../core/chain/primitives';
import { ZERO_ADDRESS } from '../core/chain/zero-address';
import { type Failure, failure } from '../core/values/failure';
import { fail, ok, type Result } from '../core/values/result';
import { fetchBalance, fetchCode, fetchNonce } from './account-reader';
import { blockParam, type ReadOptions } from './chain-reader';
import { failsAnyRequest } from './rpc/endpoint-failures';
import { bytes } from './rpc/fields';
import { batchSize, type Rpc } from './rpc/rpc';

export type AccountAt = { address: Address; balance: bigint; nonce: number; code: Hex };

/** Facts about accounts that are known before they are read. */
export type KnownOfAccounts = {
  /** Nonces that follow from elsewhere, where the account has no code. */
  nonces: ReadonlyMap<Address, number>;
  /** Code by its hash; what is fetched is added. */
  codes: Map<Hash, Hex>;
};

type Answer<T> = Promise<Result<T, Failure>>;

/** Calls for each account that is read by itself. */
const CALLS_PER_ACCOUNT = 3;
/** Accounts of one call: what a creation returns may not be larger than code, 24,576 bytes (EIP-170), and is paid for as code. */
const ACCOUNTS_PER_CALL = 150;
/** The hash of no code, and what an account has instead that does not exist (EIP-1052). */
const NO_CODE = ['0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470', `0x${'0'.repeat(64)}`];

/**
 * Initialisation code, which eth_call runs without a recipient and answers with
 * what it returns. The addresses follow it, 20 bytes each; for each it returns
 * balance and hash of code, a word each.
 *
 *     i = 46, o = 0
 *     while i ≠ codesize: copy code[i…i + 20] to mem[o + 12], a = mem[o]
 *                         mem[o] = balance(a), mem[o + 32] = extcodehash(a), i += 20, o += 64
 *     return mem[0…o]
 */
const READER = [
  '602e6000', // i, o
  '5b813814602a57', // 4: end when i is the length of the code
  '60148282600c0139', // an address to mem[o + 12]
  '8051803182523f8160200152', // its balance and hash of code in its place
  '6040019060140190600456', // the next
  '5b6000f3', // 42: end
].join('');

/** Clients whose endpoints do not run the program, or run it otherwise. */
const refusing = new WeakSet<Rpc>();

/** Fetches the accounts after `block`, in the order of `addresses`. */
export async function fetchAccounts(
  rpc: Rpc,
  addresses: readonly Address[],
  block: number,
  known: KnownOfAccounts,
  options: ReadOptions = {},
): Answer<readonly AccountAt[]> {
  const few = Math.max(1, Math.floor(batchSize(rpc) / CALLS_PER_ACCOUNT));
  if (addresses.length > few && !refusing.has(rpc)) {
    const together = await fetchTogether(rpc, addresses, block, known, options);
    if (together.ok || failsAnyRequest(together.error)) return together;
    refusing.add(rpc);
  }
  const each = await Promise.all(addresses.map((address) => fetchAccount(rpc, address, block, options)));
  const accounts = allOf(each);
  if (accounts.ok) for (const { code } of accounts.value) if (code !== '0x') known.codes.set(keccakHex(code), code);
  return accounts;
}

async function fetchTogether(
  rpc: Rpc,
  addresses: readonly Address[],
  block: number,
  { nonces, codes }: KnownOfAccounts,
  options: ReadOptions,
): Answer<readonly AccountAt[]> {
  const parts: Address[][] = [];
  for (let start = 0; start < addresses.length; start += ACCOUNTS_PER_CALL) {
    parts.push(addresses.slice(start, start + ACCOUNTS_PER_CALL));
  }
  const [readings, asked] = await Promise.all([
    Promise.all(parts.map((part) => runReader(rpc, part, block, options))),
    fetchEach(
      addresses.filter((address) => !nonces.has(address)),
      (address) => fetchNonce(rpc, address, block, options),
    ),
  ]);
  const read = allOf(readings);
  if (!read.ok) return read;
  if (!asked.ok) return asked;
  const found = read.value.flat();

  // One account of each code that is not known, and nonces of those that have code and may create with it.
  const holders = new Map<Hash, Address>();
  const withCode: Address[] = [];
  found.forEach(({ codeHash }, at) => {
    const address = addresses[at] as Address;
    if (codeHash === undefined) return;
    if (!codes.has(codeHash)) holders.set(codeHash, address);
    if (nonces.has(address)) withCode.push(address);
  });
  const [fetched, others] = await Promise.all([
    fetchEach([...holders.values()], (address) => fetchCode(rpc, address, block, options)),
    fetchEach(withCode, (address) => fetchNonce(rpc, address, block, options)),
  ]);
  if (!fetched.ok) return fetched;
  if (!others.ok) return others;
  for (const code of fetched.value.values()) codes.set(keccakHex(code), code);

  const accounts: AccountAt[] = [];
  for (const [at, address] of addresses.entries()) {
    const { balance, codeHash } = found[at] as Reading;
    const code = codeHash === undefined ? '0x' : codes.get(codeHash);
    const nonce = others.value.get(address) ?? asked.value.get(address) ?? nonces.get(address);
    if (code === undefined || nonce === undefined)
      return fail(failure('badAnswer', 'Code was answered that does not have its hash.'));
    accounts.push({ address, balance, nonce, code });
  }
  return ok(accounts);
}

/** `codeHash` is undefined where there is no code. */
type Reading = { balance: bigint; codeHash: Hash | undefined };

/**
 * eth_call of the reader: balance and hash of code of at most 150 accounts. It is from nobody, as where nodes are told no
 * sender; Hardhat takes its first account then, and lets it pay for data on its chain of the OP Stack.
 */
function runReader(
  rpc: Rpc,
  addresses: readonly Address[],
  block: number,
  options: ReadOptions,
): Answer<readonly Reading[]> {
  const data = `0x${READER}${addresses.map((address) => address.slice(2)).join('')}`;
  const schema = pipe(
    bytes,
    check((returned) => returned.length === 2 + addresses.length * 128, 'two words for each account were expected'),
    transform((returned) =>
      addresses.map((_, at): Reading => {
        const word = (index: number) => `0x${returned.slice(2 + index * 64, 66 + index * 64)}` as Hash;
        const codeHash = word(2 * at + 1);
        return { balance: BigInt(word(2 * at)), codeHash: NO_CODE.includes(codeHash) ? undefined : codeHash };
      }),
    ),
  );
  return rpc.request('eth_call', [{ from: ZERO_ADDRESS, data }, blockParam(block)], schema, options);
}

async function fetchAccount(rpc: Rpc, which: Address, block: number, options: ReadOptions): Answer<AccountAt> {
  const [balance, nonce, code] = await Promise.all([
    fetchBalance(rpc, which, block, options),
    fetchNonce(rpc, which, block, options),
    fetchCode(rpc, which, block, options),
  ]);
  if (!balance.ok) return balance;
  if (!nonce.ok) return nonce;
  if (!code.ok) return code;
  return ok({ address: which, balance: balance.value, nonce: nonce.value, code: code.value });
}

async function fetchEach<T>(
  addresses: readonly Address[],
  fetch: (address: Address) => Answer<T>,
): Answer<ReadonlyMap<Address, T>> {
  const values = allOf(await Promise.all(addresses.map(fetch)));
  return values.ok ? ok(new Map(addresses.map((address, at) => [address, values.value[at] as T]))) : values;
}

/** The values, or the first failure. */
function allOf<T>(answers: readonly Result<T, Failure>[]): Result<readonly T[], Failure> {
  const values: T[] = [];
  for (const answer of answers) {
    if (!answer.ok) return answer;
    values.push(answer.value);
  }
  return ok(values);
}
