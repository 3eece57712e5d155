/** The truth of the foreign chain beside what the pages say, each fact as text. */
import type { ForeignTruth, Truth, Value } from '../../../tools/foreign-chain/truth';
import { bareName, type Told } from '../../helpers/foreign/compare';
import { bareWordsOf, wordsOf } from '../../helpers/foreign/error-words';
import type { SaidChange, SaidContract, SaidEvent, SaidGas, SaidSummary } from './foreign-page';

/** `fact: what is true, and what the page says`; empty where all is right. */
export type Differences = string[];

/** Of the first tab: outcome, general information, input, calls, failing line, what moved. */
export function ofSummary(truth: Truth, said: SaidSummary, chain: ForeignTruth, told: Told): Differences {
  const { found, compare, holds } = collect();
  compare('hash', truth.hash, said.hash);
  holds('status', said.heading, truth.status === 'success' ? 'Success' : 'Failed');
  const shown = (label: string) => said.general[label] ?? 'nothing';
  compare('from', truth.from, shown('From'));
  compare('to', truth.to ?? 'nothing', shown('To'));
  if (truth.created && truth.status === 'success') compare('created', truth.created, shown('Created contract'));
  for (const [label, count] of [
    ['Nonce', truth.nonce],
    ['Block', truth.block],
    ['Gas limit', truth.gasLimit],
    ['Gas used', truth.gasUsed],
    ['Signed for chain', chain.chainId],
  ] as const)
    compare(label, String(count), shown(label).replaceAll(',', ''));
  holds('type', shown('Type'), `${truth.type} · `);
  compare('value', truth.value, inWei(shown('Value')));
  compare('gas price', truth.gasPrice, inWei(shown('Effective gas price')));
  compare('fee', String(BigInt(truth.gasUsed) * BigInt(truth.gasPrice)), inWei(shown('Fee')));
  if (truth.failure === undefined) compare('no stack trace', 0, said.stack.length);
  else for (const word of bareWordsOf(truth.failure.ends)) holds('sentence: how', said.heading, word);
  if (truth.status === 'success') assets(truth, said, compare);
  if (told === 'nothing') return found;
  if (truth.call) {
    if (truth.call.function !== 'constructor') compare('function', truth.call.function, shown('Function'));
    compare('arguments', truth.call.args.map(argument), said.input.map(argument));
  }
  if (truth.calls)
    compare(
      'calls',
      truth.calls.map((call) => `${call.address}.${call.function}`),
      said.calls.map((call) => `${call.address}.${call.function}`),
    );
  if (truth.failure) failure(truth.failure, said, compare, holds);
  return found;
}

function failure(
  { ends, cause, at }: NonNullable<Truth['failure']>,
  said: SaidSummary,
  compare: Compare,
  holds: Holds,
): void {
  for (const word of wordsOf(ends)) {
    holds('sentence: how it ended', said.heading, word);
    holds('Error: how it ended', said.general.Error ?? '', word);
  }
  for (const word of cause ? wordsOf(cause) : []) holds('sentence: why', said.heading, word);
  // Names and amounts stand for some arguments, and long ones are cut.
  if (ends.kind === 'error' && ends.name !== 'Error' && ends.name !== 'Panic') {
    // What a call only handed on stands at the row where it arose.
    if (said.error !== '✕ reverted') holds('error of the first row', said.error, ends.name);
    for (const plain of ends.args.filter((arg): arg is string => /^[\w :]{1,24}$/.test(String(arg))))
      if (!saysInteger(said.heading, plain)) holds('arguments of the error', said.heading, plain);
  }
  if (at === undefined) return;
  const wanted = `${at.function} ${at.file.split('/').at(-1)}:${at.line}`;
  const lines = said.stack.map(({ what, place }) => `${bareName(what.split('.').at(-1) ?? '')} ${place}`);
  compare('failing line', true, lines.includes(wanted) || `${wanted} is not in ${lines.join(' < ')}`);
}

/** Whose assets changed, which way, and by digits that the true amount begins with. */
function assets(truth: Truth, said: SaidSummary, compare: Compare): void {
  const wanted = truth.tokens.flatMap(({ holder, before, after }) => {
    const change = BigInt(after) - BigInt(before);
    return change === 0n ? [] : [{ holder, sign: change > 0n ? '+' : '−', digits: String(change).replace('-', '') }];
  });
  for (const { holder, sign, digits } of wanted) {
    const amounts = said.moved.find(({ address }) => address === holder)?.amounts ?? [];
    const fits = amounts.some((amount) => amount.startsWith(sign) && isOf(amount, digits));
    compare(`tokens of ${holder}`, true, fits || `${sign}${digits} is none of ${amounts.join(' ')}`);
  }
}

/** Whether `amount` is a reading of the integer: what is too little to be shown is below the least that is. */
function isOf(amount: string, integer: string): boolean {
  if (amount.includes('<0.001 ')) return integer.length <= DECIMALS - 3;
  return integer.startsWith(digitsOf(amount));
}

/** Of all tokens of the chain whose amounts may be that little. */
const DECIMALS = 18;

/** Whether a number of `text` is the integer: grouped, or as an amount of a token. */
function saysInteger(text: string, integer: string): boolean {
  if (!/^\d+$/.test(integer)) return false;
  const said = text.match(/\d[\d,]*(\.\d+)?/g) ?? [];
  return said.some((number) =>
    number.includes('.') ? integer.startsWith(digitsOf(number)) : number.replaceAll(',', '') === integer,
  );
}

