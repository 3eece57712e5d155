/** Every fact that Loupe says of a transaction of the foreign chain, beside the truth. */
import type { Decoded } from '../../../src/core/abi/decoded';
import { RowKind } from '../../../src/core/trace/rows';
import type { ForeignTruth, Truth, Value } from '../../../tools/foreign-chain/truth';
import { bareWordsOf, wordsOf } from './error-words';
import type { Said } from './said';

export type Difference = { transaction: string; fact: string; truth: string; said: string };

/** How much of the chain Loupe has been told: nothing but the endpoint, or the build output, too. */
export type Told = 'nothing' | 'buildOutput';

/** Returns where the two differ; empty where all is right. */
export function differences(truth: Truth, said: Said, chain: ForeignTruth, told: Told): Difference[] {
  const found: Difference[] = [];
  const compare = (fact: string, is: unknown, says: unknown) => {
    const [wanted, got] = [textOf(is), textOf(says)];
    if (wanted !== got) found.push({ transaction: truth.name, fact, truth: wanted, said: got });
  };
  const holds: Holds = (fact, text, part) => {
    if (!text.toLowerCase().includes(part.toLowerCase()))
      found.push({ transaction: truth.name, fact, truth: `… ${part} …`, said: text });
  };
  general(truth, said, compare);
  calls(truth, said, chain, told, compare);
  events(truth, said, told, compare);
  balances(truth, said, compare);
  gas(truth, said, compare);
  compare('arrows of the debugger', [], said.arrows);
  // `Lab.make`, and where Lab has no name its address: never `.make`.
  compare('a name without its contract', undefined, /(?:^|[\s(])\.\w+/.exec(said.sentence)?.[0]);
  if (truth.failure) for (const word of bareWordsOf(truth.failure.ends)) holds('sentence: how', said.sentence, word);
  if (told === 'buildOutput') {
    state(truth, said, compare);
    contracts(said, chain, compare);
    failure(truth, said, compare, holds);
    names(said, compare);
  }
  return found;
}

type Compare = (fact: string, truth: unknown, said: unknown) => void;
type Holds = (fact: string, text: string, part: string) => void;

function general(truth: Truth, { transaction, receipt, summary, outcome }: Said, compare: Compare): void {
  compare('trace method', 'replay', summary.source);
  compare('why no other method', [], summary.source === 'replay' ? [] : summary.skipped.map(({ reason }) => reason));
  compare('status', truth.status, outcome.status);
  compare('status of the receipt', truth.status, receipt.status);
  compare('gas used', truth.gasUsed, receipt.gasUsed);
  compare('gas price', truth.gasPrice, receipt.effectiveGasPrice);
  compare('gas limit', truth.gasLimit, transaction.gas);
  compare('type', truth.type, transaction.type);
  compare('from', truth.from, transaction.from);
  compare('to', truth.to, transaction.to);
  compare('created', truth.status === 'success' ? truth.created : undefined, created(truth, receipt.contractAddress));
  compare('value', truth.value, transaction.value);
  compare('nonce', truth.nonce, transaction.nonce);
  compare('block', truth.block, transaction.blockNumber);
  compare('input', truth.input, transaction.input);
}

/** A receipt states the address of a creation that failed, too. */
function created(truth: Truth, address: string | undefined): string | undefined {
  return truth.status === 'success' ? address : undefined;
}

const FRAMES: readonly number[] = [
  RowKind.call,
  RowKind.staticcall,
  RowKind.delegatecall,
  RowKind.callcode,
  RowKind.create,
  RowKind.create2,
];

function calls(truth: Truth, { rows }: Said, chain: ForeignTruth, told: Told, compare: Compare): void {
  const frames = rows.filter(({ kind }) => FRAMES.includes(kind));
  const nameOf = (address: string | undefined) =>
    chain.contracts.find((contract) => contract.address === address)?.key ?? address;
  if (truth.calls) {
    const lineOf = (address: string | undefined, method: string) => `${nameOf(address)}.${method}`;
    const wanted = truth.calls.map((call) => lineOf(call.address, told === 'nothing' ? '' : call.function));
    const got = frames.map(({ to, functionName }) => lineOf(to, told === 'nothing' ? '' : (functionName?.text ?? '')));
    compare('calls in the tree', wanted.join(' '), got.join(' '));
  }
  const root = frames[0];
  if (told === 'nothing' || root === undefined || truth.call === undefined) return;
  compare('function', truth.call.function, root.functionName?.text);
  compare('arguments', truth.call.args, (root.inputs ?? []).map(argument));
}

function argument(value: Decoded): { name: string; value: Value } {
  // Parameters without a name are called by their place.
  return { name: /^arg\d+$/.test(value.name) ? '' : value.name, value: toValue(value) };
}

function toValue({ items, text, kind }: Decoded): Value {
  if (kind === 'array' || kind === 'tuple') return (items ?? []).map(toValue);
  return /^0x[\da-f]*$/i.test(text) ? text.toLowerCase() : text;
}

function events(truth: Truth, said: Said, told: Told, compare: Compare): void {
  compare(
    'addresses of events',
    truth.events.map(({ address }) => address),
    said.events.map(({ from }) => from),
  );
  if (told === 'nothing') return;
  compare(
    'names of events',
    truth.events.map(({ name }) => name),
    said.events.map((event) => event.functionName?.text),
  );
  compare(
    'arguments of events',
    truth.events.map(({ args }) => args),
    said.events.map(({ inputs = [] }) => inputs.map(argument)),
  );
}

function balances(truth: Truth, { state: { accounts }, transfers }: Said, compare: Compare): void {
  const sorted = <T extends { address: string }>(list: readonly T[]) =>
    [...list].sort((a, b) => (a.address < b.address ? -1 : 1));
  compare(
    'balances',
    sorted(truth.balances).map(({ address, before, after }) => `${address} ${before} ${after}`),
    sorted(accounts).flatMap(({ address, balance }) =>
      balance ? [`${address} ${balance.before} ${balance.after}`] : [],
    ),
  );
  if (truth.status === 'failed') compare('nothing moved', true, transfers.transfers.length === 0 || transfers.undone);
  else moves(truth, transfers, compare);
}

function moves(truth: Truth, transfers: Said['transfers'], compare: Compare): void {
  // What transfers moved is what balances changed by, the fee aside.
  const fee = BigInt(truth.gasUsed) * BigInt(truth.gasPrice);
  const moved = truth.balances.flatMap(({ address, before, after }) => {
    const change = BigInt(after) - BigInt(before) + (address === truth.from ? fee : 0n);
    return change === 0n || COINBASE === address ? [] : [`${address} ${change}`];
  });
  const native = transfers.changes.filter(({ standard, amount }) => standard === 'native' && amount !== 0n);
  compare('ether moved', moved.sort(), native.map(({ address, amount }) => `${address} ${amount}`).sort());
  const tokens = truth.tokens.flatMap(({ token, holder, before, after }) => {
    const change = BigInt(after) - BigInt(before);
    return change === 0n ? [] : [`${token} ${holder} ${change}`];
  });
  const zero = `0x${'0'.repeat(40)}`;
  const fungible = transfers.changes.filter(
    ({ standard, amount, address }) => standard === 'ERC-20' && amount !== 0n && address !== zero,
  );
  compare(
    'tokens moved',
    tokens.sort(),
    fungible.map(({ token, address, amount }) => `${token} ${address} ${amount}`).sort(),
  );
}

/** Hardhat's. */
const COINBASE = '0xc014ba5ec014ba5ec014ba5ec014ba5ec014ba5e';

function state(truth: Truth, said: Said, compare: Compare): void {
  for (const { address, path, before, after } of truth.state) {
    const values = said.variables.filter((slot) => slot.address === address).flatMap((slot) => slot.values);
    const found = values.find((value) => value.path.toLowerCase() === path);
    const wanted = before === after ? undefined : `${before} → ${after}`;
    compare(`state ${path}`, wanted, found && `${textOf(toValue(found.before))} → ${textOf(toValue(found.after))}`);
  }
  const named = new Set(said.variables.map(({ address, key }) => `${address} ${key}`));
  const unnamed = said.state.accounts.flatMap(({ address, storage }) =>
    storage.filter(({ key }) => !named.has(`${address} ${key}`)).map(({ key }) => `${address} ${key}`),
  );
  compare('slots without a name', [], unnamed);
}

function contracts(said: Said, chain: ForeignTruth, compare: Compare): void {
  for (const { address, name, verification, proxy } of said.contracts) {
    const known = chain.contracts.find((contract) => contract.address === address);
    if (known === undefined) continue;
    const code = chain.contracts.find(({ key }) => key === known.implementation);
    // A clone and an account that delegates have no code of their own that anybody compiled.
    const isShell = code?.name === known.name;
    if (!isShell) compare(`verification of ${known.key}`, true, verification === 'exact' || verification === 'partial');
    if (code === undefined) {
      // What several share, the end of the address tells apart.
      const names = [known.name, known.symbol, `${known.name} …${address.slice(-4)}`];
      if (!names.includes(name?.text)) compare(`name of ${known.key}`, known.symbol ?? known.name, name?.text);
    } else if (isShell) compare(`code of ${known.key}`, code.address, proxy?.implementation);
    else compare(`${known.key} is a proxy`, true, proxy !== undefined);
  }
}

function gas({ gasUsed }: Truth, said: Said, compare: Compare): void {
  const { own, initial, refunded } = said.gas;
  compare('own gas + initial gas - refund', gasUsed, own + initial - refunded);
  for (const [form, charged] of Object.entries(said.gasByForm)) compare(`gas by the ${form}`, gasUsed, charged);
  compare('gas before refunds', 'known', said.gas.isExact ? 'known' : 'guessed');
}

function failure(truth: Truth, said: Said, compare: Compare, holds: Holds): void {
  compare('stack trace', truth.failure === undefined, (said.source?.stack ?? []).length === 0);
  if (truth.failure === undefined) return;
  const { ends, cause, at } = truth.failure;
  for (const word of wordsOf(ends)) holds('sentence: how it ended', said.sentence, word);
  if (cause) for (const word of wordsOf(cause)) holds('sentence: why', said.sentence, word);
  const [first] = said.rows;
  const root = first && 'error' in first ? first.error : undefined;
  compare('error of the first row', ends.kind === 'error' ? ends.name : undefined, root?.name?.text);
  if (ends.kind === 'error')
    compare(
      'its arguments',
      ends.args,
      root?.reason !== undefined && ends.name === 'Error' ? [root.reason] : (root?.args ?? []).map(toValue),
    );
  if (at === undefined) return;
  const last = said.source?.stack.findLast(({ sentence }) => sentence !== '');
  const lines =
    said.source?.stack.map(({ place, function: name }) => `${bareName(name)} ${place?.file}:${place?.line}`) ?? [];
  const wanted = `${at.function} ${at.file}:${at.line}`;
  if (!lines.includes(wanted)) compare('failing line of the stack trace', wanted, lines.join(' < '));
  const texts = (said.source?.stack ?? []).map(({ sentence }) => sentence).join(' ');
  for (const word of wordsOf(ends)) holds('stack trace: how it ended', texts, word);
  if (last && said.failing) {
    const { files, place, function: name } = said.failing;
    compare(
      'line of the debugger',
      wanted,
      `${name} ${files.find(({ id }) => id === place?.file)?.path}:${place?.line}`,
    );
  }
}

/** A stack trace writes `<fallback>` and `<receive>`, as Hardhat's do. */
export function bareName(name: string): string {
  return name.replace(/^<(\w+)>$/, '$1');
}

/** One address has one name on the page, and one name is of one address. */
function names(said: Said, compare: Compare): void {
  const byAddress = new Map<string, Set<string>>();
  const add = (address: string | undefined, name: string | undefined) => {
    if (address === undefined || name === undefined) return;
    byAddress.set(address, (byAddress.get(address) ?? new Set()).add(name));
  };
  const values = (list: readonly Decoded[] = []) => {
    for (const value of list) {
      if (value.kind === 'address') add(value.text.toLowerCase(), value.known?.text);
      if (isPrecompile(value.text)) compare(`a name for the word ${value.name}`, undefined, value.known?.text);
      values(value.items);
    }
  };
  for (const row of [...said.rows, ...said.events]) {
    add(row.from, row.fromName?.text);
    add(row.to, row.toName?.text);
    if ('implementation' in row) add(row.implementation, row.implementationName?.text);
    values(row.inputs);
    values(row.outputs);
    const access = 'access' in row ? row.access : undefined;
    for (const [address, name] of Object.entries(access?.names ?? {})) add(address, name.text);
    for (const value of access?.values ?? []) values([value.before, value.after]);
  }
  for (const { address, name, proxy, implementationName } of said.contracts) {
    add(address, name?.text);
    add(proxy?.implementation, implementationName?.text);
  }
  for (const { address, name } of said.state.accounts) add(address, name?.text);
  for (const [address, name] of Object.entries(said.transfers.names)) add(address, name.text);
  for (const [address, all] of byAddress) compare(`names of ${address}`, 1, all.size > 1 ? [...all] : 1);
  const byName = new Map<string, string[]>();
  for (const [address, all] of byAddress)
    for (const name of all) byName.set(name, [...(byName.get(name) ?? []), address]);
  for (const [name, all] of byName) compare(`addresses called ${name}`, 1, all.length > 1 ? all : 1);
}

/**
 * Whether an address is that of a precompile. As a value, such an address is more often a mark: Safe's sentinel of
 * lists is 1.
 */
function isPrecompile(address: string): boolean {
  return /^0x0{38}[\da-f]{2}$/.test(address) && BigInt(address) !== 0n;
}

function textOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint') return String(value);
  return JSON.stringify(value);
}