/** `1024618` of `−1,024.618 ALF`, without the zeros at either end. */
function digitsOf(amount: string): string {
  return (/[\d,.]+/.exec(amount)?.[0] ?? '').replace(/[,.]/g, '').replace(/^0+|0+$/g, '');
}

/** Of the Events tab. */
export function ofEvents(truth: Truth, said: readonly SaidEvent[], told: Told): Differences {
  const { found, compare } = collect();
  compare(
    'addresses of events',
    truth.events.map(({ address }) => address),
    said.map(({ address }) => address),
  );
  if (told === 'nothing') return found;
  compare(
    'events',
    truth.events.map(({ name, args }) => [name, ...args.map(argument)]),
    said.map(({ name, args }) => [name, ...args.map(argument)]),
  );
  return found;
}

/** Of the State tab. */
export function ofState(truth: Truth, said: readonly SaidChange[], told: Told): Differences {
  const { found, compare } = collect();
  const balances = said.filter(({ what }) => what === 'Balance');
  compare(
    'balances',
    truth.balances.map(({ address, before, after }) => `${address} ${before} ${after}`).sort(),
    balances.map(({ address, before, after }) => `${address} ${inWei(before)} ${inWei(after)}`).sort(),
  );
  if (told === 'nothing') return found;
  for (const { address, path, before, after } of truth.state) {
    const line = said.find((each) => each.address === address && each.what.toLowerCase() === path);
    const change = before === after ? 'unchanged' : `${before} → ${after}`;
    compare(`state ${path}`, change, line ? `${plain(line.before)} → ${plain(line.after)}` : 'unchanged');
  }
  return found;
}

/** Of the Contracts tab: whose code ran, and that build output which made it is found by its code. */
export function ofContracts(
  truth: Truth,
  said: readonly SaidContract[],
  { contracts }: ForeignTruth,
  told: Told,
): Differences {
  const { found, compare } = collect();
  const called = new Set([truth.to, ...(truth.calls ?? []).map(({ address }) => address)]);
  for (const { address, key, name, implementation } of contracts) {
    const line = said.find((each) => each.address === address);
    if (called.has(address)) compare(`${key} is listed`, true, line !== undefined);
    if (line === undefined) continue;
    const code = contracts.find((each) => each.key === implementation);
    // Upgrades change whose code it is; a clone has none of its own that anybody compiled.
    if (code && called.has(address)) compare(`${key} runs the code of another`, true, line.runs !== '');
    const isVerified = line.verification.includes('Verified');
    if (told === 'nothing' || code?.name !== name) compare(`${key} is verified`, told === 'buildOutput', isVerified);
  }
  return found;
}

/** Callees that the Gas Profiler tells in words. */
const TOLD_CALLEES = 20;

/** Of the Gas Profiler: what the receipt says was used, and that the parts are the whole. */
export function ofGas(truth: Truth, { used, whole, own, callees }: SaidGas): Differences {
  const { found, compare } = collect();
  compare('gas of the profile', String(truth.gasUsed), used.replaceAll(',', ''));
  const parts = callees.reduce((sum, gas) => sum + gas, own);
  if (callees.length < TOLD_CALLEES) compare('own gas and that of its callees', whole, parts);
  compare('gas before refunds is no less', true, whole >= truth.gasUsed);
  return found;
}

/** Of the debugger, which opens where it failed. */
export function ofWhere(truth: Truth, said: string): Differences {
  const { found, holds } = collect();
  const at = truth.failure?.at;
  if (at) holds('line of the debugger', `${said}.`, `.${at.function}, line ${at.line}.`);
  return found;
}

/** A value without what makes it easier to read: quotes, commas between digits. */
function plain(text: string): string {
  return /^-?\d{1,3}(,\d{3})+$/.test(text) ? text.replaceAll(',', '') : text.replace(/^"(.*)"$/s, '$1');
}

/** `1.5 ETH` and `2 Gwei` in wei, as decimal text. */
function inWei(text: string): string {
  const [, whole = '0', fraction = '', unit = ''] = /^([\d,]+)(?:\.(\d+))? (\w+)/.exec(text) ?? [];
  const decimals = unit === 'Gwei' ? 9 : 18;
  return String(BigInt(whole.replaceAll(',', '') + fraction.padEnd(decimals, '0')));
}

type Named = { name: string; value: Value };

function argument({ name, value }: Named): string {
  // Parameters without a name are called by their place.
  return `${/^arg\d+$/.test(name) ? '' : name}: ${JSON.stringify(value).toLowerCase()}`;
}

type Compare = (fact: string, truth: unknown, said: unknown) => void;
type Holds = (fact: string, text: string, part: string) => void;

function collect() {
  const found: Differences = [];
  const compare: Compare = (fact, truth, said) => {
    const [wanted, got] = [truth, said].map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
    if (wanted !== got) found.push(`${fact}: ${wanted}, and it says ${got}`);
  };
  const holds: Holds = (fact, text, part) => {
    if (!text.toLowerCase().includes(part.toLowerCase())) found.push(`${fact}: … ${part} …, and it says ${text}`);
  };
  return { found, compare, holds };
}
